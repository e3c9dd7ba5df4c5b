//! What went wrong with the database, said as the store's errors say it.
//!
//! Damage is told from failure here and nowhere else: damage names the file and the place in it.

use std::path::Path;

use rusqlite::ErrorCode;

use super::folder::damaged;
use crate::store::StoreError;

/// Why something inside the database was not done.
#[derive(Debug)]
pub(super) enum Fault {
    /// The library said so.
    Library(rusqlite::Error),
    /// What is stored cannot be what was written; the place.
    Damage(String),
    /// Already in the store's own words.
    Said(StoreError),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Library(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Said(error)
    }
}

impl Fault {
    /// The store's error for it; `doing` says what was going on in `file`.
    pub(super) fn name(self, file: &Path, doing: &str) -> StoreError {
        match self {
            Self::Said(error) => error,
            Self::Damage(place) => damaged(file, &place),
            Self::Library(error) if is_damage(&error) => damaged(file, &format!("{doing}: {error}")),
            Self::Library(error) => StoreError::Failed(format!("{doing} in {}: {error}", file.display())),
        }
    }
}

/// Whether only bytes that changed on the disk explain it. Tables are strict, so a type that does not fit does too.
fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error as Of;
    match error {
        Of::FromSqlConversionFailure(..)
        | Of::IntegralValueOutOfRange(..)
        | Of::InvalidColumnType(..)
        | Of::Utf8Error(..) => true,
        error => {
            matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
        }
    }
}
