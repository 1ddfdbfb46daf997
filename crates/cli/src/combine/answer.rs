//! A combination as data: the same facts as the words, each to be found by itself.

use crate::answer::{Ended, Place};
use crate::args::CombineArgs;
use crate::engine::Engine;
use crate::position::Table;
use crate::words::count;
use ::combine::speaker::{Speaker, line, made, punished, texts};
use ::combine::{Report, Threat, words};
use game::{Field, write_position};
use serde::Serialize;
use std::fmt::{self, Display};

/// All that was found, and why there may be more.
#[derive(Serialize)]
pub(super) struct Combined {
    #[serde(flatten)]
    place: Place,
    found: bool,
    nodes: u64,
    checked: u64,
    complete: bool,
    settings: Settings,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(flatten)]
    win: Option<Win>,
}

#[derive(Serialize)]
struct Settings {
    answers: usize,
    missing: u8,
    quiet: bool,
    nodes: u64,
    moves: u32,
}

#[derive(Serialize)]
struct Win {
    winner: String,
    moves: u32,
    /// Nothing where any move loses in the same way.
    line: Vec<Option<String>>,
    line_by: Vec<String>,
    tree: Step,
    /// The win in words.
    #[serde(skip)]
    explained: String,
}

/// A move of the winner with all that follows.
#[derive(Serialize)]
struct Step {
    #[serde(rename = "move")]
    text: String,
    position: String,
    outcome: Option<Ended>,
    moves: u32,
    threats: Vec<Threatened>,
    answers: Vec<Answer>,
    other_moves: usize,
    punished_by: Option<String>,
    punishment: Vec<Punishing>,
    next: Option<Box<Step>>,
}

#[derive(Serialize)]
struct Answer {
    #[serde(rename = "move")]
    text: String,
    moves: Vec<String>,
    position: String,
    destroys: Vec<String>,
    then: Step,
}

#[derive(Serialize)]
struct Punishing {
    #[serde(rename = "move")]
    text: String,
    by: String,
    position: String,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Threatened {
    Wins(ByMove),
    Series(ByMove),
    Stuck(Needs),
    Squeeze(Needs),
    Twice {
        #[serde(rename = "move")]
        text: String,
        wins: Vec<String>,
    },
}

#[derive(Serialize)]
struct ByMove {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    needs: Needs,
}

#[derive(Serialize)]
struct Needs {
    needs: Vec<String>,
    fields: Vec<String>,
}

impl Display for Combined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.win {
            Some(win) => writeln!(f, "{}", win.explained)?,
            None => writeln!(f, "no win by threats was found for {}", self.place.to_move)?,
        }
        write!(f, "{} looked at", count(self.nodes, "position"))?;
        match self.checked {
            0 => writeln!(f),
            checked => writeln!(f, ", and {checked} more to check the win"),
        }
    }
}

impl Combined {
    pub(super) fn new<G: Engine>(
        args: &CombineArgs,
        table: &Table<G>,
        report: &Report<G::Position>,
        reason: Option<&'static str>,
    ) -> Combined {
        let speaker = &Speaker { game: &table.game, winner: table.line.player(&table.game) };
        let win = report.combination.as_ref().map(|combination| {
            let first = &combination.first;
            Win {
                winner: speaker.winner().to_string(),
                moves: first.n_moves(),
                line: texts(first),
                line_by: line(first).iter().map(|ply| speaker.name(ply.own).to_string()).collect(),
                tree: step(speaker, first),
                explained: words::explained(speaker, first, args.tree),
            }
        });
        Combined {
            place: Place::new(table, None),
            found: win.is_some(),
            nodes: report.nodes,
            checked: report.checked,
            complete: report.complete,
            settings: Settings {
                answers: args.answers,
                missing: args.missing,
                quiet: args.quiet,
                nodes: args.nodes,
                moves: args.moves,
            },
            reason,
            win,
        }
    }
}

fn step<G: Engine>(speaker: &Speaker<'_, G>, at: &::combine::Step<G::Position>) -> Step {
    let position = |to: &G::Position| write_position(speaker.facts(), &speaker.game.setup(to));
    let answers = at.answers.iter().map(|answer| {
        let moves = made(&answer.moves);
        Answer {
            text: moves.join(" "),
            moves: moves.into_iter().map(str::to_string).collect(),
            position: position(&answer.to),
            destroys: speaker.destroys(at, answer),
            then: step(speaker, &answer.then),
        }
    });
    let punishment = at.finish.iter().map(|made| Punishing {
        text: made.text.clone(),
        by: speaker.name(made.own).to_string(),
        position: position(&made.to),
    });
    Step {
        text: at.text.clone(),
        position: position(&at.to),
        outcome: Ended::maybe(speaker.facts(), at.outcome),
        moves: at.n_moves(),
        threats: at.threats.iter().map(|threat| threatened(speaker, threat)).collect(),
        answers: answers.collect(),
        other_moves: at.n_others,
        punished_by: (!at.finish.is_empty()).then(|| punishing(at)),
        punishment: punishment.collect(),
        next: at.next.as_ref().map(|next| Box::new(step(speaker, next))),
    }
}

/// The first move, or moves in a row, with which a threat is carried out.
fn punishing<P>(at: &::combine::Step<P>) -> String {
    let (_, rest) = punished(at);
    let n_own = rest.iter().take_while(|made| made.own).count();
    made(&rest[..n_own]).join(" ")
}

fn threatened<G: Engine>(speaker: &Speaker<'_, G>, threat: &Threat) -> Threatened {
    let needs = || {
        let name = |field: &Field| speaker.facts().field_name(*field).to_string();
        let fields = speaker.fields(threat).iter().map(name).collect();
        Needs { needs: speaker.needs(threat), fields }
    };
    let by = |text: &str| ByMove { text: text.to_string(), needs: needs() };
    match threat {
        Threat::Wins(way) => Threatened::Wins(by(&way.text)),
        Threat::Series { text, .. } => Threatened::Series(by(text)),
        Threat::Stuck(_) => Threatened::Stuck(needs()),
        Threat::Squeezed => Threatened::Squeeze(needs()),
        Threat::Twice { text, wins } => {
            Threatened::Twice { text: text.clone(), wins: wins.clone() }
        }
    }
}
