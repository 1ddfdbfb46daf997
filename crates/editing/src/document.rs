//! A rules text that was read with all that it extends, and the questions about its names.

use crate::mentions::{Kind, Mention, Slot};
use crate::walk::mentions;
use rules::{Library, Rules, check};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{Comment, File, ItemKind, PieceSymbols};
use syntax::{Diagnostic, FileId, Sources, Span, parse};

/// A rules text, the texts that it extends, and what is known about them.
pub struct Document {
    pub(crate) name: String,
    pub(crate) sources: Sources,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) rules: Option<Rules>,
    /// A tree for each source.
    pub(crate) trees: Vec<Tree>,
    /// Where each name is defined: numbers of a tree and of a mention in it, the newest first.
    definitions: FxHashMap<Key, Vec<(usize, usize)>>,
    /// The names of families of pieces.
    families: FxHashSet<String>,
    /// The games that can be extended.
    pub(crate) known: Vec<String>,
}

/// One of the texts, understood as far as it can be.
pub(crate) struct Tree {
    pub(crate) mentions: Vec<Mention>,
    pub(crate) comments: Vec<Comment>,
}

/// Something that has a name, for an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Where the name is.
    pub span: Span,
    /// All that belongs to it.
    pub whole: Span,
}

/// What a mention stands for: mentions with equal keys stand for the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// Names of players and of games are kept apart.
    pub(crate) apart: Option<Kind>,
    /// The rule that it is a parameter of.
    pub(crate) within: Option<Span>,
    pub(crate) name: String,
}

impl Document {
    /// Reads a game called `name`, whose text is shown under `source`, as [`check`] does.
    pub fn read(name: &str, source: &str, text: &str, library: &mut Library<'_>) -> Document {
        let checked = check(name, source, text, library);
        let mut document = Document {
            name: name.to_string(),
            trees: Vec::new(),
            definitions: FxHashMap::default(),
            families: FxHashSet::default(),
            sources: checked.sources,
            diagnostics: checked.diagnostics,
            rules: checked.rules,
            known: std::mem::take(&mut library.known),
        };
        for (i, source) in document.sources.list.iter().enumerate() {
            let file = parse(FileId(i as u16), source.text()).file;
            document.families.extend(families(&file));
            document.trees.push(Tree { mentions: mentions(&file), comments: file.comments });
        }
        document.index();
        document
    }

    fn index(&mut self) {
        for (i, tree) in self.trees.iter().enumerate() {
            for (j, mention) in tree.mentions.iter().enumerate() {
                if let Slot::Defines(..) | Slot::Parameter = mention.slot {
                    self.definitions.entry(self.key(mention)).or_default().push((i, j));
                }
            }
        }
    }

    /// The text, and those that it extends in their order.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        self.sources.list[0].text()
    }

    /// All that is wrong or suspicious, with the changes that mend it.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The rules, if there is no error.
    pub fn rules(&self) -> Option<&Rules> {
        self.rules.as_ref()
    }

    /// The name at a place of the text.
    pub fn mention(&self, offset: usize) -> Option<&Mention> {
        let at = |it: &&Mention| it.span.start as usize <= offset && offset <= it.span.end as usize;
        self.trees[0].mentions.iter().find(at)
    }

    /// What has a name in the text, in its order.
    pub fn outline(&self) -> Vec<Definition> {
        let mut outline = Vec::new();
        for mention in &self.trees[0].mentions {
            let Slot::Defines(kind, whole) = mention.slot else { continue };
            if kind != Kind::Field {
                let Mention { text, span, .. } = mention;
                outline.push(Definition { name: text.clone(), kind, span: *span, whole });
            }
        }
        outline
    }

    /// Where the name at a place gets its meaning. What `base` names is defined in a game that
    /// is extended; a game that is extended is the beginning of its text.
    pub fn definition(&self, offset: usize) -> Option<Span> {
        let mention = self.mention(offset)?;
        if mention.slot == Slot::Only(Kind::Game) {
            return (self.trees.len() > 1).then(|| Span::new(FileId(1), 0, 0));
        }
        self.defined(&self.key(mention), newest(mention)).map(|mention| mention.span)
    }

    /// The newest definition of a key, in these texts or older ones.
    pub(crate) fn defined(&self, key: &Key, newest: usize) -> Option<&Mention> {
        let places = self.definitions.get(key)?;
        let &(tree, mention) = places.iter().find(|(tree, _)| *tree >= newest)?;
        Some(&self.trees[tree].mentions[mention])
    }

    /// Every place in the text, and in those that it extends, that names what the name at a
    /// place names.
    pub fn references(&self, offset: usize) -> Vec<Span> {
        let Some(mention) = self.mention(offset) else { return Vec::new() };
        let key = self.key(mention);
        self.all(&key).map(|mention| mention.span).collect()
    }

    /// All mentions of a key.
    pub(crate) fn all<'d>(&'d self, key: &'d Key) -> impl Iterator<Item = &'d Mention> {
        let mentions = self.trees.iter().flat_map(|tree| &tree.mentions);
        let is_name = |it: &Mention| it.slot != Slot::Column || it.within.is_some();
        mentions.filter(move |it| is_name(it) && self.key(it) == *key)
    }

    /// What a mention stands for; a member of a family is the family.
    pub(crate) fn key(&self, mention: &Mention) -> Key {
        if mention.within.is_some() {
            let Mention { text, within, .. } = mention.clone();
            return Key { apart: None, within, name: text };
        }
        let apart = mention.slot.apart();
        let family = mention.text.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_member =
            apart.is_none() && family.len() < mention.text.len() && self.families.contains(family);
        let name = if is_member { family } else { &mention.text };
        Key { apart, within: None, name: name.to_string() }
    }

    /// The comment that belongs to what is defined at a place: the lines before it, or the
    /// rest of its line.
    pub(crate) fn comment(&self, at: Span) -> String {
        let source = self.sources.get(at.file);
        let line = |byte: u32| source.line_column(byte).0;
        let comments = &self.trees[at.file.0 as usize].comments;
        let beside = comments.iter().find(|it| !it.own_line && line(it.span.start) == line(at.end));
        let mut lines: Vec<&str> = beside.into_iter().map(|it| it.text.as_str()).collect();
        let mut next = line(at.start);
        let before = comments.iter().rev().filter(|it| it.own_line && it.span.start < at.start);
        for comment in before.take(12) {
            if line(comment.span.start) + 1 != next {
                break;
            }
            next -= 1;
            lines.insert(0, &comment.text);
        }
        let plain = |line: &&str| line.trim_start_matches('/').trim().to_string();
        lines.iter().map(plain).collect::<Vec<_>>().join(" ")
    }
}

/// The newest text in which a name can be defined: what `base` names is older.
pub(crate) fn newest(mention: &Mention) -> usize {
    usize::from(mention.within.is_none() && matches!(mention.slot, Slot::Base(_)))
}

fn families(file: &File) -> Vec<String> {
    let mut families = Vec::new();
    for item in &file.items {
        let ItemKind::Pieces(entries) = &item.kind else { continue };
        for entry in entries {
            if let PieceSymbols::Family(..) = entry.symbols {
                families.push(entry.name.text.clone());
            }
        }
    }
    families
}
