// The journal on a thread's page: what it says, when it is read again, and who does not see it.

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, closeAll, connected, focused, openTab, openTabs, Stage, until } from "./harness.mjs";

const HOSTILE = '<img src=x onerror="window.harmed=1">';
const GO = { method: "confirm", title: "Deploy?" };
const WHERE = {
  method: "select",
  title: "Where?",
  options: ["staging", { value: "prod", label: "Production" }],
};

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

function entry(token, rest = {}) {
  return {
    token,
    id: `dlg-${token}`,
    question: WHERE.title,
    dialog: WHERE,
    answer: { value: "prod" },
    value: "prod",
    fingerprint: "0".repeat(64),
    correlation: "matched",
    delivery: "pending",
    acked: false,
    answered_at: Date.now(),
    by: { follower: "f9", label: "phone" },
    ...rest,
  };
}

function retired(token) {
  const of = { token, id: `dlg-${token}`, correlation: "foreign", delivery: "handed_off", acked: false };
  return { ...of, answered_at: Date.now(), retired: true };
}

function listing(entries, debt = 0) {
  return { status: 200, json: { thread: "t", entries, debt } };
}

const FORBIDDEN = {
  status: 403,
  contentType: "application/problem+json",
  body: JSON.stringify({ code: "forbidden", status: 403, detail: "not with this token" }),
};

// A tab whose journal is what `replies` give, the last one again and again. `asked` counts the
// requests and `underWay` those without a reply; `hold` is what replies wait for.
async function tabWith(thread, replies, { url = hub.url, ...options } = {}) {
  const tab = await openTab(browser, "about:blank", options);
  const journal = { asked: 0, underWay: 0, mostUnderWay: 0, replies: [...replies], hold: Promise.resolve() };
  await tab.route("**/api/threads/*/journal", async (route) => {
    journal.asked += 1;
    journal.underWay += 1;
    journal.mostUnderWay = Math.max(journal.mostUnderWay, journal.underWay);
    await journal.hold;
    journal.underWay -= 1;
    await route.fulfill(journal.replies.length > 1 ? journal.replies.shift() : journal.replies[0]);
  });
  await tab.goto(`${url}/t/${thread}`);
  await connected(tab);
  return { tab, journal };
}

function section(tab) {
  return tab.getByRole("region", { name: "Journal" });
}

function summary(tab) {
  return section(tab).locator("summary");
}

async function opened(tab) {
  await summary(tab).click();
  return section(tab);
}

test("an answer whose call is gone waits for its host, and the section says who gave it", async () => {
  const [tab, other] = await openTabs(browser, `${hub.url}/t/real`, ["laptop", "phone"]);
  const journal = await opened(tab);
  await journal.getByText("no answers").waitFor();
  const id = await hub.ask("real", WHERE);
  await card(other, id).getByLabel("Production").check();
  await card(other, id).getByRole("button", { name: "Send" }).click();
  const line = journal.getByRole("listitem");
  await line.getByText("Where?").waitFor();
  await line.getByText("Answered by phone: Production").waitFor();
  await line.getByText("Waiting for its host").waitFor();
  assert.equal(await summary(tab).textContent(), "Journal 1 answer, 1 waiting");
  await (await opened(other)).getByText("Answered by you: Production").waitFor();
  await closeAll([tab, other]);
});

test("every standing of an answer has its words, the newest first, and what was dropped is counted", async () => {
  const entries = [
    retired("a"),
    entry("b", { correlation: "foreign" }),
    entry("c", { acked: true, delivery: "handed_off" }),
    entry("d", { delivery: "handed_off" }),
    entry("e", { private: true }),
  ];
  const { tab } = await tabWith("words", [listing(entries, 3)]);
  const journal = await opened(tab);
  await journal.getByText("3 answers were dropped before their host had read them.").waitFor();
  assert.deepEqual(await journal.locator(".receipt").allTextContents(), [
    "Waiting for its host",
    "Handed over, receipt not proved",
    "Read by its host",
    "Waiting for its host · not attributed to a question any more",
    "Handed over, receipt not proved · its conversation is over",
  ]);
  assert.deepEqual(await journal.locator(".outcome").allTextContents(), [
    "Answered by phone: answer hidden",
    "Answered by phone: Production",
    "Answered by phone: Production",
    "Answered by phone: Production",
    "An answer of an earlier conversation",
  ]);
  assert.equal(await journal.getByText("Where?").count(), 4);
  await closeAll([tab]);
});

test("text in a journal is text, and what is hidden in it is drawn", async () => {
  const bidi = "safe \u202egpj.exe";
  const dialog = { method: "input", title: HOSTILE };
  const by = { follower: "f9", label: bidi };
  const hostile = entry("a", { question: HOSTILE, dialog, answer: { value: HOSTILE }, by });
  const { tab } = await tabWith("hostile", [listing([hostile])]);
  const journal = await opened(tab);
  await journal.getByText(`Answered by safe ⟨U+202E⟩gpj.exe: ${HOSTILE}`).waitFor();
  assert.equal(await journal.locator(".asked").textContent(), HOSTILE);
  assert.equal(await tab.locator("main img").count(), 0);
  assert.equal(await tab.evaluate(() => window.harmed), undefined);
  await closeAll([tab]);
});

