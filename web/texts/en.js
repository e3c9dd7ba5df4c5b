// The words in English: the language that every other one follows.

/** A text, or its forms by Intl.PluralRules; `{name}` is filled in. Keys stand by subject. */
export const en = {
  // Times
  "time.up": "Time is up",
  "time.left": "{time} left",
  "time.now": "just now",

  // The frame: connection, banner, name, settings


  // The list of threads


  // A thread: status, stop, prompt, history, journal, keyboard, the code for the phone


  // Attention: title, notifications, sound


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON
  "message.table": "Table",
  "message.picture": "Picture: {text}",
  "link.foreign": "({host}: an address with letters beyond a to z)",
  "approval.action": "The action",
  "approval.deny": "Deny",
  "approval.once": "Allow once",
  "approval.session": "Allow for this session",
  "approval.always": "Always allow",
  "approval.reason": "Reason",
  "approval.optional": "(optional)",
  "approval.edit": "Edit before allowing",
  "approval.editLabel": "The action as JSON; what stands here is sent when you allow it",
  "approval.readFirst": "Read the action to its end; then you can allow it.",
  "approval.read": "That was the whole action.",
  "action.end": "End of the action",
  "action.tool": "Tool",
  "action.why": "Why",
  "action.command": "Command",
  "action.argv": "Program and arguments",
  "action.folder": "In the folder",
  "action.file": "File",
  "action.address": "Address",
  "action.host": "Host",
  "action.change": "Change",
  "action.content": "Content",
  "action.input": "Input",
  "action.rest": "Everything else",
  "diff.count": "Lines: {added} added, {removed} removed",
  "diff.added": "Added:",
  "diff.removed": "Removed:",
  "raw.answer": "Your answer, as JSON",
  "raw.schema": "What the answer must satisfy",
  "json.empty": "Write a JSON value.",
  "json.broken": "This is no JSON: line {line}, column {column}, at “{found}”.",
  "json.short": "This is no JSON: it ends too early, in line {line}, column {column}.",


  // How things ended, and who did what

};
