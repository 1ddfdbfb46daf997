//! Gives something another name, wherever it is named; and refuses where the game would not
//! be the same afterwards.

use crate::document::{Document, Key};
use crate::mentions::{Kind, Mention, Slot};
use ir::{Bound, Term};
use rules::{Library, Rules, lower};
use syntax::{Diagnostic, Fix, RESERVED, Severity, Span};

/// Rules that the language runs by their names.
pub(crate) const ROLES: [&str; 6] = ["main", "seen", "known", "tries", "refused", "told"];

impl Document {
    /// The name at a place, if it can be replaced by another; otherwise why not.
    pub fn renameable(&self, offset: usize) -> Result<Span, String> {
        let Some(mention) = self.mention(offset) else {
            return Err("there is no name here".to_string());
        };
        let key = self.key(mention);
        if key.apart == Some(Kind::Game) {
            return Err("a game is called by its file".to_string());
        }
        let is_free = key.apart.is_none() && key.within.is_none();
        if is_free && ROLES.contains(&key.name.as_str()) {
            return Err(format!("the game runs `{}` by this name", key.name));
        }
        if self.defined(&key, 0).is_none() {
            return Err(format!("`{}` is defined nowhere in these texts", key.name));
        }
        Ok(Span { end: mention.span.start + key.name.len() as u32, ..mention.span })
    }

    /// The changes that replace the name at a place, in the text and in those that it
    /// extends; or why it cannot have this name.
    pub fn rename(&self, offset: usize, new: &str) -> Result<Vec<Fix>, String> {
        self.renameable(offset)?;
        let Some(mention) = self.mention(offset) else { return Ok(Vec::new()) };
        let key = self.key(mention);
        if key.name == new {
            return Ok(Vec::new());
        }
        self.can_be_called(&key, new)?;
        let changes = self.replaced(&key, new);
        self.means_the_same(&key, &changes, new)?;
        Ok(changes)
    }

    /// The changes in this document and in all that it extends if the name at a place of
    /// another one, whose text it extends, is replaced; or why it cannot have this name here.
    pub fn rename_as(
        &self,
        other: &Document,
        offset: usize,
        new: &str,
    ) -> Result<Vec<Fix>, String> {
        // Nobody else can name a parameter.
        let Some(mention) = other.mention(offset).filter(|it| it.within.is_none()) else {
            return Ok(Vec::new());
        };
        let key = other.key(mention);
        self.can_be_called(&key, new)?;
        let changes = self.replaced(&key, new);
        self.means_the_same(&key, &changes, new)?;
        Ok(changes)
    }

    /// Every place in this text that names what the name at a place of another one names,
    /// whose text it extends.
    pub fn references_as(&self, other: &Document, offset: usize) -> Vec<Span> {
        let Some(mention) = other.mention(offset).filter(|it| it.within.is_none()) else {
            return Vec::new();
        };
        let key = other.key(mention);
        let own = self.all(&key).map(|it| it.span).filter(|span| span.file.0 == 0);
        own.collect()
    }

    fn replaced(&self, key: &Key, new: &str) -> Vec<Fix> {
        // A member of a family keeps its number.
        let place = |span: Span| Span { end: span.start + key.name.len() as u32, ..span };
        self.all(key).map(|it| Fix { span: place(it.span), text: new.to_string() }).collect()
    }

    fn can_be_called(&self, key: &Key, new: &str) -> Result<(), String> {
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let begins = new.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !begins || !new.chars().all(letters) || new.len() > 100 {
            return Err(format!(
                "`{new}` is no name: use the letters a to z, digits and `_`, and begin with a letter"
            ));
        }
        if RESERVED.contains(&new) {
            return Err(format!("`{new}` is a word of the language"));
        }
        let is_free = key.apart.is_none() && key.within.is_none();
        if is_free && ROLES.contains(&new) {
            return Err(format!("the game would run `{new}` by this name"));
        }
        let mut all = self.trees.iter().flat_map(|tree| &tree.mentions);
        match all.find(|it| it.text == new && clashes(key, it)) {
            Some(it) if it.within.is_some() => {
                Err(format!("`{new}` is already the name of a parameter in these texts"))
            }
            Some(_) => Err(format!("`{new}` is already used in these texts")),
            None => Ok(()),
        }
    }

