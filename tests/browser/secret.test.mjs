// A secret that is typed in one tab reaches the host that asked, and no other place.

import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { card, closeAll, connected, openTab, Stage } from "./harness.mjs";

const TYPED = "hunter2-7c41";
const TYPED_ELSEWHERE = "swordfish-9d25";

const stage = new Stage();
let data;
let hub;
let browser;

before(async () => {
  data = await mkdtemp(path.join(os.tmpdir(), "dialog-hub-"));
  stage.onClose(() => rm(data, { recursive: true, force: true }));
  hub = await stage.hub({ data });
  browser = await stage.browser();
});
after(() => stage.close());

function has(text) {
  return text.includes(TYPED) || text.includes(TYPED_ELSEWHERE);
}

/** All that a page could leave behind: its storage of every kind, its address, its cookies. */
async function kept(tab) {
  const inside = await tab.evaluate(async () =>
    JSON.stringify([
      { ...sessionStorage },
      { ...localStorage },
      await indexedDB.databases(),
      await caches.keys(),
      history.state,
      document.cookie,
      location.href,
    ]),
  );
  return inside + JSON.stringify(await tab.context().cookies());
}

/** What a page shows, and what stands in its fields. */
async function drawn(tab) {
  const fields = await tab.evaluate(() =>
    Array.from(document.querySelectorAll("input, textarea"), (field) => field.value).join("\n"),
  );
  return `${await tab.content()}\n${fields}`;
}

async function filesOf(folder) {
  const texts = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) texts.push(await readFile(path.join(entry.parentPath, entry.name), "latin1"));
  return texts;
}

test("a secret goes to the command that asked: not to storage, other tabs, the stream, or a file", async () => {
  const url = `${hub.url}/t/vault`;
  const tab = await openTab(browser, url, { as: "laptop" });
  const beside = await openTab(browser, url, { context: tab.context() });
  const phone = await openTab(browser, url, { as: "phone" });
  await Promise.all([tab, beside, phone].map(connected));
  const stream = stage.command(hub, "follow", "-t", "vault", "--json");
  await stream.printed('"snapshot"');
  const ask = stage.command(hub, "ask", "-t", "vault", "secret", "Registry token?", "--timeout", "5m");
  await Promise.all([tab, beside, phone].map((each) => each.locator(".card").waitFor()));
  const id = await hub.onlyOpen("vault");
  assert.match(id, /^sec-/);

  await card(phone, id).locator("input").fill(TYPED_ELSEWHERE);
  await card(tab, id).locator("input").pressSequentially(TYPED);
  for (const each of [tab, beside, phone]) assert.ok(!has(await kept(each)));
  assert.ok(!has(await drawn(beside)));
  assert.ok(!(await drawn(phone)).includes(TYPED));
  assert.ok(!has(await tab.content()), "nor is it an attribute of its own page");

  await card(tab, id).getByRole("button", { name: "Send" }).click();
  const { code, out, err } = await ask.ended;
  assert.deepEqual([code, out], [0, `${TYPED}\n`]);
  assert.ok(!has(err));
  await card(tab, id).getByText("Answered by you.").waitFor();
  for (const each of [beside, phone]) await card(each, id).getByText("Answered by laptop.").waitFor();
  await stream.printed("dialog.settled");

  for (const each of [tab, beside, phone]) {
    assert.ok(!has(await kept(each)));
    assert.ok(!has(await drawn(each)));
    assert.ok(!each.heard.some(has), "the hub told it to nobody");
  }
  assert.deepEqual(
    tab.sent.filter(has).map((text) => JSON.parse(text).method),
    ["dialog.answer"],
  );
  assert.ok(tab.sent.some((text) => JSON.parse(text).method === "dialog.typing"));
  assert.ok(![...beside.sent, ...phone.sent].some(has));
  assert.ok(!has(stream.out));
  const files = await filesOf(data);
  assert.ok(
    files.some((text) => text.includes(id)),
    "the hub keeps its log there",
  );
  assert.ok(!files.some(has));

  await tab.reload();
  await tab.locator(".history").getByText("Answered by laptop").waitFor();
  assert.ok(!has(await drawn(tab)));
  await closeAll([tab, phone]);
});

