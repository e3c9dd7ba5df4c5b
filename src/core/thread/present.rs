//! Who is there now and what they wait for: gone with the process, and so in no log.
//!
//! What is kept for connections and calls is bounded by them, which the hub bounds; secrets have a bound of
//! their own, and what is kept of dialogs goes with them.

use std::collections::{BTreeMap, BTreeSet};

use super::handing::Reader;
use crate::core::answer::SecretText;
use crate::core::command::{Ask, Voice};
use crate::core::id::{CallId, ConnId, DialogId, HostRequestId, JournalToken};
use crate::core::limits::MAX_KEPT_SECRETS;

/// The living side of a thread.
#[derive(Debug, Default)]
pub(super) struct Present {
    /// Who follows.
    pub followers: BTreeMap<ConnId, Voice>,
    /// The attached host, while its connection lives.
    pub host: Option<Host>,
    /// Until when the dialogs of a host whose connection broke outlive it.
    pub host_grace_until: Option<u64>,
    /// Until when dialogs that end with their asker wait for it after a load.
    pub asker_grace_until: Option<u64>,
    /// Calls that wait for a settle, oldest first.
    pub waits: Vec<Waiting>,
    /// The connections that asked a dialog which ends with them.
    pub askers: BTreeMap<DialogId, BTreeSet<ConnId>>,
    /// Followers that said they cannot show a dialog.
    pub cannot: BTreeMap<DialogId, BTreeSet<ConnId>>,
    /// The stop that runs.
    pub stop: Option<Stopping>,
    /// Prompts that the host has not replied to.
    pub prompts: Vec<Prompting>,
    /// Results under way that carry what has to be proved; bounded by the calls.
    pub handing: BTreeMap<CallId, Handing>,
    /// Asks of plain scripts that wait until it is known whether the answer which they would be given was read;
    /// bounded by the calls.
    pub deferred: Vec<Deferred>,
    /// The connections that unproved answers were returned to; bounded by the journal.
    pub returned: BTreeMap<JournalToken, ConnId>,
    /// The push that the host has not replied to.
    pub push: Option<Pushing>,
    /// When an answer that became pending by its settle is pushed.
    pub push_due_at: Option<u64>,
    /// The answer whose push the host refused: nothing is pushed until something changes.
    pub refused: Option<JournalToken>,
    /// Secrets that no call has fetched yet.
    pub secrets: BTreeMap<DialogId, KeptSecret>,
    /// What it takes to recognise the repeat of a winning secret: a digest, never the text.
    pub secret_digests: BTreeMap<DialogId, KeptDigest>,
}

/// An attached host.
#[derive(Debug, Clone)]
pub(super) struct Host {
    pub conn: ConnId,
    pub instance: String,
}

/// A call that waits for a dialog.
#[derive(Debug)]
pub(super) struct Waiting {
    pub call: CallId,
    pub id: DialogId,
    pub until: Option<u64>,
    /// Who it is for.
    pub reader: Reader,
}

/// An ask that waits for the fate of an earlier reply.
#[derive(Debug)]
pub(super) struct Deferred {
    pub call: CallId,
    pub ask: Ask,
    pub until: u64,
}

/// A result on its way to its reader.
#[derive(Debug)]
pub(super) struct Handing {
    pub reader: Reader,
    /// The entry, where there is one that is not proved.
    pub token: Option<JournalToken>,
    /// The mark of the debt that it tells; 0: none.
    pub said: u64,
    /// The run that carries it; none where none went on.
    pub run: Option<u64>,
    /// What makes that it is written a proof that it is read; none: nothing does.
    pub proof: Option<Proof>,
}

/// What proves that a result was read, once it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Proof {
    /// It is a plain script's: that it is written to an open connection is all there will be.
    Plain,
    /// Its run completed meanwhile.
    Run,
}

/// A push that waits for the host's reply.
#[derive(Debug)]
pub(super) struct Pushing {
    pub request: HostRequestId,
    pub conn: ConnId,
    pub instance: String,
    pub token: JournalToken,
    /// Whether an earlier push of it may have been read.
    pub may_be_read: bool,
    /// The mark of the debt that it tells; 0: none.
    pub said: u64,
}

/// A stop that waits for the host.
#[derive(Debug)]
pub(super) struct Stopping {
    pub request: HostRequestId,
    pub until: u64,
    /// Who is told, each with what its own stop settled.
    pub callers: Vec<(CallId, Vec<DialogId>)>,
}

