//! Conditions of moves and outcomes as lines of text and as JSON, in which a
//! program finds each fact by itself.

use ::conditions::{Condition, Contents, Reads, Reasons};
use game::{Facts, Field, FieldSet, Piece, Player};
use serde_json::{Map, Value, json};

/// Adds a line for each condition.
pub(super) fn write(facts: &Facts, player: Player, conditions: &[Condition], text: &mut String) {
    for condition in conditions {
        *text += &format!("    {}\n", condition.describe(facts, player));
    }
}

/// Adds a line for each condition of a move, and then the other ways to it.
pub(super) fn write_ways(
    facts: &Facts,
    player: Player,
    why: &Reasons,
    indent: &str,
    text: &mut String,
) {
    for condition in &why.conditions {
        *text += &format!("{indent}{}\n", condition.describe(facts, player));
    }
    for way in &why.other_ways {
        let words: Vec<String> = way.iter().map(|it| it.describe(facts, player)).collect();
        *text += &format!("{indent}or: {}\n", words.join("; "));
    }
    if why.is_cut {
        *text += &format!("{indent}or perhaps otherwise: not all ways were followed\n");
    }
}

/// The conditions as JSON, each with its text.
pub(super) fn list(facts: &Facts, player: Player, conditions: &[Condition]) -> Value {
    conditions.iter().map(|condition| entry(facts, player, condition)).collect()
}

fn entry(facts: &Facts, player: Player, condition: &Condition) -> Value {
    let mut entry = match condition {
        Condition::Field { field, allowed } => json!({
            "kind": "field",
            "field": facts.field_name(*field),
            "allowed": contents(facts, allowed),
        }),
        Condition::Memory { memory, field } => json!({
            "kind": "memory",
            "memory": facts.memories[memory.index()].name,
            "field": facts.field_name(*field),
        }),
        Condition::Counter { counter, player: whose, op, value } => json!({
            "kind": "counter",
            "counter": facts.counters[counter.index()].name,
            "player": facts.player_name(*whose),
            "compare": op.sign(),
            "value": value,
        }),
        Condition::Reserve { kind, player: whose } => json!({
            "kind": "reserve",
            "piece": facts.kinds[kind.index()].name,
            "player": facts.player_name(*whose),
        }),
        Condition::Compared { left, op, right } => {
            json!({ "kind": "compared", "left": left, "compare": op.sign(), "right": right })
        }
        Condition::No { name, reads } => {
            json!({ "kind": "no", "name": name, "reads": read(facts, reads) })
        }
        Condition::Same { name, reads } => {
            json!({ "kind": "same", "name": name, "reads": read(facts, reads) })
        }
    };
    entry["text"] = json!(condition.describe(facts, player));
    entry
}

/// What must stay as it is for the rules to find the same again.
fn read(facts: &Facts, reads: &Reads) -> Value {
    let names = |fields: &FieldSet| -> Vec<&str> {
        fields.iter().map(|field| facts.field_name(field)).collect()
    };
    let keeps = reads.keeps.iter().map(
        |(allowed, fields)| json!({ "fields": names(fields), "allowed": contents(facts, allowed) }),
    );
    let mut entry = json!({ "fields": names(&reads.fields), "keeps": keeps.collect::<Vec<_>>() });
    let stacks: Map<String, Value> =
        reads.stacks.iter().map(|(field, below)| stack(facts, *field, below)).collect();
    let counters = reads.counters.iter().map(|((counter, slot), value)| {
        json!({
            "counter": facts.counters[counter.index()].name,
            "player": facts.player_name(Player::BOTH[*slot]),
            "value": value,
        })
    });
    let memories = reads.memories.iter().map(|(memory, field)| {
        let field = field.map(|field| facts.field_name(field));
        json!({ "memory": facts.memories[memory.index()].name, "field": field })
    });
    let reserve = reads.reserve.iter().map(|((entry, slot), count)| {
        let kind = facts.reserve[*entry].kind;
        json!({
            "piece": facts.kinds[kind.index()].name,
            "player": facts.player_name(Player::BOTH[*slot]),
            "count": count,
        })
    });
    let lists = [
        ("counters", counters.collect::<Vec<_>>()),
        ("memories", memories.collect()),
        ("reserve", reserve.collect()),
    ];
    for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        entry[name] = json!(list);
    }
    if !stacks.is_empty() {
        entry["stacks"] = Value::Object(stacks);
    }
    if reads.past {
        entry["past"] = json!(true);
    }
    entry
}

fn stack(facts: &Facts, field: Field, below: &[Piece]) -> (String, Value) {
    let symbols: Vec<&str> = below.iter().map(|piece| facts.symbol(*piece)).collect();
    (facts.field_name(field).to_string(), json!(symbols))
}

/// What a field may hold: symbols of pieces, and nothing for an empty field.
fn contents(facts: &Facts, allowed: &Contents) -> Value {
    let symbols = Contents::every(facts).filter(|top| allowed.allows(*top)).map(|top| match top {
        Some(piece) => json!(facts.symbol(piece)),
        None => Value::Null,
    });
    symbols.collect()
}
