// A whole client: it shows the yes-or-no questions of one thread, answers them, drops them
// when somebody else was first, and leaves all other questions to others.

import { Hub } from "./hub.js";
import { visible } from "./visible.js";

const hub = new Hub({ label: "example" });
const show = ({ title, yes_label: yes, no_label: no }, { signal }) =>
  new Promise((answer) => {
    const card = document.getElementById("card").content.firstElementChild.cloneNode(true);
    const [heading, ...buttons] = card.querySelectorAll("h2, button");
    [heading, ...buttons].forEach(
      (part, n) => (part.textContent = visible([title, yes || "Yes", no || "No"][n])),
    );
    card.ariaLabel = heading.textContent;
    buttons.forEach((each, n) => (each.onclick = () => card.remove(answer({ confirmed: n === 0 }))));
    signal.onabort = () => card.remove();
    document.getElementById("cards").append(card);
  });
hub.onRequest("confirm", show);
hub.onRequest("*", () => undefined);
hub.onState(({ name }) => (document.getElementById("state").textContent = name));
hub.follow(decodeURIComponent(location.hash.slice(1)) || "demo");
hub.start();
