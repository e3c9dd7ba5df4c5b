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
  "card.send": "Send",
  "card.dismiss": "Dismiss",
  "card.sending": "Sending…",
  "card.unsent": "Not sent yet; it goes out when the connection is back.",
  "card.sent": "Sent.",
  "card.hide": "Hide",
  "card.fold": "Fold",
  "card.unfold": "Show",
  "card.kept": "Your text is kept.",
  "card.copy": "Copy my text",
  "card.copied": "Copied",
  "card.selected": "Selected: press Ctrl+C to copy",
  "card.broken": "This page cannot draw this question: {problem}. This is what the hub sent.",
  "card.broken_text": "The question as it was sent",
  "deadline.no_answer": "Then it ends without an answer.",
  "deadline.may_default":
    "Then it ends without an answer, and whoever asked may go on with the default: {answer}",
  "deadline.default_shown":
    "Then it ends without an answer, and whoever asked may go on with the default.",
  "deadline.over": "No answer counts any more; the hub is about to say so.",
  "deadline.typing": "Somebody else is typing; the deadline has moved.",
  "deadline.soon": "{title}: {time} to answer",
  "kept.title": "Texts that were not sent",
  "kept.about": "You typed these for questions that are over. This tab keeps them for two days.",
  "kept.drop": "Throw away",
  "refused.shape": "This answer has the wrong form.",
  "refused.not_offered": "This was not offered.",
  "refused.duplicate": "Something is chosen twice.",
  "refused.count": "This is not the number of choices that is asked for.",
  "refused.missing": "This question needs an answer.",
  "refused.unknown_question": "This was not asked.",
  "refused.blank": "This is blank.",
  "refused.too_long": "This is too long.",
  "refused.pattern": "This does not have the form that is asked for.",
  "refused.schema": "This does not fit what is asked for.",
  "refused.unknown": "The hub refused this answer",
  "choice.yes": "Yes",
  "choice.no": "No",
  "choice.deny": "Deny",
  "choice.once": "Allow once",
  "choice.session": "Allow for this session",
  "choice.always": "Always allow",


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what
  "end.answered": "Answered by {who}",
  "end.answered_with": "Answered by {who}: {answer}",
  "end.cancelled": "Dismissed by {who}",
  "end.timed_out": "Timed out",
  "end.timed_out_partial": "Timed out; the questions locked so far were sent",
  "end.withdrawn": "Withdrawn by the agent",
  "end.aborted": "Stopped",
  "end.disposed": "The agent ended",
  "end.superseded": "Replaced by a new conversation",
  "end.unsupported": "Nobody could show it",
  "end.unknown": "Ended: {outcome}",
  "end.away": "Ended while this page was away",
  "end.because": "{sentence} ({reason})",
  "end.second": "Your answer came second.",
  "end.too_late": "Your answer came too late.",
  "who.you": "you",
  "who.somebody": "somebody",
  "who.program": "a program",
  "who.tab": "another tab",
  "who.as": "{label} ({subject})",
  "chosen.deny": "denied",
  "chosen.once": "allowed once",
  "chosen.session": "allowed for this session",
  "chosen.always": "always allowed",
  "chosen.edited": "{chosen}, edited",
  "answer.other": "other: {other}",
  "answer.of_question": "{name}: {answer}",
  "agent.forgotten": "This thread was forgotten",
  "agent.on": "Agent attached",
  "agent.busy": "Agent attached, busy",
  "agent.off": "No agent attached",
  "agent.run": "{agent} · run {run}",
  "closed.1002": "a frame that is no WebSocket's",
  "closed.1003": "a message that is no text",
  "closed.1007": "a message that is not UTF-8",
  "closed.1009": "a message that was too large",
  "closed.4501": "the token has ended",
  "closed.4503": "forbidden",

};
