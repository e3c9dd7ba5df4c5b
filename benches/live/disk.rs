//! What the disk takes for a write that is durable: an append and an `fdatasync`, nothing else.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// A file that is only ever appended to.
pub struct Disk(File);

impl Disk {
    pub fn new(folder: &Path) -> Self {
        Self(File::create(folder.join("bare")).expect("a writable folder"))
    }

    /// Milliseconds for `times` appends of 400 bytes, each made durable.
    pub fn sync_ms(&mut self, times: usize) -> f64 {
        let start = Instant::now();
        for _ in 0..times {
            self.0.write_all(&[b'x'; 400]).expect("a disk with room");
            self.0.sync_data().expect("a disk that works");
        }
        start.elapsed().as_secs_f64() * 1e3
    }
}