/// A prompt that waits for the host.
#[derive(Debug)]
pub(super) struct Prompting {
    pub request: HostRequestId,
    pub call: CallId,
    pub until: u64,
}

/// A secret in memory.
#[derive(Debug)]
pub(super) struct KeptSecret {
    pub text: SecretText,
    pub until: u64,
}

/// The digest of a secret that won, for as long as a secret is kept.
#[derive(Debug)]
pub(super) struct KeptDigest {
    pub digest: [u8; 32],
    pub until: u64,
}

impl Present {
    pub fn next_due_at(&self) -> Option<u64> {
        let waits = self.waits.iter().filter_map(|wait| wait.until);
        let prompts = self.prompts.iter().map(|prompt| prompt.until);
        let secrets = self.secrets.values().map(|secret| secret.until);
        let digests = self.secret_digests.values().map(|kept| kept.until);
        let stop = self.stop.as_ref().map(|stop| stop.until);
        let graces = [self.host_grace_until, self.asker_grace_until, self.push_due_at, stop];
        let deferred = self.deferred.iter().map(|deferred| deferred.until);
        waits
            .chain(prompts)
            .chain(deferred)
            .chain(secrets)
            .chain(digests)
            .chain(graces.into_iter().flatten())
            .min()
    }

    /// Whether nobody is there and nothing is waited for.
    pub fn is_empty(&self) -> bool {
        self.followers.is_empty()
            && self.host.is_none()
            && self.host_grace_until.is_none()
            && self.asker_grace_until.is_none()
            && self.waits.is_empty()
            && self.askers.is_empty()
            && self.stop.is_none()
            && self.prompts.is_empty()
            && self.handing.is_empty()
            && self.push.is_none()
            && self.push_due_at.is_none()
            && self.deferred.is_empty()
            && self.returned.is_empty()
            && self.secrets.is_empty()
            && self.secret_digests.is_empty()
    }

    /// Who is connected and could answer.
    pub fn answering(&self) -> impl Iterator<Item = ConnId> {
        self.followers.iter().filter(|(_, voice)| **voice != Voice::None).map(|(conn, _)| *conn)
    }

    /// Whether everybody connected who could answer has said that the dialog cannot be shown.
    pub fn nobody_can_show(&self, id: &DialogId) -> bool {
        let said = self.cannot.get(id);
        self.answering().all(|conn| said.is_some_and(|said| said.contains(&conn)))
    }

    /// A connection does not follow any more.
    pub fn leave(&mut self, conn: ConnId) {
        self.followers.remove(&conn);
        for said in self.cannot.values_mut() {
            said.remove(&conn);
        }
    }

    /// Keeps a secret until it is fetched; over the bound the oldest one is gone, as if its time were over.
    pub fn keep_secret(&mut self, id: DialogId, secret: KeptSecret) {
        if self.secrets.len() >= MAX_KEPT_SECRETS
            && let Some(oldest) = self.secrets.keys().next().cloned()
        {
            self.secrets.remove(&oldest);
        }
        self.secrets.insert(id, secret);
    }

    /// Whether some call or connection still wants the dialog.
    pub fn is_wanted(&self, id: &DialogId) -> bool {
        self.askers.contains_key(id) || self.waits.iter().any(|wait| wait.id == *id)
    }

    /// Whether a call is returning an answer just now.
    pub fn is_held(&self, token: &JournalToken) -> bool {
        self.handing.values().any(|handing| handing.token.as_ref() == Some(token))
    }

    /// Whether it is about to be known that a plain script has read an answer.
    pub fn is_being_proved(&self, token: &JournalToken) -> bool {
        let mut handing = self.handing.values();
        handing.any(|handing| handing.proof == Some(Proof::Plain) && handing.token.as_ref() == Some(token))
    }

    /// A run completed while results that it carries are on their way.
    pub fn run_completed(&mut self, run: u64) {
        for handing in self.handing.values_mut().filter(|handing| handing.run == Some(run)) {
            handing.proof.get_or_insert(Proof::Run);
        }
    }

    /// What is kept of an open dialog goes with its settle.
    pub fn forget_open(&mut self, id: &DialogId) {
        self.askers.remove(id);
        self.cannot.remove(id);
    }
}
