//! Players, stacks, counters and remembered fields.

use super::Resolver;
use game::{CounterFacts, MemoryFacts};
use syntax::ast::{CounterEntry, Int, MemoryEntry, Name};
use syntax::{Code, Diagnostic};

const MAX_COUNTER: u32 = 1_000_000;
const MAX_COUNTERS: usize = 64;
const MAX_MEMORIES: usize = 64;

impl Resolver<'_> {
    /// Reads the players; two if nothing else is known.
    pub(super) fn players(&mut self) {
        let both = || vec!["white".to_string(), "black".to_string()];
        self.players_known = !self.damage.has("players");
        let Some(whole) = self.merged.players else {
            self.facts.players = both();
            return;
        };
        let names = whole.body;
        if names.is_empty() || names.len() > 2 {
            // The parser has said it.
            self.players_known = false;
            self.facts.players = both();
            return;
        }
        if let [first, second] = names {
            self.different_initials(first, second);
        }
        self.facts.players = names.iter().map(|name| name.text.clone()).collect();
    }

    fn different_initials(&mut self, first: &Name, second: &Name) {
        let initial = |name: &Name| name.text.chars().next();
        if initial(first) != initial(second) {
            return;
        }
        let title = match first.text == second.text {
            true => format!("both players are called `{}`", first.text),
            false => "the names of both players begin with the same letter".to_string(),
        };
        self.report(
            Diagnostic::error(Code::SameInitials, second.span, title)
                .other(first.span, "the first player")
                .hint("positions name the player to move by the first letter"),
        );
    }

    /// Reads `stacks`.
    pub(super) fn stacks(&mut self) {
        let Some(whole) = self.merged.stacks else { return };
        self.facts.stacks = u8::try_from(whole.body.value).ok().filter(|&most| most > 0);
        if self.facts.stacks.is_none() {
            let title = format!("a field cannot hold {} pieces", whole.body.value);
            self.report(
                Diagnostic::error(Code::OutOfLimits, whole.body.span, title)
                    .hint("`stacks` takes a number from 1 to 255"),
            );
            self.facts.stacks = Some(u8::MAX);
        }
    }

    /// Reads the counters.
    pub(super) fn counters(&mut self) {
        self.at_most(&self.merged.counters.list, MAX_COUNTERS, "counters", |entry| {
            entry.newest().name
        });
        let mut symbols: Vec<(String, syntax::Span)> = Vec::new();
        for version in self.merged.counters.newest().take(MAX_COUNTERS) {
            let entry = version.body;
            let gone = version.gone.is_some();
            if !gone {
                self.check_counter_symbols(entry, &mut symbols);
            }
            let (low, high) = self.counter_range(entry);
            self.facts.counters.push(CounterFacts {
                name: entry.name.text.clone(),
                symbols: entry.symbols.as_ref().map(|(a, b)| [a.text.clone(), b.text.clone()]),
                low,
                high,
                gone,
            });
        }
    }

    fn counter_range(&mut self, entry: &CounterEntry) -> (i32, i32) {
        let Some((low, high)) = entry.range else { return (0, 1) };
        let mut fits = true;
        for end in [low, high] {
            if end.value > MAX_COUNTER {
                fits = false;
                let title = format!("a counter cannot reach {}", end.value);
                self.report(
                    Diagnostic::error(Code::OutOfLimits, end.span, title)
                        .hint(format!("counters go up to {MAX_COUNTER}")),
                );
            }
        }
        if fits && low.value > high.value {
            fits = false;
            self.empty_range(low, high);
        }
        if fits { (low.value as i32, high.value as i32) } else { (0, 1) }
    }

    /// Reports `5 .. 2`.
    pub(super) fn empty_range(&mut self, low: Int, high: Int) {
        let title = format!("there is nothing from {} to {}", low.value, high.value);
        self.report(
            Diagnostic::error(Code::EmptyRange, low.span.to(high.span), title)
                .hint(format!("write `{} .. {}`", high.value, low.value))
                .replace_by(format!("{} .. {}", high.value, low.value)),
        );
    }

    /// Reads the remembered fields.
    pub(super) fn memories(&mut self) {
        self.at_most(&self.merged.memories.list, MAX_MEMORIES, "remembered fields", |entry| {
            entry.newest().name
        });
        for version in self.merged.memories.newest().take(MAX_MEMORIES) {
            let turns = self.turns(version.body);
            self.facts.memories.push(MemoryFacts {
                name: version.name.text.clone(),
                turns,
                gone: version.gone.is_some(),
            });
        }
    }

    fn turns(&mut self, entry: &MemoryEntry) -> u8 {
        let Some(turns) = entry.turns else { return 0 };
        match u8::try_from(turns.value) {
            Ok(turns) if turns > 0 => turns,
            _ => {
                let title = format!("a field cannot be remembered for {} turns", turns.value);
                self.report(Diagnostic::error(Code::OutOfLimits, turns.span, title).hint(
                    "write a number from 1 to 255, or no `for`: then it is forgotten \
                         when the turn is over",
                ));
                1
            }
        }
    }

    /// Reports the first entry that is one too many.
    pub(super) fn at_most<'n, T>(
        &mut self,
        list: &[T],
        most: usize,
        what: &str,
        name: impl Fn(&T) -> &'n Name,
    ) {
        let Some(extra) = list.get(most) else { return };
        let title = format!("there are {} {what}", list.len());
        self.report(
            Diagnostic::error(Code::OutOfLimits, name(extra).span, title)
                .hint(format!("a game has at most {most} {what}")),
        );
    }
}
