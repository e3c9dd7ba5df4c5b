// The words in English: the language that every other one follows.

/** A text, or its forms by Intl.PluralRules; `{name}` is filled in. Keys stand by subject. */
export const en = {
  // Times
  "time.up": "Time is up",
  "time.left": "{time} left",
  "time.now": "just now",

  // The frame: connection, banner, name, settings
  "connection.connecting": "Connecting…",
  "connection.connected": "Connected",
  "connection.read-only": "Connected, to read only",
  "connection.unreached": "The hub does not answer. This page keeps trying by itself.",
  "connection.lost": "Connection lost. What you typed is kept; this page comes back by itself.",
  "connection.restarting": "The hub is restarting. What you typed is kept; this page comes back by itself.",
  "connection.since": "Last contact {time} ago",
  "connection.try": "Try now",
  "connection.signed-out":
    "Your access has ended: it expired or was taken back. Sign in again, then reload this page. What you typed is kept.",
  "connection.forbidden":
    "You are no longer allowed to be here. Ask for access, then reload this page. What you typed is kept.",
  "connection.too-large":
    "Something that this page sent was too large for the hub. Reload this page to go on. What you typed is kept.",
  "connection.closed":
    "The hub closed this connection for good ({reason}). Reload this page to try again. What you typed is kept.",
  "connection.reload": "Reload",
  "problem.unreadable": "Something that the hub sent could not be read and was left out.",
  "problem.unknown":
    "The hub sent something that this page does not know. If anything is missing, reload the page.",
  "problem.gap": "The hub left something out, so this page may not show everything.",
  "problem.listener": "This page failed to show something. Reload it to start afresh.",
  "problem.line": "{what} So far: {count}. Latest: {detail}.",
  "problem.hide": "Hide",
  "problem.many": {
    one: "One more question is open. It appears once one of these is answered.",
    other: "{count} more questions are open. They appear as these are answered.",
  },


  // The list of threads


  // A thread: status, stop, prompt, history, journal, keyboard, the code for the phone


  // Attention: title, notifications, sound


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
