//! What plain statements do with a configuration of which little is known.

use super::atoms::{EMPTY, Things};
use super::choose::is_any;
use super::conf::{Asked, Change, Conf, Confs, Hand, Out, Text, Verdict};
use super::hands;
use super::range::{Range, compare, range};
use super::several::everybody_has;
use super::walk::Walk;
use crate::model::{Amount, DirectionSet, Number, NumberKind, Pattern, Statement, StatementKind};
use game::Kind;
use ir::{Detail, Whose};
use syntax::Span;
use syntax::ast::Comparison;

impl<'a> Walk<'a> {
    pub(super) fn leaf(&mut self, statement: &'a Statement, conf: Conf) -> Out {
        use StatementKind as K;
        let span = statement.span;
        match &statement.kind {
            K::Find(pattern) => self.find(pattern, conf),
            K::PointsAt(pattern) => {
                let conf = self.need_finger(conf, span, "`points at`");
                self.points_at(pattern, conf)
            }
            K::Matches(layout) => {
                let mut conf = self.need_finger(conf, span, "`matches`");
                conf.here &= self.atoms.layout(*layout);
                conf.asked = Asked::Here;
                if conf.here == 0 { Out::none() } else { Out::perhaps(conf) }
            }
            K::Occurred(_) => Out::perhaps(conf),
            K::Compare(op, a, b) => self.compare(*op, a, b, conf),
            K::Step => {
                let conf = self.need_finger(conf, span, "`step`");
                let conf = self.need_direction(conf, span, "`step`");
                Out::perhaps(conf.moved(self.atoms.all))
            }
            K::Rotate(_) => Out::sure(self.need_direction(conf, span, "`rotate`")),
            K::Directions(set) => self.directions(set, span, conf),
            K::Pickup(amount) => self.pickup(amount, span, conf),
            K::Putdown(amount) => self.putdown(amount, span, conf),
            K::Replace(whose, kind) => {
                let conf = self.need_finger(conf, span, "`replace by`");
                if *whose == Whose::Own {
                    self.on_own(span, &conf, Asked::Here);
                }
                self.place(&[*kind], conf.text == Text::Written, &conf);
                let sure = everybody_has(&self.rules.facts, *whose, *kind);
                let new = self.atoms.of(*whose, Some(&[*kind])).may;
                Out { sure, ..Out::perhaps(self.changed(conf, new)) }
            }
            K::Remove => self.take(conf, span, "`remove`", EMPTY),
            K::Keep => {
                let out = self.take(conf, span, "`keep`", EMPTY);
                Out { sure: false, ..out }
            }
            K::Promote => {
                let conf = self.need_finger(conf, span, "`promote`");
                let new = self.atoms.promoted(conf.here);
                if new == 0 { Out::none() } else { Out::perhaps(self.changed(conf, new)) }
            }
            K::Drop(kinds) => {
                let conf = self.need_finger(conf, span, "`drop`");
                self.place(kinds, conf.text != Text::Silent, &conf);
                let new = self.atoms.of(Whose::Own, Some(kinds)).may;
                if new == 0 { Out::none() } else { Out::perhaps(self.changed(conf, new)) }
            }
            K::Fail => Out::none(),
            _ => self.turn(statement, conf),
        }
    }

    /// Statements about counters, memory, messages and the turn.
    fn turn(&mut self, statement: &'a Statement, mut conf: Conf) -> Out {
        use StatementKind as K;
        match &statement.kind {
            K::Remember(_) => Out::sure(self.need_finger(conf, statement.span, "`remember`")),
            K::Set(counter, number) => {
                self.number(number, conf);
                let counter = &self.rules.facts.counters[counter.index()];
                let Some(to) = range(self.rules, number, &conf) else { return Out::none() };
                if to.high < counter.low || to.low > counter.high {
                    return Out::none();
                }
                let sure = counter.low <= to.low && to.high <= counter.high;
                Out { sure, ..Out::perhaps(conf) }
            }
            K::Add(counter, number) => {
                self.number(number, conf);
                let counter = &self.rules.facts.counters[counter.index()];
                let Some(by) = range(self.rules, number, &conf) else { return Out::none() };
                let width = counter.high - counter.low;
                if by.low > width || by.high < -width {
                    return Out::none();
                }
                Out::perhaps(conf)
            }
            K::Win => self.outcome(statement, Verdict::Win, conf),
            K::Lose => self.outcome(statement, Verdict::Lose, conf),
            K::Draw => self.outcome(statement, Verdict::Draw, conf),
            K::Score(number) => {
                self.number(number, conf);
                self.outcome(statement, Verdict::Score, conf)
            }
            K::Pass => {
                conf.change = Change::Real;
                conf.text = conf.text.elsewhere();
                Out::sure(conf)
            }
            K::Cost(number) => {
                self.number(number, conf);
                Out::sure(conf)
            }
            K::Tell { details, .. } => {
                let needs = |detail: &Detail| matches!(detail, Detail::Here | Detail::Piece);
                if details.iter().any(needs) {
                    conf = self.need_finger(conf, statement.span, "what is told");
                }
                Out::sure(conf)
            }
            _ => Out::sure(conf),
        }
    }

