//! Moves: ways to change the board as real games have them, with tests before,
//! inside and after them.

use super::Generator;
use super::statements::{At, Use};

impl Generator<'_> {
    /// All moves of a turn, with what must hold after them.
    pub(super) fn legal(&mut self) -> String {
        let n_moves = 1 + self.random.below(3);
        let mut moves: Vec<String> = (0..n_moves).map(|_| self.one_move()).collect();
        if self.chance(30) {
            let body = moves.remove(0);
            moves.push(self.rule(Use::Move, body));
        }
        let moves = match moves.len() {
            1 => moves.remove(0),
            _ => format!("either [ {} ]", moves.join(" ] or [ ")),
        };
        let choice = match self.random.below(12) {
            0 => format!("most {} of [ {moves} ]", self.factor()),
            1 => {
                let other = self.one_move();
                format!("try [ {moves} ] else [ {other} ]")
            }
            _ => moves,
        };
        let mut turn = choice;
        if self.chance(45) {
            turn = format!("{turn}, not {}", self.check());
        }
        for _ in 0..self.random.below(3) {
            turn = format!("{turn}, {}", self.afterwards());
        }
        if self.chance(40) {
            let number = self.number(At { depth: 2, ..At::START });
            self.values.push(format!("evaluation good = {number}.\n"));
        }
        turn
    }

    fn factor(&mut self) -> String {
        format!("({})", self.number(At { depth: 1, ..At::START }))
    }

    /// A rule that says that a piece could be taken now.
    fn check(&mut self) -> String {
        let (piece, walk) = (self.own(), self.walk(At { depth: 1, ..At::POINTING }));
        let other = self.walk(At { depth: 1, ..At::POINTING });
        let lift = if self.chance(70) { "pickup, " } else { "" };
        let attack = match self.chance(50) {
            true => format!("find {piece}, {lift}{walk}"),
            false => {
                let another = self.own();
                format!(
                    "either [ find {piece}, {lift}{walk} ] or [ find {another}, {lift}{other} ]"
                )
            }
        };
        let attack = self.rule(Use::Move, attack);
        let target = self.enemy();
        let body = match self.puzzle {
            true => format!("{attack}, points at {target}"),
            false => format!("as opponent [ {attack}, points at {target} ]"),
        };
        self.rule(Use::Anywhere, body)
    }

    /// One way to move.
    fn one_move(&mut self) -> String {
        let at = At { depth: 2, ..At::START };
        if self.stacks.is_some() && self.chance(60) {
            return self.stack_move(at);
        }
        match self.random.below(18) {
            0..=6 => self.ride(at),
            7..=8 => self.place(at),
            9 if self.reserve.is_some() => "find empty field, drop man".to_string(),
            10 => {
                let taken = self.enemy();
                let test = self.test(at.on().inner());
                let keep = self.reserve.is_some() && self.chance(40);
                format!("find {taken}, {test}, {}", if keep { "keep" } else { "remove" })
            }
            11 => self.chain(at),
            12 => self.shoot(at),
            13 => {
                let (from, to) = (self.own(), self.one_piece());
                let test = self.test(at.on().inner());
                let change = if self.promotes && self.chance(60) {
                    "promote".to_string()
                } else {
                    format!("replace by {to}")
                };
                format!("find {from}, {test}, {change}")
            }
            14 => self.castle(at),
            15 => {
                let (low, again) = (self.random.below(2), self.ride(at.inner()));
                format!("repeat {low} .. 2 times [ {again} ]")
            }
            _ => self.ride(at),
        }
    }

    /// A piece goes somewhere.
    pub(super) fn ride(&mut self, at: At) -> String {
        let piece = self.own();
        let before = match self.chance(25) {
            true => format!("{}, ", self.test(at.on().inner())),
            false => String::new(),
        };
        let lifted = At { full: true, ..at.on() };
        let walk = match self.chance(15) {
            true => {
                let (one, other) = (self.walk(lifted), self.walk(lifted));
                format!("either [ {one} ] or [ {other} ]")
            }
            false => self.walk(lifted),
        };
        let landing = match self.random.below(6) {
            0 => "points at empty field".to_string(),
            1 => format!("points at {}", self.enemy()),
            2 => self.test(lifted.aimed().inner()),
            3 if self.right => {
                format!("not points at {}, try [ points at piece, set right to 1 ]", self.own())
            }
            4 if self.reserve.is_some() => {
                format!("not points at {}, try keep", self.own())
            }
            _ => format!("not points at {}", self.own()),
        };
        let pickup = match self.stacks.is_some() {
            true => self.pick(&["pickup", "pickup all", "pickup 1"]),
            false => "pickup",
        };
        let remembers = self.mark.is_some() && self.chance(25);
        let note = if remembers { ", remember mark" } else { "" };
        let crown = match self.random.below(4) {
            0 if self.promotes => ", try [ not [ forward, step ], promote ]",
            1 if self.promotes => ", try [ points at far, promote ]",
            2 if self.promotes => ", repeat 0 .. 1 times [ points at far, promote ]",
            _ => "",
        };
        let crown = if self.board.contains("lines") { "" } else { crown };
        format!("find {piece}, {before}{pickup}{note}, {walk}, {landing}, putdown{crown}")
    }

    /// A new piece, which may change others.
    fn place(&mut self, at: At) -> String {
        let piece = self.one_piece();
        let test = self.test(at.on().inner());
        let placed = format!("find empty field, {test}, replace by {piece}");
        let walk = self.walk(at.on().inner());
        let enemy = self.enemy();
        let turned = match self.random.below(5) {
            0 => self.one_piece(),
            _ => piece,
        };
        match self.random.below(4) {
            0 => format!("{placed}, for each [ {walk}, points at {enemy} ] do replace by {turned}"),
            1 => {
                let body = format!("{walk}, points at {enemy}");
                let rule = self.rule(Use::Question, body);
                format!("{placed}, for each {rule} do try [ {test}, replace by {turned} ]")
            }
            2 => format!("{placed}, for each {enemy} do try [ not [ {walk} ], remove ]"),
            _ => placed,
        }
    }

    /// A chain of captures, by a rule that calls itself or by a repeat.
    fn chain(&mut self, at: At) -> String {
        let way = self.directions();
        let (piece, taken) = (self.own(), self.enemy());
        let jump = format!(
            "{way}, pickup, step, points at {taken}, remove, step, points at empty field, putdown"
        );
        if self.chance(30) {
            return format!("find {piece}, repeat 1 .. infinity times [ {jump} ]");
        }
        let name = format!("r{}", self.rules.len());
        let after = match self.random.below(3) {
            0 => format!("try {name}"),
            1 => format!("either [ ] or {name}"),
            _ => format!("try [ {}, {name} ]", self.test(at.on().inner())),
        };
        // A test may have made a rule of its own in between.
        let fresh = format!("r{}", self.rules.len());
        let after = after.replace(&name, &fresh);
        let chain = self.rule(Use::Move, format!("{jump}, {after}"));
        format!("find {piece}, {chain}")
    }

    /// A piece moves and something happens where it came from, or from where it
    /// went.
    fn shoot(&mut self, at: At) -> String {
        let (piece, left) = (self.own(), self.one_piece());
        let lifted = At { full: true, ..at.on().inner() };
        let walk = self.walk(lifted);
        let landing = "points at empty field, putdown";
        match self.chance(50) {
            true => format!(
                "find {piece}, remember origin, pickup, {walk}, {landing}, find origin, \
                 replace by {left}"
            ),
            false => {
                let shot = self.walk(at.on().inner());
                format!(
                    "find {piece}, pickup, {walk}, {landing}, {shot}, points at empty field, \
                     replace by {left}"
                )
            }
        }
    }

    /// A piece goes on if it would be safe on the way.
    fn castle(&mut self, at: At) -> String {
        let piece = self.own();
        let way = self.directions();
        let check = self.check();
        let lifted = At { full: true, ..at.aimed().inner() };
        let landing = self.test(lifted);
        let beside = match self.chance(40) {
            true => format!("replace by {}, ", self.one_piece()),
            false => String::new(),
        };
        let right = match self.right {
            true => "right = 0, ",
            false => "",
        };
        format!(
            "find {piece}, {right}not {check}, pickup, {way}, step, points at empty field, \
             test [ putdown, not {check} ], {beside}step, {landing}, putdown"
        )
    }

    /// Pieces in a row, as whoever makes one often ends the game.
    fn row(&mut self, piece: &str) -> String {
        let directions = self.pick(&["alldir", "orthogonal"]).to_string();
        let more = 1 + self.random.below(2);
        format!("find {piece}, {directions}, repeat {more} times [ step, points at {piece} ]")
    }

    /// Pieces that join some fields to another, as in games in which this wins.
    fn joined(&mut self, piece: &str) -> String {
        let way = self.pick(&["alldir", "orthogonal", "either north or east"]).to_string();
        format!(
            "find {piece} in far, repeat 0 .. infinity times [ {way}, step, points at {piece} ], \
             points at mid"
        )
    }

    /// Something after a move.
    fn afterwards(&mut self) -> String {
        let at = At { depth: 1, ..At::START };
        let question = self.question(at);
        let kind = self.own();
        match self.random.below(11) {
            0 => format!("try [ test [ {question} ], {} ]", self.outcome()),
            1 => format!("try [ test [ {question} ], again ]"),
            2 if self.right => {
                format!("try [ not [ find {kind}, matches start ], set right to 2 ]")
            }
            3 if self.tally => "try add 1 to tally else set tally to 0".to_string(),
            4 if self.tally => format!("try [ test [ {question} ], set tally to 0 ]"),
            5 => format!("try [ {}, {} ]", self.test(at), self.outcome()),
            6 if self.mark.is_some() => format!("try [ find {kind}, remember mark ]"),
            7 => format!("for each {kind} do try [ {}, remove ]", self.test(at.on())),
            8 => format!("for each {kind} do tell both 'here' here"),
            9 if self.puzzle => format!("cost 1 + {}", self.number(at.inner())),
            10 => {
                let made = match self.random.below(2) {
                    0 => self.row(&kind),
                    _ => self.joined(&kind),
                };
                format!("try [ test [ {made} ], {} ]", self.outcome())
            }
            _ => format!("not [ {question} ]"),
        }
    }
}
