//! Telling a torn end of a write-ahead log from damage in its middle.
//!
//! The library reads the log up to the first frame whose checksum is wrong and forgets the rest without a word.
//! After a crash that is right: each commit is synced before the next one is written, so behind a torn
//! frame stands the end of one commit at most. More than one was cut off by something else.
//! Only reads. The format is that of <https://www.sqlite.org/fileformat2.html#walformat>.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

const HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 24;
/// With the last bit set, checksums run over big-endian words.
const MAGIC: u32 = 0x377f_0682;
/// The page sizes that the library knows: powers of two in between.
const PAGE_BYTES: std::ops::RangeInclusive<u32> = 512..=65_536;
const READ_AHEAD_BYTES: usize = 256 * 1024;

/// How a log ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Tail {
    /// Behind its last commit stands nothing of it; or it is missing.
    Whole,
    /// A crash tore what was written last: it is cut off.
    Torn,
    /// What no crash can have done, in words.
    Damaged(String),
}

/// How the log in a file ends.
///
/// # Errors
/// Those of reading.
pub(super) fn tail(file: &Path) -> io::Result<Tail> {
    match File::open(file) {
        Ok(file) => look(BufReader::with_capacity(READ_AHEAD_BYTES, file)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Tail::Whole),
        Err(error) => Err(error),
    }
}

fn look(mut log: impl Read) -> io::Result<Tail> {
    let mut header = [0; HEADER_BYTES];
    match fill(&mut log, &mut header)? {
        0 => return Ok(Tail::Whole),
        HEADER_BYTES => {}
        _ => return Ok(Tail::Torn),
    }
    let (magic, page_bytes) = (word(&header, 0), word(&header, 8));
    if magic | 1 != MAGIC | 1 || !PAGE_BYTES.contains(&page_bytes) || !page_bytes.is_power_of_two() {
        // Without the page size no frame can be found. A header is synced before the first frame is written,
        // so behind one that a crash tore there is nothing.
        let has_more = io::copy(&mut log, &mut io::sink())? > 0;
        return Ok(if has_more { Tail::Damaged("its header is none".to_owned()) } else { Tail::Torn });
    }
    let mut chain = Chain { is_big_endian: magic & 1 == 1, sums: (0, 0) };
    chain.add(&header[..24]);
    let mut fits = chain.is_at(word(&header, 24), word(&header, 28));
    let mut salts = [word(&header, 16), word(&header, 20)];
    let mut frame = vec![0; FRAME_HEADER_BYTES + page_bytes as usize];
    let (mut is_first, mut lost, mut is_torn) = (true, 0_u64, false);
    let left = loop {
        let read = fill(&mut log, &mut frame)?;
        if read < frame.len() {
            break read;
        }
        let own = [word(&frame, 8), word(&frame, 12)];
        if std::mem::take(&mut is_first) && !fits {
            // The header's salts may be what was changed in it.
            salts = own;
        }
        if own != salts {
            // Left over from before the log was last begun anew; or changed, then the chain is broken too.
            fits = false;
            continue;
        }
        if fits {
            chain.add(&frame[..8]);
            chain.add(&frame[FRAME_HEADER_BYTES..]);
            fits = chain.is_at(word(&frame, 16), word(&frame, 20));
        }
        let is_commit = word(&frame, 4) != 0;
        is_torn |= !fits;
        lost += u64::from(!fits && is_commit);
    };
    // A part of a frame behind frames that are all of this log; behind older ones it is older, too.
    is_torn |= fits && left > 0;
    Ok(match (lost, is_torn) {
        (2.., _) => Tail::Damaged(format!("{lost} commits stand behind a frame that was changed")),
        (_, true) => Tail::Torn,
        (_, false) => Tail::Whole,
    })
}

/// The running checksum over header and frames.
struct Chain {
    is_big_endian: bool,
    sums: (u32, u32),
}

impl Chain {
    /// Adds bytes, eight by eight.
    fn add(&mut self, bytes: &[u8]) {
        let read = if self.is_big_endian { u32::from_be_bytes } else { u32::from_le_bytes };
        for eight in bytes.chunks_exact(8) {
            let (first, second) = (
                read([eight[0], eight[1], eight[2], eight[3]]),
                read([eight[4], eight[5], eight[6], eight[7]]),
            );
            self.sums.0 = self.sums.0.wrapping_add(first).wrapping_add(self.sums.1);
            self.sums.1 = self.sums.1.wrapping_add(second).wrapping_add(self.sums.0);
        }
    }

    fn is_at(&self, first: u32, second: u32) -> bool {
        self.sums == (first, second)
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// Fills the buffer as far as there is something; how far.
fn fill(log: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match log.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    /// The log of a database that was written to so often, before and after it began at its front again.
    fn log(before: usize, after: usize) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("db");
        let db = Connection::open(&file).unwrap();
        db.execute_batch("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (a)")
            .unwrap();
        let write = |times: usize| {
            for n in 0..times {
                db.execute("INSERT INTO t VALUES (?)", [n as i64]).unwrap();
            }
        };
        write(before);
        if after > 0 {
            db.query_row("PRAGMA wal_checkpoint(RESTART)", (), |_| Ok(())).unwrap();
        }
        write(after);
        std::fs::read(folder.path().join("db-wal")).unwrap()
    }

    #[test]
    fn older_frames_behind_the_last_commit_are_no_torn_end() {
        assert_eq!(look(&log(5, 0)[..]).unwrap(), Tail::Whole);
        assert_eq!(look(&log(5, 2)[..]).unwrap(), Tail::Whole);
        assert_eq!(look(&[][..]).unwrap(), Tail::Whole);
    }

    #[test]
    fn what_a_crash_tore_is_told_from_what_none_can_do() {
        let whole = log(5, 0);
        for cut in [1, 7, 64, 4_119] {
            assert_eq!(look(&whole[..whole.len() - cut]).unwrap(), Tail::Torn, "{cut} bytes missing");
        }
        let flipped = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            look(&bytes[..]).unwrap()
        };
        assert_eq!(flipped(whole.len() - 9), Tail::Torn, "in the last commit");
        assert!(matches!(flipped(HEADER_BYTES + 100), Tail::Damaged(_)), "in the first of several");
    }
}
