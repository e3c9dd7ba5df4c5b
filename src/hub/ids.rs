//! Fresh ids for the core: random where they must never come again, counted where the process is enough.

use uuid::Uuid;

use crate::core::id::{HostRequestId, Ids};

/// The hub's source of fresh ids.
#[derive(Debug, Default)]
pub struct FreshIds {
    host_requests: u64,
}

impl Ids for FreshIds {
    fn uuid(&mut self) -> Uuid {
        Uuid::now_v7()
    }

    fn host_request(&mut self) -> HostRequestId {
        self.host_requests += 1;
        HostRequestId(self.host_requests)
    }
}
