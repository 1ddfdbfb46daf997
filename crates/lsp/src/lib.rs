//! A language server for rules: the Language Server Protocol around what `editing` answers.
//!
//! ```text
//! bytes ─▶ framing ─▶ server ─▶ requests ─▶ editing
//!                        └─▶ workspace: open documents first, files second, built-in games third
//! ```
//!
//! Invariant: nothing here reads a file or a stream by itself, no message ends the server but
//! `exit` and the end of its input, and a panic while a document is read is an answer.

mod capabilities;
mod framing;
mod lines;
mod paths;
mod renaming;
mod requests;
mod server;
mod workspace;

pub use server::{Ended, serve};

use std::path::{Path, PathBuf};

/// The files that the server may look at.
pub trait Disk {
    /// The text of a file; `None` if there is none, or it is no text.
    fn read(&self, path: &Path) -> Option<String>;

    /// The rules files in a folder and in the folders beside it, where variants are found.
    fn beside(&self, folder: &Path) -> Vec<PathBuf>;

    /// A file with the text of a game that is built in, so that editors can open it.
    fn show_built_in(&self, name: &str, text: &str) -> Option<PathBuf>;
}
