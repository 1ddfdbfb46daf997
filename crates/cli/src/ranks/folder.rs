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
    /// Opens a folder, which is made if it does not exist. All ranks do so together, and must
    /// see the same checkpoint there, or none.
    pub(crate) fn open(path: &Path, team: &mut Team<'_>) -> std::result::Result<Folder, Failure> {
        let wrong = |why: &dyn std::fmt::Display| {
            Failure::new(format!("`{}` cannot hold checkpoints: {why}", path.display()))
                .hint("give the name of a folder that all ranks can write to")
        };
        std::fs::create_dir_all(path).map_err(|why| wrong(&why))?;
        let text = match std::fs::read_to_string(path.join(LIST)) {
            Ok(text) => text,
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(why) => return Err(wrong(&why)),
        };
        // Ranks that see different folders would go on from parts of different work.
        let all = team.all_gather(text.as_bytes())?;
        if all.iter().any(|other| *other != text.as_bytes()) {
            return Err(wrong(&"ranks see different checkpoints there"));
        }
        let last = match text.is_empty() {
            true => None,
            false => Some(read_list(&text).ok_or_else(|| wrong(&"its list is damaged"))?),
        };
        if team.is_first() {
            remove_others(path, last);
        }
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

/// Removes the parts of checkpoints that the list does not name: those of one that was never
/// finished, and of the one before the last.
fn remove_others(path: &Path, last: Option<Listed>) {
    for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let numbers = name.to_str().and_then(|name| name.split_once('.'));
        let number = numbers.filter(|(_, part)| part.parse::<usize>().is_ok());
        let number = number.and_then(|(number, _)| number.parse::<u64>().ok());
        if number.is_some_and(|number| last.is_none_or(|last| last.number != number)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// A file whose flush puts everything on the disk: errors that come late are heard, and
/// what is listed is there even if the machine stops.
struct Synced(BufWriter<File>);

impl Write for Synced {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        self.0.flush()?;
        self.0.get_ref().sync_all()
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
        self.made.elapsed() > EVERY
    }

    fn write(&mut self) -> Result<Box<dyn Write + '_>> {
        let part = self.part(self.next, self.rank);
        Ok(Box::new(Synced(BufWriter::new(File::create(part)?))))
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

#[cfg(test)]
mod tests {
    use super::*;
    use ::ranks::{Network, run};

    /// Makes a checkpoint of which each rank writes its number and this text.
    fn make(folder: &mut Folder, text: &str) {
        let mut to = folder.write().unwrap();
        to.write_all(text.as_bytes()).unwrap();
        to.flush().unwrap();
    }

    fn parts(folder: &mut Folder) -> Vec<String> {
        let part = |part: usize| {
            let mut text = String::new();
            folder.read(part).unwrap()?.read_to_string(&mut text).unwrap();
            Some(text)
        };
        (0..).map_while(part).collect()
    }

    fn files(path: &Path) -> Vec<String> {
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            entry.unwrap().file_name().to_string_lossy().into_owned()
        };
        let mut files: Vec<String> = std::fs::read_dir(path).unwrap().map(name).collect();
        files.sort();
        files
    }

    #[test]
    fn the_last_whole_checkpoint_is_found_by_any_number_of_ranks() {
        let path = std::env::temp_dir().join(format!("multigame-folder-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        run(3, Network::PERFECT, |team| {
            let mut folder = Folder::open(&path, team).unwrap();
            assert_eq!(parts(&mut folder), Vec::<String>::new());
            for text in ["old", "older", "last"] {
                make(&mut folder, &format!("{text} {}", team.rank()));
                team.barrier().unwrap();
                folder.written(true).unwrap();
                team.barrier().unwrap();
            }
            // One more is begun, and everybody is killed before it is whole.
            make(&mut folder, "half");
        });
        assert!(files(&path).contains(&"3.1".to_string()), "{:?}", files(&path));
        for size in [1, 2, 5] {
            run(size, Network::PERFECT, |team| {
                let mut folder = Folder::open(&path, team).unwrap();
                assert_eq!(parts(&mut folder), ["last 0", "last 1", "last 2"]);
            });
            assert_eq!(files(&path), ["2.0", "2.1", "2.2", "checkpoint"]);
        }
        std::fs::write(path.join(LIST), "something else").unwrap();
        assert!(Folder::open(&path, &mut Team::alone()).is_err());
        std::fs::remove_dir_all(&path).unwrap();
    }
}
