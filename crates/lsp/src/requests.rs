//! One answer for each kind of request, in the types of the protocol.

use crate::lines::Lines;
use crate::renaming;
use crate::server::parsed;
use crate::workspace::{Read, Workspace};
use editing::{Kind, Tone};
use lsp_server::ErrorCode;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeLens, CodeLensParams, Command,
    CompletionItem, CompletionItemKind, CompletionParams, CompletionTextEdit, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, DocumentFormattingParams, DocumentSymbol,
    DocumentSymbolParams, GotoDefinitionParams, Hover, HoverContents, HoverParams, InlayHint,
    InlayHintKind, InlayHintLabel, InlayHintParams, Location, MarkupContent, MarkupKind,
    NumberOrString, Range, ReferenceParams, RenameParams, SemanticToken, SemanticTokens,
    SemanticTokensParams, SymbolKind, TextDocumentPositionParams, TextEdit, Uri,
};
use serde_json::{Value, json};
use std::rc::Rc;
use std::str::FromStr;
use syntax::{Severity, Span};

/// An answer, or what is wrong with the question.
pub(crate) type Answer = Result<Value, (ErrorCode, String)>;

pub(crate) fn answer(workspace: &Workspace<'_>, method: &str, params: Value) -> Answer {
    match method {
        "textDocument/hover" => hover(workspace, parsed(params)?),
        "textDocument/completion" => complete(workspace, parsed(params)?),
        "textDocument/definition" => define(workspace, parsed(params)?),
        "textDocument/references" => refer(workspace, parsed(params)?),
        "textDocument/prepareRename" => prepare_rename(workspace, parsed(params)?),
        "textDocument/rename" => rename(workspace, parsed(params)?),
        "textDocument/formatting" => format(workspace, parsed(params)?),
        "textDocument/semanticTokens/full" => paint(workspace, parsed(params)?),
        "textDocument/inlayHint" => hint(workspace, parsed(params)?),
        "textDocument/codeLens" => lens(workspace, parsed(params)?),
        "textDocument/codeAction" => act(workspace, parsed(params)?),
        "textDocument/documentSymbol" => outline(workspace, parsed(params)?),
        _ => Err((ErrorCode::MethodNotFound, format!("`{method}` is not known"))),
    }
}

fn json_of(value: impl serde::Serialize) -> Answer {
    serde_json::to_value(value).map_err(|why| (ErrorCode::InternalError, why.to_string()))
}

/// A document that is open.
fn opened(workspace: &Workspace<'_>, uri: &Uri) -> Result<Rc<Read>, (ErrorCode, String)> {
    let missing = || (ErrorCode::InvalidParams, format!("`{}` is not open", uri.as_str()));
    workspace.read(uri.as_str()).ok_or_else(missing)
}

/// A document and a place in it.
fn at(
    workspace: &Workspace<'_>,
    params: &TextDocumentPositionParams,
) -> Result<(Rc<Read>, usize), (ErrorCode, String)> {
    let read = opened(workspace, &params.text_document.uri)?;
    let offset = Lines::new(read.document.text(), workspace.units).offset(params.position);
    Ok((read, offset))
}

/// A place in one of the texts of a document, as an editor opens it.
pub(crate) fn location(workspace: &Workspace<'_>, read: &Read, span: Span) -> Option<Location> {
    let file = usize::from(span.file.0);
    let uri = workspace.address(read.origins.get(file)?)?;
    let lines = Lines::new(read.document.sources().get(span.file).text(), workspace.units);
    Some(Location { uri: Uri::from_str(&uri).ok()?, range: lines.range(span) })
}

/// The messages about a document.
pub(crate) fn messages(workspace: &Workspace<'_>, uri: &str) -> Value {
    let Some(read) = workspace.read(uri) else { return json!([]) };
    let lines = Lines::new(read.document.text(), workspace.units);
    let mut found = Vec::new();
    for it in read.document.diagnostics() {
        // A mistake in a game that is extended is shown at the beginning.
        let here = it.label.span.file.0 == 0;
        let span = if here { it.label.span } else { Span::default() };
        let mut message = it.title.clone();
        if !it.label.text.is_empty() {
            message.push_str(&format!(" ({})", it.label.text));
        }
        if let Some(hint) = &it.hint {
            message.push_str(&format!("\nhint: {hint}"));
        }
        if !here {
            let source = read.document.sources().get(it.label.span.file);
            message = format!("in `{}`: {message}", source.name);
        }
        let others = it.others.iter().filter_map(|label| {
            let location = location(workspace, &read, label.span)?;
            Some(DiagnosticRelatedInformation { location, message: label.text.clone() })
        });
        let others: Vec<DiagnosticRelatedInformation> = others.collect();
        found.push(Diagnostic {
            range: lines.range(span),
            severity: Some(match it.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(it.code.text().to_string())),
            source: Some("multigame".to_string()),
            message,
            related_information: (!others.is_empty()).then_some(others),
            ..Diagnostic::default()
        });
    }
    serde_json::to_value(found).unwrap_or_default()
}

