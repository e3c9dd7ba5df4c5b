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
  "card.send": "Senden",
  "card.dismiss": "Verwerfen",
  "card.sending": "Wird gesendet …",
  "card.unsent": "Noch nicht gesendet; es geht hinaus, sobald die Verbindung wieder steht.",
  "card.sent": "Gesendet.",
  "card.hide": "Ausblenden",
  "card.fold": "Einklappen",
  "card.unfold": "Anzeigen",
  "card.kept": "Ihr Text ist aufbewahrt.",
  "card.copy": "Meinen Text kopieren",
  "card.copied": "Kopiert",
  "card.selected": "Ausgewählt: mit Strg+C kopieren",
  "card.broken": "Diese Seite kann diese Frage nicht darstellen: {problem}. Das hat der Hub gesendet.",
  "card.broken_text": "Die Frage, wie sie gesendet wurde",
  "deadline.no_answer": "Danach endet sie ohne Antwort.",
  "deadline.may_default":
    "Danach endet sie ohne Antwort, und wer gefragt hat, macht vielleicht mit der Vorgabe weiter: {answer}",
  "deadline.default_shown":
    "Danach endet sie ohne Antwort, und wer gefragt hat, macht vielleicht mit der Vorgabe weiter.",
  "deadline.over": "Es zählt keine Antwort mehr; der Hub sagt es gleich.",
  "deadline.typing": "Jemand anders tippt gerade; die Frist ist verschoben.",
  "deadline.soon": "{title}: {time} zum Antworten",
  "kept.title": "Nicht gesendete Texte",
  "kept.about":
    "Das haben Sie für Fragen geschrieben, die vorbei sind. Dieser Tab bewahrt es zwei Tage lang auf.",
  "kept.drop": "Wegwerfen",
  "refused.shape": "Diese Antwort hat die falsche Form.",
  "refused.not_offered": "Das stand nicht zur Wahl.",
  "refused.duplicate": "Etwas ist zweimal gewählt.",
  "refused.count": "Das ist nicht die verlangte Anzahl.",
  "refused.missing": "Diese Frage braucht eine Antwort.",
  "refused.unknown_question": "Danach wurde nicht gefragt.",
  "refused.blank": "Hier steht nichts.",
  "refused.too_long": "Das ist zu lang.",
  "refused.pattern": "Das hat nicht die verlangte Form.",
  "refused.schema": "Das passt nicht zu dem, was verlangt ist.",
  "refused.unknown": "Der Hub hat diese Antwort abgelehnt",
  "choice.yes": "Ja",
  "choice.no": "Nein",
  "choice.deny": "Ablehnen",
  "choice.once": "Einmal erlauben",
  "choice.session": "Für diese Sitzung erlauben",
  "choice.always": "Immer erlauben",


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what
  "end.answered": "Beantwortet von {who}",
  "end.answered_with": "Beantwortet von {who}: {answer}",
  "end.cancelled": "Verworfen von {who}",
  "end.timed_out": "Die Zeit ist abgelaufen",
  "end.timed_out_partial": "Die Zeit ist abgelaufen; die bis dahin festgelegten Antworten wurden gesendet",
  "end.withdrawn": "Vom Agenten zurückgezogen",
  "end.aborted": "Gestoppt",
  "end.disposed": "Der Agent ist beendet",
  "end.superseded": "Von einer neuen Unterhaltung abgelöst",
  "end.unsupported": "Niemand konnte sie anzeigen",
  "end.unknown": "Beendet: {outcome}",
  "end.away": "Beendet, während diese Seite weg war",
  "end.because": "{sentence} ({reason})",
  "end.second": "Ihre Antwort kam als zweite.",
  "end.too_late": "Ihre Antwort kam zu spät.",
  "who.you": "Ihnen",
  "who.somebody": "jemandem",
  "who.program": "einem Programm",
  "who.tab": "einem anderen Tab",
  "who.as": "{label} ({subject})",
  "chosen.deny": "abgelehnt",
  "chosen.once": "einmal erlaubt",
  "chosen.session": "für diese Sitzung erlaubt",
  "chosen.always": "immer erlaubt",
  "chosen.edited": "{chosen}, geändert",
  "answer.other": "anderes: {other}",
  "answer.of_question": "{name}: {answer}",
  "agent.forgotten": "Dieser Thread wurde vergessen",
  "agent.on": "Agent verbunden",
  "agent.busy": "Agent verbunden, beschäftigt",
  "agent.off": "Kein Agent verbunden",
  "agent.run": "{agent} · Lauf {run}",
  "closed.1002": "ein Rahmen, der kein WebSocket-Rahmen ist",
  "closed.1003": "eine Nachricht, die kein Text ist",
  "closed.1007": "eine Nachricht, die kein UTF-8 ist",
  "closed.1009": "eine zu große Nachricht",
  "closed.4501": "das Token gilt nicht mehr",
  "closed.4503": "verboten",

};
