// The state of one thread in a client. Pure: no DOM, no timer, no network.
//
// A card stands from the hub's word to the hub's word. Nothing that a person does takes it
// away: only `dialog.settled`, a snapshot that does not list it, a `not-open` reply and
// `thread.moved` to nowhere end it, and then it stays as "over", saying what won, until
// the view hides it. What the hub says is taken as it is only where it has the form of the
// contract: a part that is missing or absurd costs that part, never the thread.

import { isObject } from "./json.js";
import { place } from "./position.js";

/** Ended cards kept in place, and lines of history, before the oldest go; lines go by the batch. */
const MAX_OVER = 50;
const MAX_HISTORY = 300;
/** … and as many as a person reads back to. */
export const MOST_HISTORY = 1_000;
const HISTORY_BATCH = 50;

/** Events that are a line of the history. */
const REMEMBERED = new Set(["dialog.settled", "thread.published", "thread.reset"]);

/**
 * A card is {id, event, locked, deadline_at, held_at, phase}; `held_at` is when the hub moved
 * its deadline because somebody typed; its phase is one of
 *   {name: "open"}
 *   {name: "sending", answer, as}  until the hub has replied; `as` is who sent it
 *   {name: "accepted", answer, as} taken; the stream will say so
 *   {name: "refused", refusal}     still open; the refusal says why
 *   {name: "over", end, hoped, as} `hoped` is the outcome that an answer on its way was to bring
 * and an end is {outcome | null, at?, by?, answer?, reason?, partial?, mine, late}, where
 * `late` says that an answer of this client was on its way and lost.
 */
export function emptyThread(thread) {
  return {
    thread,
    known: false, // whether the hub has said anything yet
    gone: false, // the thread was forgotten
    epoch: null,
    seq: 0,
    generation: 0,
    status: { live: false, busy: false, run: 0 },
    hosted: false, // whether an agent has been attached, as far as this client knows
    me: null, // this client's name as a follower, of the present connection
    cards: [],
    asked: {}, // id → dialog, of what the history names
    from: null, // the oldest seq of this epoch that is read and kept
    keeps: MAX_HISTORY, // lines of history
    history: [], // events worth a line, by seq; `mine` where this client answered
  };
}

/** The next state. Inputs are {kind, …}; an unknown kind is a mistake of the caller. */
export function reduce(state, input) {
  switch (input.kind) {
    case "me":
      return { ...state, me: input.follower };
    case "snapshot":
      return onSnapshot(state, input);
    case "event":
      return place(state, input.event.seq) === "next" ? bounded(onEvent(state, input.event)) : state;
    case "earlier":
      return onEarlier(state, input);
    case "sending":
      return onCard(state, input.id, (card) => sending(card, { answer: input.answer, as: state.me }));
    case "accepted":
      return onCard(state, input.id, accepted);
    case "refusal":
      return onRefusal(state, input.refusal);
    case "unsent":
      return onCard(state, input.id, (card) =>
        card.phase.name === "sending" ? phase(card, refused(input)) : card,
      );
    case "hide":
      return { ...state, cards: state.cards.filter((card) => card.id !== input.id || !isOver(card)) };
    default:
      throw new Error(`unknown input: ${input.kind}`);
  }
}

export function isOver(card) {
  return card.phase.name === "over";
}

/** How many dialogs the hub has open here, as far as this client knows. */
export function openCount(state) {
  return state.cards.filter((card) => !isOver(card)).length;
}

export function findCard(state, id) {
  return state.cards.find((card) => card.id === id);
}

/** How a dialog ended, from the history; undefined where it does not say. */
export function endOf(state, id) {
  const event = state.history.find((line) => line.type === "dialog.settled" && line.id === id);
  return event && settledEnd(event, event.mine);
}

