//! Walks, tests, questions and numbers: the parts of rules that do not make a
//! move. What a statement may need is tracked, so that nothing steps without a
//! direction or lifts with a full hand.

use super::{Generator, Shape};

/// What is known where a statement stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// The finger points somewhere.
    pub(super) finger: bool,
    pub(super) direction: bool,
    /// Something is in the hand.
    pub(super) full: bool,
    /// How deep statements may still be put into each other.
    pub(super) depth: u8,
}

impl At {
    /// Where a turn begins.
    pub(super) const START: At = At { finger: false, direction: false, full: false, depth: 3 };

    /// Where a rule begins that is called with the finger somewhere.
    pub(super) const POINTING: At = At { finger: true, ..At::START };

    /// One level further down.
    pub(super) fn inner(self) -> At {
        At { depth: self.depth.saturating_sub(1), ..self }
    }

    pub(super) fn on(self) -> At {
        At { finger: true, ..self }
    }

    pub(super) fn aimed(self) -> At {
        At { finger: true, direction: true, ..self }
    }
}

/// What a rule can be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Moves the finger, which must point somewhere.
    Walk,
    /// Moves the finger in its direction, calling itself.
    Ray,
    /// Asked with the finger somewhere and an empty hand.
    Question,
    /// Asked with the finger anywhere and an empty hand.
    Anywhere,
    /// Something else.
    Move,
}

pub(super) struct Rule {
    pub(super) name: String,
    pub(super) used: Use,
    pub(super) body: String,
}

