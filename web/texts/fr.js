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


  // Approvals, messages and raw JSON
  "message.table": "Tableau",
  "message.picture": "Image : {text}",
  "link.foreign": "({host} : une adresse avec d’autres lettres que a à z)",
  "approval.action": "L’action",
  "approval.deny": "Refuser",
  "approval.once": "Autoriser une fois",
  "approval.session": "Autoriser pour cette session",
  "approval.always": "Toujours autoriser",
  "approval.reason": "Motif",
  "approval.optional": "(facultatif)",
  "approval.edit": "Modifier avant d’autoriser",
  "approval.editLabel": "L’action en JSON ; ce qui figure ici est envoyé quand vous l’autorisez",
  "approval.readFirst": "Lisez l’action jusqu’au bout ; vous pourrez ensuite l’autoriser.",
  "approval.read": "C’était l’action entière.",
  "action.end": "Fin de l’action",
  "action.tool": "Outil",
  "action.why": "Pourquoi",
  "action.command": "Commande",
  "action.argv": "Programme et arguments",
  "action.folder": "Dans le dossier",
  "action.file": "Fichier",
  "action.address": "Adresse",
  "action.host": "Hôte",
  "action.change": "Modification",
  "action.content": "Contenu",
  "action.input": "Entrée",
  "action.rest": "Tout le reste",
  "diff.count": "Lignes : {added} ajoutées, {removed} supprimées",
  "diff.added": "Ajouté :",
  "diff.removed": "Supprimé :",
  "raw.answer": "Votre réponse, en JSON",
  "raw.schema": "Ce que la réponse doit respecter",
  "json.empty": "Écrivez une valeur JSON.",
  "json.broken": "Ce n’est pas du JSON : ligne {line}, colonne {column}, à « {found} ».",
  "json.short": "Ce n’est pas du JSON : le texte finit trop tôt, ligne {line}, colonne {column}.",


  // How things ended, and who did what

};
