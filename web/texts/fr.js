// The words in French.

/** A text, or its forms by Intl.PluralRules; `{name}` is filled in. Keys stand by subject. */
export const fr = {
  // Times
  "time.up": "Le temps est écoulé",
  "time.left": "encore {time}",
  "time.now": "à l’instant",

  // The frame: connection, banner, name, settings
  "connection.connecting": "Connexion…",
  "connection.connected": "Connecté",
  "connection.read-only": "Connecté, en lecture seule",
  "connection.unreached": "Le hub ne répond pas. Cette page continue d’essayer d’elle-même.",
  "connection.lost":
    "Connexion perdue. Votre saisie est conservée ; cette page se reconnectera d’elle-même.",
  "connection.restarting":
    "Le hub redémarre. Votre saisie est conservée ; cette page se reconnectera d’elle-même.",
  "connection.since": "Dernier contact il y a {time}",
  "connection.try": "Essayer maintenant",
  "connection.signed-out":
    "Votre accès a pris fin : il a expiré ou a été retiré. Connectez-vous de nouveau, puis rechargez cette page. Votre saisie est conservée.",
  "connection.forbidden":
    "Vous n’avez plus accès à cette page. Demandez un accès, puis rechargez-la. Votre saisie est conservée.",
  "connection.too-large":
    "Cette page a envoyé quelque chose de trop volumineux pour le hub. Rechargez-la pour continuer. Votre saisie est conservée.",
  "connection.closed":
    "Le hub a fermé cette connexion pour de bon ({reason}). Rechargez cette page pour réessayer. Votre saisie est conservée.",
  "connection.reload": "Recharger",
  "problem.unreadable": "Le hub a envoyé quelque chose d’illisible, qui a été laissé de côté.",
  "problem.unknown":
    "Le hub a envoyé quelque chose que cette page ne connaît pas. S’il manque quelque chose, rechargez la page.",
  "problem.gap": "Le hub a omis quelque chose ; cette page ne montre peut-être pas tout.",
  "problem.listener": "Cette page n’a pas pu afficher quelque chose. Rechargez-la.",
  "problem.line": "{what} Jusqu’ici : {count}. Dernier : {detail}.",
  "problem.hide": "Masquer",
  "problem.many": {
    one: "Encore {count} question est ouverte. Elle apparaîtra dès que l’une de celles-ci aura sa réponse.",
    other: "Encore {count} questions sont ouvertes. Elles apparaîtront au fil des réponses.",
  },


  // The list of threads


  // A thread: status, stop, prompt, history, journal, keyboard, the code for the phone


  // Attention: title, notifications, sound


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
