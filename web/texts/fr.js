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
  "attention.title": "Notifications et son",
  "attention.trouble": "bloquées",
  "attention.notify": "Notifications",
  "attention.notify.on":
    "Activées. Chaque nouvelle question en affiche une tant qu’aucun onglet de cette page n’est au premier plan ; elle disparaît dès que la question est réglée.",
  "attention.notify.off": "Désactivées.",
  "attention.notify.denied":
    "Le navigateur bloque les notifications de cette page. Autorisez-les dans ses réglages pour ce site, en général derrière le symbole à côté de l’adresse, puis activez-les ici. Dans une fenêtre privée, ou si un administrateur les interdit, elles restent désactivées.",
  "attention.notify.insecure":
    "Impossible ici : les navigateurs n’affichent de notifications que pour les pages reçues en https ou du même ordinateur, et celle-ci vient en http de {host}. Ouvrez le hub en https, ou à l’adresse http://localhost sur l’ordinateur où il tourne.",
  "attention.notify.unsupported":
    "Ce navigateur n’offre pas de notifications aux pages web. Sur un iPhone ou un iPad, ajoutez cette page à l’écran d’accueil et ouvrez-la de là.",
  "attention.notify.ignored":
    "Le navigateur ne les a pas encore autorisées. S’il n’a rien demandé, cherchez une cloche à côté de l’adresse, autorisez-y les notifications, puis réessayez.",
  "attention.notify.failed":
    "Le navigateur n’a pas affiché la dernière : {detail}. Vérifiez dans les réglages de cet appareil qu’il peut afficher des notifications, puis réactivez-les.",
  "attention.notify.turnOn": "Activer les notifications",
  "attention.notify.turnOff": "Désactiver les notifications",
  "attention.sound": "Son",
  "attention.sound.on": "Activé. Un son discret annonce une nouvelle question.",
  "attention.sound.off": "Désactivé.",
  "attention.sound.blocked":
    "Activé, mais le navigateur garde cet onglet muet jusqu’à ce que vous y cliquiez ou appuyiez sur une touche.",
  "attention.sound.unsupported": "Ce navigateur ne peut pas produire de sons pour les pages web.",
  "attention.sound.turnOn": "Activer le son",
  "attention.sound.turnOff": "Désactiver le son",
  "attention.sound.try": "Essayer",
  "attention.sound.played":
    "Le son a été joué. Si vous n’avez rien entendu, vérifiez le volume de cet appareil.",
  "attention.sound.refused":
    "Le navigateur n’a pas laissé cette page jouer un son. Autorisez le son dans ses réglages pour ce site.",


  // A card: its buttons, its end, its refusals


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what

};