test("nothing is read before the section is opened", async () => {
  const { tab, journal } = await tabWith("closed", [listing([])]);
  const id = await hub.ask("closed", WHERE);
  await hub.answer("closed", id, { value: "prod" });
  await tab.locator(".history").getByText("Where?").waitFor();
  assert.equal(journal.asked, 0);
  await opened(tab);
  await section(tab).getByText("no answers").waitFor();
  assert.equal(journal.asked, 1);
  await closeAll([tab]);
});

test("a burst of settles is one request at a time, and the last of them is seen", async () => {
  const { tab, journal } = await tabWith("burst", [listing([])]);
  const settles = async (count) => {
    for (let n = 0; n < count; n += 1)
      await hub.answer("burst", await hub.ask("burst", GO), { confirmed: true });
  };
  await opened(tab);
  await section(tab).getByText("no answers").waitFor();
  let go;
  journal.hold = new Promise((resolve) => (go = resolve));
  await settles(8);
  await until(() => journal.underWay === 1, "a request after the first settles");
  await settles(8);
  await tab.locator(".history li").nth(15).waitFor();
  journal.replies = [listing([]), listing([entry("last")])];
  go();
  await section(tab).getByText("Answered by phone").waitFor();
  assert.equal(journal.mostUnderWay, 1);
  assert.equal(journal.asked, 3);
  await closeAll([tab]);
});

test("it is read again when it is opened again, after a settle, and after a reconnect", async () => {
  const line = await stage.line(hub);
  const replies = ["one", "two", "three", "four"].map((question) => listing([entry("a", { question })]));
  const { tab, journal } = await tabWith("again", replies.slice(0, 1), { url: line.url });
  const shows = (question) => section(tab).getByText(question, { exact: true }).waitFor();
  await opened(tab);
  await shows("one");
  await summary(tab).click();
  journal.replies = [replies[1]];
  await summary(tab).click();
  await shows("two");
  // The end of a dialog that nobody answered is a settle as well.
  const id = await hub.ask("again", WHERE);
  journal.replies = [replies[2]];
  await hub.withdraw("again", id);
  await shows("three");
  await line.cut();
  await tab.getByText("Connection lost.").waitFor();
  journal.replies = [replies[3]];
  await line.join();
  await shows("four");
  await closeAll([tab]);
});

test("whoever may not read it loses the section quietly, and the focus goes to the heading", async () => {
  const { tab } = await tabWith("forbidden", [FORBIDDEN]);
  await summary(tab).focus();
  await tab.keyboard.press("Enter");
  await section(tab).waitFor({ state: "hidden" });
  assert.deepEqual(await focused(tab), { tag: "H1", text: "forbidden" });
  assert.equal(await tab.getByText("not with this token").count(), 0);
  await closeAll([tab]);
});

test("a connection that may only answer shows no journal and asks for none", async () => {
  const tab = await openTab(browser, "about:blank");
  let asked = 0;
  tab.on("request", (request) => (asked += Number(request.url().endsWith("/journal"))));
  await tab.routeWebSocket("**/api/ws", (near) => {
    const far = near.connectToServer();
    far.onMessage((text) => {
      const frame = JSON.parse(text);
      if (frame.method === "hub.hello") frame.params.roles = ["view", "answer"];
      near.send(JSON.stringify(frame));
    });
  });
  await tab.goto(`${hub.url}/t/roles`);
  await connected(tab);
  await tab.getByText("Nothing is asked right now.").waitFor();
  assert.equal(await tab.locator('[aria-labelledby="journal"]').isVisible(), false);
  assert.equal(asked, 0);
  await closeAll([tab]);
});

test("an error is said, what was read stays, and trying again by the keyboard mends it", async () => {
  const broken = { status: 503, json: { code: "store-failed", detail: "the store failed" } };
  const { tab, journal } = await tabWith("broken", [listing([entry("a", { question: "one" })])]);
  await opened(tab);
  await section(tab).getByText("one", { exact: true }).waitFor();
  journal.replies = [broken];
  await section(tab).getByRole("button", { name: "Refresh" }).click();
  const told = section(tab).getByRole("status");
  await told.getByText("The journal could not be read: the store failed").waitFor();
  await section(tab).getByText("one", { exact: true }).waitFor();
  journal.replies = [listing([entry("a", { question: "two" })])];
  await section(tab).getByRole("button", { name: "Try again" }).focus();
  await tab.keyboard.press("Enter");
  await section(tab).getByText("two", { exact: true }).waitFor();
  assert.deepEqual(await focused(tab), { tag: "BUTTON", text: "Refresh" });
  assert.equal(await told.textContent(), "Up to date.");
  await closeAll([tab]);
});

for (const colorScheme of ["light", "dark"]) {
  test(`no serious barrier in the journal, and no sideways scrolling, ${colorScheme}`, async () => {
    const long = entry("b", { question: "long".repeat(60), correlation: "foreign" });
    const { tab } = await tabWith("axe", [listing([retired("a"), long, entry("c", { acked: true })], 2)], {
      colorScheme,
      reducedMotion: "reduce",
      viewport: { width: 320, height: 640 },
    });
    await opened(tab);
    await section(tab).getByText("Read by its host").waitFor();
    const { violations } = await new AxeBuilder({ page: tab }).analyze();
    const barriers = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(
      barriers.map(({ id }) => id),
      [],
    );
    assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= 320);
    await closeAll([tab]);
  });
}
