//! What each field can hold, found without any history: `--outline` tells it, and `--prune`
//! leaves out positions that it rules out.

use crate::args::InfosetArgs;
use crate::engine::Engine;
use crate::report::Failure;
use crate::words::count;
use crate::{answer, terminal, text_board};
use game::{Facts, Field, Piece};
use infoset::{Contents, Observation, Outline};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// The outline of what was perceived.
pub(super) fn outline<G: Engine>(game: &G, observation: &Observation) -> Result<Outline, Failure> {
    let found = sweeps::outline(game.rules(), observation, &|| !terminal::interrupted());
    match found {
        Some(outline) => Ok(outline),
        None if terminal::interrupted() => Err(Failure::interrupted()),
        None => {
            let failure = Failure::new("there is no outline of this game");
            Err(failure.hint("each field must hold at most one piece, of at most 20 kinds"))
        }
    }
}

/// Tells what each field could hold after a turn.
pub(super) fn tell<G: Engine>(
    args: &InfosetArgs,
    game: &G,
    observation: &Observation,
    asked: Option<usize>,
) -> Result<u8, Failure> {
    let n_turns = observation.turns.len();
    let turn = asked.unwrap_or(n_turns);
    if turn > n_turns {
        let n = count(n_turns, "turn");
        return Err(Failure::new(format!("there are only {n}, not {turn}")));
    }
    let outline = outline(game, observation)?;
    let level = outline.after(turn).unwrap_or_default();
    if outline.is_contradicted() {
        return Err(Failure::new("no history fits")
            .hint("without `--outline` the first turn that contradicts others is named"));
    }
    answer::give(&Outlined::new(game.facts(), observation, turn, level), args.json)
}

/// What each field can hold.
#[derive(Serialize)]
struct Outlined {
    game: String,
    player: String,
    turns: usize,
    turn: usize,
    /// How many fields can hold only one thing.
    certain: usize,
    /// For each field what it can hold, by symbols; `-` for nothing.
    fields: BTreeMap<String, Vec<String>>,
    #[serde(skip)]
    picture: String,
    /// For each piece where it may be besides where it is certain.
    #[serde(skip)]
    perhaps: Vec<String>,
}

impl Outlined {
    fn new(facts: &Facts, observation: &Observation, turn: usize, level: &[Contents]) -> Outlined {
        let named =
            || level.iter().enumerate().map(|(i, it)| (facts.field_name(Field(i as u16)), it));
        let contents = || std::iter::once(None).chain(facts.pieces().map(Some));
        let symbol = |content: Option<Piece>| content.map_or("-", |piece| facts.symbol(piece));
        let allowed = |it: &Contents| {
            let allowed = contents().filter(|content| it.allows(*content));
            allowed.map(|content| symbol(content).to_string()).collect::<Vec<_>>()
        };
        let cell = |field: Field| match &allowed(&level[field.index()])[..] {
            [only] if only == "-" => ".".to_string(),
            [only] => only.clone(),
            _ => "?".to_string(),
        };
        let perhaps = facts.pieces().filter_map(|piece| {
            let may_be = named().filter(|(_, it)| !it.is_sure() && it.allows(Some(piece)));
            let fields: Vec<&str> = may_be.map(|(name, _)| name).collect();
            (!fields.is_empty()).then(|| format!("{}: {}", facts.symbol(piece), fields.join(" ")))
        });
        Outlined {
            game: facts.name.clone(),
            player: facts.player_name(observation.player).to_string(),
            turns: observation.turns.len(),
            turn,
            certain: level.iter().filter(|it| it.is_sure()).count(),
            fields: named().map(|(name, it)| (name.to_string(), allowed(it))).collect(),
            picture: match facts.board.size {
                Some(_) => text_board::grid(facts, &cell),
                None => text_board::points(facts, &cell, 1),
            },
            perhaps: perhaps.collect(),
        }
    }
}

impl Display for Outlined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.picture)?;
        self.perhaps.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        let Outlined { certain, player, turn, turns, .. } = self;
        let (of, turns) = (count(self.fields.len(), "field"), count(*turns, "turn"));
        writeln!(f, "{certain} of {of} certain for {player} after turn {turn}, knowing {turns}")
    }
}
