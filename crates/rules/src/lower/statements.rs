//! Lowers statements. Each method takes the registers as they are before the
//! statement and gives them as they are after it, or `None` if nothing can
//! come after it.

use super::Lowering;
use super::builder::{Config, FuncBuilder};
use crate::model::{Amount, DirectionSet, Number, Statement, StatementKind};
use crate::print::print_statement;
use game::Kind;
use ir::{
    BlockId, Bound, Cond, Directions, FuncId, FuncKind, Inst, NumExpr, SetExpr, Target, Term, Type,
    Verdict, Write,
};
use syntax::ast::Audience;

impl Lowering<'_> {
    pub(super) fn statement(
        &mut self,
        func: &mut FuncBuilder,
        statement: &Statement,
        at: Config,
    ) -> Option<Config> {
        let around = func.enter_text(statement.span);
        let end = self.statement_inside(func, statement, at);
        func.enter_source(around);
        end
    }

    fn statement_inside(
        &mut self,
        func: &mut FuncBuilder,
        statement: &Statement,
        at: Config,
    ) -> Option<Config> {
        use StatementKind as K;
        match &statement.kind {
            K::Sequence(list) => {
                list.iter().try_fold(at, |at, part| self.statement(func, part, at))
            }
            K::Either(list) => self
                .branches(func, at, list.len(), |this, func, i| this.statement(func, &list[i], at)),
            K::Not(body) => self.not(func, body, at),
            K::Test(body) if is_guard(body) => self.statement(func, body, at),
            K::Test(body) => Some(self.ask(func, body, at, true)),
            K::Try(body, otherwise) => {
                let first = self.part(func, body);
                let second = match otherwise {
                    Some(otherwise) => self.part(func, otherwise),
                    None => self.skip(),
                };
                let args = at.into();
                Some(func.results(at, |then| Term::OrElse { first, second, args, then }))
            }
            K::Repeat { low, high, body } => self.repeat(func, low, high.as_ref(), body, at),
            K::ForEach(source, body) => self.for_each(func, source, body, at),
            K::Most(number, body) => {
                let gen_ = self.part(func, body);
                let value = self.number_part(func, number);
                let args = at.into();
                Some(func.results(at, |then| Term::Best { value, func: gen_, args, then }))
            }
            K::AsOpponent(body) => {
                let other = func.define(Type::Player, |dst| Inst::Other { dst, v: at.v });
                let end = self.statement(func, body, Config { v: other, ..at })?;
                Some(Config { v: at.v, ..end })
            }
            K::Before(body) => {
                let before = func.write(at.s, Write::Before);
                let end = self.statement(func, body, Config { s: before, ..at })?;
                Some(Config { f: end.f, d: end.d, ..at })
            }
            K::Call(rule) => {
                let (called, args) = (self.rule_func(*rule), at.into());
                Some(func.results(at, |then| Term::Call { func: called, args, then }))
            }
            K::Find(_) | K::Directions(_) | K::Step | K::Rotate(_) => {
                Some(self.walk(func, &statement.kind, at))
            }
            K::PointsAt(_) | K::Matches(_) | K::Occurred(_) | K::Compare(..) => {
                self.guard(func, statement, at)
            }
            K::Fail => None,
            K::Nothing => Some(at),
            K::Promote => {
                let (called, args) = (self.promote_func(), at.into());
                Some(func.results(at, |then| Term::Call { func: called, args, then }))
            }
            K::Drop(kinds) => self.branches(func, at, kinds.len(), |_, func, i| {
                let write = Write::Enter { f: at.f, v: at.v, kind: kinds[i] };
                Some(Config { s: func.write(at.s, write), ..at })
            }),
            _ => {
                let write = self.write(func, statement, at)?;
                Some(Config { s: func.write(at.s, write), ..at })
            }
        }
    }

    /// Lowers a statement that moves the finger or sets the direction.
    fn walk(&mut self, func: &mut FuncBuilder, kind: &StatementKind, at: Config) -> Config {
        use StatementKind as K;
        match kind {
            K::Find(pattern) => {
                let set = self.set(func, pattern, at);
                let from = func.current();
                let (block, [f]) = func.open([Type::Field]);
                let then = Target { block, args: vec![] };
                func.end_block(from, Term::ChooseField { set, then });
                Config { f, ..at }
            }
            K::Directions(set) => {
                let from = match set {
                    DirectionSet::Compass(sides) => Directions::Compass(sides.clone()),
                    DirectionSet::AlongLines => Directions::Ways { f: at.f },
                };
                let block = func.current();
                let (next, [d]) = func.open([Type::Direction]);
                let then = Target { block: next, args: vec![] };
                func.end_block(block, Term::ChooseDirection { v: at.v, from, then });
                Config { d, ..at }
            }
            K::Step => {
                let f = func.define(Type::Field, |dst| Inst::Step { dst, f: at.f, d: at.d });
                Config { f, ..at }
            }
            K::Rotate(degrees) => {
                let (d, degrees) = (at.d, *degrees);
                let d = func.define(Type::Direction, |dst| Inst::Rotate { dst, d, degrees });
                Config { d, ..at }
            }
            _ => at,
        }
    }

    /// Lowers a statement as a function of its own.
    pub(super) fn part(&mut self, func: &mut FuncBuilder, body: &Statement) -> FuncId {
        if let StatementKind::Call(rule) = body.kind {
            return self.rule_func(rule);
        }
        let about = print_statement(self.rules, body);
        self.outline(func, FuncKind::Gen, about, |this, part, config| {
            let end = this.statement(part, body, config);
            part.finish(end);
        })
    }

    /// Every branch, joined after them.
    fn branches(
        &mut self,
        func: &mut FuncBuilder,
        at: Config,
        n: usize,
        mut branch: impl FnMut(&mut Self, &mut FuncBuilder, usize) -> Option<Config>,
    ) -> Option<Config> {
        let from = func.current();
        let (mut targets, mut ends) = (Vec::new(), Vec::new());
        for i in 0..n {
            let (block, []) = func.open([]);
            targets.push(Target { block, args: vec![] });
            if let Some(end) = branch(self, func, i) {
                ends.push((func.current(), end));
            }
        }
        func.end_block(from, if n == 0 { Term::Die } else { Term::Fork(targets) });
        let end = func.join(ends)?;
        Some(Config { v: at.v, ..end })
    }

    fn not(&mut self, func: &mut FuncBuilder, body: &Statement, at: Config) -> Option<Config> {
        match &single(body).kind {
            StatementKind::PointsAt(pattern) => {
                let set = self.set(func, pattern, at);
                let all = func.define(Type::Set, |dst| Inst::Set { dst, expr: SetExpr::All });
                let expr = SetExpr::Minus(all, set);
                let set = func.define(Type::Set, |dst| Inst::Set { dst, expr });
                func.guard(Cond::In { f: at.f, set });
                Some(at)
            }
            StatementKind::Fail => Some(at),
            _ => Some(self.ask(func, body, at, false)),
        }
    }

    /// Goes on if the question has this answer.
    fn ask(
        &mut self,
        func: &mut FuncBuilder,
        body: &Statement,
        at: Config,
        answer: bool,
    ) -> Config {
        let asked = self.part(func, body);
        let from = func.current();
        let open = |func: &mut FuncBuilder| -> BlockId { func.open([]).0 };
        let dead = Target { block: open(func), args: vec![] };
        let then = Target { block: open(func), args: vec![] };
        let (yes, no) = if answer { (then, dead) } else { (dead, then) };
        func.end_block(from, Term::Ask { func: asked, args: at.into(), yes, no });
        at
    }

    fn repeat(
        &mut self,
        func: &mut FuncBuilder,
        low: &Number,
        high: Option<&Number>,
        body: &Statement,
        at: Config,
    ) -> Option<Config> {
        let bound = match high {
            Some(high) => Bound::Times(high.constant().map_or(u32::MAX, |n| n.max(1) as u32)),
            None => self.bounds.repeat(body).unwrap_or(Bound::Times(u32::MAX)),
        };
        let low = self.number(func, low, at)?;
        let high = match high {
            Some(high) => Some(self.number(func, high, at)?),
            None => None,
        };
        let (body, args) = (self.part(func, body), at.into());
        Some(func.results(at, |then| Term::Repeat { body, low, high, bound, args, then }))
    }

    fn for_each(
        &mut self,
        func: &mut FuncBuilder,
        source: &Statement,
        body: &Statement,
        at: Config,
    ) -> Option<Config> {
        let set = self.fields(func, source, at);
        let body = self.part(func, body);
        let from = func.current();
        let (block, [s]) = func.open([Type::Position]);
        let then = Target { block, args: vec![] };
        func.end_block(from, Term::Each { set, body, args: at.into(), then });
        let s = func.write(s, Write::Hush { like: at.s });
        Some(Config { s, ..at })
    }

    /// One branch for each kind that the piece may have and each it may become.
    pub(super) fn promote(&mut self, func: &mut FuncBuilder, at: Config) -> Option<Config> {
        let kinds = &self.rules.facts.kinds;
        let pairs: Vec<(Kind, Kind)> = kinds
            .iter()
            .enumerate()
            .filter(|(_, facts)| !facts.gone)
            .flat_map(|(i, facts)| facts.promotes.iter().map(move |&to| (Kind(i as u8), to)))
            .filter(|(_, to)| !kinds[to.index()].gone)
            .collect();
        self.branches(func, at, pairs.len(), |_, func, i| {
            let (from, to) = pairs[i];
            func.guard(Cond::IsKind { s: at.s, f: at.f, kind: from });
            Some(Config { s: func.write(at.s, Write::Become { f: at.f, kind: to }), ..at })
        })
    }

    /// The change that a statement makes without any choice.
    fn write(
        &mut self,
        func: &mut FuncBuilder,
        statement: &Statement,
        at: Config,
    ) -> Option<Write> {
        use StatementKind as K;
        let Config { v, f, .. } = at;
        let outcome = |verdict| Some(Write::Outcome { v, verdict });
        match &statement.kind {
            K::Pickup(amount) => Some(Write::Lift { f, amount: self.amount(func, amount, at)? }),
            K::Putdown(amount) => Some(Write::Lower { f, amount: self.amount(func, amount, at)? }),
            K::Replace(whose, kind) => Some(Write::Put { f, v, whose: *whose, kind: *kind }),
            K::Remove => Some(Write::Clear { f }),
            K::Keep => Some(Write::Keep { f, v }),
            K::Remember(memory) => Some(Write::Remember { f, memory: *memory }),
            K::Set(counter, to) => {
                let to = self.number(func, to, at)?;
                Some(Write::SetCounter { v, counter: *counter, to })
            }
            K::Add(counter, by) => {
                let by = self.number(func, by, at)?;
                let expr = NumExpr::Counter { s: at.s, v, counter: *counter };
                let now = func.define(Type::Number, |dst| Inst::Number { dst, expr });
                let expr = NumExpr::Add(now, by);
                let to = func.define(Type::Number, |dst| Inst::Number { dst, expr });
                Some(Write::SetCounter { v, counter: *counter, to })
            }
            K::Win => outcome(Verdict::Win),
            K::Lose => outcome(Verdict::Lose),
            K::Draw => outcome(Verdict::Draw),
            K::Score(points) => outcome(Verdict::Score(self.number(func, points, at)?)),
            K::Pass => Some(Write::Pass),
            K::Again => Some(Write::Again),
            K::Cost(cost) => Some(Write::Cost { to: self.number(func, cost, at)? }),
            K::Tell { to, message, details } => Some(Write::Tell {
                v,
                f,
                to: audience(*to),
                message: message.clone(),
                details: details.clone(),
            }),
            _ => None,
        }
    }

    fn amount(
        &mut self,
        func: &mut FuncBuilder,
        amount: &Amount,
        at: Config,
    ) -> Option<ir::Amount> {
        Some(match amount {
            Amount::One => ir::Amount::One,
            Amount::All => ir::Amount::All,
            Amount::Number(number) => ir::Amount::Number(self.number(func, number, at)?),
        })
    }
}

/// The statement inside brackets around a single one.
pub(super) fn single(statement: &Statement) -> &Statement {
    match &statement.kind {
        StatementKind::Sequence(list) if list.len() == 1 => single(&list[0]),
        _ => statement,
    }
}

/// Whether a statement only tests, so that `test` around it changes nothing.
fn is_guard(statement: &Statement) -> bool {
    use StatementKind as K;
    match &statement.kind {
        K::PointsAt(_) | K::Matches(_) | K::Occurred(_) | K::Compare(..) | K::Fail => true,
        K::Sequence(list) => list.iter().all(is_guard),
        _ => false,
    }
}

fn audience(to: Audience) -> ir::Audience {
    match to {
        Audience::Both => ir::Audience::Both,
        Audience::Own => ir::Audience::Own,
        Audience::Enemy => ir::Audience::Enemy,
    }
}
