//! Pieces beside the board, and whether `keep` knows as what a piece goes there.

use super::Resolver;
use super::names::Meaning;
use crate::inherit::Category;
use game::{Kind, ReserveFacts};
use syntax::ast::ReserveEntry;
use syntax::{Code, Diagnostic};

impl Resolver<'_> {
    /// Reads the reserve; names are known by now. A kind that is gone keeps its
    /// place, so that positions keep their form.
    pub(super) fn reserve(&mut self) {
        let merged = self.merged;
        for version in merged.reserve.newest() {
            let entry = version.body;
            let count = self.reserve_count(entry);
            if let Some(kind) = self.reserve_kind(entry) {
                let gone = self.facts.kinds[kind.index()].gone;
                let count = if gone { 0 } else { count };
                self.facts.reserve.push(ReserveFacts { kind, count });
            }
        }
    }

    fn reserve_count(&mut self, entry: &ReserveEntry) -> u8 {
        let Some(count) = entry.count else { return 0 };
        u8::try_from(count.value).unwrap_or_else(|_| {
            let title = format!("there cannot be {} pieces in reserve", count.value);
            self.report(
                Diagnostic::error(Code::OutOfLimits, count.span, title)
                    .hint("each player has at most 255 of a kind in reserve"),
            );
            u8::MAX
        })
    }

    fn reserve_kind(&mut self, entry: &ReserveEntry) -> Option<Kind> {
        let name = &entry.name;
        let Some(known) = self.names.look(&name.text).cloned() else {
            self.unknown(name, &[Category::Piece]);
            return None;
        };
        let Meaning::Piece(kinds) = &known.meaning else {
            let hint = "the reserve holds pieces".to_string();
            self.wrong_kind(name, known.meaning.category(), "a piece", hint);
            return None;
        };
        let &kind = kinds.first()?;
        if self.facts.kinds[kind.index()].symbols[2].is_some() {
            let title = format!("`{}` belongs to nobody, so nobody has it in reserve", name.text);
            self.report(
                Diagnostic::error(Code::NobodysReserve, name.span, title)
                    .hint("give it a symbol for each player"),
            );
            return None;
        }
        Some(kind)
    }

    /// Checks that `keep`, if the game uses it, knows which kind to keep.
    pub(super) fn check_keep(&mut self) {
        let Some(span) = self.keep else { return };
        let kinds = &self.facts.kinds;
        let kept = |kind: Kind| self.facts.reserve_index(kind).is_some();
        let mut errors = Vec::new();
        for (i, kind) in kinds.iter().enumerate() {
            let target = Kind(i as u8);
            if kind.gone || kept(target) {
                continue;
            }
            let from: Vec<&str> = (0..kinds.len())
                .filter(|&j| kinds[j].promotes.contains(&target) && kept(Kind(j as u8)))
                .map(|j| kinds[j].name.as_str())
                .collect();
            if let [first, second, ..] = from[..] {
                let title = format!(
                    "`keep` does not know as what to keep `{}`: `{first}` and `{second}` promote to it",
                    kind.name
                );
                errors.push(Diagnostic::error(Code::AmbiguousKeep, span, title).hint(format!(
                    "put `{}` into the reserve, or let only one kind promote to it",
                    kind.name
                )));
            }
        }
        self.diagnostics.append(&mut errors);
    }
}
