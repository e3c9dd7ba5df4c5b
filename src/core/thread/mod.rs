//! One thread: its state, and the one door through which it changes.
//!
//! [`Thread::handle`] takes a command and the time, and gives effects in the order in which they must
//! happen. What is durable changes only by an [`Entry`] (made in `Thread::record`, folded by
//! `State::apply`), so that folding the log gives the same state again; who is connected and who waits
//! lives beside it in `Present` and is gone with the process.
//!
//! It may not do I/O, read a clock or draw an id: both come in with the [`Context`].

mod answering;
mod asking;
mod conversation;
mod finished;
mod handing;
mod hosting;
mod losing;
mod open;
mod present;
mod proving;
mod pushing;
mod saved;
mod state;
mod time;

use std::sync::Arc;

use super::command::Command;
use super::dialog::DialogError;
use super::effect::{Effect, Reply};
use super::error::Error;
use super::id::{CallId, DialogId, Epoch, Ids, ThreadId};
use super::journal::Summary;
use super::limits::Limits;
use super::record::{Entry, Record, Status};
use present::Present;
use state::State;

/// What a step of a thread is given, and where its effects go.
pub struct Context<'a> {
    /// The time, in milliseconds since the Unix epoch.
    pub now: u64,
    /// The bounds of this hub.
    pub limits: &'a Limits,
    /// Where fresh ids come from.
    pub ids: &'a mut dyn Ids,
    /// What must happen, oldest first; a step only ever adds at the end.
    pub out: &'a mut Vec<Effect>,
}

impl Context<'_> {
    fn reply(&mut self, call: Option<CallId>, reply: Result<Reply, Error>) {
        if let Some(call) = call {
            self.out.push(Effect::Reply { call, reply });
        }
    }
}

/// Why a log cannot be folded.
#[derive(Debug, thiserror::Error)]
pub enum FoldError {
    /// An entry is missing, doubled or out of order.
    #[error("entry {found} follows entry {after}")]
    Gap { after: u64, found: u64 },
    /// A dialog that was taken once is not taken any more.
    #[error("the dialog of event {seq}: {source}")]
    Dialog { seq: u64, source: DialogError },
    /// A checkpoint that this version does not read.
    #[error("the checkpoint cannot be read: {0}")]
    Checkpoint(String),
}

/// One thread: who wins, what is open, who is there.
#[derive(Debug)]
pub struct Thread {
    state: State,
    present: Present,
}

impl Thread {
    /// A thread that has no event yet; it can be followed.
    #[must_use]
    pub fn cold(epoch: Epoch, name: ThreadId) -> Self {
        Self { state: State::new(epoch, name), present: Present::default() }
    }

    /// Folds a log: the newest checkpoint, if any, and the entries behind it.
    ///
    /// # Errors
    /// [`FoldError`] where the log is not one that this core wrote.
    pub fn fold(
        epoch: Epoch,
        name: ThreadId,
        checkpoint: Option<&str>,
        entries: Vec<Entry>,
        limits: &Limits,
    ) -> Result<Self, FoldError> {
        let mut state = match checkpoint {
            Some(text) => saved::read(text)?,
            None => State::new(epoch, name),
        };
        for entry in entries {
            state.fold(Arc::new(entry))?;
        }
        state.prune(limits.history_events);
        Ok(Self { state, present: Present::default() })
    }

    /// The folded state as text, for [`Thread::fold`].
    #[must_use]
    pub fn checkpoint(&self) -> String {
        saved::write(&self.state)
    }

    /// Carries out one command.
    ///
    /// What is over by now is settled first, so that an answer after the limit is late whether or not
    /// anything ticked. A change of status is told last, behind the event that changed it.
    pub fn handle(&mut self, call: Option<CallId>, command: Command, cx: &mut Context<'_>) {
        self.settle_what_is_over(cx);
        match command {
            Command::Ask(ask) => self.ask(call, *ask, cx),
            Command::Get { id, wait, caller } => self.get(call, &id, wait, &caller, cx),
            Command::Withdraw { which } => self.withdraw(call, &which, cx),
            Command::Answer(answer) => self.answer(call, *answer, cx),
            Command::CannotShow { conn, id, message } => self.cannot_show(conn, &id, message, cx),
            Command::Lock { id, question, value, other, by } => {
                self.lock(call, &id, &question, value.as_ref(), other.as_ref(), by, cx);
            }
            Command::Typing { id } => self.typing(call, &id, cx),
            Command::Stop => self.stop(call, cx),
            Command::Prompt { message, data, from } => self.prompt(call, message, data, from, cx),
            Command::Follow { conn, voice, since } => self.follow(call, conn, voice, since, cx),
            Command::Unfollow { conn } => self.unfollow(call, conn, cx),
            Command::Snapshot => self.snapshot_for(call, cx),
            Command::Attach { conn, instance } => self.attach(call, conn, instance, cx),
            Command::Detach { conn } => self.detach(call, conn, cx),
            Command::Publish { event, data } => self.publish(call, event, data, cx),
            Command::Reset { reason } => self.reset(call, reason, cx),
            Command::Move { to } => self.rename(call, to, cx),
            Command::Forget => return self.forget(call, cx),
            Command::RunBegin => self.run_begin(call, cx),
            Command::RunEnd { run, outcome } => self.run_end(call, run, outcome, cx),
            Command::JournalList => self.journal_list(call, cx),
            Command::JournalAck { tokens, caller } => self.journal_ack(call, tokens, &caller, cx),
            Command::Evict => self.evict(cx),
            Command::LoseTicket { id } => self.lose_ticket(&id, cx),
            Command::Written => self.written(call, cx),
            Command::HostReplied { request, reply } => self.host_replied(request, reply, cx),
            Command::ConnGone { conn } => self.conn_gone(conn, cx),
            Command::CallGone => self.call_gone(call, cx),
            Command::EndWaits => self.end_waits(cx),
            Command::Tick => self.end_what_is_over(cx),
            Command::Loaded => self.loaded(cx),
        }
        self.tell_status(cx);
        self.state.prune(cx.limits.history_events);
    }

