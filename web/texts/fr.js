// The words in French.

/** A text, or its forms by Intl.PluralRules; `{name}` is filled in. Keys stand by subject. */
export const fr = {
  // Times
  "time.up": "Le temps est écoulé",
  "time.left": "encore {time}",
  "time.now": "à l’instant",

  // The frame: connection, banner, name, settings
  "frame.skip": "Aller au contenu",
  "frame.nowhere": "Il n’y a rien à cette adresse.",
  "frame.close": "Fermer",
  "name.shown": "Visible par les autres comme",
  "name.browser": "Navigateur",
  "name.on": "{browser} sur {device}",
  "language.label": "Langue",
  "language.browser": "Celle du navigateur",

  // The list of threads
  "threads.title": "Fils",
  "threads.waiting": "En attente du hub…",
  "threads.none": "Aucun fil pour l’instant. Un fil apparaît dès qu’un agent pose une question.",
  "threads.no_match": "Aucun fil ne correspond.",
  "threads.failed": "La liste ne peut pas être lue : {detail}",
  "threads.filter": "Filtrer par nom",
  "threads.show": "Afficher",
  "threads.all": "Tous",
  "threads.open": "Avec des questions ouvertes",
  "threads.live": "Actifs",
  "threads.clear": "Afficher tous les fils",
  "threads.more": { one: "Afficher {count} de plus", other: "Afficher {count} de plus" },
  "threads.count": { one: "{count} fil", other: "{count} fils" },
  "threads.questions": { one: "{count} question ouverte", other: "{count} questions ouvertes" },
  "threads.row": { one: "{count} ouverte", other: "{count} ouvertes" },
  "threads.busy": "agent occupé",
  "threads.attached": "agent connecté",
  "threads.no_agent": "aucun agent",
  "threads.run": "exécution {run}",

  // A thread: status, stop, prompt, history, journal, keyboard, the code for the phone
  "thread.up": "Tous les fils",
  "thread.whole": "Le fil entier : {thread}",
  "thread.questions": "Questions",
  "thread.question": "Une question",
  "thread.waiting": "En attente du hub…",
  "thread.nothing": "Aucune question pour le moment.",
  "thread.open": "{count} ouvertes",
  "thread.new": "Nouvelle question : {title}",
  "thread.unfollowed": "Ce fil ne peut pas être suivi : {detail}",
  "thread.not_here": "Cette question n’est plus ouverte, et son issue n’a pas été conservée.",
  "thread.not_known":
    "Cette question n’existe pas : elle n’a jamais été posée, ou elle est close depuis longtemps.",
  "thread.not_found": "La question ne peut pas être recherchée : {detail}",
  "stop.ask": "Arrêter…",
  "stop.stop": "Arrêter l’agent",
  "stop.keep": "Continuer",
  "stop.sure": "Arrêter l’agent ?",
  "stop.sure_open": {
    one: "Arrêter l’agent et abandonner la question ouverte ?",
    other: "Arrêter l’agent et abandonner les {count} questions ouvertes ?",
  },
  "prompt.region": "Écrire à l’agent",
  "prompt.label": "Message à l’agent",
  "prompt.send": "Envoyer",
  "prompt.sending": "Envoi…",
  "prompt.sent": "Envoyé.",
  "history.title": "Historique",
  "history.none": "Rien pour l’instant.",
  "history.asked": "Une question ({method})",
  "history.reset": "Nouvelle conversation ({reason})",
  "history.earlier": "Afficher les précédents",
  "history.loading": "Chargement…",
  "history.loaded": { one: "{count} ligne précédente", other: "{count} lignes précédentes" },
  "history.start": "C’est ici que tout commence.",
  "history.gone": "Ce qui précède n’est pas conservé.",
  "history.full": "Ce qui précède n’est pas affiché ici.",
  "history.failed": "L’historique n’a pas pu être lu : {detail}",
  "journal.title": "Journal",
  "journal.loading": "Chargement…",
  "journal.refresh": "Actualiser",
  "journal.again": "Réessayer",
  "journal.current": "À jour.",
  "journal.failed": "Le journal n’a pas pu être lu : {detail}",
  "journal.retired": "Une réponse d’une conversation antérieure",
  "journal.hidden": "réponse masquée",
  "journal.by": "Répondu par {who}",
  "journal.by_with": "Répondu par {who} : {answer}",
  "journal.read": "Lue par son hôte",
  "journal.unproved": "Remise, réception non confirmée",
  "journal.unproved_over": "Réception non confirmée",
  "journal.pending": "En attente de son hôte",
  "journal.handing": "En cours de remise",
  "journal.over": "sa conversation est terminée",
  "journal.foreign": "plus rattachée à une question",
  "journal.empty": "aucune réponse",
  "journal.count": { one: "{count} réponse", other: "{count} réponses" },
  "journal.waiting": "{count} en attente",
  "journal.not_proved": "{count} non confirmées",
  "journal.debt": {
    one: "{count} réponse a été abandonnée avant que son hôte ne l’ait lue.",
    other: "{count} réponses ont été abandonnées avant que leur hôte ne les ait lues.",
  },
  "journal.older": {
    one: "{count} réponse antérieure n’est pas affichée.",
    other: "{count} réponses antérieures ne sont pas affichées.",
  },
  "keys.title": "Raccourcis clavier",
  "keys.switch": "Raccourcis à une touche",
  "keys.next": "Carte ou fil suivant",
  "keys.previous": "Carte ou fil précédent",
  "keys.enter": "Du titre d’une carte à son premier champ",
  "keys.yes": "Oui, sur la carte active",
  "keys.no": "Non, sur la carte active",
  "keys.pick": "Choisir cette option de la carte active",
  "keys.help": "Afficher ces raccourcis",
  "keys.send": "Envoyer ce qui est écrit ou choisi",
  "keys.ctrl": "Ctrl",
  "keys.return": "Entrée",
  "keys.note":
    "Les touches n’agissent que hors de la saisie. Les touches seules se désactivent au bas de la page.",
  "phone.title": "Ouvrir sur le téléphone",
  "phone.scan": "Visez le code avec l’appareil photo du téléphone, ou saisissez l’adresse.",
  "phone.code": "Code QR de {address}",
  "phone.long": "Cette adresse est trop longue pour un code.",
  "phone.local":
    "Cette page est ouverte à {host}, ce qui désigne, sur le téléphone, le téléphone lui-même. Faites écouter le hub à une adresse de cette machine que le téléphone peut joindre (--listen ADRESSE:PORT) et ouvrez-y cette page : le code apparaîtra ici.",
  "phone.failed": "Le code n’a pas pu être chargé. L’adresse suffit :",

  // Attention: title, notifications, sound


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
