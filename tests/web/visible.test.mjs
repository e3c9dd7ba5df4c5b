// What visible() spells out, and what it leaves alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visible } from "../../web/visible.js";

function same(...texts) {
  for (const text of texts) assert.equal(visible(text), text);
}

test("what hides or turns text is spelled", () => {
  assert.equal(visible("a\u202eb"), "a⟨U+202E⟩b");
  assert.equal(visible("x\u200by\u2060z\ufeff"), "x⟨U+200B⟩y⟨U+2060⟩z⟨U+FEFF⟩");
  assert.equal(visible("\u0000\u001b[2J\u0085"), "⟨U+0000⟩⟨U+001B⟩[2J⟨U+0085⟩");
  assert.equal(visible("tag\u{e0041}"), "tag⟨U+E0041⟩");
});

test("a line break and a tab stay, a lone carriage return does not", () => {
  same("a\n\tb");
  assert.equal(visible("a\r\nb\rc"), "a\nb⟨U+000D⟩c");
});

test("emoji stay as they are written", () => {
  same("👍🏽", "👩‍👩‍👧‍👦", "❤️", "1️⃣", "🏳️‍🌈", "🇩🇪", "👨🏿‍🚀");
});

test("a joiner is part of Persian and Hindi, and nothing else's", () => {
  same("می‌خواهم", "क्‍ष");
  assert.equal(visible("a\u200cb"), "a⟨U+200C⟩b");
  assert.equal(visible("می\u200c\u200cخ"), "می⟨U+200C⟩⟨U+200C⟩خ");
  assert.equal(visible("می\u200c"), "می⟨U+200C⟩");
});

test("text of one alphabet stays, with words of another beside it", () => {
  same(
    "Удалить все файлы?",
    "Διαγραφή όλων των αρχείων",
    "Ջնջե՞լ ֆայլերը",
    "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ",
    "删除所有文件？",
    "ファイルを削除しますか",
    "파일을 삭제할까요",
    "هل تريد حذف الملفات؟",
    "האם למחוק",
    "ลบไฟล์ทั้งหมดหรือไม่",
    "Перезапустить nginx на сервере app-1",
    "Größe naïve façade Łódź ﬁnal 1º",
    "ＡＢＣ株式会社",
    "GitHubのissueを閉じる",
    "ใช้Googleค้นหา",
  );
});

test("Greek letters that look like no Latin ones may stand beside them", () => {
  same("Δt = 5 μs at 10 kΩ, λx.y, π/2, 2πr", "α = 0.05");
});

test("a letter of another alphabet inside a word is spelled", () => {
  assert.equal(visible("p\u0430ypal"), "p⟨U+0430⟩ypal");
  assert.equal(visible("g\u03bfogle"), "g⟨U+03BF⟩ogle");
  assert.equal(visible("Micr\u0585soft"), "Micr⟨U+0585⟩soft");
  assert.equal(visible("Us\u13acr"), "Us⟨U+13AC⟩r");
  assert.equal(visible("\uff50aypal"), "⟨U+FF50⟩aypal");
  assert.equal(visible("\u{1d429}aypal"), "⟨U+1D429⟩aypal");
  assert.equal(visible("\u216dopy"), "⟨U+216D⟩opy");
  assert.equal(visible("\ua4daopy"), "⟨U+A4DA⟩opy");
});

test("in a word of another alphabet the Latin letter is the odd one", () => {
  assert.equal(visible("прив\u0065т"), "прив⟨U+0065⟩т");
  assert.equal(visible("Ελλάδ\u0061"), "Ελλάδ⟨U+0061⟩");
});

test("the letter of an escape belongs to no word", () => {
  same('"\\tпривет\\nмир \\u001bпривет"');
  assert.equal(visible("\\tp\u0430ypal"), "\\tp⟨U+0430⟩ypal");
});

test("an accent does not hide a look-alike", () => {
  assert.equal(visible("g\u03ccogle"), "g⟨U+03CC⟩ogle");
  assert.equal(visible("p\u0430\u0301ypal"), "p⟨U+0430⟩\u0301ypal");
});

test("a hidden character does not part a word", () => {
  assert.equal(visible("ли p\u200b\u0430\u200bypal"), "ли p⟨U+200B⟩⟨U+0430⟩⟨U+200B⟩ypal");
});

test("words of mathematical letters are spelled, a single one is not", () => {
  assert.equal(visible("\u{1d42b}\u{1d426} -rf"), "⟨U+1D42B⟩⟨U+1D426⟩ -rf");
  same("let \u{1d465} be real, in \u211d");
});

test("a Cyrillic word of copies alone is spelled where nothing else is Cyrillic", () => {
  assert.equal(visible("run \u0441\u043e\u0440\u0443 now"), "run ⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩ now");
  same("Россия: run \u0441\u043e\u0440\u0443 now", "\u0441\u043e\u0440\u0443");
});

test("eight marks on a letter stay, the others are spelled", () => {
  same("e\u0301", "ก็้", "a" + "\u0300".repeat(8));
  assert.equal(visible("a" + "\u0300".repeat(10) + "b"), "a" + "\u0300".repeat(8) + "⟨U+0300⟩⟨U+0300⟩" + "b");
});

test("what is spelled already stays", () => {
  const once = visible("p\u0430y\u202e\u200b");
  assert.equal(visible(once), once);
});

test("a long text costs little, whatever it is made of", () => {
  for (const piece of [
    "plain text ",
    "Größe ",
    "текст ",
    "p\u0430y ",
    "\u200b",
    "a\u0300",
    "x".repeat(1_000),
  ]) {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    const start = process.cpuUsage();
    visible(text);
    assert.ok(process.cpuUsage(start).user < 1_500_000, piece);
  }
});