fn hover(workspace: &Workspace<'_>, params: HoverParams) -> Answer {
    let (read, offset) = at(workspace, &params.text_document_position_params)?;
    let lines = Lines::new(read.document.text(), workspace.units);
    json_of(read.document.hover(offset).map(|it| Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: it.text,
        }),
        range: Some(lines.range(it.span)),
    }))
}

fn complete(workspace: &Workspace<'_>, params: CompletionParams) -> Answer {
    let (read, offset) = at(workspace, &params.text_document_position)?;
    let lines = Lines::new(read.document.text(), workspace.units);
    let item = |it: editing::Completion| CompletionItem {
        kind: Some(it.kind.map_or(CompletionItemKind::KEYWORD, completion_kind)),
        sort_text: Some(format!("{}{}", u8::from(it.kind.is_none()), it.text)),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range: lines.range(it.span),
            new_text: it.text.clone(),
        })),
        detail: Some(it.about),
        label: it.text,
        ..CompletionItem::default()
    };
    json_of(read.document.complete(offset).into_iter().map(item).collect::<Vec<_>>())
}

fn completion_kind(kind: Kind) -> CompletionItemKind {
    match kind {
        Kind::Rule => CompletionItemKind::FUNCTION,
        Kind::Value => CompletionItemKind::CONSTANT,
        Kind::Piece => CompletionItemKind::CLASS,
        Kind::Counter => CompletionItemKind::VARIABLE,
        Kind::Game => CompletionItemKind::MODULE,
        Kind::Player => CompletionItemKind::VALUE,
        Kind::Zone | Kind::Memory | Kind::Field | Kind::Layout | Kind::Directions => {
            CompletionItemKind::FIELD
        }
    }
}

fn define(workspace: &Workspace<'_>, params: GotoDefinitionParams) -> Answer {
    let (read, offset) = at(workspace, &params.text_document_position_params)?;
    let span = read.document.definition(offset);
    json_of(span.and_then(|span| location(workspace, &read, span)))
}

fn refer(workspace: &Workspace<'_>, params: ReferenceParams) -> Answer {
    let (read, offset) = at(workspace, &params.text_document_position)?;
    let mut found: Vec<Location> = read
        .document
        .references(offset)
        .into_iter()
        .filter_map(|span| location(workspace, &read, span))
        .collect();
    found.extend(renaming::in_variants(workspace, &read, offset));
    json_of(found)
}

fn prepare_rename(workspace: &Workspace<'_>, params: TextDocumentPositionParams) -> Answer {
    let (read, offset) = at(workspace, &params)?;
    let lines = Lines::new(read.document.text(), workspace.units);
    match read.document.renameable(offset) {
        Ok(span) => json_of(lines.range(span)),
        Err(why) => Err((ErrorCode::RequestFailed, why)),
    }
}

fn rename(workspace: &Workspace<'_>, params: RenameParams) -> Answer {
    let (read, offset) = at(workspace, &params.text_document_position)?;
    match renaming::rename(workspace, &read, offset, &params.new_name) {
        Ok(edit) => json_of(edit),
        Err(why) => Err((ErrorCode::RequestFailed, why)),
    }
}

fn format(workspace: &Workspace<'_>, params: DocumentFormattingParams) -> Answer {
    let read = opened(workspace, &params.text_document.uri)?;
    let text = read.document.text();
    let formatted = editing::format(text).map_err(|found| {
        let why = found.first().map_or_else(String::new, |it| it.title.clone());
        (ErrorCode::RequestFailed, format!("the text is left as it is: {why}"))
    })?;
    if formatted == text {
        return Ok(json!([]));
    }
    let lines = Lines::new(text, workspace.units);
    let range = Range { start: lines.position(0), end: lines.position(text.len()) };
    json_of([TextEdit { range, new_text: formatted }])
}

