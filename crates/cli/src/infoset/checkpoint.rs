//! Files from which a search for a set goes on after it was stopped or killed.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the edge: files are read and written here, by the clock"
)]

use crate::args::{Backend, InfosetArgs};
use crate::files::{self, replace_with};
use crate::position::load_game;
use crate::report::Failure;
use infoset::InfosetError;
use rustc_hash::FxHasher;
use std::fs::File;
use std::hash::{Hash, Hasher};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a search that has no turns to be done with is written.
const EVERY: Duration = Duration::from_secs(10);

/// A number that other rules do not have.
pub(super) fn rules_number(args: &InfosetArgs) -> Result<u64, Failure> {
    let mut hasher = FxHasher::default();
    format!("{:?}", load_game(&args.game, &[])?.game.program()).hash(&mut hasher);
    Ok(hasher.finish())
}

/// Where a search is written to, and when it was written last.
pub(super) struct Checkpoints<'a> {
    to: Option<&'a Path>,
    from: Option<&'a Path>,
    /// A number that other rules do not have.
    pub(super) rules: u64,
    /// The back end that does not run here.
    other_backend: &'static str,
    last: Instant,
}

impl<'a> Checkpoints<'a> {
    pub(super) fn new(args: &'a InfosetArgs) -> Result<Checkpoints<'a>, Failure> {
        let (to, from) = (args.checkpoint.as_deref(), args.resume.as_deref());
        if let Some(to) = to {
            // An earlier checkpoint gives way; anything else may be dear to somebody.
            let is_one = File::open(to).is_ok_and(infoset::is_checkpoint);
            files::check_new(to, args.force || is_one)?;
        }
        let is_used = to.is_some() || from.is_some();
        let rules = if is_used { rules_number(args)? } else { 0 };
        let other_backend = match args.backend {
            Some(Backend::Interp) => "native",
            Some(Backend::Native) | None => "interp",
        };
        Ok(Checkpoints { to, from, rules, other_backend, last: Instant::now() })
    }

    /// Lets a search go on from its file, if there is one.
    pub(super) fn resume(
        &self,
        read: impl FnOnce(&mut dyn Read) -> Result<(), InfosetError>,
    ) -> Result<(), Failure> {
        let Some(path) = self.from else { return Ok(()) };
        let file = files::open(path, "")?;
        files::remove_leftovers(path);
        read(&mut BufReader::new(file)).map_err(|why| match why {
            InfosetError::Stopped => Failure::interrupted(),
            InfosetError::OtherBackEnd => Failure::new(format!("`{}`: {why}", path.display()))
                .hint(format!(
                    "try `--backend {}`, or leave `--resume` out to begin again",
                    self.other_backend
                )),
            _ => Failure::new(format!("`{}`: {why}", path.display()))
                .hint("leave `--resume` out to begin again"),
        })
    }

    /// Writes a search, if it is to be written.
    pub(super) fn save(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> Result<(), InfosetError>,
    ) -> Result<(), Failure> {
        let Some(path) = self.to else { return Ok(()) };
        replace_with(path, |scratch| {
            let mut file = BufWriter::new(File::create(scratch)?);
            write(&mut file).map_err(|why| std::io::Error::other(why.to_string()))?;
            file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()
        })?;
        self.last = Instant::now();
        Ok(())
    }

    /// Whether it is time to write a search.
    pub(super) fn is_time(&self) -> bool {
        self.to.is_some() && self.last.elapsed() > EVERY
    }

    /// What to do after the search was stopped.
    pub(super) fn stopped(&self) -> Failure {
        let failure = Failure::interrupted();
        match self.to {
            Some(path) => failure.hint(format!(
                "the same command with `--resume {}` goes on from here",
                path.display()
            )),
            None => failure,
        }
    }
}
