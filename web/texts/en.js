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
  "confirm.yes": "Yes",
  "confirm.no": "No",
  "confirm.suggested": "Suggested: {label}",
  "pick.any": "Pick any number.",
  "pick.exactly": "Pick {count}.",
  "pick.atLeast": "Pick at least {count}.",
  "pick.atMost": "Pick up to {count}.",
  "pick.between": "Pick {least} to {count}.",
  "pick.picked": "{count} picked",
  "pick.missing": "{count} more needed",
  "pick.tooMany": "{count} too many",
  "pick.nothing": "Nothing is chosen yet.",
  "pick.other": "Other",
  "pick.otherText": "Other, in your own words",
  "pick.empty": "(empty)",
  "pick.clear": "Clear this answer",
  "filter.label": "Filter the options",
  "filter.clear": "Clear the filter",
  "filter.matches": { one: "{count} of {total} options matches", other: "{count} of {total} options match" },
  "filter.kept": { one: "{count} picked option stays in view", other: "{count} picked options stay in view" },
  "text.atMost": { one: "At most {count} character", other: "At most {count} characters" },
  "text.count": "{length} of {max}",
  "text.left": { one: "{count} character left", other: "{count} characters left" },
  "text.over": { one: "{count} character too many", other: "{count} characters too many" },
  "text.pattern": "Must match {pattern}",
  "text.hidden": "Characters that cannot be seen",
  "secret.about": "Not shown to others, not stored.",
  "secret.show": "Show while pressed",
  "secret.lines": "Several lines; their line ends are sent too.",
  "questions.progress": "{count} of {total} answered",
  "questions.progressLabel": "Questions answered",
  "questions.empty": "This question is not answered yet.",
  "questions.lock": "Lock this answer",
  "questions.relock": "Lock anew",
  "questions.last": "The last one required: locking it sends what is locked, and nothing else.",
  "questions.locked": "Locked",
  "questions.lockedBy": "Locked by {who}",
  "questions.lockedAs": "Locked: {what}",
  "questions.lockedByAs": "Locked by {who}: {what}",
  "questions.kept": "Your own entry is kept; sending or locking it replaces this.",
  "questions.take": "Use the locked answer",
  "field.optional": "(optional)",
  "form.whole": "Your answer, as a JSON object",
  "form.choose": "Choose…",
  "form.lines": "One on a line",
  "form.eachLine": "Each: {rule}",
  "form.lengthBetween": { one: "{least} to {count} character", other: "{least} to {count} characters" },
  "form.lengthAtLeast": { one: "At least {count} character", other: "At least {count} characters" },
  "form.example": "Such as {example}",
  "form.integer": "A whole number",
  "form.between": "From {least} to {most}",
  "form.atLeast": "At least {least}",
  "form.atMost": "At most {most}",
  "form.above": "More than {least}",
  "form.below": "Less than {most}",
  "form.steps": "In steps of {step}",
  "form.itemsBetween": "{least} to {count} of them",
  "form.itemsAtLeast": "At least {count} of them",
  "form.itemsAtMost": "At most {count} of them",
  "form.asJson": "As JSON: a text stands in double quotes.",
  "form.at": "At {pointer}: {detail}",
  "form.required": "This field is required.",
  "form.noNumber": "Write a number, such as 1.5.",
  "form.noInteger": "Write a number, such as 12.",
  "form.inexactNumber": "This browser cannot carry a number of that length exactly.",
  "form.incompleteDate": "This date is not complete.",
  "form.noJson": "This is no JSON: {error}",
  "form.emptyJson": "Write a JSON value.",
  "form.noObject": "The answer must be a JSON object.",

  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
