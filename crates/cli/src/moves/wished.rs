//! `multigame moves --if-only`: what would be there if some conditions were different.
//!
//! ```text
//! if_only ─▶ what was asked for ─▶ Wished ─┬─▶ JSON
//!                                          └─▶ words, and notes on what was left out
//! ```

use crate::answer::{Ended, Place, give};
use crate::args::MovesArgs;
use crate::conditions::{self, Told};
use crate::engine::Engine;
use crate::position::Table;
use crate::report::Failure;
use crate::terminal;
use crate::words::count;
use ::conditions::{Condition, Wish, Wishes};
use game::{Facts, Field, Player};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};

/// What would be there.
#[derive(Serialize)]
struct Wished {
    #[serde(flatten)]
    place: Place,
    looked_at: usize,
    complete: bool,
    wishes: Vec<Wanted>,
    #[serde(skip)]
    shown: Shown,
}

/// How it is shown to people.
struct Shown {
    /// Whether a move has ended the game, after which nothing can follow.
    is_ended: bool,
    is_cut: bool,
    /// Whether moves of pieces that would have to be put on the board are all shown.
    all: bool,
    /// Whether the other conditions are shown.
    why: bool,
}

/// A move or an outcome, and what it lacks.
#[derive(Serialize)]
struct Wanted {
    #[serde(rename = "move")]
    text: Option<String>,
    outcome: Option<Ended>,
    if_only: Vec<Told>,
    conditions: Vec<Told>,
    moves_it: bool,
    /// The piece that is wished for, and where.
    #[serde(skip)]
    placed: Option<(String, Field)>,
}

/// Shows the moves and outcomes that this many conditions prevent.
pub(super) fn wished<G: Engine>(
    args: &MovesArgs,
    table: &Table<G>,
    n_wishes: usize,
) -> Result<u8, Failure> {
    let (game, line) = (&table.game, &table.line);
    let (facts, player) = (game.facts(), game.player(line.position()));
    let wishes = game.explained(line)?.if_only(n_wishes, args.most)?;
    let is_asked_for = |wish: &&Wish| !args.outcomes || wish.outcome.is_some();
    let is_ended = game.outcome(line.position()).is_some();
    let found = wishes.found.iter().filter(|_| !is_ended).filter(is_asked_for);
    let answer = Wished {
        place: Place::new(table, line.outcome(game)?),
        looked_at: wishes.n_looked_at,
        complete: !wishes.is_cut && !wishes.is_bounded,
        wishes: found.map(|wish| Wanted::new(facts, player, wish)).collect(),
        shown: Shown { is_ended, is_cut: wishes.is_cut, all: args.all, why: args.why },
    };
    let code = give(&answer, args.json)?;
    if !args.json && !is_ended {
        notes(args, &wishes, n_wishes).iter().for_each(|note| terminal::note(note));
    }
    Ok(code)
}

impl Wanted {
    fn new(facts: &Facts, player: Player, wish: &Wish) -> Wanted {
        let placed = match wish.if_only.first() {
            Some(Condition::Field { field, allowed }) => {
                Some((allowed.sort(facts, player), *field))
            }
            _ => None,
        };
        Wanted {
            text: wish.text.clone(),
            outcome: Ended::maybe(facts, wish.outcome),
            if_only: conditions::list(facts, player, &wish.if_only),
            conditions: conditions::list(facts, player, &wish.conditions),
            moves_it: wish.moves_it,
            placed,
        }
    }
}

impl Display for Wished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outcome) = &self.place.outcome {
            writeln!(f, "the game is over: {}", outcome.result)?;
        }
        if self.wishes.is_empty() && !self.shown.is_ended {
            f.write_str(self.nothing())?;
        }
        // Any piece could be put anywhere to move from there: that is said in a few words.
        let is_shown = |wish: &&Wanted| self.shown.all || !wish.moves_it || wish.outcome.is_some();
        let (shown, left_out): (Vec<&Wanted>, Vec<&Wanted>) =
            self.wishes.iter().partition(is_shown);
        for wish in shown {
            f.write_str(wish.text.as_deref().unwrap_or("the game is over"))?;
            if let Some(outcome) = &wish.outcome {
                write!(f, "  ({})", outcome.result)?;
            }
            let words: Vec<&str> = wish.if_only.iter().map(|told| told.text.as_str()).collect();
            writeln!(f, "  if only {}", words.join(" and "))?;
            if self.shown.why {
                conditions::write(f, &wish.conditions, "    ")?;
            }
        }
        placed(f, &left_out)
    }
}

impl Wished {
    /// Says that there are none, as far as that is known.
    fn nothing(&self) -> &'static str {
        match self.looked_at {
            0 if !self.shown.is_cut => {
                "no field can hold anything else: the numbers of pieces are fixed\n"
            }
            _ if self.shown.is_cut => "nothing was found so far\n",
            _ => "no other move or outcome is so near\n",
        }
    }
}

/// Why there may be more.
fn notes(args: &MovesArgs, wishes: &Wishes, n_wishes: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if wishes.is_cut {
        let n = wishes.n_looked_at;
        let bound = if n >= args.most { " (--most)" } else { "; there is too much" };
        let looked_at = count(n, "changed position");
        notes.push(format!("all that was looked at: {looked_at}{bound}"));
    }
    if n_wishes > 1 {
        notes.push("two wishes are for fields that the rules test one by one or overwrite".into());
    }
    if wishes.is_bounded {
        notes.push("not all paths through the rules were followed; there may be more".into());
    }
    notes
}

/// Writes how many moves there would be of pieces put on the board, for each sort of piece:
/// what would be said of all of them but for the field.
fn placed(f: &mut fmt::Formatter<'_>, wishes: &[&Wanted]) -> fmt::Result {
    let mut sorts: BTreeMap<&str, (BTreeSet<Field>, usize)> = BTreeMap::new();
    for (sort, field) in wishes.iter().filter_map(|wish| wish.placed.as_ref()) {
        let (fields, n_moves) = sorts.entry(sort).or_default();
        fields.insert(*field);
        *n_moves += 1;
    }
    for (sort, (fields, n_moves)) in sorts {
        let on = match fields.len() {
            1 => "one field".to_string(),
            n => format!("one of {n} fields"),
        };
        let moves = count(n_moves, "move");
        writeln!(f, "{moves} from there if only {sort} on {on}  (--all)")?;
    }
    Ok(())
}
