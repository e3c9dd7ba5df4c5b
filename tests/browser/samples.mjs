// One dialog of each method as an agent would ask it: a shop's release, from the go to the
// clean-up after it. `plain` has what a method needs, `full` every member that it may have.
//
// Tests, measurements and pictures share them, so that all judge the same cards. A sample is
// fixed: no time, no random number, no name of a machine.

const MESSAGE = `All **212 tests** passed on \`release/2.4\`.

- Checkout reads the new price table
- The old table is kept until Friday

See the [change log](https://example.com/shop/changes).`;

const DIFF = `--- a/deploy/web.yaml
+++ b/deploy/web.yaml
@@ -4,7 +4,7 @@
 spec:
-  replicas: 3
+  replicas: 6
   template:
     spec:
-      image: shop/web:2.3.9
+      image: shop/web:2.4.0`;

const SQL = `-- Prices move to their own table; the old column stays until Friday.
CREATE TABLE price (
  article TEXT PRIMARY KEY,
  cents   INTEGER NOT NULL CHECK (cents >= 0)
);
INSERT INTO price SELECT id, price_cents FROM article;
`;

const REGIONS = [
  { value: "eu-west", label: "Ireland", description: "4 nodes, a third of all orders" },
  { value: "us-east", label: "Virginia", description: "6 nodes, half of all orders" },
  { value: "ap-south", label: "Mumbai", description: "2 nodes" },
];

const ORDER_SCHEMA = {
  type: "object",
  required: ["name", "port", "owner"],
  properties: {
    name: {
      type: "string",
      title: "Service name",
      description: "Lower case, no spaces",
      pattern: "^[a-z-]+$",
    },
    port: { type: "integer", title: "Port", minimum: 1, maximum: 65535, default: 8080 },
    tls: { type: "boolean", title: "Encrypt its traffic", default: true },
    tier: { title: "Tier", enum: ["gold", "silver", "bronze"] },
    zones: { title: "Zones", type: "array", items: { enum: ["a", "b", "c"] }, uniqueItems: true },
    hosts: { title: "Host names", type: "array", items: { type: "string" } },
    owner: {
      type: "object",
      title: "Who looks after it",
      required: ["mail"],
      properties: {
        mail: { type: "string", title: "Mail address", format: "email" },
        pager: { type: "string", title: "Pager" },
      },
    },
    limits: {
      type: "object",
      title: "Limits",
      properties: { cpu: { type: "number", title: "Processors", maximum: 64 } },
    },
    labels: { title: "Labels", description: "Any JSON object", type: "object", additionalProperties: true },
  },
};

