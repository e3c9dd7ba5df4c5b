//! Proving: what the journal holds is listed, and the host says what it has read.

use super::{Context, Thread};
use crate::core::command::Caller;
use crate::core::effect::Reply;
use crate::core::error::Error;
use crate::core::id::{CallId, JournalToken};
use crate::core::journal::{JournalEntry, Listing};
use crate::core::record::Record;

impl Thread {
    pub(super) fn journal_list(&self, call: Option<CallId>, cx: &mut Context<'_>) {
        let listing = Listing {
            thread: self.state.name.clone(),
            entries: self.state.journal.iter().map(JournalEntry::listed).collect(),
            debt: self.state.journal.debts().sum(),
        };
        cx.reply(call, Ok(Reply::Journal(Box::new(listing))));
    }

    /// All of the tokens that name something unproved are proved, or, where one is not the caller's, none.
    pub(super) fn journal_ack(
        &mut self,
        call: Option<CallId>,
        tokens: Vec<JournalToken>,
        caller: &Caller,
        cx: &mut Context<'_>,
    ) {
        let reader = self.reader(caller, None);
        let mut proved = Vec::new();
        for token in tokens {
            // What is not known, and what belongs to a conversation that is over, proves nothing.
            let Some(entry) = self.state.journal.get(&token).and_then(JournalEntry::current) else {
                continue;
            };
            if !Self::may_prove(entry.instance(), &reader) {
                return cx.reply(call, Err(not_the_askers(&token)));
            }
            if !entry.is_acked && !proved.contains(&token) {
                proved.push(token);
            }
        }
        if !proved.is_empty() {
            for token in &proved {
                self.has_read(token, &reader, cx);
            }
            let record = Record::Acked { tokens: proved.clone() };
            // Who wants no reply is promised nothing.
            match call {
                Some(_) => drop(self.record(record, cx)),
                None => self.record_later(record, cx),
            }
        }
        cx.reply(call, Ok(Reply::Acked(proved)));
        self.ask_deferred(cx);
    }
}

fn not_the_askers(token: &JournalToken) -> Error {
    let detail = format!(
        "the answer of token {token} was asked for by another instance, which alone can prove that it read it"
    );
    Error::Forbidden { detail }
}
