//! The reply to a call over HTTP, with the duty to say what became of it.
//!
//! A journaled answer counts as handed over until somebody says that its bytes were written to a connection that was
//! open. Whatever drops the duty on the way (a call broken off, a body that is not read, a connection that ends) says
//! that they were not, so that no answer is lost between the hub and a socket.

use super::inbox::{Inbox, Input};
use crate::core::effect::Reply;
use crate::core::id::CallId;

/// The reply to a call over HTTP.
#[derive(Debug)]
pub struct Replied {
    /// What it says.
    pub reply: Reply,
    /// There where the hub has to know whether it was written.
    pub receipt: Option<Receipt>,
}

/// The duty to say whether a reply was written. Dropped, it was not: the call is gone.
#[derive(Debug)]
pub struct Receipt {
    inbox: Inbox,
    /// None when all is said.
    call: Option<CallId>,
}

impl Receipt {
    pub(super) const fn new(inbox: Inbox, call: CallId) -> Self {
        Self { inbox, call: Some(call) }
    }

    /// Every byte of the reply was written to a connection that was open.
    pub fn written(mut self) {
        if let Some(call) = self.call.take() {
            // Where the writer thread has ended, nobody asks any more.
            let _ = self.inbox.send_now(Input::Written { calls: vec![call] });
        }
    }

    /// Nobody asks what becomes of the reply.
    pub(super) fn release(mut self) {
        self.call = None;
    }
}

impl Drop for Receipt {
    fn drop(&mut self) {
        if let Some(call) = self.call {
            // As in `written`.
            let _ = self.inbox.send_now(Input::CallGone { call });
        }
    }
}
