//! Steps that run functions and go on by what these find: questions, `try`, and the best of some
//! results. What a question does is put down as steps inside of it.

use crate::domain::{Sink, left};
use crate::step::{Fate, Kind};
use crate::tracing::{Conf, Frame, Mark, Note, Tracing};
use game::{Player, move_text};
use ir::drive::{Best, Branches, Called, Drive, Flow, OrElse, Stop};
use ir::{FuncId, Target, Term};

impl<'r> Tracing<'r> {
    /// Whether a function has a result.
    pub(crate) fn answered(
        &self,
        a: &Frame<'r>,
        asked: Called<'r>,
        ways: Branches<'r>,
        mark: &mut Mark,
    ) -> Flow<bool> {
        let source = self.here.get();
        let name = self.func(asked.func).words();
        let note = Note::new(Kind::Ask, source, format!("asks for `{name}`"));
        let v = a.player(asked.args.v);
        self.put(a, mark, note.running(asked.func, v))?;
        let mut at = a.conf(asked.args, mark);
        at.trail = Mark { question: mark.step, tried: None, ..self.entering(*mark, asked.func) };
        let mut witness = None;
        let find = || {
            self.run(asked.func, v, &at, &mut |conf| {
                let mut found = conf.trail;
                (found.finger, found.direction) = (conf.f, conf.d);
                let note = Note::new(Kind::Found, found.source, format!("finds `{name}`"));
                self.put(a, &mut found, note.fate(Fate::Found))?;
                witness = Some(found.step);
                Err(Stop::Enough)
            })
        };
        let flow = match self.manner.questions {
            true => self.aside(find),
            false => self.silently(find),
        };
        match (flow, witness) {
            (Ok(()), _) | (Err(Stop::Enough), Some(_)) => {}
            (Err(stop), _) => return Err(stop),
        }
        let answer = witness.is_some();
        let goes_on = !self.is_end(a, ways.after(answer));
        self.put(a, mark, Note::answer(source, answer).if_only(goes_on))?;
        if self.manner.questions {
            self.witnessed(mark.step, witness.flatten());
        }
        Ok(answer)
    }

    /// Whether the path ends in a block.
    pub(crate) fn is_end(&self, a: &Frame<'r>, target: &Target) -> bool {
        let block = &a.func.blocks[target.block.index()];
        block.insts.is_empty() && matches!(block.term, Term::Die)
    }

    /// Follows the results of the first function or, if there are none, of the second.
    pub(crate) fn tried(
        &self,
        a: &mut Frame<'r>,
        parts: OrElse<'r>,
        mut mark: Mark,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        let source = self.here.get();
        let name = self.func(parts.first).words();
        let note = Note::new(Kind::Try, source, format!("tries `{name}`"));
        let v = a.player(parts.args.v);
        self.put(a, &mut mark, note.running(parts.first, v))?;
        let mut at = a.conf(parts.args, &mark);
        at.trail = Mark { tried: mark.step, ..self.entering(mark, parts.first) };
        let mut any = false;
        self.run(parts.first, v, &at, &mut |conf| {
            any |= conf.trail.supposed == mark.supposed;
            self.follow(a, parts.then, &left(conf, mark), sink)
        })?;
        // On the way to one move, the first may have results that lead to others.
        let is_guided = self.wanted().is_some();
        let example = match is_guided {
            true => self.example(parts.first, v, &at)?,
            false => any.then(String::new),
        };
        let is_nothing = self.is_nothing(parts.second);
        let instead = format!("`{}`", self.func(parts.second).words());
        match example {
            Some(_) if is_nothing || !self.may_suppose(&mark) => return Ok(()),
            Some(example) => {
                let words = format!("{instead} is not done, because `{name}` is possible{example}");
                let note = Note::new(Kind::Else, source, words).running(parts.second, v);
                self.put(a, &mut mark, note.fate(Fate::Ends))?;
                mark.supposed = mark.step;
            }
            None => {
                let words = match is_nothing {
                    true => "finds nothing and goes on".to_string(),
                    false => format!("finds nothing: {instead}"),
                };
                let note = Note::new(Kind::Else, source, words);
                self.put(a, &mut mark, note.running(parts.second, v))?;
            }
        }
        at.trail = self.entering(mark, parts.second);
        self.run(parts.second, v, &at, &mut |conf| {
            self.follow(a, parts.then, &left(conf, mark), sink)
        })
    }

    /// A result of a function, in words that follow others; nothing if there is none.
    fn example(&self, func: FuncId, v: Player, at: &Conf<'r>) -> Flow<Option<String>> {
        let mut example = None;
        let flow = self.silently(|| {
            self.run(func, v, at, &mut |conf| {
                let events = conf.s.events();
                let text = move_text(self.facts(), self.now.player(), &events);
                example = Some(if events.is_empty() { String::new() } else { format!(": {text}") });
                Err(Stop::Enough)
            })
        });
        match flow {
            Ok(()) | Err(Stop::Enough) => Ok(example),
            Err(stop) => Err(stop),
        }
    }

    /// Whether a function only goes on.
    fn is_nothing(&self, func: FuncId) -> bool {
        let [block] = &self.func(func).blocks[..] else { return false };
        block.insts.is_empty() && matches!(block.term, Term::Yield { .. })
    }

    /// Follows those results for which a value is greatest.
    pub(crate) fn compared(
        &self,
        a: &mut Frame<'r>,
        parts: Best<'r>,
        mut mark: Mark,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        let source = self.here.get();
        let value = self.func(parts.value).words();
        let words = format!("looks for most `{value}`");
        let v = a.player(parts.of.args.v);
        self.put(a, &mut mark, Note::new(Kind::Best, source, words).running(parts.of.func, v))?;
        let mut at = a.conf(parts.of.args, &mark);
        at.trail = self.entering(mark, parts.of.func);
        let mut found: Vec<(i32, Conf<'r>)> = Vec::new();
        self.aside(|| {
            self.run(parts.of.func, v, &at, &mut |conf| {
                let number = self.silently(|| self.number_of(parts.value, v, conf))?;
                found.push((number, left(conf, mark)));
                self.meter().keep(found.len())
            })
        })?;
        let Some(most) = found.iter().map(|(number, _)| *number).max() else { return Ok(()) };
        let text = |conf: &Conf<'r>| move_text(self.facts(), self.now.player(), &conf.s.events());
        let example = found.iter().find(|(number, _)| *number == most);
        let example = example.map_or_else(String::new, |(_, conf)| text(conf));
        for (number, mut conf) in found {
            let (is_best, fits) = (number == most, self.is_wanted(&conf.s));
            let words = match is_best {
                true => format!("`{value}` is {number}, the most"),
                false => format!("`{value}` is {number}, and {most} are possible: {example}"),
            };
            let fate = match (is_best, fits) {
                (false, _) => Fate::Ends,
                (true, false) => Fate::Strays,
                (true, true) => Fate::GoesOn,
            };
            let note = Note::new(Kind::Compared, source, words).fate(fate);
            self.put(a, &mut conf.trail, note)?;
            let supposes = !is_best && self.may_suppose(&conf.trail);
            if fits && (is_best || supposes) {
                if supposes {
                    conf.trail.supposed = conf.trail.step;
                }
                self.follow(a, parts.then, &conf, sink)?;
            }
        }
        Ok(())
    }
}
