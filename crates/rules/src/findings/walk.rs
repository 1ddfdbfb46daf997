//! Runs the rules on configurations of which only a little is known, and notes
//! what can happen at each statement.
//!
//! Every statement maps a configuration to a set of configurations, as in the
//! language itself, but a field is only a set of things that may stand there.
//! Rules are remembered per configuration; with recursion the whole walk is
//! repeated until nothing new is found. What was met can only grow, so what is
//! never met in the end never happens. A game that needs too much work is given
//! up: then nothing is said about what never happens.

use super::atoms::{Atoms, Things};
use super::conf::{Conf, Confs, Hand, Out, State, Verdict};
use super::several::{asks_globally, is_single};
use super::visit::AllDeeds;
use crate::bounds::Node;
use crate::model::{Part, RuleId, Rules, Statement, StatementKind, each_call};
use game::Kind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use syntax::{Code, Diagnostic, Span};

/// At most this many statements are run.
const MAX_WORK: u32 = 300_000;
/// Statements may be nested this deep, through calls as well.
const MAX_DEPTH: u32 = 500;
/// The walk is repeated at most this often for recursion.
const MAX_PASSES: u32 = 24;

/// What happened at a statement.
#[derive(Clone, Debug, Default)]
pub(super) struct Met {
    /// Some path leads to it.
    pub(super) entered: bool,
    /// ... and it is not in a question.
    pub(super) live: bool,
    /// Some path leads on after it.
    pub(super) succeeded: bool,
    /// The second part of a `try` was needed.
    pub(super) otherwise: bool,
    /// All that may stand on the field before it.
    pub(super) here: u128,
    /// Some path to it has no other outcome before.
    pub(super) first_outcome: bool,
    /// Another outcome before it.
    pub(super) outcome_before: Option<Span>,
    /// For each alternative, or for all that a `find` leads to.
    pub(super) alternatives: Vec<Alternative>,
}

/// What an alternative of a turn can come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Alternative {
    /// It says that the position is over.
    pub(super) over: bool,
    /// It makes a move.
    pub(super) moves: bool,
}

impl Alternative {
    pub(super) fn add(&mut self, results: &Confs) {
        self.over |= results.any(Conf::is_over);
        self.moves |= results.any(Conf::is_move);
    }
}

/// A call through which a piece in the hand came.
#[derive(Clone, Copy, Default)]
struct Passage {
    call: Span,
    /// The number of the passage inside that call; 0 if there is none.
    inner: u32,
}

/// A call that is being run.
struct OpenCall {
    span: Span,
    /// It began with a piece in the hand.
    full_hand: bool,
}

struct Memo {
    out: Out,
    pass: u32,
    busy: bool,
}

/// The walk and what it has found.
pub(super) struct Walk<'a> {
    pub(super) rules: &'a Rules,
    pub(super) atoms: Atoms,
    pub(super) deeds: AllDeeds,
    met: FxHashMap<*const Statement, Met>,
    memo: FxHashMap<(RuleId, State), Memo>,
    pub(super) values_met: FxHashSet<(u32, State)>,
    /// Messages by place, so that each is given once.
    pub(super) found: BTreeMap<(Span, Code), Diagnostic>,
    /// The kinds that the text of a move can say were placed.
    pub(super) placed: BTreeSet<Kind>,
    /// What may stand on the fields that players see.
    pub(super) shown: Things,
    /// The calls through which pieces in the hand came; the first stands for none.
    passages: Vec<Passage>,
    /// The calls that are being run, the outermost first.
    calls: Vec<OpenCall>,
    /// The rules that call themselves.
    cyclic: Vec<bool>,
    pass: u32,
    changed: bool,
    work: u32,
    depth: u32,
    /// There was too much to do.
    pub(super) gave_up: bool,
}

