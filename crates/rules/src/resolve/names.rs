//! The shared name space: what each name stands for, and what to say about one
//! that is unknown or stands for something other than what is wanted.

use super::Resolver;
use crate::compile::MAX_DIAGNOSTICS;
use crate::entries::Entries;
use crate::inherit::{Category, is_role};
use game::{Counter, Field, Kind, Layout, Memory};
use rustc_hash::FxHashMap;
use syntax::ast::Name;
use syntax::{Code, Diagnostic, Label, RESERVED, Span, closest, no_chance, shorten};

/// What a name stands for; numbers of entries where nothing better is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Piece(Vec<Kind>),
    Zone(usize),
    Directions(usize),
    Counter(Counter),
    Memory(Memory),
    Layout(Layout),
    Rule(usize),
    Value(usize),
    Field(Field),
}

impl Meaning {
    pub(super) fn category(&self) -> Category {
        match self {
            Meaning::Piece(_) => Category::Piece,
            Meaning::Zone(_) => Category::Zone,
            Meaning::Directions(_) => Category::Directions,
            Meaning::Counter(_) => Category::Counter,
            Meaning::Memory(_) => Category::Memory,
            Meaning::Layout(_) => Category::Layout,
            Meaning::Rule(_) => Category::Rule,
            Meaning::Value(_) => Category::Value,
            Meaning::Field(_) => Category::Field,
        }
    }
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) struct NameEntry {
    pub(super) meaning: Meaning,
    /// Taken out by a variant.
    pub(super) gone: bool,
    /// Where it is defined.
    pub(super) span: Option<Span>,
}

/// All names of a game.
#[derive(Default)]
pub(super) struct Names {
    known: FxHashMap<String, NameEntry>,
    /// In order of definition, for hints.
    order: Vec<String>,
}

impl Names {
    /// What a name stands for.
    pub(super) fn look(&self, name: &str) -> Option<&NameEntry> {
        self.known.get(name)
    }

    /// Adds a name; returns what it already stands for.
    fn add(&mut self, name: &str, entry: NameEntry) -> Option<NameEntry> {
        if let Some(other) = self.known.get(name) {
            return Some(other.clone());
        }
        self.known.insert(name.to_string(), entry);
        self.order.push(name.to_string());
        None
    }

    /// The names of these categories that are not gone, in order.
    fn of<'n>(&'n self, wanted: &'n [Category]) -> impl Iterator<Item = &'n str> {
        self.order.iter().map(String::as_str).filter(|name| {
            self.look(name)
                .is_some_and(|known| !known.gone && wanted.contains(&known.meaning.category()))
        })
    }
}

/// A message about an unknown name shows at most this many more places where it is used.
const MAX_OTHERS: usize = 3;

/// A hint lists at most this many names.
const MAX_LISTED: usize = 10;

/// The words of the language that can be meant where such a name is wanted.
fn words(wanted: Category) -> Vec<&'static str> {
    match wanted {
        Category::Rule => syntax::lone_words(),
        Category::Value => vec!["hand", "height"],
        Category::Piece => vec!["field", "piece", "empty"],
        Category::Layout => vec!["start"],
        _ => vec![],
    }
}

