//! What could matter in a game, as values of the language: each is asked for the
//! player to move and for the opponent, and the difference counts.
//!
//! 1. For each kind of piece: how many there are, on the board and in reserve; how
//!    far they have come; how central they stand; how many stand side by side; how
//!    many are in each zone; how high their stacks are.
//! 2. For each rule that `main` needs: how many results it has. Moves are among them,
//!    and rows that a row is made of.
//! 3. Rows that are not complete, rows that the enemy has not closed, and the fields
//!    on which a piece would reach what wins.
//! 4. The points that decide, and each player's own counters.

use crate::vocabulary::Vocabulary;
use game::{Board, Facts, Field, Kind, Shape};
use std::collections::VecDeque;

/// Something that could matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// The value, as seen by the player to move.
    pub(crate) value: String,
    /// Lines that it needs.
    pub(crate) needs: Vec<String>,
    /// How many statements it takes.
    pub(crate) work: usize,
    /// The kind of piece that it counts, if that is all that it does.
    pub(crate) counts: Option<Kind>,
    /// Whether it counts the results of a rule, so that it may count moves.
    pub(crate) is_rule: bool,
    /// Whether it counts the fields on which a piece would win.
    pub(crate) is_threat: bool,
    /// Whether it counts the parts of what wins, such as shorter rows.
    pub(crate) is_part: bool,
}

/// More kinds than these are not looked at one by one.
const MOST_KINDS: usize = 12;
/// The rules that are looked at have together this many statements at most.
const MOST_WORK: usize = 250;
/// More candidates than these take too long to compare.
const MOST: usize = 120;

/// What could matter in a game.
pub(crate) fn candidates(facts: &Facts, words: &Vocabulary<'_>) -> Vec<Candidate> {
    let mut all = List { all: Vec::new() };
    let owned =
        |kind: &game::KindFacts| !kind.gone && kind.symbols[..2].iter().any(Option::is_some);
    let kinds = facts.kinds.iter().enumerate().filter(|(_, kind)| owned(kind));
    for (i, kind) in kinds.take(MOST_KINDS) {
        all.of_kind(facts, Kind(i as u8), &kind.name);
    }
    all.of_declarations(facts);
    for points in words.scores() {
        all.add(format!("({points})"), 10);
    }
    for value in words.values() {
        all.add(value.to_string(), 20);
        // Some values make sense only with the finger on a piece.
        all.add(format!("sum own piece of {value}"), 30);
    }
    // Much of what long rules say is said by the short ones that they are made of.
    let mut by_work = words.rules();
    by_work.sort_by_key(|(_, work)| *work);
    let (mut all_work, parts) = (0, words.parts_of_goals());
    for (rule, work) in by_work {
        all_work += work;
        if all_work > MOST_WORK {
            break;
        }
        let (value, needs) = (format!("count {rule}"), Vec::new());
        all.all.push(Candidate {
            value,
            needs,
            work,
            counts: None,
            is_rule: true,
            is_threat: false,
            is_part: parts.contains(rule),
        });
    }
    all.of_rows(facts, words);
    all.all.truncate(MOST);
    all.all
}

struct List {
    all: Vec<Candidate>,
}

impl List {
    fn add(&mut self, value: String, work: usize) {
        self.add_with(value, Vec::new(), work);
    }

    fn add_with(&mut self, value: String, needs: Vec<String>, work: usize) {
        if self.all.iter().all(|known| known.value != value) {
            self.all.push(Candidate {
                value,
                needs,
                work,
                counts: None,
                is_rule: false,
                is_threat: false,
                is_part: false,
            });
        }
    }

    /// What could matter about the pieces of a kind.
    fn of_kind(&mut self, facts: &Facts, kind: Kind, name: &str) {
        let counts = Some(kind);
        let needs = Vec::new();
        let value = format!("count own {name}");
        self.all.push(Candidate {
            value,
            needs: needs.clone(),
            work: 1,
            counts,
            is_rule: false,
            is_threat: false,
            is_part: false,
        });
        if facts.reserve_index(kind).is_some() {
            let value = format!("count own {name} in reserve");
            self.all.push(Candidate {
                value,
                needs,
                work: 1,
                counts,
                is_rule: false,
                is_threat: false,
                is_part: false,
            });
        }
        let board = &facts.board;
        if board.shape != Shape::Lines && !board.cyclic.rows {
            let way = "count [ repeat 1 .. infinity times [ backward, step ] ]";
            self.add(format!("sum own {name} of {way}"), 4);
        }
        for (zone, inner) in [("automatic_center", 4), ("automatic_middle", 2)] {
            let fields = central(board, inner);
            if !fields.is_empty() {
                let names: Vec<&str> = fields.iter().map(|&field| board.name(field)).collect();
                let line = format!("zones {{ {zone} ({}) }}", names.join(", "));
                self.add_with(format!("count own {name} in {zone}"), vec![line], 1);
            }
        }
        let beside = "count [ alldir, step, points at own piece ]";
        self.add(format!("sum own {name} of {beside}"), 8);
        for zone in &facts.zones {
            self.add(format!("count own {name} in {}", zone.name), 1);
        }
        if facts.stacks.is_some() {
            self.add(format!("sum own {name} of height"), 4);
        }
    }