impl<'a> Walk<'a> {
    /// Walks through everything that a game runs.
    pub(super) fn new(rules: &'a Rules) -> Walk<'a> {
        Walk::through(rules, Walk::roles)
    }

    /// Walks through what gives moves.
    pub(super) fn of_moves(rules: &'a Rules) -> Walk<'a> {
        Walk::through(rules, Walk::moves)
    }

    fn through(rules: &'a Rules, roles: fn(&mut Walk<'a>)) -> Walk<'a> {
        let mut walk = Walk {
            rules,
            atoms: Atoms::new(&rules.facts),
            deeds: AllDeeds::new(rules),
            met: FxHashMap::default(),
            memo: FxHashMap::default(),
            values_met: FxHashSet::default(),
            found: BTreeMap::new(),
            placed: BTreeSet::new(),
            shown: 0,
            passages: vec![Passage::default()],
            calls: Vec::new(),
            cyclic: cyclic(rules),
            pass: 0,
            changed: true,
            work: 0,
            depth: 0,
            gave_up: false,
        };
        while walk.changed && !walk.gave_up {
            walk.changed = false;
            walk.pass += 1;
            walk.gave_up = walk.pass > MAX_PASSES;
            walk.values_met.clear();
            roles(&mut walk);
        }
        walk
    }

    /// What happened at a statement.
    pub(super) fn met(&self, statement: &Statement) -> Met {
        self.met.get(&std::ptr::from_ref(statement)).cloned().unwrap_or_default()
    }

    pub(super) fn note(&mut self, statement: &Statement) -> &mut Met {
        self.met.entry(std::ptr::from_ref(statement)).or_default()
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.found.entry((diagnostic.label.span, diagnostic.code)).or_insert(diagnostic);
    }

    /// The calls through which a piece in the hand came, the outermost first.
    pub(super) fn passages(&self, mut passage: u32) -> Vec<Span> {
        let mut calls = Vec::new();
        while passage != 0 && calls.len() < 32 {
            let Passage { call, inner } = self.passages[passage as usize];
            calls.push(call);
            passage = inner;
        }
        calls
    }

    /// Counts what is done; returns whether there may be more of it.
    pub(super) fn enter(&mut self) -> bool {
        self.work += 1;
        self.depth += 1;
        self.gave_up |= self.work > MAX_WORK || self.depth > MAX_DEPTH;
        !self.gave_up
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The outermost call being run that began with a piece in the hand.
    pub(super) fn full_call(&self) -> Option<Span> {
        self.calls.iter().find(|call| call.full_hand).map(|call| call.span)
    }

    /// The results of a statement for a configuration.
    pub(super) fn run(&mut self, statement: &'a Statement, conf: Conf) -> Out {
        if !self.enter() {
            self.leave();
            return Out::none();
        }
        let met = self.note(statement);
        met.entered = true;
        met.live |= conf.live;
        met.here |= conf.here;
        let out = self.dispatch(statement, conf);
        self.leave();
        if !out.confs.is_empty() {
            self.note(statement).succeeded = true;
        }
        out
    }

    fn dispatch(&mut self, statement: &'a Statement, conf: Conf) -> Out {
        use StatementKind as K;
        match &statement.kind {
            K::Sequence(list) => self.sequence(list, conf),
            K::Either(list) => self.either(statement, list, conf),
            K::Not(body) => self.not(body, conf),
            K::Test(body) => self.test(body, conf),
            K::Try(body, otherwise) => self.try_else(statement, body, otherwise.as_deref(), conf),
            K::Repeat { low, high, body } => self.repeat(low, high.as_ref(), body, conf),
            K::ForEach(source, body) => self.for_each(source, body, conf),
            K::Most(number, body) => {
                let out = self.run(body, conf);
                for result in out.confs.iter() {
                    self.number(number, result);
                }
                out
            }
            K::AsOpponent(body) => self.as_opponent(body, conf),
            K::Before(body) => self.before(body, conf),
            K::Call(rule) => self.call(*rule, statement.span, conf),
            _ => self.leaf(statement, conf),
        }
    }

    /// The results of a statement for several configurations that describe one.
    pub(super) fn run_all(&mut self, statement: &'a Statement, confs: &Confs) -> Out {
        let mut all = Out { confs: Confs::default(), sure: !confs.is_empty() };
        for conf in confs.iter() {
            let out = self.run(statement, conf);
            all.sure &= out.sure;
            all.confs.extend(&out.confs, self.atoms.all);
        }
        all
    }

    fn sequence(&mut self, list: &'a [Statement], conf: Conf) -> Out {
        let mut now = Out::sure(conf);
        let mut choice = None;
        for (i, statement) in list.iter().enumerate() {
            if choice.is_none() && !now.confs.any(|c| !c.begins()) && self.is_choice(statement) {
                let globally = list.get(i + 1).is_some_and(|next| asks_globally(self.rules, next));
                choice = Some(statement).filter(|_| !globally);
            }
            let next = self.run_all(statement, &now.confs);
            now = Out { sure: now.sure && next.sure, ..next };
            if now.confs.is_empty() {
                return Out::none();
            }
        }
        if let Some(choice) = choice {
            let alternatives = &mut self.note(choice).alternatives;
            alternatives.resize(1, Alternative::default());
            alternatives[0].add(&now.confs);
        }
        now
    }

    /// Whether the statement goes on with several fields.
    fn is_choice(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Find(pattern) => !is_single(self.rules, pattern),
            _ => false,
        }
    }

