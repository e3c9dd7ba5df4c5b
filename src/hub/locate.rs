//! Where a dialog was asked, by its id alone: for addresses that name no thread.

use tokio::sync::oneshot;

use super::batch::Due;
use super::writer::Writer;
use crate::core::id::DialogId;
use crate::error::{ApiError, Code};
use crate::store::StoreError;
use crate::wire::place::Place;

impl Writer {
    /// Looks among the threads in memory, then in the store; told once what this batch decides is durable.
    pub(super) fn locate(
        &mut self,
        id: DialogId,
        reply: oneshot::Sender<Result<Place, ApiError>>,
    ) -> Result<(), StoreError> {
        if let Some(error) = self.shared.refusal() {
            // A receiver that is gone has broken its call off.
            let _ = reply.send(Err(error));
            return Ok(());
        }
        let epoch = match self.threads.by_dialog(&id) {
            Some(epoch) => Some(epoch),
            None => self.store.asked_on(&id)?,
        };
        match epoch.and_then(|epoch| self.threads.name(epoch)) {
            Some(thread) => self.batch.due.push(Due::Located(reply, Place { id, thread })),
            None => drop(reply.send(Err(ApiError::new(Code::NoDialog, "no dialog with this id is kept")))),
        }
        Ok(())
    }
}
