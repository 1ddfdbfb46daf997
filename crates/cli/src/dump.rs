//! `multigame dump`: each stage of the pipeline as text.

use super::args::DumpArgs;
use super::engine::no_code;
use super::report::Failure;
use super::{passes, terminal};
use crate::library;
use clap::builder::PossibleValue;
use ir::Program;
use ir::passes::{PASSES, optimize};
use multigame::Text;
use multigame::parts::{Loaded, load_text};
use native::{Listing, Native};
use syntax::{FileId, Sources, dump_tokens, dump_tree, parse};

/// A stage that can be asked for. The passes follow these, by their names.
const STAGES: [(&str, &str); 8] = [
    ("tokens", "The words of the text"),
    ("tree", "The tree as written"),
    ("rules", "What the game declares and its rules with every name resolved"),
    ("ir", "The intermediate representation"),
    ("sources", "The intermediate representation, with the words that each line comes from"),
    ("passes", "The intermediate representation after each pass that changes it"),
    ("clif", "What the code generator is given"),
    ("asm", "The machine code"),
];

/// What `--stage` can be, with words for the help.
pub(super) fn stages() -> Vec<PossibleValue> {
    let passes = PASSES.iter().map(|pass| (pass.name, pass.about));
    let passes = passes.map(|(name, about)| (name, format!("After this pass: {about}")));
    let stages = STAGES.iter().map(|(name, about)| (*name, about.to_string()));
    stages.chain(passes).map(|(name, about)| PossibleValue::new(name).help(about)).collect()
}

pub(super) fn run(args: &DumpArgs) -> Result<u8, Failure> {
    let text = library::find(&args.game)?;
    let off = passes::off(&args.passes)?;
    let shown = match args.stage.as_str() {
        "tokens" => dump_tokens(&text.text),
        "tree" => tree(&text),
        "rules" => rules::print(&load_text(&text)?.rules),
        "ir" => ir::print(load_text(&text)?.game.program()),
        "sources" => with_sources(&load_text(&text)?),
        "passes" => after_each_pass(load_text(&text)?.game.program().clone(), &off),
        "clif" => code(&text, &off, |listing| &listing.clif)?,
        "asm" => code(&text, &off, |listing| &listing.assembly)?,
        pass => after(pass, load_text(&text)?.game.program().clone(), &off),
    };
    terminal::print(&shown)?;
    Ok(0)
}

/// The tree of a text, whatever is wrong with it.
fn tree(text: &Text) -> String {
    let parsed = parse(FileId(0), &text.text);
    if !parsed.diagnostics.is_empty() {
        let mut sources = Sources::default();
        sources.add(text.source.as_str(), text.text.as_str());
        Failure::rules(sources, parsed.diagnostics, "what was understood follows").print();
    }
    dump_tree(&parsed.file)
}

/// The program, each line with the place and the words of the rules that it comes from.
fn with_sources(loaded: &Loaded) -> String {
    ir::print_with_sources(loaded.game.program(), &|source| {
        let file = loaded.sources.get(FileId(source.file));
        let (line, column) = file.line_column(source.start);
        let words = &file.text()[source.start as usize..source.end as usize];
        let words: Vec<&str> = words.split_whitespace().collect();
        format!("{}:{line}:{column} {}", file.name, words.join(" "))
    })
}

/// Runs one pass.
fn run_pass(name: &str, program: &mut Program) {
    let others = PASSES.iter().map(|pass| pass.name.to_string()).filter(|pass| pass != name);
    optimize(program, &others.collect::<Vec<_>>());
}

/// The program after each pass that is on, or that the pass changed nothing.
fn after_each_pass(mut program: Program, off: &[String]) -> String {
    let mut before = ir::print(&program);
    let mut shown = String::new();
    for name in PASSES.iter().map(|pass| pass.name).filter(|name| !off.iter().any(|o| o == name)) {
        run_pass(name, &mut program);
        let text = ir::print(&program);
        shown += &match text == before {
            true => format!(";; {name} changes nothing\n\n"),
            false => format!(";; after {name}\n\n{text}\n"),
        };
        before = text;
    }
    shown
}

/// The program after a pass and those before it.
fn after(last: &str, mut program: Program, off: &[String]) -> String {
    let up_to = PASSES.iter().position(|pass| pass.name == last).map_or(0, |i| i + 1);
    let later = PASSES[up_to..].iter().map(|pass| pass.name.to_string());
    optimize(&mut program, &off.iter().cloned().chain(later).collect::<Vec<_>>());
    ir::print(&program)
}

/// The code of a game, one function below another.
fn code(
    text: &Text,
    off: &[String],
    part: impl Fn(&Listing) -> &String,
) -> Result<String, Failure> {
    let game = load_text(text)?.game;
    let listings = Native::new(game, off).and_then(|code| code.listing());
    let listings = listings.map_err(|why| no_code(&why))?;
    let shown = listings.iter().map(|listing| {
        let code = part(listing).trim_end();
        format!(";; {}\n\n{code}\n\n", listing.name)
    });
    Ok(shown.collect())
}