    /// Runs a rule, or gives what is known of it in this configuration.
    fn call(&mut self, rule: RuleId, span: Span, conf: Conf) -> Out {
        let key = (rule, conf.state);
        let known = self.memo.get(&key).is_some_and(|memo| memo.busy || memo.pass == self.pass);
        if !known {
            let pass = self.pass;
            let fresh = Memo { out: Out::none(), pass, busy: true };
            self.memo.entry(key).or_insert(fresh).busy = true;
            let body = &self.rules.rules[rule.index()].body;
            let start = Conf { trace: Default::default(), ..conf };
            self.calls.push(OpenCall { span, full_hand: conf.hand == Hand::Full });
            let out = self.run(body, start);
            self.calls.pop();
            let all = self.atoms.all;
            if let Some(memo) = self.memo.get_mut(&key) {
                let before = memo.out.confs.len();
                memo.out.confs.extend(&out.confs, all);
                memo.out.sure = out.sure && !self.cyclic[rule.index()];
                (memo.pass, memo.busy) = (pass, false);
                self.changed |= memo.out.confs.len() != before && self.cyclic.contains(&true);
            }
        }
        let out = self.memo.get(&key).map_or_else(Out::none, |memo| memo.out.clone());
        self.back_from(span, conf, &out)
    }

    /// Results of a rule as the caller sees them: what it already knew about
    /// its hand and its outcome stays.
    fn back_from(&mut self, span: Span, conf: Conf, out: &Out) -> Out {
        let mut back = Out { confs: Confs::default(), sure: out.sure };
        let mut passages: FxHashMap<u32, u32> = FxHashMap::default();
        for mut result in out.confs.iter() {
            if conf.hand != Hand::Empty {
                result.trace.picked = conf.trace.picked;
                result.trace.passage = conf.trace.passage;
            } else if result.hand != Hand::Empty && self.passages.len() < 100_000 {
                let inner = result.trace.passage;
                result.trace.passage = *passages.entry(inner).or_insert_with(|| {
                    self.passages.push(Passage { call: span, inner });
                    self.passages.len() as u32 - 1
                });
            }
            if conf.verdict != Verdict::None {
                result.trace.outcome = conf.trace.outcome;
            }
            back.confs.add(result, self.atoms.all);
        }
        back
    }
}

/// Which rules call themselves, perhaps through others.
fn cyclic(rules: &Rules) -> Vec<bool> {
    let n_rules = rules.rules.len();
    let callees = |node: usize| {
        let part = match node.checked_sub(n_rules) {
            None => Part::Statement(&rules.rules[node].body),
            Some(value) => Part::Number(&rules.values[value].body),
        };
        let mut found = Vec::new();
        each_call(part, &mut |node| {
            found.push(match node {
                Node::Rule(rule) => rule.index(),
                Node::Value(value) => n_rules + value.index(),
            });
        });
        found
    };
    // Taking away what calls nothing that is left leaves the cycles and what
    // leads to them; that is enough here.
    let n = n_rules + rules.values.len();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut n_open = vec![0; n];
    for (node, n_open) in n_open.iter_mut().enumerate() {
        for callee in callees(node) {
            callers[callee].push(node);
            *n_open += 1;
        }
    }
    let mut left = vec![true; n];
    let mut done: Vec<usize> = (0..n).filter(|&node| n_open[node] == 0).collect();
    while let Some(node) = done.pop() {
        left[node] = false;
        for &caller in &callers[node] {
            n_open[caller] -= 1;
            if n_open[caller] == 0 {
                done.push(caller);
            }
        }
    }
    left.truncate(n_rules);
    left
}
