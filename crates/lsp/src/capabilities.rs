//! What the server says that it can do.

use crate::lines::Units;
use editing::Tone;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, HoverProviderCapability, InitializeParams, OneOf, PositionEncodingKind,
    RenameOptions, SemanticTokenModifier, SemanticTokenType, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, WorkDoneProgressOptions,
};

/// The units that the client prefers among those that we know.
pub(crate) fn units(params: &InitializeParams) -> Units {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|it| it.position_encodings.as_ref());
    match offered.is_some_and(|it| it.contains(&PositionEncodingKind::UTF8)) {
        true => Units::Utf8,
        false => Units::Utf16,
    }
}

pub(crate) fn capabilities(units: Units) -> ServerCapabilities {
    let progress = WorkDoneProgressOptions::default;
    let semantic = SemanticTokensOptions {
        work_done_progress_options: progress(),
        legend: legend(),
        range: None,
        full: Some(SemanticTokensFullOptions::Bool(true)),
    };
    ServerCapabilities {
        position_encoding: Some(match units {
            Units::Utf8 => PositionEncodingKind::UTF8,
            Units::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![" ".to_string()]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: progress(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(semantic.into()),
        ..ServerCapabilities::default()
    }
}

/// The protocol's word for each tone, in the order of [`Tone::ALL`].
fn legend() -> SemanticTokensLegend {
    let types = Tone::ALL.map(|tone| match tone {
        Tone::Word => SemanticTokenType::KEYWORD,
        Tone::Number => SemanticTokenType::NUMBER,
        Tone::Symbol => SemanticTokenType::STRING,
        Tone::Comment => SemanticTokenType::COMMENT,
        Tone::Operator => SemanticTokenType::OPERATOR,
        Tone::Rule => SemanticTokenType::FUNCTION,
        Tone::Value => SemanticTokenType::MACRO,
        Tone::Piece => SemanticTokenType::CLASS,
        Tone::Place => SemanticTokenType::ENUM_MEMBER,
        Tone::Direction => SemanticTokenType::ENUM,
        Tone::Counter => SemanticTokenType::VARIABLE,
        Tone::Player => SemanticTokenType::PARAMETER,
        Tone::Game => SemanticTokenType::NAMESPACE,
        Tone::Parameter => SemanticTokenType::TYPE_PARAMETER,
    });
    SemanticTokensLegend {
        token_types: types.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DEFINITION],
    }
}