/** method → {plain, full}, in the order in which the contract names the methods. */
export const SAMPLES = {
  confirm: {
    plain: { method: "confirm", title: "Deploy version 2.4.0?" },
    full: {
      method: "confirm",
      title: "Deploy version 2.4.0 to production?",
      header: "release",
      message: MESSAGE,
      yes_label: "Deploy",
      no_label: "Not yet",
      default: false,
    },
  },
  select: {
    plain: {
      method: "select",
      title: "Which region goes first?",
      options: ["Ireland", "Virginia", "Mumbai"],
    },
    full: {
      method: "select",
      title: "Which region should get it first?",
      header: "rollout",
      message: "The others follow **one hour** later, if no alarm goes off.",
      options: REGIONS,
      allow_other: true,
      default: "eu-west",
    },
  },
  multiselect: {
    plain: {
      method: "multiselect",
      title: "Which checks should run?",
      options: ["Smoke", "Load", "Accounts"],
    },
    full: {
      method: "multiselect",
      title: "Which checks should run after the rollout?",
      header: "checks",
      message: "Each takes its time; the first alarm stops the rollout.",
      options: [
        { value: "smoke", label: "Smoke", description: "2 minutes, every page once" },
        { value: "load", label: "Load", description: "20 minutes at twice the orders of Monday" },
        { value: "books", label: "Accounts", description: "Totals before and after" },
      ],
      min: 1,
      max: 2,
      allow_other: true,
      default: ["smoke"],
    },
  },
  input: {
    plain: { method: "input", title: "Name of the release?" },
    full: {
      method: "input",
      title: "Tag of the release?",
      header: "tag",
      message: "Three numbers, as in `2.4.0`.",
      placeholder: "2.4.0",
      max_length: 12,
      pattern: "^[0-9]+\\.[0-9]+\\.[0-9]+$",
      default: "2.4.0",
    },
  },
  editor: {
    plain: { method: "editor", title: "What should the customers read?" },
    full: {
      method: "editor",
      title: "Is this migration right?",
      header: "migration",
      message: "It runs **once**, before the first node gets the new version.",
      prefill: SQL,
      language: "sql",
      max_length: 4000,
      default: SQL,
    },
  },
  secret: {
    plain: { method: "secret", title: "Token for the registry?" },
    full: {
      method: "secret",
      title: "Password of the database user shop_migrate?",
      header: "secret",
      message: "It is used for this migration alone.",
      placeholder: "Password",
    },
  },
  questionnaire: {
    plain: {
      method: "questionnaire",
      title: "Two things before the release",
      questions: [
        { id: "window", question: "When may it start?", options: ["Now", "Tonight"] },
        { id: "contact", question: "Who can be reached?" },
      ],
    },
    full: {
      method: "questionnaire",
      title: "Before the old price table goes",
      header: "clean-up",
      message: "Answer in any order. What is *locked* stands for everybody.",
      questions: [
        {
          id: "backup",
          question: "Where should the last copy be kept?",
          header: "copy",
          options: [
            { value: "s3", label: "Object store", description: "Kept for 90 days" },
            { value: "tape", label: "Tape", description: "Kept for ten years" },
          ],
          allow_other: true,
        },
        {
          id: "teams",
          question: "Who should hear of it?",
          header: "teams",
          options: ["Checkout", "Reports", "Support"],
          multi_select: true,
          required: false,
        },
        { id: "reason", question: "What should the record say?", header: "record" },
      ],
      default: [
        { id: "backup", value: "s3" },
        { id: "reason", value: "Prices moved to their own table in 2.4.0" },
      ],
    },
  },
  approval: {
    plain: {
      method: "approval",
      title: "May I restart the web nodes?",
      action: "systemctl restart shop-web",
    },
    full: {
      method: "approval",
      title: "May I apply this change to the cluster?",
      header: "production",
      message: "It doubles the nodes *before* the new version goes out.",
      action: { command: "kubectl apply -f deploy/web.yaml", cwd: "/srv/shop", diff: DIFF },
      choices: ["once", "session", "always", "deny"],
      editable: true,
      default: { choice: "deny" },
    },
  },
  form: {
    plain: {
      method: "form",
      title: "Where does the new service live?",
      schema: {
        type: "object",
        required: ["name", "port"],
        properties: { name: { type: "string", title: "Name" }, port: { type: "integer", title: "Port" } },
      },
    },
    full: {
      method: "form",
      title: "Describe the new price service",
      header: "service",
      message: "What is left empty is decided by the **defaults** of the cluster.",
      schema: ORDER_SCHEMA,
      default: { name: "prices", port: 8080, owner: { mail: "shop@example.com" } },
    },
  },
  "x.colour": {
    plain: { method: "x.colour", title: "Which colour for the sale banner?" },
    full: {
      method: "x.colour",
      title: "Which colour should the sale banner have?",
      header: "banner",
      message: "Any colour of the palette, as **JSON**.",
      params: { palette: ["#7fd0b6", "#f2a67c", "#e9e7e1"], contrast: 4.5 },
      result_schema: {
        type: "object",
        required: ["colour"],
        properties: { colour: { type: "string", pattern: "^#[0-9a-f]{6}$" } },
      },
      default: { colour: "#7fd0b6" },
    },
  },
};

/** The ten names. */
export const METHODS = Object.keys(SAMPLES);

/** An answer to each `full` sample, as the contract writes it. */
export const ANSWERS = {
  confirm: { confirmed: true },
  select: { value: "us-east" },
  multiselect: { values: ["smoke", "books"] },
  input: { value: "2.4.0" },
  editor: { value: "SELECT 1;\n" },
  secret: { value: "correct horse" },
  questionnaire: {
    answers: [
      { id: "backup", value: "tape" },
      { id: "reason", value: "Moved in 2.4.0" },
    ],
  },
  approval: { choice: "once", reason: "Looked at the nodes" },
  form: { content: { name: "prices", port: 8081, owner: { mail: "ann@example.com" } } },
  "x.colour": { result: { colour: "#f2a67c" } },
};

/** Asks one dialog of each method on a thread; resolves with method → id. */
export async function askEach(hub, thread, { which = "full", rest = {} } = {}) {
  const ids = {};
  for (const method of METHODS) ids[method] = await hub.ask(thread, SAMPLES[method][which], rest);
  return ids;
}
