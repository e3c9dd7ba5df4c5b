// A program of a user of hub.js, compiled with `--strict` against hub.d.ts and never run. Each
// `@ts-expect-error` is a mistake that the types must find.

import { DialogOver, Hub, HubError, mayAnswer, type State, type ThreadInput } from "../../web/hub.js";

const hub = new Hub({ url: new URL("ws://127.0.0.1:8787/api/ws"), label: "tests" });

hub.onRequest("confirm", (dialog) => ({ confirmed: dialog.title === (dialog.yes_label ?? "") }));
hub.onRequest("select", async (dialog, { thread, id, signal }) => {
  signal.addEventListener("abort", () => {
    const over: unknown = signal.reason;
    if (over instanceof DialogOver) console.log(thread, id, over.outcome === "answered", over.by?.label);
  });
  const first = dialog.options?.[0];
  if (first === undefined) return undefined;
  return { value: typeof first === "string" ? first : first.value };
});
hub.onRequest("questionnaire", ({ questions }) => ({
  answers: questions.map(({ id }) => ({ id, value: ["a"] })),
}));
hub.onRequest("x.deploy", ({ params }) => ({ result: params }));
hub.onRequest("*", (dialog) => (dialog.method === "secret" ? { cancelled: true } : null));
const stop: () => void = hub.onRequest("host.stop", (params) => ({ stopped: params.thread }));
stop();

// @ts-expect-error the answer of a confirm is no text
hub.onRequest("confirm", () => ({ value: "yes" }));
// @ts-expect-error a dismissal is the value true alone
hub.onRequest("input", () => ({ cancelled: "yes" }));
// @ts-expect-error a confirm has no options
hub.onRequest("confirm", (dialog) => ({ confirmed: dialog.options.length > 0 }));
// @ts-expect-error there is no such option
new Hub({ adress: "ws://127.0.0.1" });
// @ts-expect-error a thread has a name
hub.follow(1);
// @ts-expect-error an answer is no text
hub.answer("t1", "dlg-1", "yes");

function heard(input: ThreadInput): number {
  switch (input.kind) {
    case "snapshot":
      return input.snapshot.open.length + input.events.length;
    case "event":
      return input.event.type === "dialog.settled" ? input.event.id.length : input.event.seq;
    case "refusal":
      return input.refusal.code.length;
    case "failed":
      return input.error.message.length;
  }
}

function words(state: State): string {
  if (state.name === "connected") return mayAnswer(state) ? state.follower : "reads only";
  return state.name === "waiting" || state.name === "refused" ? `${state.code} ${state.reason}` : state.name;
}

hub.follow("t1", heard, { history: 10 });
hub.follow("t2");
hub.followAll((input) => input.kind === "rows" && input.threads.map((row) => row.open + 1));
hub.onState((state) => words(state));
hub.onProblem(({ kind, detail }) => console.log(kind === "gap", detail.length));
hub
  .answer("t1", "dlg-1", { values: ["a"], other: "b" })
  .catch((error: unknown) => error instanceof HubError && error.data.outcome);
const last: number | null = hub.heardAt;
hub.start();
console.log(last);
