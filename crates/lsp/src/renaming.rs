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
    for (location, length) in in_variants(workspace, read, offset) {
        let mut range = location.range;
        range.end.line = range.start.line;
        range.end.character = range.start.character + length;
        let edit = TextEdit { range, new_text: new.to_string() };
        edits.entry(location.uri.as_str().to_string()).or_default().push(edit);
    }
    Ok(together(edits))
}

/// The change that consists of some replacements.
pub(crate) fn edit(
    workspace: &Workspace<'_>,
    read: &Read,
    fixes: &[Fix],
) -> Result<WorkspaceEdit, String> {
    Ok(together(edits(workspace, read, fixes)?))
}

/// Replacements by the addresses of documents.
type Edits = BTreeMap<String, Vec<TextEdit>>;

fn edits(workspace: &Workspace<'_>, read: &Read, fixes: &[Fix]) -> Result<Edits, String> {
    let mut edits = Edits::new();
    for (file, origin) in read.origins.iter().enumerate() {
        let here = fixes.iter().filter(|fix| usize::from(fix.span.file.0) == file);
        let mut here = here.peekable();
        if here.peek().is_none() {
            continue;
        }
        let uri = match origin {
            Origin::Uri(uri) => uri.clone(),
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
    let changes = edits.into_iter().filter_map(document).collect();
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(changes)),
        ..WorkspaceEdit::default()
    }
}

/// Where documents that extend this one name what is at a place, and how long the name is
/// there: open documents, and files beside it.
pub(crate) fn in_variants(
    workspace: &Workspace<'_>,
    read: &Read,
    offset: usize,
) -> Vec<(Location, u32)> {
    let Some(span) = read.document.renameable(offset).ok() else { return Vec::new() };
    let Some(name) = read.document.text().get(span.start as usize..span.end as usize) else {
        return Vec::new();
    };
    let Some(Origin::Uri(own)) = read.origins.first() else { return Vec::new() };
    let known = |uri: &str| read.origins.contains(&Origin::Uri(uri.to_string()));
    let mut found = Vec::new();
    let beside = workspace.beside(own).into_iter().take(MAX_FILES);
    let beside = beside.filter_map(|path| workspace.text(&paths::plain(&path)));
    let open = workspace.open.iter().map(|(uri, open)| (uri.clone(), open.text.clone()));
    let mut texts: BTreeMap<String, String> = beside.chain(open).collect();
    texts.retain(|uri, text| !known(uri) && text.contains("extends") && text.contains(name));
    for (uri, text) in texts {
        let variant = workspace.understand(&uri, &text);
        if !variant.origins.contains(&Origin::Uri(own.clone())) {
            continue;
        }
        let fixes = variant.document.rename_inherited(name, "");
        for fix in fixes.iter().filter(|fix| fix.span.file.0 == 0) {
            if let Some(location) = location(workspace, &variant, fix.span) {
                let length = location.range.end.character - location.range.start.character;
                found.push((location, length));
            }
        }
    }
    found
}
