//! Other names across documents: what a document extends is changed with it, and so are
//! the variants that extend it; games that are built in cannot be changed.

use crate::lines::Lines;
use crate::paths;
use crate::requests::location;
use crate::workspace::{Origin, Read, Workspace};
use lsp_types::{
    DocumentChanges, Location, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit,
    TextEdit, Uri, WorkspaceEdit,
};
use std::collections::BTreeMap;
use std::str::FromStr;
use syntax::Fix;

/// More rules files than these are not looked at.
const MAX_FILES: usize = 500;

/// The change that gives what is at a place another name, or why there is none.
pub(crate) fn rename(
    workspace: &Workspace<'_>,
    read: &Read,
    offset: usize,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let fixes = read.document.rename(offset, new)?;
    let mut edits = edits(workspace, read, &fixes)?;
    for variant in concerned(workspace, read, &edits) {
        let document = &variant.document;
        let name = document.sources().list[0].name.clone();
        let said = |why: String| format!("in `{name}`, {why}");
        let fixes = document.rename_as(&read.document, offset, new).map_err(said)?;
        for (uri, list) in self::edits(workspace, &variant, &fixes)? {
            // What a text says may depend on what it is extended by.
            if edits.insert(uri, list.clone()).is_some_and(|known| known != list) {
                return Err(said("the name stands for something else".to_string()));
            }
        }
    }
    Ok(together(edits))
}

/// The other documents that have to stay as they are: each text that is changed alone, and
/// all that extend one of them.
fn concerned(workspace: &Workspace<'_>, read: &Read, edits: &Edits) -> Vec<Read> {
    let is_changed = |uri: &str| edits.get(uri).is_some_and(|list| !list.is_empty());
    let mut texts = BTreeMap::new();
    for uri in edits.keys().filter(|uri| is_changed(uri)) {
        texts.extend(around(workspace, uri));
    }
    texts.retain(|uri, _| read.origins.first() != Some(&Origin::Uri(uri.clone())));
    let mut found = Vec::new();
    for (uri, text) in texts {
        if !is_changed(&uri) && !text.contains("extends") {
            continue;
        }
        let variant = workspace.understand(&uri, &text);
        let concerns = |it: &Origin| matches!(it, Origin::Uri(uri) if is_changed(uri));
        if variant.origins.iter().any(concerns) {
            found.push(variant);
        }
    }
    found
}

/// The texts that may extend a document, by their addresses: open ones, and files beside it.
fn around(workspace: &Workspace<'_>, uri: &str) -> BTreeMap<String, String> {
    let beside = workspace.beside(uri).into_iter().take(MAX_FILES);
    let beside = beside.filter_map(|path| workspace.text(&paths::plain(&path)));
    let open = workspace.open.iter().map(|(uri, open)| (uri.clone(), open.text.clone()));
    beside.chain(open).collect()
}

/// The change that consists of some replacements.
pub(crate) fn edit(
    workspace: &Workspace<'_>,
    read: &Read,
    fixes: &[Fix],
) -> Result<WorkspaceEdit, String> {
    Ok(together(edits(workspace, read, fixes)?))
}

/// Replacements by the addresses of documents, also of those where nothing is replaced.
type Edits = BTreeMap<String, Vec<TextEdit>>;

fn edits(workspace: &Workspace<'_>, read: &Read, fixes: &[Fix]) -> Result<Edits, String> {
    let mut edits = Edits::new();
    for (file, origin) in read.origins.iter().enumerate() {
        let here = fixes.iter().filter(|fix| usize::from(fix.span.file.0) == file);
        let mut here = here.peekable();
        let uri = match origin {
            Origin::Uri(uri) => uri.clone(),
            Origin::BuiltIn(_) if here.peek().is_none() => continue,
            Origin::BuiltIn(name) => {
                return Err(format!("it is defined in `{name}`, which is built in"));
            }
        };
        let text = read.document.sources().list[file].text();
        let lines = Lines::new(text, workspace.units);
        let edit =
            |fix: &Fix| TextEdit { range: lines.range(fix.span), new_text: fix.text.clone() };
        edits.insert(uri, here.map(edit).collect());
    }
    Ok(edits)
}

fn together(edits: Edits) -> WorkspaceEdit {
    let document = |(uri, edits): (String, Vec<TextEdit>)| {
        Some(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                uri: Uri::from_str(&uri).ok()?,
                version: None,
            },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        })
    };
    let changed = edits.into_iter().filter(|(_, edits)| !edits.is_empty());
    let changes = changed.filter_map(document).collect();
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(changes)),
        ..WorkspaceEdit::default()
    }
}

/// Where documents that extend this one name what is at a place.
pub(crate) fn in_variants(workspace: &Workspace<'_>, read: &Read, offset: usize) -> Vec<Location> {
    let Some(span) = read.document.renameable(offset).ok() else { return Vec::new() };
    let Some(name) = read.document.text().get(span.start as usize..span.end as usize) else {
        return Vec::new();
    };
    let Some(Origin::Uri(own)) = read.origins.first() else { return Vec::new() };
    let known = |uri: &str| read.origins.contains(&Origin::Uri(uri.to_string()));
    let mut found = Vec::new();
    let mut texts = around(workspace, own);
    texts.retain(|uri, text| !known(uri) && text.contains("extends") && text.contains(name));
    for (uri, text) in texts {
        let variant = workspace.understand(&uri, &text);
        if variant.origins.contains(&Origin::Uri(own.clone())) {
            let spans = variant.document.references_as(&read.document, offset);
            found.extend(spans.into_iter().filter_map(|it| location(workspace, &variant, it)));
        }
    }
    found
}