impl Generator<'_> {
    /// Makes a rule of a body and gives its name.
    pub(super) fn rule(&mut self, used: Use, body: String) -> String {
        let name = format!("r{}", self.rules.len());
        self.rules.push(Rule { name: name.clone(), used, body });
        name
    }

    /// A rule of this use, if there is one.
    fn some_rule(&mut self, used: Use) -> Option<String> {
        let fit = self.rules.iter().filter(|rule| rule.used == used);
        let names: Vec<String> = fit.map(|rule| rule.name.clone()).collect();
        self.random.choose(&names).cloned()
    }

    pub(super) fn kind(&mut self) -> String {
        self.kinds[self.random.below(self.kinds.len())].to_string()
    }

    /// A piece that can be put on a field.
    pub(super) fn one_piece(&mut self) -> String {
        let kind = self.kind();
        match self.random.below(8) {
            0 if self.wall => "wall".to_string(),
            _ if self.puzzle => kind,
            1 => format!("enemy {kind}"),
            _ => format!("own {kind}"),
        }
    }

    /// A piece of the player whose turn it is.
    pub(super) fn own(&mut self) -> String {
        let kind = self.kind();
        let piece = if self.chance(30) { "piece".to_string() } else { kind };
        if self.puzzle { piece } else { format!("own {piece}") }
    }

    pub(super) fn enemy(&mut self) -> String {
        let kind = self.kind();
        let piece = if self.chance(50) { "piece".to_string() } else { kind };
        if self.puzzle { piece } else { format!("enemy {piece}") }
    }

    pub(super) fn pattern(&mut self) -> String {
        let whose = match self.random.below(12) {
            0..=3 => self.own(),
            4..=5 => self.enemy(),
            6..=8 => "empty field".to_string(),
            9 => match self.kind() {
                kind if self.puzzle || self.one_sided || self.chance(50) => kind,
                kind => format!("{} {kind}", self.pick(&["white", "black"])),
            },
            10 => "piece".to_string(),
            _ if self.wall => "wall".to_string(),
            _ => "field".to_string(),
        };
        match self.random.below(12) {
            0 => format!("{whose} in far"),
            1 => format!("{whose} in mid"),
            2 => format!("{whose} in {}", self.fields[0]),
            3 if self.mark.is_some() => "mark".to_string(),
            4 => "far".to_string(),
            _ => whose,
        }
    }

    /// A statement that sets the direction; the finger points somewhere.
    pub(super) fn directions(&mut self) -> String {
        let words: &[&str] = match self.shape {
            Shape::Square => &[
                "alldir",
                "alldir",
                "orthogonal",
                "orthogonal",
                "diagonal",
                "forward",
                "backward",
                "ahead",
                "north",
                "east",
                "southwest",
                "either north or east",
                "forward, either rotate 45 or rotate -45",
                "either forward or diagonal",
            ],
            Shape::Hexagonal => {
                &["alldir", "alldir", "forward", "ahead", "east", "forward, rotate 60"]
            }
            Shape::Lines => &["alldir"],
        };
        self.pick(words).to_string()
    }

    /// Whether every line of steps comes to an end.
    fn has_edges(&self) -> bool {
        self.shape != Shape::Lines && !self.board.contains("cyclic")
    }

    pub(super) fn turn(&mut self) -> &'static str {
        match self.shape {
            Shape::Square => self.pick(&["45", "-45", "90", "180", "-135"]),
            Shape::Hexagonal => self.pick(&["60", "-60", "120", "180"]),
            Shape::Lines => "180",
        }
    }

    /// Something that every step of a walk must pass.
    fn on_the_way(&mut self, at: At) -> String {
        match self.random.below(8) {
            0..=3 => "points at empty field".to_string(),
            4 => format!("points at {}", self.enemy()),
            5 => format!("not points at {}", self.own()),
            _ => self.test(at.aimed().inner()),
        }
    }

    /// Moves the finger, which points somewhere; after that there is a direction.
    pub(super) fn walk(&mut self, at: At) -> String {
        let way = self.directions();
        let check = self.on_the_way(at.inner());
        let low = self.random.below(2);
        let turn = self.turn();
        match self.random.below(if at.depth == 0 { 9 } else { 15 }) {
            0 | 1 => format!("{way}, step"),
            2 | 3 => {
                format!("{way}, repeat 0 .. infinity times [ step, points at empty field ], step")
            }
            4 => format!("{way}, repeat {low} .. infinity times [ step, {check} ]"),
            5 => format!("{way}, repeat {low} .. 2 times [ step, {check} ]"),
            6 => format!("repeat {low} .. infinity times [ {way}, step, {check} ]"),
            7 => format!("{way}, step, {check}, step"),
            8 => format!("{way}, step, rotate {turn}, step"),
            9 => {
                let other = self.turn();
                format!("{way}, step, either rotate {turn} or rotate {other}, step")
            }
            10 => {
                let (one, other) = (self.walk(at.inner()), self.walk(at.inner()));
                format!("either [ {one} ] or [ {other} ]")
            }
            11 => {
                let (one, other) = (self.walk(at.inner()), self.walk(at.inner()));
                format!("try [ {one} ] else [ {other} ]")
            }
            12 => {
                let (one, other) = (self.walk(at.inner()), self.walk(at.inner()));
                format!("{one}, {other}")
            }
            13 if self.has_edges() => {
                let rule = format!("r{}", self.rules.len());
                let body = match self.chance(50) {
                    true => format!("step, either [ ] or [ points at empty field, {rule} ]"),
                    false => format!("step, try [ points at empty field, {rule} ]"),
                };
                format!("{way}, {}", self.rule(Use::Ray, body))
            }
            _ => match self.some_rule(Use::Walk) {
                Some(rule) => rule,
                None => {
                    let body = self.walk(at.inner());
                    self.rule(Use::Walk, body)
                }
            },
        }
    }

    /// Lets the situation pass or not.
    pub(super) fn test(&mut self, at: At) -> String {
        let n = if at.depth == 0 { 8 } else { 19 };
        match self.random.below(n) {
            0..=2 if at.finger => format!("points at {}", self.pattern()),
            3..=4 if at.finger => format!("not points at {}", self.pattern()),
            5 if at.finger => format!("matches {}", self.pick(&["start", "goal"])),
            6 if at.direction => format!("{} step", self.pick(&["test", "not"])),
            0..=7 => self.comparison(At { depth: at.depth.min(1), ..at }),
            8..=10 => format!("not [ {} ]", self.question(at.inner())),
            11..=12 => format!("test [ {} ]", self.question(at.inner())),
            13 => {
                let (one, other) = (self.test(at.inner()), self.test(at.inner()));
                format!("either [ {one} ] or [ {other} ]")
            }
            14 => {
                let (one, other) = (self.test(at.inner()), self.test(at.inner()));
                format!("try [ {one} ] else [ {other} ]")
            }
            15 if !self.puzzle => format!("as opponent [ {} ]", self.test(at.inner())),
            16 if self.chance(20) => "occurred 2 times".to_string(),
            17 if at.finger && self.chance(30) => {
                format!("test before [ points at {} ]", self.pattern())
            }
            _ => self.question_rule(at),
        }
    }

    /// A question that is a rule, asked.
    fn question_rule(&mut self, at: At) -> String {
        if at.full {
            return self.comparison(at.inner());
        }
        let used = if at.finger { Use::Question } else { Use::Anywhere };
        let rule = match self.some_rule(used) {
            Some(rule) if self.chance(70) => rule,
            _ => {
                let start = if at.finger { At::POINTING } else { At::START };
                let body = self.question(At { depth: at.depth.saturating_sub(1), ..start });
                self.rule(used, body)
            }
        };
        format!("{} {rule}", self.pick(&["test", "not"]))
    }

    /// Something that can be asked: looks around from here, or all over the board.
    pub(super) fn question(&mut self, at: At) -> String {
        match self.random.below(8) {
            0 if !self.puzzle => format!("as opponent [ {} ]", self.question(at.inner())),
            0..=3 if at.finger => self.look_from(at),
            4 if at.direction => {
                let check = self.on_the_way(at.inner());
                format!("repeat 0 .. infinity times [ step, {check} ], step")
            }
            _ => {
                let source = self.pattern();
                let rest = self.look_from(at.on());
                format!("find {source}, {rest}")
            }
        }
    }

    /// The rest of a question, with the finger somewhere.
    fn look_from(&mut self, at: At) -> String {
        let walk = self.walk(at.inner());
        let target = match self.random.below(3) {
            0 => self.test(at.aimed().inner()),
            1 => format!("points at {}", self.enemy()),
            _ => format!("points at {}", self.pattern()),
        };
        match self.random.below(9) {
            // A piece that is lifted does not stand in its own way.
            0..=1 if !at.full => format!("points at piece, pickup, {walk}, {target}"),
            2 if !at.full => {
                let last = self.test(At { full: false, ..at.aimed().inner() });
                format!("points at piece, pickup, {walk}, {target}, putdown, {last}")
            }
            3 => {
                let piece = self.own();
                let walk = self.directions();
                format!("{walk}, step, points at {piece}, step, points at {piece}")
            }
            4 => {
                let check = self.test(at.inner().on());
                format!("{check}, {walk}, {target}")
            }
            5 => target,
            _ => format!("{walk}, {target}"),
        }
    }

    pub(super) fn comparison(&mut self, at: At) -> String {
        let sign = self.pick(&["=", "<>", "<", ">", "<=", ">="]);
        let number = self.number(at.inner());
        let small = self.random.below(4);
        match self.chance(80) {
            true => format!("{number} {sign} {small}"),
            false => format!("{number} {sign} {}", self.number(at.inner())),
        }
    }

    /// A number that does not begin with `as opponent`, which no comparison may.
    pub(super) fn number(&mut self, at: At) -> String {
        let kind = self.kind();
        match self.random.below(if at.depth == 0 { 6 } else { 13 }) {
            2 if self.right => "right".to_string(),
            3 if self.tally => "tally".to_string(),
            4 if self.reserve.is_some() => {
                format!("count {} man in reserve", self.pick(&["own", "enemy"]))
            }
            5 if at.finger && self.stacks.is_some() => "height".to_string(),
            1 if self.stacks.is_some() => self.pieces(),
            0..=1 => format!("count {}", self.pattern()),
            2..=5 => format!("count {kind}"),
            6 => format!("{} + {}", self.number(at.inner()), self.number(at.inner())),
            7 => format!("{} - {}", self.number(at.inner()), self.number(at.inner())),
            8 if !self.puzzle => format!("2 - as opponent ({})", self.number(at.inner())),
            9 => {
                let source = self.pattern();
                format!("sum {source} of (1 + {})", self.number(at.inner().on()))
            }
            10 if at.finger => {
                let way = self.directions();
                let target = self.pattern();
                format!("steps [ {way}, step ] until points at {target}")
            }
            11 => {
                let source = self.pattern();
                let walk = self.walk(at.inner().on());
                let lift =
                    if at.full || self.chance(60) { "" } else { "points at piece, pickup, " };
                format!("count [ find {source}, {lift}{walk} ]")
            }
            _ => format!("count [ {} ]", self.question(at.inner())),
        }
    }

    /// A number for the end of the game.
    pub(super) fn score(&mut self) -> String {
        self.number(At { depth: 1, ..At::START })
    }

    /// A condition for the end of the game.
    pub(super) fn over(&mut self) -> String {
        match self.chance(25) {
            true => "occurred 3 times".to_string(),
            false => self.test(At { depth: 2, ..At::START }),
        }
    }
}
