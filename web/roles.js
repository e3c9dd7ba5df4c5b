// What the hub lets a client do, by the roles that it told with its hello. Pure. A hub that
// tells no roles lets everybody.

/**
 * Whether a client in this state may answer.
 * @param {{roles?: string[]}} state
 * @returns {boolean}
 */
export function mayAnswer({ roles = [] }) {
  return roles.length === 0 || roles.includes("answer") || roles.includes("admin");
}

/**
 * Whether a client in this state may read a journal.
 * @param {{roles?: string[]}} state
 * @returns {boolean}
 */
export function mayReadJournal({ roles = [] }) {
  return roles.length === 0 || roles.includes("ask") || roles.includes("admin");
}
