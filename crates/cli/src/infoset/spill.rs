//! The folder that takes what a set has no memory for: a file for each part, removed
//! when it is not needed any more, and in the end with the folder.

#![allow(clippy::disallowed_methods, reason = "this is the edge: files are written here")]

use crate::terminal;
use infoset::Storage;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// This many names of the folder are tried.
const MOST_NAMES: u32 = 1000;

/// A folder of its own, made when it is first needed.
pub(super) struct Folder {
    below: PathBuf,
    /// Where it is, once it was made.
    made: Mutex<Option<PathBuf>>,
    next: AtomicU64,
}

impl Folder {
    /// A folder below the one that was asked for, or below that for temporary files.
    pub(super) fn new(below: Option<&Path>) -> Folder {
        let below = below.map_or_else(std::env::temp_dir, Path::to_path_buf);
        Folder { below, made: Mutex::new(None), next: AtomicU64::new(0) }
    }

    /// The place of a file.
    fn file(&self, number: u64) -> std::io::Result<PathBuf> {
        let mut made = self.made.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let folder = match &mut *made {
            Some(folder) => folder,
            none => none.insert(self.make()?),
        };
        Ok(folder.join(format!("{number}.part")))
    }

    /// Makes the folder, which nobody else has made.
    fn make(&self) -> std::io::Result<PathBuf> {
        let id = std::process::id();
        for n in 0.. {
            let folder = self.below.join(format!("multigame-infoset-{id}-{n}"));
            match std::fs::create_dir(&folder) {
                Ok(()) => {
                    terminal::begin_temporary(&folder);
                    return Ok(folder);
                }
                Err(why) if why.kind() == ErrorKind::AlreadyExists && n < MOST_NAMES => {}
                Err(why) => return Err(why),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }
}

impl Storage for Folder {
    fn save(&self, bytes: &[u8]) -> Result<u64, String> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let written = self.file(number).and_then(|file| std::fs::write(file, bytes));
        let path = self.below.display();
        written.map(|()| number).map_err(|why| format!("`{path}` cannot be written: {why}"))
    }

    fn load(&self, number: u64) -> Result<Vec<u8>, String> {
        let read = self.file(number).and_then(std::fs::read);
        let path = self.below.display();
        read.map_err(|why| format!("what was written to `{path}` cannot be read: {why}"))
    }

    fn remove(&self, number: u64) {
        // A file that cannot be removed now goes with the folder.
        let _ = self.file(number).and_then(std::fs::remove_file);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Some(folder) = self.made.lock().ok().and_then(|mut made| made.take()) {
            let _ = std::fs::remove_dir_all(&folder);
            terminal::end_temporary(&folder);
        }
    }
}