function onSnapshot(before, { snapshot, from, events = [] }) {
  let state = before;
  const listed = Array.isArray(snapshot.open) ? snapshot.open.filter(namesDialog) : [];
  // The history of another epoch is of another stream: its seqs mean nothing here.
  if (state.epoch !== null && state.epoch !== snapshot.epoch)
    state = { ...state, history: [], asked: {}, hosted: false, from: null, keeps: MAX_HISTORY };
  if (from === "missed") {
    state = readFrom({ ...state, epoch: snapshot.epoch }, events);
    for (const event of events) {
      // What is no news is history, from before this client came.
      state = place(state, event.seq) === "next" ? onEvent(state, event) : remember(state, event);
    }
  }
  const open = new Map(listed.map((event) => [event.id, event]));
  const cards = state.cards.map((card) => {
    const event = open.get(card.id);
    open.delete(card.id);
    if (event) return stillOpen(card, event);
    return isOver(card) ? card : over(card, endOf(state, card.id) ?? { outcome: null, mine: false });
  });
  for (const event of open.values()) cards.push(newCard(event));
  return bounded({
    ...state,
    known: true,
    gone: false,
    thread: snapshot.thread,
    epoch: snapshot.epoch,
    seq: snapshot.seq,
    from: state.from ?? snapshot.seq + 1,
    generation: snapshot.generation,
    status: statusOf(snapshot.status ?? {}),
    hosted: state.hosted || showsHost(snapshot.status ?? {}),
    cards: inOrder(cards, [...new Set(listed.map((event) => event.id))]),
  });
}

// Events from before what is known; what is newer comes with the stream.
function onEarlier(before, { epoch, events }) {
  if (epoch !== before.epoch) return before;
  let state = readFrom(before, events);
  for (const event of events) if (place(state, event.seq) === "older") state = remember(state, event);
  const added = state.history.length - before.history.length;
  return bounded({ ...state, keeps: Math.min(MOST_HISTORY, state.keeps + added) });
}

function readFrom(state, [oldest]) {
  return oldest ? { ...state, from: Math.min(state.from ?? oldest.seq, oldest.seq) } : state;
}

// A settle is final; an end that was only concluded from a snapshot is not. An accepted
// answer that the hub no longer knows of can be given again.
function stillOpen(card, event) {
  if (isSettled(card)) return card;
  const again = isOver(card) || card.phase.name === "accepted";
  return { ...card, ...facts(event), phase: again ? { name: "open" } : card.phase };
}

// Open cards stand in the hub's order; a card that is over stays where it was among them.
function inOrder(cards, ids) {
  const rank = new Map(ids.map((id, index) => [id, index]));
  const sorted = cards.filter((card) => rank.has(card.id)).sort((a, b) => rank.get(a.id) - rank.get(b.id));
  return cards.map((card) => (rank.has(card.id) ? sorted.shift() : card));
}

function onEvent(before, event) {
  const mine = isMine(before, findCard(before, event.id), event.by);
  const state = remember({ ...before, seq: event.seq }, event, mine);
  switch (event.type) {
    case "dialog.requested":
      if (!namesDialog(event) || findCard(state, event.id)) return state;
      return { ...state, cards: [...state.cards, newCard(event)] };
    case "dialog.locked":
      return onCard(state, event.id, (card) => ({
        ...card,
        locked: { ...card.locked, [event.question]: lockOf(event) },
      }));
    case "dialog.deadline":
      return onCard(state, event.id, (card) => ({
        ...card,
        deadline_at: timeOf(event.deadline_at),
        held_at: event.at,
      }));
    case "dialog.settled":
      return onCard(state, event.id, (card) => over(card, settledEnd(event, mine)));
    case "thread.status":
      return { ...state, status: statusOf(event) };
    case "thread.reset":
      return { ...state, generation: event.generation };
    case "thread.moved":
      return event.to === null ? forgotten(state) : { ...state, thread: event.to };
    default:
      return state;
  }
}

function forgotten(state) {
  const cards = state.cards.map((card) =>
    isOver(card) ? card : over(card, { outcome: "disposed", mine: false }),
  );
  return { ...state, gone: true, status: { live: false, busy: false, run: state.status.run }, cards };
}

function onRefusal(state, refusal) {
  return bounded(
    onCard(state, refusal.id, (card) => {
      if (isSettled(card)) return card;
      const { code, outcome = null, by, answer } = refusal;
      if (code !== "not-open") return isOver(card) ? card : phase(card, refused(refusal));
      return over(card, { outcome, by, answer, mine: isMine(state, card, by) });
    }),
  );
}

// An answer may turn out to have won after a snapshot had left its dialog out.
function accepted(card) {
  if (card.phase.name === "sending") return phase(card, { ...card.phase, name: "accepted" });
  if (isSettled(card) || !card.phase.hoped) return card;
  return over(card, { outcome: card.phase.hoped, mine: true });
}

function sending(card, sent) {
  if (!isOver(card)) return phase(card, { name: "sending", ...sent });
  // Somebody pressed on a card whose end was known and not yet drawn.
  const { end } = card.phase;
  return end.mine || end.late ? card : phase(card, { ...card.phase, end: { ...end, late: true } });
}

