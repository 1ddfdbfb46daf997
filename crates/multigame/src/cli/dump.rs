//! `multigame dump`: each stage of the pipeline as text.

use super::args::{DumpArgs, Stage};
use super::report::Failure;
use super::terminal;
use crate::library;
use crate::load::load_text;
use syntax::{FileId, Sources, dump_tokens, dump_tree, parse};

pub(super) fn run(args: &DumpArgs) -> Result<u8, Failure> {
    let text = library::find(&args.game)?;
    let shown = match args.stage {
        Stage::Tokens => dump_tokens(&text.text),
        Stage::Tree => {
            let parsed = parse(FileId(0), &text.text);
            if !parsed.diagnostics.is_empty() {
                let mut sources = Sources::default();
                sources.add(text.source.as_str(), text.text.as_str());
                Failure::rules(&sources, &parsed.diagnostics, "what was understood follows")
                    .print();
            }
            dump_tree(&parsed.file)
        }
        Stage::Rules => rules::print(&load_text(&text)?.rules),
        Stage::Ir => ir::print(load_text(&text)?.game.program()),
    };
    terminal::print(&shown)?;
    Ok(0)
}
