//! The answer to a `secret`: a text that leaves no trace.
//!
//! It is wiped when it is dropped, and can be neither printed, copied, compared nor stored. The
//! payload it was read from is the reader's to wipe.

use std::fmt;

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// A secret text.
pub struct SecretText(Zeroizing<String>);

impl SecretText {
    pub(super) fn new(text: &str) -> Self {
        Self(Zeroizing::new(text.to_owned()))
    }

    /// The text, for the one reply that carries it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// A digest to tell a repeat of the same answer from another one without keeping either.
    /// A fresh `salt` for each dialog keeps it from being looked up.
    pub fn digest(&self, salt: &[u8]) -> [u8; 32] {
        // The digest of the salt has a fixed length, so no salt can pass for a part of the text.
        let mut hash = Sha256::new_with_prefix(Sha256::digest(salt));
        hash.update(self.0.as_bytes());
        hash.finalize().into()
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}
