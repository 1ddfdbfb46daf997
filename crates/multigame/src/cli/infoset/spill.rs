//! The folder that takes what a set has no memory for: a file for each part, removed
//! when it is not needed any more, and in the end with the folder.

#![allow(clippy::disallowed_methods, reason = "this is the edge: files are written here")]

use infoset::Storage;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder of its own, made when it is first needed.
pub(super) struct Folder {
    path: PathBuf,
    made: Mutex<bool>,
    next: AtomicU64,
}

impl Folder {
    /// A folder below the one that was asked for, or below that for temporary files.
    pub(super) fn new(below: Option<&Path>) -> Folder {
        let name = format!("multigame-infoset-{}", std::process::id());
        let path = below.map_or_else(std::env::temp_dir, Path::to_path_buf).join(name);
        Folder { path, made: Mutex::new(false), next: AtomicU64::new(0) }
    }

    fn file(&self, number: u64) -> PathBuf {
        self.path.join(format!("{number}.part"))
    }

    fn make(&self) -> std::io::Result<()> {
        let mut made = self.made.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !*made {
            std::fs::create_dir_all(&self.path)?;
            *made = true;
        }
        Ok(())
    }
}

impl Storage for Folder {
    fn save(&self, bytes: &[u8]) -> Result<u64, String> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let written = self.make().and_then(|()| std::fs::write(self.file(number), bytes));
        let path = self.path.display();
        written.map(|()| number).map_err(|why| format!("`{path}` cannot be written: {why}"))
    }

    fn load(&self, number: u64) -> Result<Vec<u8>, String> {
        let file = self.file(number);
        std::fs::read(&file).map_err(|why| format!("`{}` cannot be read: {why}", file.display()))
    }

    fn remove(&self, number: u64) {
        // A file that cannot be removed now goes with the folder.
        let _ = std::fs::remove_file(self.file(number));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.made.lock().is_ok_and(|made| *made) {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}