impl Resolver<'_> {
    /// Fills the name space. Clashes between sections were found when the files
    /// were merged; what is left are the names of fields and members of families.
    pub(super) fn name_everything(&mut self) {
        for (i, name) in self.facts.board.names.clone().into_iter().enumerate() {
            let meaning = Meaning::Field(Field(i as u16));
            if self.board_known {
                self.names.add(&name, NameEntry { meaning, gone: false, span: None });
            }
        }
        let merged = self.merged;
        self.name_pieces();
        self.name_all(&merged.zones, Meaning::Zone);
        self.name_all(&merged.directions, Meaning::Directions);
        // More than the limits allow is reported elsewhere; a number that wraps
        // around is then never used.
        self.name_all(&merged.counters, |i| Meaning::Counter(Counter(i as u8)));
        self.name_all(&merged.memories, |i| Meaning::Memory(Memory(i as u8)));
        self.name_all(&merged.layouts, |i| Meaning::Layout(Layout((i + 1) as u8)));
        self.name_all(&merged.rules, Meaning::Rule);
        self.name_all(&merged.values, Meaning::Value);
    }

    fn name_all<T: Copy>(&mut self, entries: &Entries<'_, T>, meaning: impl Fn(usize) -> Meaning) {
        for (i, version) in entries.newest().enumerate() {
            self.add_name(version.name, meaning(i), version.gone.is_some());
        }
    }

    fn name_pieces(&mut self) {
        for version in self.merged.pieces.newest() {
            let (name, gone) = (version.name, version.gone.is_some());
            let kinds: Vec<Kind> = (0..self.facts.kinds.len())
                .filter(|&i| {
                    let kind = &self.facts.kinds[i];
                    kind.family.as_deref().unwrap_or(&kind.name) == name.text
                })
                .map(|i| Kind(i as u8))
                .collect();
            self.add_name(name, Meaning::Piece(kinds.clone()), gone);
            for kind in kinds {
                let member = self.facts.kinds[kind.index()].name.clone();
                if member != name.text {
                    let member = Name { text: member, span: name.span };
                    self.add_name(&member, Meaning::Piece(vec![kind]), gone);
                }
            }
        }
    }

    fn add_name(&mut self, name: &Name, meaning: Meaning, gone: bool) {
        let category = meaning.category();
        if is_role(&name.text) && category != Category::Rule {
            let title = format!("`{}` can only be the name of a rule", name.text);
            self.report(
                Diagnostic::error(Code::RoleName, name.span, title)
                    .hint(format!("the game runs `{}` by itself; choose another name", name.text)),
            );
        }
        let entry = NameEntry { meaning, gone, span: Some(name.span) };
        let Some(other) = self.names.add(&name.text, entry) else { return };
        let title = format!(
            "`{}` is already the name of {}, and cannot also be {}",
            name.text,
            other.meaning.category().a(),
            category.a()
        );
        let mut error = Diagnostic::error(Code::DefinedTwice, name.span, title)
            .hint("choose another name for one of them");
        if let Some(span) = other.span {
            error = error.other(span, "defined here");
        }
        self.report(error);
    }

    /// Reports a name that stands for nothing. `wanted` are the categories that
    /// could be meant here, the most likely one first.
    pub(super) fn unknown(&mut self, name: &Name, wanted: &[Category]) {
        self.unknown_or_word(name, wanted, &[]);
    }

    /// The same where words of the language that this place allows may be meant too.
    pub(super) fn unknown_or_word(&mut self, name: &Name, wanted: &[Category], also: &[&str]) {
        if self.diagnostics.len() > MAX_DIAGNOSTICS {
            return; // Looking for close names takes time.
        }
        let looks_like_field = {
            let rest = name.text.strip_prefix(|c: char| c.is_ascii_lowercase());
            rest.is_some_and(|digits| {
                !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
            })
        };
        if self.damage.has(&name.text) || looks_like_field && !self.board_known {
            return;
        }
        if looks_like_field && wanted.contains(&Category::Field) && self.on_grid() {
            self.report(self.no_such_field(name));
            return;
        }
        // The parser has said that a word of the language cannot be a name.
        if self.is_known_to_be_unknown(name) || RESERVED.contains(&name.text.as_str()) {
            return;
        }
        let error = match self.facts.players.contains(&name.text) && self.players_known {
            true => self.player_is_no(name, wanted),
            false if let Some(error) = no_chance(&name.text, name.span) => error,
            false => {
                let title = format!("no {} is called `{}`", wanted[0].word(), shorten(&name.text));
                let error = Diagnostic::error(Code::UnknownName, name.span, title);
                match self.meant(name, wanted, also) {
                    Some(meant) => error.did_you_mean(meant),
                    None => match self.known_names(wanted) {
                        Some(hint) => error.hint(hint),
                        None => error,
                    },
                }
            }
        };
        self.unknown.insert(name.text.clone(), self.diagnostics.len());
        self.report(error);
    }

    /// The name of a player where something of these categories is wanted.
    fn player_is_no(&self, name: &Name, wanted: &[Category]) -> Diagnostic {
        let title = format!("`{}` is a player, not {}", name.text, wanted[0].a());
        let error = Diagnostic::error(Code::WrongKind, name.span, title);
        if !wanted.contains(&Category::Piece) || self.is_puzzle() {
            return error;
        }
        let piece = format!("{} piece", name.text);
        let error = error.hint(format!("write `{piece}`"));
        // After an owner only a piece is wanted, and `own white piece` would be wrong again.
        if wanted.len() > 1 { error.replace_by(piece) } else { error }
    }

    /// A name that is missing is one mistake, wherever it is used.
    fn is_known_to_be_unknown(&mut self, name: &Name) -> bool {
        let Some(&message) = self.unknown.get(&name.text) else { return false };
        let Some(message) = self.diagnostics.get_mut(message) else { return true };
        if message.others.len() < MAX_OTHERS && message.label.span != name.span {
            message.others.push(Label { span: name.span, text: "also here".to_string() });
        }
        true
    }

    /// The name or word that was probably meant by an unknown name.
    fn meant<'s>(
        &'s self,
        name: &Name,
        wanted: &'s [Category],
        also: &'s [&str],
    ) -> Option<&'s str> {
        let parameters = self.parameters_at(name.span);
        let name = name.text.as_str();
        // The first letter is seldom wrong, and there are many words.
        let words = wanted.iter().flat_map(|&category| words(category));
        let words = words.chain(also.iter().copied());
        let first = name.chars().next().map(|c| c.to_ascii_lowercase());
        let words = words.filter(|word| word.chars().next() == first);
        match closest(name, self.names.of(wanted).chain(words).chain(parameters)) {
            // After an owner nothing of that is right.
            Some("empty") => Some("empty field").filter(|_| wanted.len() > 1),
            meant => meant,
        }
    }

    /// The parameters of the rule that this place is in.
    fn parameters_at(&self, place: Span) -> impl Iterator<Item = &str> {
        let contains = move |rule: Span| {
            rule.file == place.file && rule.start <= place.start && place.end <= rule.end
        };
        let rules = self.merged.parameters.iter().filter(move |(rule, _)| contains(*rule));
        rules.flat_map(|(_, names)| names.iter().map(|name| name.text.as_str()))
    }

    /// A hint for an unknown name that is close to no other: all that there are.
    fn known_names(&self, wanted: &[Category]) -> Option<String> {
        let word = wanted[0].word();
        let quoted = |name| format!("`{name}`");
        let mut known: Vec<String> =
            self.names.of(&wanted[..1]).take(MAX_LISTED + 1).map(quoted).collect();
        if let Some(beyond) = known.get_mut(MAX_LISTED) {
            *beyond = "…".to_string();
        }
        match known.len() {
            0 => Some(format!("this game has no {word}s")).filter(|_| wanted.len() == 1),
            1 => Some(format!("the only {word} is {}", known[0])),
            _ => Some(format!("the {word}s are {}", known.join(", "))),
        }
    }

    /// The closest name of these categories.
    pub(super) fn closest_name(&self, name: &str, wanted: &[Category]) -> Option<String> {
        closest(name, self.names.of(wanted)).map(str::to_string)
    }

    fn on_grid(&self) -> bool {
        self.facts.board.size.is_some()
    }

    /// A field that is not on this board.
    pub(super) fn no_such_field(&self, name: &Name) -> Diagnostic {
        let title = format!("there is no field `{}` on this board", name.text);
        let error = Diagnostic::error(Code::NoSuchField, name.span, title);
        match self.facts.board.size {
            Some((columns, rows)) => {
                let last = game::grid_name(columns - 1, rows - 1);
                match self.facts.board.names.len() == columns * rows {
                    true => error.hint(format!("the fields are `a1` to `{last}`")),
                    false => error.hint(format!(
                        "the grid goes from `a1` to `{last}`, but not every place is a field"
                    )),
                }
            }
            None => error,
        }
    }

    /// What a name of this category stands for, unless that is gone; other names are
    /// reported.
    pub(super) fn named<T>(
        &mut self,
        name: &Name,
        category: Category,
        hint: &str,
        pick: fn(Meaning) -> Option<T>,
    ) -> Option<T> {
        let Some(entry) = self.names.look(&name.text).cloned() else {
            self.unknown(name, &[category]);
            return None;
        };
        let is = entry.meaning.category();
        let found = pick(entry.meaning);
        if found.is_none() {
            self.wrong_kind(name, is, &category.a(), hint.to_string());
        }
        found.filter(|_| !entry.gone)
    }

    /// Reports a name that stands for something other than what is wanted here.
    pub(super) fn wrong_kind(&mut self, name: &Name, is: Category, wanted: &str, hint: String) {
        let title = format!("`{}` is {}, not {wanted}", name.text, is.a());
        let mut error = Diagnostic::error(Code::WrongKind, name.span, title);
        if !hint.is_empty() {
            error = error.hint(hint);
        }
        if let Some(span) = self.names.look(&name.text).and_then(|known| known.span) {
            error = error.other(span, "defined here");
        }
        self.report(error);
    }
}
