//! `multigame eval`: what the evaluations and bounds of a game say.

use super::answer::give;
use super::args::EvalArgs;
use super::engine::{Engine, Job};
use super::position::{Table, find_game, load_found};
use super::report::Failure;
use super::{engine, learned};
use game::{Game, RulesError};
use interp::Origin;
use multigame::parts::automatic;
use patterns::{Follower, Term, explain};
use serde::Serialize;
use std::fmt::{self, Display};
use syntax::closest;

/// This many of the things that a learned evaluation is made of are shown.
const MOST_COUNTS: usize = 12;

/// Lines that could be put after the rules.
#[derive(Serialize)]
struct Lines {
    game: String,
    lines: String,
}

impl Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines)
    }
}

/// What the evaluations and bounds say of a position.
#[derive(Serialize)]
struct Evaluated {
    game: String,
    position: String,
    to_move: String,
    values: Vec<Value>,
}

#[derive(Serialize)]
pub(super) struct Value {
    pub(super) name: String,
    role: &'static str,
    pub(super) value: i32,
    /// What counts most, if that was learned.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counts: Vec<Counts>,
}

/// What something adds to a value.
#[derive(Serialize)]
struct Counts {
    what: String,
    value: i32,
}

impl Display for Evaluated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.values.iter().map(|value| value.name.len()).max().unwrap_or(0);
        for Value { name, value, counts, .. } in &self.values {
            writeln!(f, "{name:width$}  {value}")?;
            for Counts { what, value } in counts {
                writeln!(f, "  {value:+6}  {what}")?;
            }
        }
        Ok(())
    }
}

pub(super) fn run(args: &EvalArgs) -> Result<u8, Failure> {
    match args.automatic {
        true => give_lines(args),
        false if args.name.as_deref() == Some(study::NAME) => {
            args.position.search(&[study::NAME], args)
        }
        false => {
            let text = find_game(&args.position.game, &args.position.without)?;
            let asked: Vec<&str> = args.name.as_deref().into_iter().collect();
            let game = learned::attach(load_found(&text)?.game, &asked)?;
            engine::run(game, &args.position.choice(&[]), args)
        }
    }
}

/// Gives lines that could be put after the rules.
fn give_lines(args: &EvalArgs) -> Result<u8, Failure> {
    let text = find_game(&args.position.game, &args.position.without)?;
    let loaded = load_found(&text)?;
    let name = &loaded.rules.facts.name;
    let Some(lines) = automatic(&text, &loaded, || true) else {
        return Err(Failure::new(format!("nothing was found by which {name} could be judged"))
            .hint(
                "only games of two players who see everything are studied, and only if their turns \
                 are not too long",
            ));
    };
    give(&Lines { game: name.clone(), lines }, args.json)
}

impl Job for EvalArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        show(self, &Table::new(game, &self.position)?)
    }
}

fn show<G: Engine>(args: &EvalArgs, table: &Table<G>) -> Result<u8, Failure> {
    let (game, position) = (&table.game, table.line.position());
    let facts = game.facts();
    let mut values = values(game, position, args.name.as_deref())?;
    // All that counts would be too much where several evaluations are shown.
    if let ([value], Some(name)) = (&mut values[..], &args.name)
        && let Some(n) = facts.evaluations.iter().position(|known| known == name)
        && let Origin::Learned(model) = game.origin(n)
    {
        let mut follower = Follower::new(model.clone());
        follower.evaluate(game, position);
        let terms = explain(game, position, &follower).into_iter().take(MOST_COUNTS);
        value.counts = terms.map(|Term { what, value }| Counts { what, value }).collect();
    }
    if values.is_empty() {
        let all = facts.evaluations.iter().chain(&facts.bounds).map(String::as_str);
        return Err(nothing(args, &all.collect::<Vec<_>>()));
    }
    let answer = Evaluated {
        game: facts.name.clone(),
        position: table.position_text(),
        to_move: facts.player_name(game.player(position)).to_string(),
        values,
    };
    give(&answer, args.json)
}

/// What the evaluations and then the bounds say; only the one of a name if there is one.
pub(super) fn values<G: Game>(
    game: &G,
    position: &G::Position,
    name: Option<&str>,
) -> Result<Vec<Value>, RulesError> {
    let is_wanted = |(_, known): &(usize, &String)| name.is_none_or(|name| name == *known);
    let mut values = Vec::new();
    for (i, name) in game.facts().evaluations.iter().enumerate().filter(is_wanted) {
        let value = game.evaluate(position, i)?;
        values.push(Value { name: name.clone(), role: "evaluation", value, counts: Vec::new() });
    }
    for (i, name) in game.facts().bounds.iter().enumerate().filter(is_wanted) {
        let value = game.bound(position, i)?;
        values.push(Value { name: name.clone(), role: "bound", value, counts: Vec::new() });
    }
    Ok(values)
}

/// Why there is nothing to show.
fn nothing(args: &EvalArgs, known: &[&str]) -> Failure {
    match &args.name {
        Some(name) if !known.is_empty() => {
            let failure = Failure::new(format!("the game has no evaluation called `{name}`"));
            match closest(name, known.iter().copied()) {
                Some(close) => failure.hint(format!("did you mean `{close}`?")),
                None => failure.hint(format!("it has {}", known.join(", "))),
            }
        }
        _ => Failure::new("the rules of this game give no evaluation")
            .hint("add one: `multigame eval GAME --automatic` writes it for you"),
    }
}