    /// Reads the texts with the changes: a name can be wrong for reasons that only the whole
    /// game has, such as a field or a player with the same letter.
    fn means_the_same(&self, key: &Key, changes: &[Fix], new: &str) -> Result<(), String> {
        let texts: Vec<String> = (0..self.trees.len()).map(|i| self.changed(i, changes)).collect();
        let mut level = 0;
        let mut load = |_: &str| {
            level += 1;
            Some((self.sources.list.get(level)?.name.clone(), texts[level].clone()))
        };
        let mut library = Library { load: &mut load, known: Vec::new() };
        let source = &self.sources.list[0].name;
        let after = Document::read(&self.name, source, &texts[0], &mut library);
        let errors =
            |list: &[Diagnostic]| list.iter().filter(|it| it.severity == Severity::Error).count();
        if errors(&after.diagnostics) > errors(&self.diagnostics) {
            let said = |it: &&Diagnostic| self.diagnostics.iter().all(|old| old.title != it.title);
            let why = after.diagnostics.iter().find(said).map_or("", |it| it.title.as_str());
            return Err(format!("with the name `{new}` the rules have a mistake: {why}"));
        }
        if !self.names_the_same(key, &after, new) || !self.plays_the_same(&after) {
            return Err(format!("with the name `{new}` the game would not be the same"));
        }
        Ok(())
    }

    /// Whether each name of another document stands for the same as here, but for one that is
    /// new. This also tells where there are mistakes, and so no game.
    fn names_the_same(&self, key: &Key, after: &Document, new: &str) -> bool {
        let same = |old: &Mention, now: &Mention| {
            let (mut was, is) = (self.key(old), after.key(now));
            let is_column = old.slot == Slot::Column && old.within.is_none();
            if was == *key && !is_column {
                was.name = new.to_string();
            }
            // Where a rule is depends on the lengths of names.
            let is_in_rule = [was.within.is_some(), is.within.is_some()];
            (was.apart, was.name, is_in_rule[0]) == (is.apart, is.name, is_in_rule[1])
        };
        let trees = self.trees.iter().zip(&after.trees);
        self.trees.len() == after.trees.len()
            && trees.map(|(old, now)| (&old.mentions, &now.mentions)).all(|(old, now)| {
                old.len() == now.len() && old.iter().zip(now).all(|(old, now)| same(old, now))
            })
    }

    /// Whether another document is the same game, whatever things are called. What has a
    /// mistake is no game, and as good as any other.
    fn plays_the_same(&self, after: &Document) -> bool {
        let nameless = |document: &Document| document.rules.as_ref().map(nameless);
        match (nameless(self), nameless(after)) {
            (Some(old), Some(now)) => old == now,
            _ => true,
        }
    }

    /// One of the texts with changes that do not overlap.
    fn changed(&self, file: usize, changes: &[Fix]) -> String {
        let mut text = self.sources.list[file].text().to_string();
        let mut here: Vec<&Fix> =
            changes.iter().filter(|fix| usize::from(fix.span.file.0) == file).collect();
        here.sort_by_key(|fix| std::cmp::Reverse(fix.span.start));
        for fix in here {
            text.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
        }
        text
    }
}

/// Whether something cannot have the name of this mention, because one of the two could be
/// taken for the other.
fn clashes(key: &Key, mention: &Mention) -> bool {
    let is_column = mention.slot == Slot::Column;
    match (key.within, mention.within) {
        (Some(rule), Some(other)) => rule == other,
        (Some(rule), None) => !is_column || is_inside(mention.span, rule),
        (None, Some(_)) => true,
        (None, None) => !is_column && mention.slot.apart() == key.apart,
    }
}

fn is_inside(span: Span, whole: Span) -> bool {
    span.file == whole.file && whole.start <= span.start && span.end <= whole.end
}

/// The program of some rules as text, with numbers in place of all names.
fn nameless(rules: &Rules) -> String {
    let mut program = lower(rules);
    let facts = &mut program.facts;
    for kind in &mut facts.kinds {
        kind.name.clear();
        kind.family = None;
    }
    let names = (facts.zones.iter_mut().map(|it| &mut it.name))
        .chain(facts.counters.iter_mut().map(|it| &mut it.name))
        .chain(facts.memories.iter_mut().map(|it| &mut it.name))
        .chain(facts.layouts.iter_mut().map(|it| &mut it.name))
        .chain(facts.board.names.iter_mut())
        .chain(&mut facts.players)
        .chain(&mut facts.evaluations)
        .chain(&mut facts.bounds);
    names.for_each(String::clear);
    for func in &mut program.funcs {
        func.name.clear();
        func.about.clear();
        func.depth.iter_mut().for_each(forget_words);
        for block in &mut func.blocks {
            if let Term::Repeat { bound, .. } = &mut block.term {
                forget_words(bound);
            }
        }
    }
    ir::print(&program)
}

/// What is used up is told in words, which name pieces and the like.
fn forget_words(bound: &mut Bound) {
    if let Bound::Uses { what, .. } = bound {
        what.clear();
    }
}
