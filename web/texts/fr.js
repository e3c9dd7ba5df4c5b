// The words in French.

/** A text, or its forms by Intl.PluralRules; `{name}` is filled in. Keys stand by subject. */
export const fr = {
  // Times
  "time.up": "Le temps est écoulé",
  "time.left": "encore {time}",
  "time.now": "à l’instant",

  // The frame: connection, banner, name, settings


  // The list of threads


  // A thread: status, stop, prompt, history, journal, keyboard, the code for the phone


  // Attention: title, notifications, sound


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms
  "confirm.yes": "Oui",
  "confirm.no": "Non",
  "confirm.suggested": "Réponse suggérée : {label}",
  "pick.any": "Autant de choix que vous voulez.",
  "pick.exactly": "Choisissez-en {count}.",
  "pick.atLeast": "Choisissez-en au moins {count}.",
  "pick.atMost": "Choisissez-en {count} au plus.",
  "pick.between": "Choisissez-en de {least} à {count}.",
  "pick.picked": { one: "{count} choisi", other: "{count} choisis" },
  "pick.missing": "encore {count} à choisir",
  "pick.tooMany": "{count} de trop",
  "pick.nothing": "Rien n’est encore choisi.",
  "pick.other": "Autre",
  "pick.otherText": "Autre, avec vos propres mots",
  "pick.empty": "(vide)",
  "pick.clear": "Effacer ce choix",
  "filter.label": "Filtrer les options",
  "filter.clear": "Vider le filtre",
  "filter.matches": {
    one: "{count} option sur {total} correspond",
    other: "{count} options sur {total} correspondent",
  },
  "filter.kept": {
    one: "{count} option choisie reste affichée",
    other: "{count} options choisies restent affichées",
  },
  "text.atMost": { one: "{count} caractère au plus", other: "{count} caractères au plus" },
  "text.count": "{length} sur {max}",
  "text.left": { one: "encore {count} caractère", other: "encore {count} caractères" },
  "text.over": { one: "{count} caractère de trop", other: "{count} caractères de trop" },
  "text.pattern": "Doit correspondre à {pattern}",
  "text.hidden": "Caractères invisibles",
  "secret.about": "Ni montré aux autres, ni conservé.",
  "secret.show": "Montrer en maintenant appuyé",
  "secret.lines": "Plusieurs lignes ; les retours à la ligne sont envoyés aussi.",
  "questions.progress": { one: "{count} réponse sur {total}", other: "{count} réponses sur {total}" },
  "questions.progressLabel": "Questions répondues",
  "questions.empty": "Cette question n’a pas encore de réponse.",
  "questions.lock": "Fixer cette réponse",
  "questions.relock": "Fixer de nouveau",
  "questions.last": "La dernière réponse requise : la fixer envoie ce qui est fixé, et rien d’autre.",
  "questions.locked": "Fixée",
  "questions.lockedBy": "Fixée par {who}",
  "questions.lockedAs": "Fixée : {what}",
  "questions.lockedByAs": "Fixée par {who} : {what}",
  "questions.kept": "Votre saisie est gardée ; l’envoyer ou la fixer remplace cette réponse.",
  "questions.take": "Reprendre la réponse fixée",
  "field.optional": "(facultatif)",
  "form.whole": "Votre réponse, en objet JSON",
  "form.choose": "Choisir…",
  "form.lines": "Un par ligne",
  "form.eachLine": "Chacun : {rule}",
  "form.lengthBetween": { one: "de {least} à {count} caractère", other: "de {least} à {count} caractères" },
  "form.lengthAtLeast": { one: "Au moins {count} caractère", other: "Au moins {count} caractères" },
  "form.example": "Par exemple {example}",
  "form.integer": "Un nombre entier",
  "form.between": "De {least} à {most}",
  "form.atLeast": "Au moins {least}",
  "form.atMost": "Au plus {most}",
  "form.above": "Plus de {least}",
  "form.below": "Moins de {most}",
  "form.steps": "Par pas de {step}",
  "form.itemsBetween": "de {least} à {count}",
  "form.itemsAtLeast": "Au moins {count}",
  "form.itemsAtMost": "{count} au plus",
  "form.asJson": "En JSON : un texte se met entre guillemets droits.",
  "form.at": "À {pointer} : {detail}",
  "form.required": "Ce champ est obligatoire.",
  "form.noNumber": "Écrivez un nombre, par exemple 1.5 (avec un point).",
  "form.noInteger": "Écrivez un nombre, par exemple 12.",
  "form.inexactNumber": "Ce navigateur ne peut pas transmettre exactement un nombre aussi long.",
  "form.incompleteDate": "Cette date n’est pas complète.",
  "form.noJson": "Ce n’est pas du JSON : {error}",
  "form.emptyJson": "Écrivez une valeur JSON.",
  "form.noObject": "La réponse doit être un objet JSON.",

  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
