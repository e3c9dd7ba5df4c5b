// The words in German.

/** A text, or its forms by Intl.PluralRules; `{name}` is filled in. Keys stand by subject. */
export const de = {
  // Times
  "time.up": "Die Zeit ist um",
  "time.left": "noch {time}",
  "time.now": "gerade eben",

  // The frame: connection, banner, name, settings
  "frame.skip": "Zum Inhalt springen",
  "frame.nowhere": "Unter dieser Adresse gibt es nichts.",
  "frame.close": "Schließen",
  "name.shown": "Für andere sichtbar als",
  "name.browser": "Browser",
  "name.on": "{browser} auf {device}",
  "language.label": "Sprache",
  "language.browser": "Wie in diesem Browser",

  // The list of threads
  "threads.title": "Threads",
  "threads.waiting": "Warten auf den Hub …",
  "threads.none": "Noch keine Threads. Sie entstehen, sobald ein Agent etwas fragt.",
  "threads.no_match": "Kein Thread passt dazu.",
  "threads.failed": "Die Liste kann nicht gelesen werden: {detail}",
  "threads.filter": "Nach Namen filtern",
  "threads.show": "Anzeigen",
  "threads.all": "Alle",
  "threads.open": "Mit offenen Fragen",
  "threads.live": "Aktiv",
  "threads.clear": "Alle Threads zeigen",
  "threads.more": { one: "{count} weiteren zeigen", other: "{count} weitere zeigen" },
  "threads.count": { one: "{count} Thread", other: "{count} Threads" },
  "threads.questions": { one: "{count} offene Frage", other: "{count} offene Fragen" },
  "threads.row": { one: "{count} offen", other: "{count} offen" },
  "threads.busy": "Agent arbeitet",
  "threads.attached": "Agent verbunden",
  "threads.no_agent": "kein Agent",
  "threads.run": "Lauf {run}",

  // A thread: status, stop, prompt, history, journal, keyboard, the code for the phone
  "thread.up": "Alle Threads",
  "thread.whole": "Der ganze Thread: {thread}",
  "thread.questions": "Fragen",
  "thread.question": "Eine Frage",
  "thread.waiting": "Warten auf den Hub …",
  "thread.nothing": "Gerade ist nichts gefragt.",
  "thread.open": "{count} offen",
  "thread.new": "Neue Frage: {title}",
  "thread.unfollowed": "Diesem Thread kann nicht gefolgt werden: {detail}",
  "thread.not_here": "Diese Frage ist nicht mehr offen, und was aus ihr wurde, ist nicht aufbewahrt.",
  "thread.not_known": "Diese Frage gibt es nicht: Sie wurde nie gestellt oder ist lange vorbei.",
  "thread.not_found": "Die Frage kann nicht nachgeschlagen werden: {detail}",
  "stop.ask": "Anhalten …",
  "stop.stop": "Den Agenten anhalten",
  "stop.keep": "Weiterarbeiten lassen",
  "stop.sure": "Den Agenten anhalten?",
  "stop.sure_open": {
    one: "Den Agenten anhalten und die offene Frage verwerfen?",
    other: "Den Agenten anhalten und alle {count} offenen Fragen verwerfen?",
  },
  "prompt.region": "Dem Agenten schreiben",
  "prompt.label": "Nachricht an den Agenten",
  "prompt.send": "Senden",
  "prompt.sending": "Wird gesendet …",
  "prompt.sent": "Gesendet.",
  "history.title": "Verlauf",
  "history.none": "Noch nichts.",
  "history.asked": "Eine Frage ({method})",
  "history.reset": "Neues Gespräch ({reason})",
  "history.earlier": "Frühere zeigen",
  "history.loading": "Wird geladen …",
  "history.loaded": { one: "{count} frühere Zeile", other: "{count} frühere Zeilen" },
  "history.start": "Hier fängt es an.",
  "history.gone": "Was davor war, ist nicht aufbewahrt.",
  "history.full": "Was davor war, wird hier nicht gezeigt.",
  "history.failed": "Der Verlauf konnte nicht gelesen werden: {detail}",
  "journal.title": "Journal",
  "journal.loading": "Wird geladen …",
  "journal.refresh": "Neu laden",
  "journal.again": "Noch einmal versuchen",
  "journal.current": "Auf dem neuesten Stand.",
  "journal.failed": "Das Journal konnte nicht gelesen werden: {detail}",
  "journal.retired": "Eine Antwort aus einem früheren Gespräch",
  "journal.hidden": "Antwort verborgen",
  "journal.by": "Beantwortet von {who}",
  "journal.by_with": "Beantwortet von {who}: {answer}",
  "journal.read": "Von seinem Host gelesen",
  "journal.unproved": "Übergeben, Empfang nicht bestätigt",
  "journal.unproved_over": "Empfang nicht bestätigt",
  "journal.pending": "Wartet auf seinen Host",
  "journal.handing": "Wird gerade übergeben",
  "journal.over": "ihr Gespräch ist vorbei",
  "journal.foreign": "keiner Frage mehr zugeordnet",
  "journal.empty": "keine Antworten",
  "journal.count": { one: "{count} Antwort", other: "{count} Antworten" },
  "journal.waiting": "{count} wartend",
  "journal.not_proved": "{count} nicht bestätigt",
  "journal.debt": {
    one: "{count} Antwort wurde verworfen, bevor ihr Host sie gelesen hatte.",
    other: "{count} Antworten wurden verworfen, bevor ihr Host sie gelesen hatte.",
  },
  "journal.older": {
    one: "{count} Antwort davor wird nicht gezeigt.",
    other: "{count} Antworten davor werden nicht gezeigt.",
  },
  "keys.title": "Tastenkürzel",
  "keys.switch": "Kürzel mit einer Taste",
  "keys.next": "Zur nächsten Karte oder zum nächsten Thread",
  "keys.previous": "Zur Karte oder zum Thread davor",
  "keys.enter": "Vom Titel einer Karte in ihr erstes Feld",
  "keys.yes": "Ja, auf der Karte mit dem Fokus",
  "keys.no": "Nein, auf der Karte mit dem Fokus",
  "keys.pick": "Diese Option der Karte mit dem Fokus wählen",
  "keys.help": "Diese Kürzel zeigen",
  "keys.send": "Geschriebenes oder Gewähltes senden",
  "keys.ctrl": "Strg",
  "keys.return": "Eingabe",
  "keys.note":
    "Tasten wirken nur, wo gerade nichts geschrieben wird. Einzelne Tasten lassen sich am Fuß der Seite abschalten.",
  "phone.title": "Auf dem Handy öffnen",
  "phone.scan": "Die Kamera des Handys auf den Code richten oder die Adresse eintippen.",
  "phone.code": "QR-Code von {address}",
  "phone.long": "Diese Adresse ist zu lang für einen Code.",
  "phone.local":
    "Diese Seite ist unter {host} geöffnet, und das ist auf dem Handy das Handy selbst. Der Hub muss an einer Adresse dieses Rechners lauschen, die das Handy erreicht (--listen ADRESSE:PORT); wird diese Seite dort geöffnet, steht der Code hier.",
  "phone.failed": "Der Code konnte nicht geladen werden. Die Adresse genügt:",

  // Attention: title, notifications, sound


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
