// The state of one thread in a client. Pure: no DOM, no timer, no network.
//
// A card stands from the hub's word to the hub's word. Nothing that a person does takes it
// away: only `dialog.settled`, a snapshot that does not list it, a `not-open` reply and
// `thread.moved` to nowhere end it, and then it stays as "over", saying what won, until
// the view hides it.

import { place } from "./position.js";

/** Ended cards kept in place, and lines of history, before the oldest go. */
const MAX_OVER = 50;
const MAX_HISTORY = 300;
/** … and as many as a person reads back to. */
export const MOST_HISTORY = 1_000;

/**
 * A card is {id, event, locked, deadline_at, phase}; its phase is one of
 *   {name: "open"}
 *   {name: "sending", answer, as}  until the hub has replied; `as` is who sent it
 *   {name: "accepted", answer, as} taken; the stream will say so
 *   {name: "refused", refusal}     still open; the refusal says why
 *   {name: "over", end}            end: {outcome | null, by?, answer?, reason?, partial?, mine}
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
      return onCard(state, input.id, (card) =>
        isOver(card) ? card : phase(card, { name: "sending", answer: input.answer, as: state.me }),
      );
    case "accepted":
      return onCard(state, input.id, (card) =>
        card.phase.name === "sending" ? phase(card, { ...card.phase, name: "accepted" }) : card,
      );
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
  const open = new Map(snapshot.open.map((event) => [event.id, event]));
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
    status: snapshot.status,
    hosted: state.hosted || showsHost(snapshot.status),
    cards: inOrder(cards, snapshot.open),
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
  if (isOver(card) && card.phase.end.outcome !== null) return card;
  const again = isOver(card) || card.phase.name === "accepted";
  return { ...card, ...facts(event), phase: again ? { name: "open" } : card.phase };
}

// Open cards stand in the hub's order; a card that is over stays where it was among them.
function inOrder(cards, open) {
  const rank = new Map(open.map((event, index) => [event.id, index]));
  const sorted = cards.filter((card) => rank.has(card.id)).sort((a, b) => rank.get(a.id) - rank.get(b.id));
  return cards.map((card) => (rank.has(card.id) ? sorted.shift() : card));
}

function onEvent(before, event) {
  const mine = isMine(before, findCard(before, event.id), event.by);
  const state = remember({ ...before, seq: event.seq }, event, mine);
  switch (event.type) {
    case "dialog.requested":
      return findCard(state, event.id) ? state : { ...state, cards: [...state.cards, newCard(event)] };
    case "dialog.locked":
      return onCard(state, event.id, (card) => ({
        ...card,
        locked: { ...card.locked, [event.question]: lockOf(event) },
      }));
    case "dialog.deadline":
      return onCard(state, event.id, (card) => ({ ...card, deadline_at: event.deadline_at }));
    case "dialog.settled":
      return onCard(state, event.id, (card) => over(card, settledEnd(event, mine)));
    case "thread.status":
      return { ...state, status: { live: event.live, busy: event.busy, run: event.run } };
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
      if (isOver(card)) return card;
      if (refusal.code !== "not-open") return phase(card, refused(refusal));
      const { outcome = null, by, answer } = refusal;
      return over(card, { outcome, by, answer, mine: isMine(state, card, by) });
    }),
  );
}

function refused({ code, detail, reason, question, pointer, field }) {
  return { name: "refused", refusal: { code, detail, reason, question, pointer, field } };
}

function settledEnd({ outcome, by, answer, reason, partial }, mine) {
  return { outcome, by, answer, reason, partial, mine };
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
  return { event, deadline_at: event.deadline_at, locked: event.locked ?? {} };
}

function lockOf({ value, other, by }) {
  const lock = { by };
  if (value !== undefined) lock.value = value;
  if (other !== undefined) lock.other = other;
  return lock;
}

function over(card, end) {
  return isOver(card) ? card : phase(card, { name: "over", end });
}

function phase(card, next) {
  return { ...card, phase: next };
}

function onCard(state, id, change) {
  return { ...state, cards: state.cards.map((card) => (card.id === id ? change(card) : card)) };
}

function showsHost({ live, run }) {
  return live || run > 0;
}

function remember(before, event, mine = false) {
  // An agent that came and went before this client did is told by the history alone.
  const hosted = before.hosted || (event.type === "thread.status" && showsHost(event));
  const state = { ...before, hosted };
  const asked =
    event.type === "dialog.requested" ? { ...state.asked, [event.id]: event.dialog } : state.asked;
  const worth =
    event.type === "dialog.settled" || event.type === "thread.published" || event.type === "thread.reset";
  if (!worth || state.history.some((line) => line.seq === event.seq)) return { ...state, asked };
  const history = [...state.history, { ...event, mine }].sort((a, b) => a.seq - b.seq);
  return { ...state, asked, history };
}

function bounded(state) {
  let tooMany = state.cards.filter(isOver).length - MAX_OVER;
  const cards = state.cards.filter((card) => !(isOver(card) && tooMany-- > 0));
  const isCut = state.history.length > state.keeps;
  const history = isCut ? state.history.slice(-state.keeps) : state.history;
  const from = isCut ? history[0].seq : state.from;
  const named = new Set([...history.map((line) => line.id), ...cards.map((card) => card.id)]);
  const asked = Object.fromEntries(Object.entries(state.asked).filter(([id]) => named.has(id)));
  return { ...state, cards, from, history, asked };
}
