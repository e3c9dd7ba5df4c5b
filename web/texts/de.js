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


  // Approvals, messages and raw JSON
  "message.table": "Tabelle",
  "message.picture": "Bild: {text}",
  "link.foreign": "({host}: eine Adresse mit anderen Buchstaben als a bis z)",
  "approval.action": "Die Aktion",
  "approval.deny": "Ablehnen",
  "approval.once": "Einmal erlauben",
  "approval.session": "Für diese Sitzung erlauben",
  "approval.always": "Immer erlauben",
  "approval.reason": "Begründung",
  "approval.optional": "(freiwillig)",
  "approval.edit": "Vor dem Erlauben ändern",
  "approval.editLabel": "Die Aktion als JSON; was hier steht, wird gesendet, wenn Sie sie erlauben",
  "approval.readFirst": "Lesen Sie die Aktion bis zum Ende; dann können Sie sie erlauben.",
  "approval.read": "Das war die ganze Aktion.",
  "action.end": "Ende der Aktion",
  "action.tool": "Werkzeug",
  "action.why": "Warum",
  "action.command": "Befehl",
  "action.argv": "Programm und Argumente",
  "action.folder": "Im Ordner",
  "action.file": "Datei",
  "action.address": "Adresse",
  "action.host": "Host",
  "action.change": "Änderung",
  "action.content": "Inhalt",
  "action.input": "Eingabe",
  "action.rest": "Alles Übrige",
  "diff.count": "Zeilen: {added} hinzugefügt, {removed} entfernt",
  "diff.added": "Hinzugefügt:",
  "diff.removed": "Entfernt:",
  "raw.answer": "Ihre Antwort als JSON",
  "raw.schema": "Was die Antwort erfüllen muss",
  "json.empty": "Schreiben Sie einen JSON-Wert.",
  "json.broken": "Das ist kein JSON: Zeile {line}, Spalte {column}, bei „{found}“.",
  "json.short": "Das ist kein JSON: Es endet zu früh, in Zeile {line}, Spalte {column}.",


  // How things ended, and who did what

};
