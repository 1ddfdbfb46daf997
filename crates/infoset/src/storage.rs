//! Where parts of a set go that memory has no room for. Whoever runs the library says
//! where that is; the library does no input or output of its own.

use crate::limits::InfosetError;
use std::sync::Arc;

/// Keeps bytes outside of memory.
pub trait Storage: Send + Sync {
    /// Keeps bytes, and gives a number by which they are found again; or says why not.
    fn save(&self, bytes: &[u8]) -> Result<u64, String>;

    /// The bytes that were kept under a number; or why they are not there.
    fn load(&self, number: u64) -> Result<Vec<u8>, String>;

    /// The bytes that were kept under a number are not needed any more.
    fn remove(&self, number: u64);
}

/// Bytes that are kept outside of memory as long as somebody has this.
pub(crate) struct Stored {
    storage: Arc<dyn Storage>,
    number: u64,
}

impl Stored {
    pub(crate) fn new(storage: &Arc<dyn Storage>, bytes: &[u8]) -> Result<Stored, InfosetError> {
        let number = storage.save(bytes).map_err(InfosetError::Storage)?;
        Ok(Stored { storage: Arc::clone(storage), number })
    }

    pub(crate) fn load(&self) -> Result<Vec<u8>, InfosetError> {
        self.storage.load(self.number).map_err(InfosetError::Storage)
    }
}

impl Drop for Stored {
    fn drop(&mut self) {
        self.storage.remove(self.number);
    }
}

impl std::fmt::Debug for Stored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Stored").field(&self.number).finish()
    }
}
