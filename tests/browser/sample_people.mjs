// What a person does with the full sample of each method, by the names that stand on the
// card, and the value that the host gets from it.

import { SAMPLES } from "./samples.mjs";

/** method → {does: [["press", name] | ["fill", name, text]], value}. Names are the beginning of what is read. */
export const PEOPLE = {
  confirm: { does: [["press", "Deploy"]], value: true },
  select: {
    does: [
      ["press", "Virginia"],
      ["press", "Send"],
    ],
    value: "us-east",
  },
  multiselect: {
    does: [
      ["press", "Accounts"],
      ["press", "Send"],
    ],
    value: ["smoke", "books"],
  },
  input: {
    does: [
      ["fill", SAMPLES.input.full.title, "2.4.1"],
      ["press", "Send"],
    ],
    value: "2.4.1",
  },
  editor: {
    does: [
      ["fill", SAMPLES.editor.full.title, "SELECT 1;"],
      ["press", "Send"],
    ],
    value: "SELECT 1;",
  },
  secret: {
    does: [
      ["fill", SAMPLES.secret.full.title, "correct horse"],
      ["press", "Send"],
    ],
    value: "correct horse",
  },
  questionnaire: {
    does: [
      ["press", "Tape"],
      ["press", "Reports"],
      ["press", "Send"],
    ],
    value: [
      { id: "backup", value: "tape" },
      { id: "teams", value: ["Reports"] },
      { id: "reason", value: "Prices moved to their own table in 2.4.0" },
    ],
  },
  approval: {
    does: [
      ["fill", "Reason", "Looked at it"],
      ["press", "Allow once"],
    ],
    value: { choice: "once", reason: "Looked at it" },
  },
  form: {
    does: [
      ["fill", "Service name", "price-list"],
      ["press", "Send"],
    ],
    value: { name: "price-list", port: 8080, owner: { mail: "shop@example.com" } },
  },
  "x.colour": {
    does: [
      ["fill", "Your answer", '{"colour": "#f2a67c"}'],
      ["press", "Send"],
    ],
    value: { colour: "#f2a67c" },
  },
};
