// Where an event stands against what a client has already seen of a thread's stream.
//
// Pure functions over a position {epoch, seq}. `seq` counts 1, 2, 3 … without a gap
// within one epoch, so an event is the next one, an older one, or proof of a gap.

/** Where an event with this `seq` stands: "next", "older" or "gap". */
export function place(position, seq) {
  if (seq <= position.seq) return "older";
  return seq === position.seq + 1 ? "next" : "gap";
}

/**
 * What a follow reply means to a client at `position` (or null, at the first follow):
 * {from: "missed", events} when the stream goes on where the client stopped, or
 * {from: "snapshot"} when only the snapshot counts: another epoch, history that the
 * hub no longer has, or `missed` events that do not join up.
 */
export function resume(position, reply) {
  if (!position || !reply.recovered || reply.epoch !== position.epoch) {
    return { from: "snapshot", events: [] };
  }
  const events = [];
  let at = position;
  for (const event of reply.missed ?? []) {
    const where = place(at, event.seq);
    if (where === "older") continue;
    if (where === "gap") return { from: "snapshot", events: [] };
    events.push(event);
    at = { epoch: at.epoch, seq: event.seq };
  }
  return at.seq === reply.seq ? { from: "missed", events } : { from: "snapshot", events: [] };
}

/** The position that a follow reply stands for. */
export function positionOf(reply) {
  return { epoch: reply.epoch, seq: reply.seq };
}