// Over by the hub's word, rather than by what a snapshot left out.
function isSettled(card) {
  return isOver(card) && card.phase.end.outcome !== null;
}

function refused({ code, detail, reason, question, pointer, field }) {
  return { name: "refused", refusal: { code, detail, reason, question, pointer, field } };
}

function settledEnd({ outcome = "unknown", at, by, answer, reason, partial }, mine) {
  return { outcome, at, by, answer, reason, partial, mine };
}

// An answer may have been sent under the name of an earlier connection.
function isMine({ me }, card, by) {
  if (!by) return false;
  return by.follower === me || (card?.phase.as !== undefined && by.follower === card.phase.as);
}

function newCard(event) {
  return { id: event.id, phase: { name: "open" }, ...facts(event) };
}

// What an open dialog's own event says; `locked` is there in a snapshot only.
function facts(event) {
  return {
    event: { ...event, dialog: dialogOf(event) },
    deadline_at: timeOf(event.deadline_at),
    locked: isObject(event.locked) ? event.locked : {},
  };
}

// Every dialog has a method and a title here, whatever was sent; the card shows the rest.
function dialogOf({ id, dialog }) {
  const { method, title, ...rest } = isObject(dialog) ? dialog : { sent: dialog };
  return {
    ...rest,
    method: typeof method === "string" ? method : "unknown",
    title: typeof title === "string" && title.trim() !== "" ? title : id,
  };
}

function namesDialog(event) {
  return isObject(event) && typeof event.id === "string";
}

function timeOf(at) {
  return Number.isFinite(at) ? at : undefined;
}

function statusOf({ live, busy, run }) {
  return { live: live === true, busy: busy === true, run: Number.isInteger(run) ? run : 0 };
}

function lockOf({ value, other, by }) {
  const lock = { by };
  if (value !== undefined) lock.value = value;
  if (other !== undefined) lock.other = other;
  return lock;
}

function over(card, end) {
  if (isSettled(card)) return card;
  const { name, answer, as, hoped } = card.phase;
  const sent = name === "sending" || name === "accepted";
  const hopes = sent ? (answer?.cancelled === true ? "cancelled" : "answered") : hoped;
  const late = hopes !== undefined && end.outcome !== null && !end.mine;
  return phase(card, { name: "over", end: { ...end, late }, hoped: hopes, as });
}

function phase(card, next) {
  return { ...card, phase: next };
}

function onCard(state, id, change) {
  const at = state.cards.findIndex((card) => card.id === id);
  if (at < 0) return state;
  const changed = change(state.cards[at]);
  return changed === state.cards[at] ? state : { ...state, cards: state.cards.with(at, changed) };
}

function showsHost({ live, run }) {
  return live || run > 0;
}

function remember(before, event, mine = false) {
  // An agent that came and went before this client did is told by the history alone.
  const hosted = before.hosted || (event.type === "thread.status" && showsHost(event));
  const state = { ...before, hosted };
  if (event.type === "dialog.requested") {
    return namesDialog(event)
      ? { ...state, asked: { ...state.asked, [event.id]: dialogOf(event) } }
      : state;
  }
  if (!REMEMBERED.has(event.type)) return state;
  const line = { ...event, mine };
  // Nearly always it is the newest.
  if (event.seq > (state.history.at(-1)?.seq ?? 0)) return { ...state, history: [...state.history, line] };
  if (state.history.some((each) => each.seq === event.seq)) return state;
  return { ...state, history: [...state.history, line].sort((a, b) => a.seq - b.seq) };
}

function bounded(state) {
  let tooMany = state.cards.filter(isOver).length - MAX_OVER;
  const { length } = state.history;
  if (tooMany <= 0 && length <= state.keeps + HISTORY_BATCH) return state;
  const cards = state.cards.filter((card) => !(isOver(card) && tooMany-- > 0));
  const isCut = length > state.keeps + HISTORY_BATCH;
  const history = isCut ? state.history.slice(-state.keeps) : state.history;
  const from = isCut ? history[0].seq : state.from;
  const named = new Set([...history.map((line) => line.id), ...cards.map((card) => card.id)]);
  const asked = Object.fromEntries(Object.entries(state.asked).filter(([id]) => named.has(id)));
  return { ...state, cards, from, history, asked };
}
