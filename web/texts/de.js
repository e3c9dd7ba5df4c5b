// The words in German.

/** A text, or its forms by Intl.PluralRules; `{name}` is filled in. Keys stand by subject. */
export const de = {
  // Times
  "time.up": "Die Zeit ist um",
  "time.left": "noch {time}",
  "time.now": "gerade eben",

  // The frame: connection, banner, name, settings


  // The list of threads


  // A thread: status, stop, prompt, history, journal, keyboard, the code for the phone


  // Attention: title, notifications, sound
  "attention.title": "Benachrichtigungen und Ton",
  "attention.trouble": "blockiert",
  "attention.notify": "Benachrichtigungen",
  "attention.notify.on":
    "An. Zu jeder neuen Frage erscheint eine, solange kein Tab dieser Seite im Vordergrund ist; sie verschwindet, sobald die Frage erledigt ist.",
  "attention.notify.off": "Aus.",
  "attention.notify.denied":
    "Der Browser blockiert Benachrichtigungen dieser Seite. Erlauben Sie sie in seinen Einstellungen für diese Website, meist hinter dem Symbol neben der Adresse, und schalten Sie sie dann hier ein. In einem privaten Fenster, oder wo die Verwaltung sie untersagt, bleiben sie aus.",
  "attention.notify.insecure":
    "Hier nicht möglich: Browser zeigen Benachrichtigungen nur für Seiten, die über https oder vom selben Computer kommen, und diese kam über http von {host}. Öffnen Sie den Hub über https, oder als http://localhost auf dem Computer, auf dem er läuft.",
  "attention.notify.unsupported":
    "Dieser Browser kennt keine Benachrichtigungen von Webseiten. Fügen Sie die Seite auf einem iPhone oder iPad zum Home-Bildschirm hinzu und öffnen Sie sie von dort.",
  "attention.notify.ignored":
    "Der Browser hat sie noch nicht erlaubt. Wenn er nicht gefragt hat, suchen Sie neben der Adresse nach einer Glocke, erlauben Sie Benachrichtigungen dort und versuchen Sie es noch einmal.",
  "attention.notify.failed":
    "Der Browser hat die letzte nicht angezeigt: {detail}. Prüfen Sie in den Einstellungen dieses Geräts, ob er Benachrichtigungen zeigen darf, und schalten Sie sie dann wieder ein.",
  "attention.notify.turnOn": "Benachrichtigungen einschalten",
  "attention.notify.turnOff": "Benachrichtigungen ausschalten",
  "attention.sound": "Ton",
  "attention.sound.on": "An. Ein leiser Ton meldet neue Fragen.",
  "attention.sound.off": "Aus.",
  "attention.sound.blocked":
    "An, aber der Browser hält diesen Tab stumm, bis Sie darin klicken oder eine Taste drücken.",
  "attention.sound.unsupported": "Dieser Browser kann auf Webseiten keine Töne erzeugen.",
  "attention.sound.turnOn": "Ton einschalten",
  "attention.sound.turnOff": "Ton ausschalten",
  "attention.sound.try": "Probe hören",
  "attention.sound.played":
    "Der Ton wurde gespielt. Wenn Sie nichts gehört haben, prüfen Sie die Lautstärke dieses Geräts.",
  "attention.sound.refused":
    "Der Browser lässt diese Seite keinen Ton spielen. Erlauben Sie Ton in seinen Einstellungen für diese Website.",


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