/** A tab with one secret on its page: its card, its field, and the button that shows it. */
async function asked(thread) {
  const tab = await openTab(browser, `${hub.url}/t/${thread}`, { as: "laptop" });
  await connected(tab);
  const id = await hub.ask(thread, { method: "secret", title: "Token" });
  const here = card(tab, id);
  await here.waitFor();
  return {
    tab,
    id,
    here,
    field: here.locator(".secret > :first-child"),
    hold: here.getByRole("button", { name: "Show while pressed" }),
  };
}

const type = (field) => field.getAttribute("type");

test("a secret shows while its button is pressed, and not a moment longer", async () => {
  const { tab, id, field, hold } = await asked("peek");
  await field.fill(TYPED);
  assert.equal(await type(field), "password");
  const { x, y } = await hold.boundingBox();
  await tab.mouse.move(x + 5, y + 5);
  await tab.mouse.down();
  assert.equal(await type(field), "text");
  await tab.mouse.up();
  assert.equal(await type(field), "password");
  await tab.mouse.down();
  await tab.mouse.move(0, 0);
  assert.equal(await type(field), "password", "the pointer left it");
  await tab.mouse.up();
  for (const key of ["Space", "Enter"]) {
    await hold.focus();
    await tab.keyboard.down(key);
    assert.equal(await type(field), "text");
    await tab.keyboard.up(key);
    assert.equal(await type(field), "password");
  }
  await tab.keyboard.down("Space");
  await field.focus();
  assert.equal(await type(field), "password", "the focus left it");
  await tab.keyboard.up("Space");
  await hold.focus();
  await tab.keyboard.down("Space");
  await tab.evaluate(() => window.dispatchEvent(new Event("blur")));
  assert.equal(await type(field), "password", "the window lost the focus");
  await tab.keyboard.up("Space");
  assert.equal(await field.inputValue(), TYPED);
  assert.equal(await field.getAttribute("autocomplete"), "off");
  await hub.withdraw("peek", id);
  await closeAll([tab]);
});

test("a secret that somebody else ended is gone from its field, and not offered back", async () => {
  const { tab, id, here, field, hold } = await asked("gone");
  await field.fill(TYPED);
  await hold.focus();
  await tab.keyboard.down("Space");
  await hub.withdraw("gone", id);
  await here.getByText(/^Withdrawn/).waitFor();
  assert.deepEqual([await field.inputValue(), await type(field)], ["", "password"]);
  assert.equal(await here.getByRole("button", { name: /Copy/ }).count(), 0);
  assert.ok(!has(await drawn(tab)));
  await closeAll([tab]);
});

test("a secret of several lines is pasted whole, and stays masked", async () => {
  const { tab, id, here, field, hold } = await asked("lines");
  const key = `-----BEGIN KEY-----\n${TYPED}\n-----END KEY-----\n`;
  await tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await tab.evaluate((text) => navigator.clipboard.writeText(text), key);
  await field.focus();
  await tab.keyboard.press("ControlOrMeta+v");
  const lines = here.locator("textarea");
  await lines.waitFor();
  const masking = () => lines.evaluate((element) => getComputedStyle(element).webkitTextSecurity);
  assert.equal(await masking(), "disc");
  await hold.focus();
  await tab.keyboard.down("Space");
  assert.equal(await masking(), "none");
  await tab.keyboard.up("Space");
  assert.equal(await masking(), "disc");
  assert.ok(!has(await kept(tab)));
  const asking = hub.result("lines", id);
  await here.getByRole("button", { name: "Send" }).click();
  assert.equal((await asking).value, key);
  await here.getByText("Answered by you.").waitFor();
  assert.equal(await lines.inputValue(), "");
  await closeAll([tab]);
});