    /// What could matter about zones and counters.
    fn of_declarations(&mut self, facts: &Facts) {
        let zones = facts.zones.iter().filter(|zone| zone.fields[0] != zone.fields[1]);
        for zone in zones.filter(|_| facts.stacks.is_some()) {
            self.add(format!("sum {} of height", zone.name), 4);
        }
        for counter in facts.counters.iter().filter(|c| c.symbols.is_some() && !c.gone) {
            self.add(counter.name.clone(), 1);
        }
    }

    /// What could matter about rows and other goals.
    fn of_rows(&mut self, facts: &Facts, words: &Vocabulary<'_>) {
        let (shorter, goals) = (words.shorter(), words.goals());
        for (rule, body, rounds) in &shorter {
            let name = format!("automatic_{rule}_{rounds}");
            self.add_with(format!("count {name}"), vec![format!("{name} = {body}.")], 8);
            if let Some(row) = self.all.last_mut() {
                row.is_part = goals.contains(rule);
            }
            if let Some(body) = opened(body) {
                let name = format!("automatic_{rule}_{rounds}_open");
                self.add_with(format!("count {name}"), vec![format!("{name} = {body}.")], 8);
            }
        }
        let placed = facts.placed.iter().map(|kind| &facts.kinds[kind.index()]);
        let placed = placed.filter(|kind| kind.symbols[..2].iter().all(Option::is_some));
        for kind in placed.take(MOST_KINDS) {
            let put = |goal: &str| {
                format!("count [ find empty field, replace by own {}, test {goal} ]", kind.name)
            };
            for &goal in &goals {
                self.add(put(goal), 30);
                if let Some(threat) = self.all.last_mut() {
                    threat.is_threat = true;
                }
                for (rule, body, rounds) in shorter.iter().filter(|(rule, ..)| *rule == goal) {
                    let name = format!("automatic_{rule}_{rounds}");
                    self.add_with(put(&name), vec![format!("{name} = {body}.")], 30);
                }
            }
        }
    }
}

/// A body that is content with fields on which the enemy does not stand, where it
/// asked for own pieces after a step.
fn opened(body: &str) -> Option<String> {
    let asked = "points at own ";
    let mut open = String::new();
    let mut rest = body;
    while let Some((before, after)) = rest.split_once(asked) {
        let name = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        rest = &after[after.find(name).unwrap_or(after.len())..];
        open += before;
        open += "not points at enemy piece";
    }
    (!open.is_empty()).then(|| open + rest)
}

/// One of this many fields: those from which the others are nearest. Nothing if the
/// board has no middle that stands out.
fn central(board: &Board, one_of: usize) -> Vec<Field> {
    let n_fields = board.n_fields();
    let far: Vec<usize> = (0..n_fields).map(|i| distances(board, Field(i as u16))).collect();
    let mut sorted = far.clone();
    sorted.sort_unstable();
    let Some(&limit) = sorted.get(n_fields / one_of) else { return Vec::new() };
    let fields: Vec<Field> =
        (0..n_fields).filter(|&i| far[i] < limit).map(|i| Field(i as u16)).collect();
    if fields.len() * 8 < n_fields { Vec::new() } else { fields }
}

/// How far all other fields are from one, together.
fn distances(board: &Board, from: Field) -> usize {
    let mut far = vec![usize::MAX; board.n_fields()];
    far[from.index()] = 0;
    let mut open = VecDeque::from([from]);
    let mut total = 0;
    while let Some(field) = open.pop_front() {
        for to in board.steps.iter().filter_map(|steps| steps[field.index()]) {
            if far[to.index()] == usize::MAX {
                far[to.index()] = far[field.index()] + 1;
                total += far[to.index()];
                open.push_back(to);
            }
        }
    }
    total
}
