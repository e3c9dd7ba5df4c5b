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
  "card.send": "Envoyer",
  "card.dismiss": "Ignorer",
  "card.sending": "Envoi en cours…",
  "card.unsent": "Pas encore envoyé ; l’envoi se fera au retour de la connexion.",
  "card.sent": "Envoyé.",
  "card.hide": "Masquer",
  "card.fold": "Replier",
  "card.unfold": "Afficher",
  "card.kept": "Votre texte est conservé.",
  "card.copy": "Copier mon texte",
  "card.copied": "Copié",
  "card.selected": "Sélectionné : Ctrl+C pour copier",
  "card.broken": "Cette page ne peut pas afficher cette question : {problem}. Voici ce que le hub a envoyé.",
  "card.broken_text": "La question telle qu’elle a été envoyée",
  "deadline.no_answer": "Ensuite, elle prend fin sans réponse.",
  "deadline.may_default":
    "Ensuite, elle prend fin sans réponse, et la valeur par défaut pourra être retenue : {answer}",
  "deadline.default_shown":
    "Ensuite, elle prend fin sans réponse, et la valeur par défaut pourra être retenue.",
  "deadline.over": "Plus aucune réponse ne compte ; le hub va le confirmer.",
  "deadline.typing": "Quelqu’un d’autre écrit ; l’échéance est repoussée.",
  "deadline.soon": "{title} : {time} pour répondre",
  "kept.title": "Textes non envoyés",
  "kept.about": "Vous les avez écrits pour des questions terminées. Cet onglet les garde deux jours.",
  "kept.drop": "Jeter",
  "refused.shape": "Cette réponse n’a pas la bonne forme.",
  "refused.not_offered": "Ce choix n’était pas proposé.",
  "refused.duplicate": "Un choix est présent deux fois.",
  "refused.count": "Ce n’est pas le nombre de choix demandé.",
  "refused.missing": "Cette question attend une réponse.",
  "refused.unknown_question": "Cette question n’a pas été posée.",
  "refused.blank": "Ce champ est vide.",
  "refused.too_long": "C’est trop long.",
  "refused.pattern": "Cela n’a pas la forme demandée.",
  "refused.schema": "Cela ne correspond pas à ce qui est demandé.",
  "refused.unknown": "Le hub a refusé cette réponse",
  "choice.yes": "Oui",
  "choice.no": "Non",
  "choice.deny": "Refuser",
  "choice.once": "Autoriser une fois",
  "choice.session": "Autoriser pour cette session",
  "choice.always": "Toujours autoriser",


  // Cards of text, of choices, questionnaires and forms


  // Approvals, messages and raw JSON


  // How things ended, and who did what
  "end.answered": "Réponse de {who}",
  "end.answered_with": "Réponse de {who} : {answer}",
  "end.cancelled": "Ignorée par {who}",
  "end.timed_out": "Le délai est écoulé",
  "end.timed_out_partial": "Le délai est écoulé ; les réponses déjà fixées ont été envoyées",
  "end.withdrawn": "Retirée par l’agent",
  "end.aborted": "Arrêtée",
  "end.disposed": "L’agent s’est terminé",
  "end.superseded": "Remplacée par une nouvelle conversation",
  "end.unsupported": "Personne n’a pu l’afficher",
  "end.unknown": "Terminée : {outcome}",
  "end.away": "Terminée pendant l’absence de cette page",
  "end.because": "{sentence} ({reason})",
  "end.second": "Votre réponse est arrivée en second.",
  "end.too_late": "Votre réponse est arrivée trop tard.",
  "who.you": "vous",
  "who.somebody": "quelqu’un",
  "who.program": "un programme",
  "who.tab": "un autre onglet",
  "who.as": "{label} ({subject})",
  "chosen.deny": "refusé",
  "chosen.once": "autorisé une fois",
  "chosen.session": "autorisé pour cette session",
  "chosen.always": "toujours autorisé",
  "chosen.edited": "{chosen}, modifié",
  "answer.other": "autre : {other}",
  "answer.of_question": "{name} : {answer}",
  "agent.forgotten": "Ce fil a été oublié",
  "agent.on": "Agent connecté",
  "agent.busy": "Agent connecté, occupé",
  "agent.off": "Aucun agent connecté",
  "agent.run": "{agent} · tour {run}",
  "closed.1002": "une trame qui n’est pas du WebSocket",
  "closed.1003": "un message qui n’est pas du texte",
  "closed.1007": "un message qui n’est pas en UTF-8",
  "closed.1009": "un message trop grand",
  "closed.4501": "le jeton n’est plus valable",
  "closed.4503": "interdit",

};
