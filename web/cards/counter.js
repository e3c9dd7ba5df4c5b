// How much room a text has left, drawn beside its field; said aloud only near the end.

import { h, say } from "../dom.js";
import { lengthOf, roomOf } from "../room.js";
import { t } from "../texts.js";

/** {element, update(text)}; `text` is what the field holds at first. */
export function counter(max, text) {
  const shown = h("p", { class: "counter" });
  const told = h("span", { class: "only-read", role: "status" });
  let mark = roomOf(text, max).mark;
  const update = (now) => {
    const room = roomOf(now, max);
    shown.dataset.room = room.name;
    const words = roomWords(room);
    say(shown, words || t("text.count", { length: lengthOf(now), max }));
    if (room.mark === mark) return;
    mark = room.mark;
    say(told, words);
  };
  update(text);
  return { element: h("div", { class: "room" }, shown, told), update };
}

function roomWords({ name, left }) {
  if (name === "over") return t("text.over", { count: -left });
  return name === "near" ? t("text.left", { count: left }) : "";
}
