//! Every bound of the contract (§2), in one place, units last in the name.
//!
//! Sizes are bytes of UTF-8 and inclusive. Counts of what is going on are refused with `limit`,
//! sizes of what is sent with `too-large`.

/// The bounds that a hub runs with; [`Limits::default`] is the contract's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// One frame or body that a client sends.
    pub max_message_bytes: usize,
    /// One text that is drawn, and `key`, `event`, `label`.
    pub max_text_bytes: usize,
    /// Options of one choice.
    pub max_options: usize,
    /// Questions of one questionnaire.
    pub max_questions: usize,
    /// Open dialogs of one thread.
    pub max_open: usize,
    /// Threads of one hub.
    pub max_threads: usize,
    /// Threads that one connection follows.
    pub max_follows: usize,
    /// What waits behind the frame being written, for one follower.
    pub max_queue_bytes: usize,
    /// Events of one thread kept for recovery; a minimum.
    pub history_events: u64,
    /// Journal entries of one thread.
    pub journal_per_thread: usize,
    /// Journal entries of one hub.
    pub journal_total: usize,
    /// Tickets of one hub: open dialogs whose answer can be told to be theirs.
    pub max_tickets: usize,
    /// How old an answer may be that is given again to an ask.
    pub journal_window_ms: u64,
    /// How long the dialogs of an attached host outlive its connection.
    pub host_grace_ms: u64,
}

/// The longest that a call may wait (`wait_ms`).
pub const MAX_WAIT_MS: u64 = 300_000;
/// How long the hub waits for a host to answer `host.stop` or `host.prompt`.
pub const HOST_REPLY_MS: u64 = 30_000;
/// How long a secret stays in memory for a host to fetch it.
pub const SECRET_MS: u64 = 300_000;
/// Runs that carried an answer and ended without proof, after which it is not pushed again.
pub const MAX_UNPROVED_CARRIES: u8 = 3;
/// How long an ask waits to hear whether an earlier reply with the answer to it was written.
pub const MAX_DEFERRED_MS: u64 = 1_000;
/// How long after its settle an orphan is pushed, so that who answered as a rule hears of it before the host does;
/// nothing depends on it.
pub const PUSH_AFTER_MS: u64 = 3;
/// Settled dialogs of one thread that are kept beyond the history for their keys, the newest.
pub const MAX_KEYS_KEPT: usize = 1_024;
/// Secrets of one thread that wait in memory to be fetched; ids grow with time, so the first is the oldest.
pub const MAX_KEPT_SECRETS: usize = 32;
/// What a keystroke leaves of a limit, at least.
pub const TYPING_LEAVES_MS: u64 = 20_000;
/// `hold_ms` where an ask does not say.
pub const DEFAULT_HOLD_MS: u64 = 120_000;
/// A deadline that moves by less than this is not told on the stream.
pub const DEADLINE_TOLD_FROM_MS: u64 = 1_000;
/// Tokens of one `journal.ack`.
pub const MAX_ACK_TOKENS: usize = 1_024;
/// Characters of an `answer_key`.
pub const MAX_ANSWER_KEY_CHARS: usize = 64;
/// The longest duration taken from a client, so that no sum leaves the integers that JavaScript has.
pub const MAX_DURATION_MS: u64 = 1 << 50;
/// When a client that found a count at its bound is told to try again, where nothing better is known.
pub const RETRY_AFTER_MS: u64 = 1_000;
/// The deepest JSON that is read; the outermost value is 1.
pub const MAX_JSON_DEPTH: usize = 128;

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_message_bytes: 1 << 20,
            max_text_bytes: 8 << 10,
            max_options: 1_000,
            max_questions: 64,
            max_open: 256,
            max_threads: 100_000,
            max_follows: 1_024,
            max_queue_bytes: 1 << 20,
            history_events: 1_000,
            journal_per_thread: 48,
            journal_total: 65_536,
            max_tickets: 100_000,
            journal_window_ms: 600_000,
            host_grace_ms: 60_000,
        }
    }
}