    /// Makes an entry, folds it, and asks for it to be written (and told, where it is an event).
    fn record(&mut self, record: Record, cx: &mut Context<'_>) -> Arc<Entry> {
        let entry = Arc::new(self.state.entry(record, cx.now));
        self.state.apply(&entry);
        cx.out.push(Effect::Append(Arc::clone(&entry)));
        entry
    }

    /// Makes an entry and folds it, to be written with whatever is written next: a crash may take it back.
    fn record_later(&mut self, record: Record, cx: &mut Context<'_>) {
        let entry = Arc::new(self.state.entry(record, cx.now));
        self.state.apply(&entry);
        cx.out.push(Effect::AppendLater(entry));
    }

    fn tell_status(&mut self, cx: &mut Context<'_>) {
        let now = Status {
            live: self.present.host.is_some(),
            busy: self.state.runs.going.is_some() || !self.state.open.is_empty(),
            run: self.state.runs.newest,
        };
        if now != self.state.told {
            self.record(Record::Status(now), cx);
        }
    }

    /// Fails a call on a thread that has no events.
    fn no_thread(&self, call: Option<CallId>, cx: &mut Context<'_>) -> bool {
        if self.is_cold() {
            cx.reply(call, Err(Error::NoThread));
        }
        self.is_cold()
    }

    /// The stream.
    #[must_use]
    pub const fn epoch(&self) -> Epoch {
        self.state.epoch
    }

    /// The present name.
    #[must_use]
    pub const fn name(&self) -> &ThreadId {
        &self.state.name
    }

    /// The name under which an event was told: an older one for what came before a move.
    #[must_use]
    pub fn name_at(&self, seq: u64) -> &ThreadId {
        self.state.name_at(seq)
    }

    /// The last event.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.state.seq
    }

    /// The last entry.
    #[must_use]
    pub const fn pos(&self) -> u64 {
        self.state.pos
    }

    /// Whether the thread has not come to be: it has no entry.
    #[must_use]
    pub const fn is_cold(&self) -> bool {
        self.state.pos == 0
    }

    /// What `thread.status` last said.
    #[must_use]
    pub const fn status(&self) -> Status {
        self.state.told
    }

    /// What the hub has to know of its journal.
    #[must_use]
    pub fn journal(&self) -> Summary {
        self.state.journal.summary(self.state.had_host())
    }

    /// Whether a dialog is open and has a ticket.
    #[must_use]
    pub fn has_ticket(&self, id: &DialogId) -> bool {
        self.state.open(id).is_some_and(open::Open::has_ticket)
    }

    /// The open dialogs that have a ticket, oldest first.
    pub fn tickets(&self) -> impl Iterator<Item = &DialogId> {
        self.state.open.iter().filter(|open| open.has_ticket()).map(|open| &open.id)
    }

    /// How many dialogs are open.
    #[must_use]
    pub fn open_count(&self) -> usize {
        self.state.open.len()
    }

    /// When the last entry was made; 0 on a cold thread.
    #[must_use]
    pub const fn last_at(&self) -> u64 {
        self.state.last_at
    }

    /// The first deadline of an open dialog.
    #[must_use]
    pub fn next_deadline_at(&self) -> Option<u64> {
        self.state.open.iter().filter_map(|open| open.deadline_at).min()
    }

    /// When [`Command::Tick`] has something to do.
    #[must_use]
    pub fn next_due_at(&self) -> Option<u64> {
        self.next_deadline_at().into_iter().chain(self.present.next_due_at()).min()
    }

    /// Whether nothing but the log holds what this thread is, so that it may leave memory.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.present.is_empty()
    }

    /// Whether the dialog is open on this thread, or settled and still remembered.
    #[must_use]
    pub fn knows(&self, id: &DialogId) -> bool {
        self.state.open(id).is_some() || self.state.finished(id).is_some()
    }

    /// Every dialog that [`Thread::knows`].
    pub fn dialog_ids(&self) -> impl Iterator<Item = &DialogId> {
        let open = self.state.open.iter().map(|open| &open.id);
        open.chain(self.state.finished.iter().chain(&self.state.keyed).map(|done| &done.id))
    }

    /// Followers of a cold thread follow the one that was moved onto its name.
    pub fn merge_followers(&mut self, from: Self) {
        for (conn, voice) in from.present.followers {
            self.present.followers.entry(conn).or_insert(voice);
        }
    }
}
