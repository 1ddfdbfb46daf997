//! Gives something another name, wherever it is named; and refuses where the game would not
//! be the same afterwards.

use crate::document::{Document, Key};
use crate::mentions::{Kind, Slot};
use rules::{Library, check};
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
        if key.apart.is_none() && ROLES.contains(&key.name.as_str()) {
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
        self.means_the_same(&changes, new)?;
        Ok(changes)
    }

    /// The changes in this document for a name that is defined in a text that it extends, as
    /// whoever renames it there asks every document that extends the text.
    pub fn rename_inherited(&self, name: &str, new: &str) -> Vec<Fix> {
        self.replaced(&Key { apart: None, name: name.to_string() }, new)
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
        if key.apart.is_none() && ROLES.contains(&new) {
            return Err(format!("the game would run `{new}` by this name"));
        }
        let used = |mention: &crate::Mention| {
            mention.slot != Slot::Column && mention.slot.apart() == key.apart && mention.text == new
        };
        match self.trees.iter().flat_map(|tree| &tree.mentions).find(|it| used(it)) {
            Some(_) => Err(format!("`{new}` is already used in these texts")),
            None => Ok(()),
        }
    }

    /// Checks the texts with the changes: a name can be wrong for reasons that only the whole
    /// game has, such as a field or a player with the same letter.
    fn means_the_same(&self, changes: &[Fix], new: &str) -> Result<(), String> {
        let texts: Vec<String> = (0..self.trees.len()).map(|i| self.changed(i, changes)).collect();
        let mut level = 0;
        let mut load = |_: &str| {
            level += 1;
            Some((self.sources.list.get(level)?.name.clone(), texts[level].clone()))
        };
        let mut library = Library { load: &mut load, known: Vec::new() };
        let after = check(&self.name, &self.sources.list[0].name, &texts[0], &mut library);
        let errors =
            |list: &[Diagnostic]| list.iter().filter(|it| it.severity == Severity::Error).count();
        if errors(&after.diagnostics) <= errors(&self.diagnostics) {
            return Ok(());
        }
        let said = |it: &&Diagnostic| self.diagnostics.iter().all(|old| old.title != it.title);
        let why = after.diagnostics.iter().find(said).map_or("", |it| it.title.as_str());
        Err(format!("with the name `{new}` the rules have a mistake: {why}"))
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
