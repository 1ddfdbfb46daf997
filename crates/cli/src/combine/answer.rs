//! A combination as JSON: the same facts as the words, each to be found by itself.

use super::speaker::{Speaker, line, made, punished, texts};
use crate::args::CombineArgs;
use crate::engine::Engine;
use crate::json;
use crate::position::Table;
use ::combine::{Report, Step, Threat};
use game::{Field, write_position};
use serde_json::{Value, json};

/// All that was found, and why there may be more.
pub(super) fn answer<G: Engine>(
    args: &CombineArgs,
    table: &Table<G>,
    report: &Report<G::Position>,
    reason: Option<&str>,
) -> Value {
    let speaker = &Speaker { game: &table.game, winner: table.line.player(&table.game) };
    let first = report.combination.as_ref().map(|combination| &combination.first);
    let mut answer = json!({
        "game": speaker.facts().name,
        "position": table.position_text(),
        "to_move": speaker.winner(),
        "outcome": null,
        "found": first.is_some(),
        "nodes": report.nodes,
        "checked": report.checked,
        "complete": report.complete,
        "settings": {
            "answers": args.answers,
            "missing": args.missing,
            "quiet": args.quiet,
            "nodes": args.nodes,
            "moves": args.moves,
        },
    });
    if let Some(reason) = reason {
        answer["reason"] = json!(reason);
    }
    if let Some(first) = first {
        answer["winner"] = json!(speaker.winner());
        answer["moves"] = json!(first.n_moves());
        answer["line"] = json!(texts(first));
        answer["line_by"] = line(first).iter().map(|ply| speaker.name(ply.own)).collect();
        answer["tree"] = step(speaker, first);
    }
    answer
}

/// A move of the winner with all that follows.
fn step<G: Engine>(speaker: &Speaker<'_, G>, at: &Step<G::Position>) -> Value {
    let facts = speaker.facts();
    let mut answers = Vec::new();
    for answer in &at.answers {
        answers.push(json!({
            "move": made(&answer.moves).join(" "),
            "moves": made(&answer.moves),
            "position": write_position(facts, &speaker.game.setup(&answer.to)),
            "destroys": speaker.destroys(at, answer),
            "then": step(speaker, &answer.then),
        }));
    }
    let punishment = at.finish.iter().map(|made| {
        json!({
            "move": made.text,
            "by": speaker.name(made.own),
            "position": write_position(facts, &speaker.game.setup(&made.to)),
        })
    });
    let punishment: Vec<Value> = punishment.collect();
    let threats: Vec<Value> = at.threats.iter().map(|threat| told(speaker, threat)).collect();
    json!({
        "move": at.text,
        "position": write_position(facts, &speaker.game.setup(&at.to)),
        "outcome": json::outcome(facts, at.outcome),
        "moves": at.n_moves(),
        "threats": threats,
        "answers": answers,
        "other_moves": at.n_others,
        "punished_by": (!at.finish.is_empty()).then(|| punishing(at)),
        "punishment": punishment,
        "next": at.next.as_ref().map(|next| step(speaker, next)),
    })
}

/// The first move, or moves in a row, with which a threat is carried out.
fn punishing<P>(at: &Step<P>) -> String {
    let (_, rest) = punished(at);
    let n_own = rest.iter().take_while(|made| made.own).count();
    made(&rest[..n_own]).join(" ")
}

fn told<G: Engine>(speaker: &Speaker<'_, G>, threat: &Threat) -> Value {
    let (needs, fields) = (speaker.needs(threat), speaker.fields(threat));
    let name = |field: &Field| speaker.facts().field_name(*field);
    let fields: Vec<&str> = fields.iter().map(name).collect();
    match threat {
        Threat::Wins(way) => {
            json!({ "kind": "wins", "move": way.text, "needs": needs, "fields": fields })
        }
        Threat::Series { text, .. } => {
            json!({ "kind": "series", "move": text, "needs": needs, "fields": fields })
        }
        Threat::Stuck(_) => json!({ "kind": "stuck", "needs": needs, "fields": fields }),
        Threat::Squeezed => json!({ "kind": "squeeze", "needs": needs, "fields": fields }),
        Threat::Twice { text, wins } => json!({ "kind": "twice", "move": text, "wins": wins }),
    }
}
