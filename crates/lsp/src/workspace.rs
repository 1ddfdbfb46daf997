//! The documents that are open, and what each is with all that it extends: other open
//! documents first, files second, built-in games third.

use crate::lines::{Lines, Units};
use crate::{Disk, paths};
use editing::Document;
use lsp_types::TextDocumentContentChangeEvent;
use rules::Library;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Where one of the texts of a document comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A document by its address, open or not.
    Uri(String),
    /// A game that is built in, by its name.
    BuiltIn(String),
}

/// A document that was read.
pub(crate) struct Read {
    pub(crate) document: Document,
    /// Where each of its sources comes from.
    pub(crate) origins: Vec<Origin>,
}

/// A document that is open in the editor.
pub(crate) struct Open {
    pub(crate) text: String,
    pub(crate) version: i32,
    /// What was read, until the text or one that it extends changes.
    read: RefCell<Option<Rc<Read>>>,
    /// Whether its messages have to be sent.
    pub(crate) stale: bool,
}

/// All documents.
pub(crate) struct Workspace<'d> {
    pub(crate) disk: &'d dyn Disk,
    pub(crate) open: BTreeMap<String, Open>,
    pub(crate) units: Units,
}

impl Workspace<'_> {
    /// Opens a document, or replaces its text.
    pub(crate) fn set(&mut self, uri: &str, text: String, version: i32) {
        let open = Open { text, version, read: RefCell::new(None), stale: true };
        self.open.insert(uri.to_string(), open);
        self.forget_variants(uri);
    }

    /// Changes the text of a document.
    pub(crate) fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) {
        let units = self.units;
        let Some(open) = self.open.get_mut(uri) else { return };
        for change in changes {
            let Some(range) = change.range else {
                open.text = change.text;
                continue;
            };
            let lines = Lines::new(&open.text, units);
            let (start, end) = (lines.offset(range.start), lines.offset(range.end));
            open.text.replace_range(start.min(end)..end.max(start), &change.text);
        }
        open.version = version;
        open.stale = true;
        open.read.replace(None);
        self.forget_variants(uri);
    }

    pub(crate) fn close(&mut self, uri: &str) {
        self.open.remove(uri);
        self.forget_variants(uri);
    }

    /// Forgets what was read of all documents that extend something: it may have changed.
    pub(crate) fn forget_variants(&mut self, but: &str) {
        for (_, open) in self.open.iter_mut().filter(|(uri, _)| *uri != but) {
            if open.text.contains("extends") {
                open.stale = true;
                open.read.replace(None);
            }
        }
    }

    /// What an open document is.
    pub(crate) fn read(&self, uri: &str) -> Option<Rc<Read>> {
        let open = self.open.get(uri)?;
        let known = open.read.borrow().clone();
        Some(known.unwrap_or_else(|| {
            let read = Rc::new(self.understand(uri, &open.text));
            open.read.replace(Some(Rc::clone(&read)));
            read
        }))
    }

    /// Reads a text with all that it extends.
    pub(crate) fn understand(&self, uri: &str, text: &str) -> Read {
        let path = paths::path(uri);
        let stem = path.as_deref().and_then(Path::file_stem);
        let name = stem.map_or_else(|| "untitled".to_string(), |it| it.to_string_lossy().into());
        let mut origins = vec![Origin::Uri(uri.to_string())];
        let mut load = |name: &str| {
            let (shown, origin, text) = self.base(path.as_deref(), name)?;
            origins.push(origin);
            Some((shown, text))
        };
        let known = games::names().map(String::from).collect();
        let mut library = Library { load: &mut load, known };
        let shown = path.as_deref().map_or_else(|| uri.to_string(), shown);
        let document = Document::read(&name, &shown, text, &mut library);
        Read { document, origins }
    }

    /// A game that the game at a path extends: beside it, in a folder of its own beside its
    /// folder, or built in.
    fn base(&self, path: Option<&Path>, name: &str) -> Option<(String, Origin, String)> {
        let file = format!("{name}.mg");
        let folder = path.and_then(Path::parent);
        let places = folder.map(|folder| {
            [folder.join(&file), folder.join("..").join(name).join(&file)]
                .map(|it| paths::plain(&it))
        });
        for path in places.into_iter().flatten() {
            if let Some((uri, text)) = self.text(&path) {
                return Some((shown(&path), Origin::Uri(uri), text));
            }
        }
        let text = games::text(name)?.to_string();
        Some((file, Origin::BuiltIn(name.to_string()), text))
    }

    /// The text of a file as the editor has it, or as it is on disk.
    pub(crate) fn text(&self, path: &Path) -> Option<(String, String)> {
        let is_it = |uri: &&String| paths::path(uri).as_deref() == Some(path);
        if let Some(uri) = self.open.keys().find(is_it) {
            return Some((uri.clone(), self.open[uri].text.clone()));
        }
        Some((paths::uri(path), self.disk.read(path)?))
    }

    /// An address that an editor can open.
    pub(crate) fn address(&self, origin: &Origin) -> Option<String> {
        match origin {
            Origin::Uri(uri) => Some(uri.clone()),
            Origin::BuiltIn(name) => {
                let path = self.disk.show_built_in(name, games::text(name)?)?;
                Some(paths::uri(&path))
            }
        }
    }

    /// Rules files beside a document that it may be extended by, open or not.
    pub(crate) fn beside(&self, uri: &str) -> Vec<PathBuf> {
        let path = paths::path(uri);
        path.as_deref().and_then(Path::parent).map_or_else(Vec::new, |it| self.disk.beside(it))
    }
}

/// A path as messages show it: its last parts say enough.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
