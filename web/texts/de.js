// The words in German.

/** A text, or its forms by Intl.PluralRules; `{name}` is filled in. Keys stand by subject. */
export const de = {
  // Times
  "time.up": "Die Zeit ist um",
  "time.left": "noch {time}",
  "time.now": "gerade eben",

  // The frame: connection, banner, name, settings
  "connection.connecting": "Verbindung wird aufgebaut …",
  "connection.connected": "Verbunden",
  "connection.read-only": "Verbunden, nur zum Lesen",
  "connection.unreached": "Der Hub antwortet nicht. Diese Seite versucht es von selbst weiter.",
  "connection.lost":
    "Verbindung verloren. Ihre Eingaben bleiben erhalten; diese Seite verbindet sich von selbst wieder.",
  "connection.restarting":
    "Der Hub startet neu. Ihre Eingaben bleiben erhalten; diese Seite verbindet sich von selbst wieder.",
  "connection.since": "Letzter Kontakt vor {time}",
  "connection.try": "Jetzt versuchen",
  "connection.signed-out":
    "Ihr Zugang ist erloschen: Er ist abgelaufen oder wurde entzogen. Melden Sie sich neu an und laden Sie dann diese Seite neu. Ihre Eingaben bleiben erhalten.",
  "connection.forbidden":
    "Sie haben hier keinen Zugang mehr. Bitten Sie um Zugang und laden Sie dann diese Seite neu. Ihre Eingaben bleiben erhalten.",
  "connection.too-large":
    "Diese Seite hat etwas gesendet, das dem Hub zu groß war. Laden Sie die Seite neu, um fortzufahren. Ihre Eingaben bleiben erhalten.",
  "connection.closed":
    "Der Hub hat diese Verbindung endgültig beendet ({reason}). Laden Sie die Seite neu, um es noch einmal zu versuchen. Ihre Eingaben bleiben erhalten.",
  "connection.reload": "Neu laden",
  "problem.unreadable": "Etwas vom Hub war nicht lesbar und wurde ausgelassen.",
  "problem.unknown":
    "Der Hub hat etwas gesendet, das diese Seite nicht kennt. Falls etwas fehlt, laden Sie die Seite neu.",
  "problem.gap": "Der Hub hat etwas ausgelassen; vielleicht zeigt diese Seite nicht alles.",
  "problem.listener": "Diese Seite konnte etwas nicht anzeigen. Laden Sie sie neu.",
  "problem.line": "{what} Bisher: {count}. Zuletzt: {detail}.",
  "problem.hide": "Ausblenden",
  "problem.many": {
    one: "Eine weitere Frage ist offen. Sie erscheint, sobald eine von diesen beantwortet ist.",
    other: "{count} weitere Fragen sind offen. Sie erscheinen, sobald diese beantwortet sind.",
  },


  // The list of threads


  // A thread: status, stop, prompt, history, journal, keyboard, the code for the phone


  // Attention: title, notifications, sound


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
