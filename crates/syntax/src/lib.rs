//! From rules text to a tree, and back to text in one canonical form.
//!
//! ```text
//! text ─▶ lex ─▶ tokens ─▶ parse ─▶ ast + diagnostics
//!                                    └─▶ format ─▶ text
//! ```
//!
//! Parsing never fails: it gives what could be understood and a message for
//! each independent mistake.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod ast;
mod code;
mod diagnostic;
mod format;
mod glossary;
mod lex;
mod parse;
mod render;
mod span;
mod token;
mod tree;
mod window;

pub use code::{Code, Stage};
pub use diagnostic::{Diagnostic, Fix, Label, Severity, closest, no_chance};
pub use format::format;
pub use glossary::{Explained, GLOSSARY, explain};
pub use lex::{Lexed, begins_item, dump_tokens, lex, shorten};
pub use parse::{Parsed, lone_words, parse};
pub use render::render;
pub use span::{FileId, Source, Sources, Span};
pub use token::{RESERVED, Token, TokenKind};
pub use tree::dump_tree;
