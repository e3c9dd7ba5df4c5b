// The words in English: the language that every other one follows.

/** A text, or its forms by Intl.PluralRules; `{name}` is filled in. Keys stand by subject. */
export const en = {
  // Times
  "time.up": "Time is up",
  "time.left": "{time} left",
  "time.now": "just now",

  // The frame: connection, banner, name, settings
  "frame.skip": "Skip to the content",
  "frame.nowhere": "There is nothing at this address.",
  "frame.close": "Close",
  "name.shown": "Shown to others as",
  "name.browser": "Browser",
  "name.on": "{browser} on {device}",
  "language.label": "Language",
  "language.browser": "As in this browser",

  // The list of threads
  "threads.title": "Threads",
  "threads.waiting": "Waiting for the hub…",
  "threads.none": "No threads yet. They come to be when an agent asks.",
  "threads.no_match": "No thread matches.",
  "threads.failed": "The list cannot be read: {detail}",
  "threads.filter": "Filter by name",
  "threads.show": "Show",
  "threads.all": "All",
  "threads.open": "With open questions",
  "threads.live": "Live",
  "threads.clear": "Show all threads",
  "threads.more": { one: "Show {count} more", other: "Show {count} more" },
  "threads.count": { one: "{count} thread", other: "{count} threads" },
  "threads.questions": { one: "{count} open question", other: "{count} open questions" },
  "threads.row": { one: "{count} open", other: "{count} open" },
  "threads.busy": "agent busy",
  "threads.attached": "agent attached",
  "threads.no_agent": "no agent",
  "threads.run": "run {run}",

  // A thread: status, stop, prompt, history, journal, keyboard, the code for the phone
  "thread.up": "All threads",
  "thread.whole": "The whole thread: {thread}",
  "thread.questions": "Questions",
  "thread.question": "A question",
  "thread.waiting": "Waiting for the hub…",
  "thread.nothing": "Nothing is asked right now.",
  "thread.open": "{count} open",
  "thread.new": "New question: {title}",
  "thread.unfollowed": "This thread cannot be followed: {detail}",
  "thread.not_here": "This question is not open any more, and what became of it is not kept.",
  "thread.not_known": "There is no such question: it was never asked, or it is long over.",
  "thread.not_found": "The question cannot be looked up: {detail}",
  "stop.ask": "Stop…",
  "stop.stop": "Stop the agent",
  "stop.keep": "Go on",
  "stop.sure": "Stop the agent?",
  "stop.sure_open": {
    one: "Stop the agent and drop the open question?",
    other: "Stop the agent and drop all {count} open questions?",
  },
  "prompt.region": "Write to the agent",
  "prompt.label": "Message to the agent",
  "prompt.send": "Send",
  "prompt.sending": "Sending…",
  "prompt.sent": "Sent.",
  "history.title": "History",
  "history.none": "Nothing yet.",
  "history.asked": "A question ({method})",
  "history.reset": "New conversation ({reason})",
  "history.earlier": "Show earlier",
  "history.loading": "Loading…",
  "history.loaded": { one: "{count} earlier line", other: "{count} earlier lines" },
  "history.start": "This is where it begins.",
  "history.gone": "What came before is not kept.",
  "history.full": "What came before is not shown here.",
  "history.failed": "The history could not be read: {detail}",
  "journal.title": "Journal",
  "journal.loading": "Loading…",
  "journal.refresh": "Refresh",
  "journal.again": "Try again",
  "journal.current": "Up to date.",
  "journal.failed": "The journal could not be read: {detail}",
  "journal.retired": "An answer of an earlier conversation",
  "journal.hidden": "answer hidden",
  "journal.by": "Answered by {who}",
  "journal.by_with": "Answered by {who}: {answer}",
  "journal.read": "Read by its host",
  "journal.unproved": "Handed over, receipt not proved",
  "journal.unproved_over": "Receipt not proved",
  "journal.pending": "Waiting for its host",
  "journal.handing": "Being handed over",
  "journal.over": "its conversation is over",
  "journal.foreign": "not attributed to a question any more",
  "journal.empty": "no answers",
  "journal.count": { one: "{count} answer", other: "{count} answers" },
  "journal.waiting": "{count} waiting",
  "journal.not_proved": "{count} not proved",
  "journal.debt": {
    one: "{count} answer was dropped before its host had read it.",
    other: "{count} answers were dropped before their host had read them.",
  },
  "journal.older": {
    one: "{count} answer before these is not shown.",
    other: "{count} answers before these are not shown.",
  },
  "keys.title": "Keyboard shortcuts",
  "keys.switch": "Single-key shortcuts",
  "keys.next": "To the next card or thread",
  "keys.previous": "To the card or thread before",
  "keys.enter": "From the title of a card into its first field",
  "keys.yes": "Yes, on the card in focus",
  "keys.no": "No, on the card in focus",
  "keys.pick": "Choose that option of the card in focus",
  "keys.help": "Show these shortcuts",
  "keys.send": "Send what is written or chosen",
  "keys.ctrl": "Ctrl",
  "keys.return": "Enter",
  "keys.note":
    "Keys act only where nothing is being typed. Single keys can be turned off at the foot of the page.",
  "phone.title": "Open on the phone",
  "phone.scan": "Point the phone’s camera at the code, or type the address.",
  "phone.code": "QR code of {address}",
  "phone.long": "This address is too long for a code.",
  "phone.local":
    "This page is open at {host}, and on the phone that is the phone itself. Let the hub listen at an address of this machine that the phone can reach (--listen ADDRESS:PORT), open this page there, and the code will stand here.",
  "phone.failed": "The code could not be loaded. The address is enough:",

  // Attention: title, notifications, sound


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