fn paint(workspace: &Workspace<'_>, params: SemanticTokensParams) -> Answer {
    let read = opened(workspace, &params.text_document.uri)?;
    let text = read.document.text();
    let lines = Lines::new(text, workspace.units);
    let (mut line, mut character) = (0, 0);
    let mut data = Vec::new();
    for it in read.document.painted() {
        let start = lines.position(it.span.start as usize);
        if start.line != line {
            character = 0;
        }
        let words = text.get(it.span.start as usize..it.span.end as usize).unwrap_or("");
        data.push(SemanticToken {
            delta_line: start.line - line,
            delta_start: start.character - character,
            length: lines.length(words),
            token_type: Tone::ALL.iter().position(|tone| *tone == it.tone).unwrap_or(0) as u32,
            token_modifiers_bitset: u32::from(it.defines),
        });
        (line, character) = (start.line, start.character);
    }
    json_of(SemanticTokens { result_id: None, data })
}

fn hint(workspace: &Workspace<'_>, params: InlayHintParams) -> Answer {
    let read = opened(workspace, &params.text_document.uri)?;
    let lines = Lines::new(read.document.text(), workspace.units);
    let hint = |(span, n): (Span, usize)| InlayHint {
        position: lines.position(span.end as usize),
        label: InlayHintLabel::String(match n {
            1 => "1 move".to_string(),
            n => format!("{n} moves"),
        }),
        kind: Some(InlayHintKind::TYPE),
        tooltip: Some("how many moves this rule alone makes at the start".to_string().into()),
        padding_left: Some(true),
        text_edits: None,
        padding_right: None,
        data: None,
    };
    let Range { start, end } = params.range;
    let hints = read.document.moves_at_start().into_iter().map(hint);
    json_of(hints.filter(|it| start <= it.position && it.position <= end).collect::<Vec<_>>())
}

fn lens(workspace: &Workspace<'_>, params: CodeLensParams) -> Answer {
    let uri = params.text_document.uri;
    let read = opened(workspace, &uri)?;
    let lines = Lines::new(read.document.text(), workspace.units);
    if read.document.rules().is_none() {
        return Ok(json!([]));
    }
    let outline = read.document.outline();
    let main = outline.iter().find(|it| it.kind == Kind::Rule && it.name == "main");
    let range = lines.range(main.map_or(Span::default(), |it| it.span));
    let command = |title: &str, command: &str| CodeLens {
        range,
        command: Some(Command {
            title: title.to_string(),
            command: command.to_string(),
            arguments: Some(vec![json!(uri.as_str())]),
        }),
        data: None,
    };
    json_of([command("Play", "multigame.play"), command("Debug", "multigame.debug")])
}

fn act(workspace: &Workspace<'_>, params: CodeActionParams) -> Answer {
    let read = opened(workspace, &params.text_document.uri)?;
    let text = read.document.text();
    let lines = Lines::new(text, workspace.units);
    let mut actions = Vec::new();
    for it in read.document.diagnostics() {
        let Some(fix) = it.fix.as_ref().filter(|fix| fix.span.file.0 == 0) else { continue };
        let range = lines.range(it.label.span);
        if range.start > params.range.end || params.range.start > range.end {
            continue;
        }
        let old = text.get(fix.span.start as usize..fix.span.end as usize).unwrap_or("").trim();
        let title = match (old.is_empty(), fix.text.trim()) {
            (_, "") => format!("Take out `{}`", shorten(old)),
            (true, new) => format!("Put in `{}`", shorten(new)),
            (false, new) => format!("Replace `{}` by `{}`", shorten(old), shorten(new)),
        };
        let edit = renaming::edit(workspace, &read, std::slice::from_ref(fix)).ok();
        actions.push(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            edit,
            is_preferred: Some(true),
            ..CodeAction::default()
        });
    }
    json_of(actions)
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}

#[allow(deprecated, reason = "the type has a field that nobody uses any more")]
fn outline(workspace: &Workspace<'_>, params: DocumentSymbolParams) -> Answer {
    let read = opened(workspace, &params.text_document.uri)?;
    let lines = Lines::new(read.document.text(), workspace.units);
    let symbol = |it: editing::Definition| DocumentSymbol {
        name: it.name,
        detail: Some(it.kind.word().to_string()),
        kind: match it.kind {
            Kind::Rule => SymbolKind::FUNCTION,
            Kind::Value => SymbolKind::CONSTANT,
            Kind::Piece => SymbolKind::CLASS,
            Kind::Counter => SymbolKind::VARIABLE,
            _ => SymbolKind::FIELD,
        },
        range: lines.range(it.whole),
        selection_range: lines.range(it.span),
        tags: None,
        deprecated: None,
        children: None,
    };
    json_of(read.document.outline().into_iter().map(symbol).collect::<Vec<_>>())
}