    fn need_finger(&mut self, mut conf: Conf, span: Span, what: &str) -> Conf {
        if !conf.finger {
            self.report(hands::no_finger(span, what));
            conf.finger = true;
        }
        conf
    }

    fn need_direction(&mut self, mut conf: Conf, span: Span, what: &str) -> Conf {
        if !conf.direction {
            self.report(hands::no_direction(span, what));
            conf.direction = true;
        }
        conf
    }

    fn find(&mut self, pattern: &Pattern, conf: Conf) -> Out {
        let here = self.atoms.pattern(pattern).may;
        if here == 0 {
            return Out::none();
        }
        let mut found = conf.moved(here);
        if !is_any(pattern) {
            found.asked = Asked::Here;
        }
        Out { sure: is_any(pattern), ..Out::perhaps(found) }
    }

    fn points_at(&mut self, pattern: &Pattern, mut conf: Conf) -> Out {
        let mask = self.atoms.pattern(pattern);
        let sure = conf.here & !mask.must == 0;
        conf.here &= mask.may;
        if conf.here == 0 {
            return Out::none();
        }
        if !is_any(pattern) {
            conf.asked = Asked::Here;
        }
        Out { sure, ..Out::perhaps(conf) }
    }

    fn compare(&mut self, op: Comparison, a: &'a Number, b: &'a Number, mut conf: Conf) -> Out {
        self.number(a, conf);
        self.number(b, conf);
        let (Some(left), Some(right)) = (range(self.rules, a, &conf), range(self.rules, b, &conf))
        else {
            return Out::none();
        };
        match compare(op, left, right) {
            Some(true) => return Out::sure(conf),
            Some(false) => return Out::none(),
            None => {}
        }
        if matches!(a.kind, NumberKind::Hand) {
            let none = compare(op, Range { low: 0, high: 0 }, right);
            let some = compare(op, Range { low: 1, high: i32::MAX }, right);
            (conf.hand, conf.held) = match (none, some) {
                (Some(true), Some(false)) => (Hand::Empty, 0),
                (Some(false), _) => (Hand::Full, conf.held),
                _ => (conf.hand, conf.held),
            };
        }
        Out::perhaps(conf)
    }

    fn directions(&mut self, set: &DirectionSet, span: Span, conf: Conf) -> Out {
        let (mut conf, sure) = match set {
            DirectionSet::AlongLines => {
                (self.need_finger(conf, span, "`alldir` on a board of lines"), true)
            }
            DirectionSet::Compass(sets) => (conf, sets.iter().all(|set| !set.is_empty())),
        };
        conf.direction = true;
        Out { sure, ..Out::perhaps(conf) }
    }

    fn stacks(&self) -> bool {
        self.rules.facts.stacks.is_some()
    }

    fn pickup(&mut self, amount: &'a Amount, span: Span, conf: Conf) -> Out {
        let mut conf = self.need_finger(conf, span, "`pickup`");
        if let Amount::Number(number) = amount {
            self.number(number, conf);
        }
        if conf.hand == Hand::Full {
            let call = self.full_call();
            self.report(hands::pickup_full_hand(span, conf.trace.picked, call));
        }
        let sure = conf.here & EMPTY == 0 && *amount == Amount::One && conf.hand == Hand::Empty;
        let pieces = conf.here & !EMPTY;
        if pieces == 0 {
            return Out::none();
        }
        conf.held = if *amount == Amount::One { pieces } else { self.atoms.pieces() };
        let below = self.stacks() && *amount != Amount::All;
        conf.here = if below { self.atoms.all } else { EMPTY };
        conf.hand = Hand::Full;
        if conf.live {
            conf.asked = Asked::Nothing;
            conf.home = conf.change != Change::Real;
            conf.change = if conf.home { Change::Lifted } else { Change::Real };
        }
        conf.trace.picked = Some(span);
        conf.trace.passage = 0;
        Out { sure, ..Out::perhaps(conf) }
    }

