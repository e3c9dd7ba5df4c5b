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
  "attention.title": "Notifications and sound",
  "attention.trouble": "blocked",
  "attention.notify": "Notifications",
  "attention.notify.on":
    "On. One comes for each new question while no tab of this page is in front, and goes when the question is over.",
  "attention.notify.off": "Off.",
  "attention.notify.denied":
    "The browser blocks notifications from this page. Allow them in its settings for this site, mostly behind the symbol beside the address, then turn them on here. In a private window, or where an administrator forbids them, they stay off.",
  "attention.notify.insecure":
    "Not possible here: browsers show notifications only for pages that came over https or from the same computer, and this one came over http from {host}. Open the hub over https, or as http://localhost on the computer where it runs.",
  "attention.notify.unsupported":
    "This browser has no notifications for web pages. On an iPhone or iPad, add this page to the Home Screen and open it from there.",
  "attention.notify.ignored":
    "The browser has not allowed them yet. If it asked no question, look for a bell beside the address, allow notifications there, and try again.",
  "attention.notify.failed":
    "The browser did not show the last one: {detail}. Look whether it may show notifications in the settings of this device, then turn them on again.",
  "attention.notify.turnOn": "Turn on notifications",
  "attention.notify.turnOff": "Turn off notifications",
  "attention.sound": "Sound",
  "attention.sound.on": "On. A soft tone tells of a new question.",
  "attention.sound.off": "Off.",
  "attention.sound.blocked": "On, but the browser keeps this tab silent until you click or press a key in it.",
  "attention.sound.unsupported": "This browser cannot make sounds for web pages.",
  "attention.sound.turnOn": "Turn on sound",
  "attention.sound.turnOff": "Turn off sound",
  "attention.sound.try": "Try it",
  "attention.sound.played": "The tone was played. If you heard nothing, look at the volume of this device.",
  "attention.sound.refused": "The browser did not let this page sound. Allow sound in its settings for this site.",


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
