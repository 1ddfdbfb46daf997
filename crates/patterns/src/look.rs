//! Which groups of fields a learned evaluation looks at and which of them share weights: what
//! suits a game by its declarations, and the same as a text that files and users give.

use crate::network::{BLOCK, MOST_HIDDEN};
use crate::plan::Plan;
use game::Facts;
use std::fmt::{self, Display};

/// A table for one group may have this many entries.
const MOST_OF_A_GROUP: usize = 8192;
/// All tables together may have this many: what is looked up often should stay in the cache
/// of a processor.
const MOST_ENTRIES: usize = 1 << 18;
/// A network may have about this many weights, so that a file stays small.
const MOST_OF_A_NETWORK: usize = 1 << 20;
/// Groups of a usual look may have this many entries: larger ones need more games.
const USUAL_OF_A_GROUP: usize = 1024;

/// Which groups of fields are looked at, and what shares weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The fields of a group in a straight line; 0 if there are none.
    pub line: usize,
    /// Shorter lines from edge to edge are groups, too.
    pub edges: bool,
    /// Boxes of two by two fields.
    pub squares: bool,
    /// Boxes of two by three fields.
    pub oblongs: bool,
    /// Weights are shared by symmetries that exchange the players, too.
    pub shares_players: bool,
    /// Groups of the same form share weights wherever they are on the board.
    pub anywhere: bool,
    /// Weights change from the stage with few pieces to the one with many.
    pub stages: Option<Stages>,
    /// The hidden units of a network beside the tables; 0 if there is none.
    pub hidden: usize,
}

/// The numbers of pieces on the board between which weights change in proportion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// With this many or fewer only the weights for few pieces count.
    pub few: u16,
    /// With this many or more only those for many do.
    pub many: u16,
}

impl Look {
    /// What suits a game. The larger boxes are left out: in othello and in breakthrough they
    /// cost more time than what they know is worth.
    pub fn new(facts: &Facts) -> Look {
        Look { oblongs: false, ..Look::most(facts) }
    }

    /// As much as keeps tables small.
    pub(crate) fn most(facts: &Facts) -> Look {
        let n_codes = facts.pieces().count() + 1;
        let fits = |n: u32| n_codes.checked_pow(n).is_some_and(|all| all <= USUAL_OF_A_GROUP);
        let lines = |line: usize| Look { line, shares_players: true, ..Look::default() };
        // Single fields are groups, too.
        let is_there =
            |line: &usize| Plan::new(facts, lines(*line)).groups().len() > facts.board.n_fields();
        let line = (2..=4).rev().filter(|&n| fits(n as u32)).find(is_there).unwrap_or(0);
        let look = Look { squares: fits(4), oblongs: fits(6), ..lines(line) };
        let smaller = [
            look,
            Look { oblongs: false, ..look },
            lines(line),
            lines(line.min(3)),
            lines(line.min(2)),
        ];
        smaller.into_iter().find(|look| look.fits(facts)).unwrap_or(lines(0))
    }

    /// Whether its tables are small enough for a game.
    pub fn fits(&self, facts: &Facts) -> bool {
        let n_codes = facts.pieces().count() + 1;
        let in_box = if self.oblongs { 6 } else { 4 * u32::from(self.squares) };
        let largest = in_box.max(u32::try_from(self.line).unwrap_or(u32::MAX));
        let is_small = n_codes.checked_pow(largest).is_some_and(|all| all <= MOST_OF_A_GROUP)
            && 2 * self.hidden * facts.board.n_fields() * n_codes <= MOST_OF_A_NETWORK;
        is_small && Plan::new(facts, *self).n_entries() <= MOST_ENTRIES
    }

    /// The same with changes such as `line=8 edges=yes`.
    pub fn changed(mut self, text: &str) -> Result<Look, String> {
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let known = match name {
                "line" => value.parse().ok().map(|line| self.line = line),
                "hidden" => hidden(value).map(|hidden| self.hidden = hidden),
                "stages" => stages(value).map(|stages| self.stages = stages),
                _ => self.flag(name).zip(yes(value)).map(|(flag, value)| *flag = value),
            };
            known.ok_or_else(|| format!("`{word}` says nothing of what to look at"))?;
        }
        Ok(self)
    }

    fn flag(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "edges" => &mut self.edges,
            "squares" => &mut self.squares,
            "oblongs" => &mut self.oblongs,
            "players" => &mut self.shares_players,
            "anywhere" => &mut self.anywhere,
            _ => return None,
        })
    }
}

impl Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        let Look { line, edges, squares, oblongs, shares_players, anywhere, stages, hidden } =
            *self;
        write!(f, "line={line} edges={} squares={}", yes(edges), yes(squares))?;
        write!(f, " oblongs={} players={}", yes(oblongs), yes(shares_players))?;
        write!(f, " anywhere={}", yes(anywhere))?;
        match stages {
            Some(Stages { few, many }) => write!(f, " stages={few}-{many}")?,
            None => write!(f, " stages=no")?,
        }
        match hidden {
            0 => Ok(()),
            _ => write!(f, " hidden={hidden}"),
        }
    }
}

fn yes(text: &str) -> Option<bool> {
    ["no", "yes"].iter().position(|word| *word == text).map(|i| i == 1)
}

/// A number of hidden units: whole blocks, and not too many.
fn hidden(text: &str) -> Option<usize> {
    let hidden = text.parse().ok()?;
    (hidden % BLOCK == 0 && hidden <= MOST_HIDDEN).then_some(hidden)
}

fn stages(text: &str) -> Option<Option<Stages>> {
    if text == "no" {
        return Some(None);
    }
    let (few, many) = text.split_once('-')?;
    let stages = Stages { few: few.parse().ok()?, many: many.parse().ok()? };
    (stages.few < stages.many).then_some(Some(stages))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let stages = Some(Stages { few: 4, many: 60 });
        let looks = [
            Look::default(),
            Look { line: 4, squares: true, shares_players: true, ..Look::default() },
            Look { line: 8, edges: true, oblongs: true, anywhere: true, stages, ..Look::default() },
            Look { hidden: 16, ..Look::default() },
        ];
        for look in looks {
            assert_eq!(Look::default().changed(&look.to_string()), Ok(look));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "line",
            "line=",
            "line=-1",
            "hidden=7",
            "hidden=4096",
            "edges=maybe",
            "stages=9",
            "stages=9-9",
            "x=yes",
        ] {
            assert!(Look::default().changed(text).is_err(), "{text}");
        }
    }
}
