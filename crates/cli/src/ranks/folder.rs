//! Checkpoints of ranks as files in a folder that all of them can see: a part of each rank,
//! and a list that says which parts belong together.
//!
//! The list is replaced only when all parts of a new checkpoint are on the disk, and the
//! parts of the one before are removed only after that. So there is a whole checkpoint at any
//! moment, whoever is killed.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the edge: files are read and written here, by the clock"
)]

use super::super::files;
use super::super::report::Failure;
use super::super::terminal;
use ::ranks::{Keeper, Team};
use std::fs::File;
use std::io::{BufReader, BufWriter, Error, Read, Result, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a checkpoint is made.
const EVERY: Duration = Duration::from_secs(30);

/// The name of the list, and how it begins.
const LIST: &str = "checkpoint";
const TITLE: &str = "multigame checkpoint of ranks";

/// A checkpoint: its number, and of how many parts it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Listed {
    number: u64,
    parts: usize,
}

/// The folder as one rank sees it.
pub(crate) struct Folder {
    path: PathBuf,
    rank: usize,
    size: usize,
    /// The last whole checkpoint.
    last: Option<Listed>,
    /// The one before it.
    stale: Option<Listed>,
    /// The number of the one that is being made.
    next: u64,
    made: Instant,
}

impl Folder {
    /// Opens a folder, which is made if it does not exist.
    pub(crate) fn open(path: &Path, team: &Team<'_>) -> std::result::Result<Folder, Failure> {
        let wrong = |why: &dyn std::fmt::Display| {
            Failure::new(format!("`{}` cannot hold checkpoints: {why}", path.display()))
                .hint("give the name of a folder that all ranks can write to")
        };
        std::fs::create_dir_all(path).map_err(|why| wrong(&why))?;
        let last = match std::fs::read_to_string(path.join(LIST)) {
            Ok(text) => Some(read_list(&text).ok_or_else(|| wrong(&"its list is damaged"))?),
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => None,
            Err(why) => return Err(wrong(&why)),
        };
        let next = last.map_or(0, |last| last.number + 1);
        let (rank, size, made) = (team.rank(), team.size(), Instant::now());
        Ok(Folder { path: path.to_path_buf(), rank, size, last, stale: None, next, made })
    }

    fn part(&self, number: u64, part: usize) -> PathBuf {
        self.path.join(format!("{number}.{part}"))
    }

    /// Removes the parts of a checkpoint that is not needed any more.
    fn remove(&self, listed: Listed) {
        for part in (self.rank..listed.parts).step_by(self.size) {
            // A part that stays takes room, and does no harm.
            let _ = std::fs::remove_file(self.part(listed.number, part));
        }
    }
}

fn read_list(text: &str) -> Option<Listed> {
    let mut lines = text.lines();
    let is_one = lines.next()? == TITLE;
    let mut number = || lines.next()?.split_once(' ')?.1.parse::<u64>().ok();
    let listed = Listed { number: number()?, parts: usize::try_from(number()?).ok()? };
    is_one.then_some(listed)
}

impl Keeper for Folder {
    fn is_due(&mut self) -> bool {
        self.made.elapsed() > EVERY || terminal::interrupted()
    }

    fn write(&mut self) -> Result<Box<dyn Write + '_>> {
        let part = self.part(self.next, self.rank);
        Ok(Box::new(BufWriter::new(File::create(part)?)))
    }

    fn written(&mut self, whole: bool) -> Result<()> {
        let new = Listed { number: self.next, parts: self.size };
        (self.next, self.made) = (self.next + 1, Instant::now());
        if !whole {
            self.remove(new);
            return Ok(());
        }
        if self.rank == 0 {
            let text = format!("{TITLE}\nnumber {}\nparts {}\n", new.number, new.parts);
            files::replace(&self.path.join(LIST), &text)
                .map_err(|why| Error::other(why.to_string()))?;
        }
        // The first rank may not have replaced the list yet. What the list says is removed
        // with the next checkpoint, before which all ranks speak to each other.
        let stale = std::mem::replace(&mut self.stale, self.last.replace(new));
        stale.into_iter().for_each(|stale| self.remove(stale));
        Ok(())
    }

    fn read(&mut self, part: usize) -> Result<Option<Box<dyn Read + '_>>> {
        let Some(last) = self.last.filter(|last| part < last.parts) else { return Ok(None) };
        Ok(Some(Box::new(BufReader::new(File::open(self.part(last.number, part))?))))
    }
}
