// The action of an approval, drawn for reading. Usual shapes are recognised by their members
// and drawn as what they are; all else is JSON. Everything that is in the action stands on
// the page, whole: nothing is cut or folded.

import { filesOf, isDiff, replacement } from "../diff.js";
import { h, said } from "../dom.js";
import { isObject } from "../json.js";
import { jsonView } from "../json_view.js";
import { longText } from "../long_text.js";
import { t } from "../texts.js";
import { diffView } from "./action_diff.js";

/** Inputs inside inputs that are looked into; deeper ones are JSON. */
const MAX_DEPTH = 3;

/** The whole action, as one group. */
export function actionView(action) {
  return h("div", { class: "action", role: "group", "aria-label": t("approval.action") }, body(action, 0));
}

function body(action, depth) {
  if (typeof action === "string") return textView(action);
  return isObject(action) && depth < MAX_DEPTH ? membersView(action, depth) : jsonView(action);
}

function membersView(action, depth) {
  const rest = { ...action };
  const take = (name) => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const rows = SHAPES.flatMap((shape) => shape({ rest, take, depth }));
  if (rows.length === 0) return jsonView(action);
  if (Object.keys(rest).length > 0) rows.push([t("action.rest"), jsonView(rest)]);
  return h(
    "dl",
    { class: "facts" },
    rows.map(([label, content]) => h("div", {}, h("dt", {}, label), h("dd", {}, content))),
  );
}

// Each shape takes the members that it can draw and gives rows of [label, element]; in the
// order in which they are read.
const SHAPES = [tool, whyView, command, folder, file, address, change, content, input];

function tool({ rest, take }) {
  // A bare `name` may be the name of anything.
  const isCall = INPUTS.some((name) => Object.hasOwn(rest, name));
  const names = ["tool", "tool_name", "toolName", ...(isCall ? ["name"] : [])];
  return rowsOf(names, rest, take, () => t("action.tool"), plain);
}

function whyView({ rest, take }) {
  const names = ["description", "reason", "justification", "explanation"];
  return rowsOf(names, rest, take, () => t("action.why"), plain);
}

function command({ rest, take }) {
  const rows = [];
  for (const name of ["command", "cmd", "argv"]) {
    if (isWords(rest[name])) rows.push([t("action.argv"), argv(take(name))]);
    else if (isText(rest[name]) && isWords(rest.args))
      rows.push([t("action.argv"), argv([take(name), ...take("args")])]);
    else if (isText(rest[name])) rows.push([t("action.command"), code(take(name))]);
  }
  return rows;
}

function folder({ rest, take }) {
  const names = ["cwd", "workdir", "working_directory", "workingDirectory"];
  return rowsOf(names, rest, take, () => t("action.folder"), code);
}

function file({ rest, take }) {
  return rowsOf(["path", "file", "file_path", "filePath"], rest, take, () => t("action.file"), code);
}

function address({ rest, take }) {
  return ["url", "uri"].flatMap((name) => {
    if (!isText(rest[name])) return [];
    const text = take(name);
    const host = hostOf(text);
    return [
      [t("action.address"), code(text)],
      ...(host === null ? [] : [[t("action.host"), hostView(host)]]),
    ];
  });
}

function change({ rest, take }) {
  const rows = rowsOf(["diff", "patch", "unified_diff"], rest, take, () => t("action.change"), textView);
  if (isText(rest.old_string) && isText(rest.new_string))
    rows.push([t("action.change"), diffView(replacement(take("old_string"), take("new_string")))]);
  return rows;
}

function content({ rest, take }) {
  return rowsOf(["content", "contents"], rest, take, () => t("action.content"), textView);
}

const INPUTS = ["input", "tool_input", "toolInput", "arguments", "args"];

function input({ rest, take, depth }) {
  return INPUTS.filter((name) => Object.hasOwn(rest, name)).map((name) => [
    t("action.input"),
    body(take(name), depth + 1),
  ]);
}

function rowsOf(names, rest, take, label, view) {
  return names.filter((name) => isText(rest[name])).map((name) => [label(), view(take(name))]);
}

function isText(value) {
  return typeof value === "string";
}

function isWords(value) {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function plain(text) {
  return said("p", text);
}

function code(text) {
  return longText(text, { class: "line" });
}

function textView(text) {
  // What ends with a line break has no empty line below it.
  return isDiff(text) ? diffView(filesOf(text.replace(/\n$/, ""))) : longText(text);
}

// Words in quotes where their ends could be taken for something else.
function argv(words) {
  return code(words.map(quoted).join(" "));
}

function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function hostOf(text) {
  try {
    return new URL(text).host || null;
  } catch {
    return null;
  }
}

function hostView(host) {
  if (!host.split(".").some((label) => label.startsWith("xn--"))) return said("strong", host);
  return said("strong", t("link.foreign", { host }).replace(/^\(|\)$/g, ""), { class: "host odd" });
}