    fn putdown(&mut self, amount: &'a Amount, span: Span, conf: Conf) -> Out {
        let mut conf = self.need_finger(conf, span, "`putdown`");
        if let Amount::Number(number) = amount {
            self.number(number, conf);
        }
        if conf.hand == Hand::Empty {
            // With stacks one sows until the hand is empty: then it only fails.
            if self.stacks() {
                return Out::none();
            }
            self.report(hands::putdown_empty_hand(span));
            conf.held = self.atoms.pieces();
        }
        self.on_own(span, &conf, Asked::Elsewhere);
        let some = matches!(amount, Amount::Number(_));
        let home = conf.home && conf.change == Change::Lifted && !some;
        let held = if some { self.atoms.pieces() } else { conf.held };
        conf = self.changed(conf, held);
        if conf.live && home {
            conf.change = Change::Null;
            conf.trace.put = Some(span);
        }
        if conf.text == Text::Written && !some {
            conf.text = Text::Landed;
        }
        (conf.hand, conf.held) = match some {
            true => (Hand::Perhaps, self.atoms.pieces()),
            false => (Hand::Empty, 0),
        };
        Out { sure: !self.stacks(), ..Out::perhaps(conf) }
    }

    /// Takes a piece off the field.
    fn take(&mut self, conf: Conf, span: Span, what: &str, left: Things) -> Out {
        let conf = self.need_finger(conf, span, what);
        if conf.here & !EMPTY == 0 {
            return Out::none();
        }
        let sure = conf.here & EMPTY == 0;
        let left = if self.stacks() { self.atoms.all } else { left };
        Out { sure, ..Out::perhaps(self.changed(conf, left)) }
    }

    /// Board or reserve have changed, and now this stands here.
    fn changed(&self, mut conf: Conf, here: Things) -> Conf {
        conf.here = here;
        conf.change = Change::Real;
        conf.home = false;
        conf.text = conf.text.elsewhere();
        conf
    }

    /// Notes kinds that are placed here, if the text of a move says so: what is
    /// done with a piece in the hand is not written.
    fn place(&mut self, kinds: &[Kind], written: bool, conf: &Conf) {
        if written && conf.hand != Hand::Full {
            self.placed.extend(kinds);
        }
    }

    /// Notes that an own piece may vanish under what is put on its field, if
    /// less was asked about the field than is needed to know better.
    fn on_own(&mut self, span: Span, conf: &Conf, needed: Asked) {
        let unknown = conf.asked < needed && conf.here & self.atoms.own() != 0;
        if conf.live && unknown && conf.here == self.atoms.all && !self.stacks() {
            self.report(super::moves::putdown_on_own(span));
        }
    }

    fn outcome(&mut self, statement: &'a Statement, verdict: Verdict, mut conf: Conf) -> Out {
        if conf.live {
            let before = conf.trace.outcome;
            let met = self.note(statement);
            match conf.verdict == Verdict::None || conf.verdict == verdict {
                true => met.first_outcome = true,
                false => met.outcome_before = met.outcome_before.or(before),
            }
            conf.verdict = verdict;
            conf.trace.outcome = Some(before.unwrap_or(statement.span));
        }
        Out::sure(conf)
    }

    /// Runs the statements in a number; what they do is forgotten.
    pub(super) fn number(&mut self, number: &'a Number, conf: Conf) {
        if self.enter() {
            self.parts_of(number, conf.in_question());
        }
        self.leave();
    }

    fn parts_of(&mut self, number: &'a Number, conf: Conf) {
        match &number.kind {
            NumberKind::Value(value) => {
                if self.values_met.insert((value.0, conf.state)) {
                    self.number(&self.rules.values[value.index()].body, conf);
                }
            }
            NumberKind::Binary(_, a, b) => {
                self.number(a, conf);
                self.number(b, conf);
            }
            NumberKind::Count(source) => {
                self.run(source, conf);
            }
            NumberKind::Sum(source, body) => {
                let out = self.run(source, conf);
                out.confs.iter().for_each(|result| self.number(body, result));
            }
            NumberKind::Steps(body, until) => self.steps(body, until, conf),
            NumberKind::AsOpponent(body) => self.number(body, conf.exchanged()),
            NumberKind::Height => {
                self.need_finger(conf, number.span, "`height`");
            }
            NumberKind::Const(_)
            | NumberKind::Counter(_)
            | NumberKind::CountReserve(..)
            | NumberKind::Hand
            | NumberKind::Gone => {}
        }
    }

    fn steps(&mut self, body: &'a Statement, until: &'a Statement, conf: Conf) {
        let (mut open, mut done) = (Confs::one(conf), Confs::one(conf));
        while !open.is_empty() && !self.gave_up {
            self.run_all(until, &open);
            let next = self.run_all(body, &open);
            open = Confs::default();
            for result in next.confs.iter() {
                if done.add(result, self.atoms.all) {
                    open.add(result, self.atoms.all);
                }
            }
        }
    }
}
