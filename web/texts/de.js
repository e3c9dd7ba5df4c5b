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


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms
  "confirm.yes": "Ja",
  "confirm.no": "Nein",
  "confirm.suggested": "Vorgeschlagen: {label}",
  "pick.any": "Beliebig viele wählbar.",
  "pick.exactly": "Genau {count} wählen.",
  "pick.atLeast": "Mindestens {count} wählen.",
  "pick.atMost": "Höchstens {count} wählen.",
  "pick.between": "{least} bis {count} wählen.",
  "pick.picked": "{count} gewählt",
  "pick.missing": { one: "{count} fehlt noch", other: "{count} fehlen noch" },
  "pick.tooMany": "{count} zu viel",
  "pick.nothing": "Es ist noch nichts gewählt.",
  "pick.other": "Etwas anderes",
  "pick.otherText": "Etwas anderes, in eigenen Worten",
  "pick.empty": "(leer)",
  "pick.clear": "Auswahl aufheben",
  "filter.label": "Auswahl filtern",
  "filter.clear": "Filter leeren",
  "filter.matches": {
    one: "{count} von {total} Einträgen passt",
    other: "{count} von {total} Einträgen passen",
  },
  "filter.kept": {
    one: "{count} gewählter Eintrag bleibt sichtbar",
    other: "{count} gewählte Einträge bleiben sichtbar",
  },
  "text.atMost": "Höchstens {count} Zeichen",
  "text.count": "{length} von {max}",
  "text.left": "noch {count} Zeichen",
  "text.over": "{count} Zeichen zu viel",
  "text.pattern": "Muss zu {pattern} passen",
  "text.hidden": "Zeichen, die man nicht sieht",
  "secret.about": "Wird anderen nicht gezeigt und nicht gespeichert.",
  "secret.show": "Zeigen, solange gedrückt",
  "secret.lines": "Mehrere Zeilen; die Zeilenumbrüche werden mitgesendet.",
  "questions.progress": "{count} von {total} beantwortet",
  "questions.progressLabel": "Beantwortete Fragen",
  "questions.empty": "Diese Frage ist noch nicht beantwortet.",
  "questions.lock": "Antwort festlegen",
  "questions.relock": "Neu festlegen",
  "questions.last": "Die letzte nötige Antwort: Wird sie festgelegt, wird alles Festgelegte gesendet, und nur das.",
  "questions.locked": "Festgelegt",
  "questions.lockedBy": "Festgelegt von {who}",
  "questions.lockedAs": "Festgelegt: {what}",
  "questions.lockedByAs": "Festgelegt von {who}: {what}",
  "questions.kept": "Ihre Eingabe bleibt stehen; senden oder festlegen ersetzt dies.",
  "questions.take": "Festgelegte Antwort übernehmen",
  "field.optional": "(freiwillig)",
  "form.whole": "Ihre Antwort als JSON-Objekt",
  "form.choose": "Bitte wählen …",
  "form.lines": "Eines je Zeile",
  "form.eachLine": "Jeweils: {rule}",
  "form.lengthBetween": "{least} bis {count} Zeichen",
  "form.lengthAtLeast": "Mindestens {count} Zeichen",
  "form.example": "Etwa {example}",
  "form.integer": "Eine ganze Zahl",
  "form.between": "Von {least} bis {most}",
  "form.atLeast": "Mindestens {least}",
  "form.atMost": "Höchstens {most}",
  "form.above": "Mehr als {least}",
  "form.below": "Weniger als {most}",
  "form.steps": "In Schritten von {step}",
  "form.itemsBetween": "{least} bis {count} davon",
  "form.itemsAtLeast": "Mindestens {count} davon",
  "form.itemsAtMost": "Höchstens {count} davon",
  "form.asJson": "Als JSON: Text steht in doppelten Anführungszeichen.",
  "form.at": "Bei {pointer}: {detail}",
  "form.required": "Dieses Feld ist nötig.",
  "form.noNumber": "Bitte eine Zahl eingeben, etwa 1.5 (mit Punkt).",
  "form.noInteger": "Bitte eine Zahl eingeben, etwa 12.",
  "form.inexactNumber": "Dieser Browser kann eine so lange Zahl nicht genau übermitteln.",
  "form.incompleteDate": "Dieses Datum ist nicht vollständig.",
  "form.noJson": "Das ist kein JSON: {error}",
  "form.emptyJson": "Bitte einen JSON-Wert eingeben.",
  "form.noObject": "Die Antwort muss ein JSON-Objekt sein.",

  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
