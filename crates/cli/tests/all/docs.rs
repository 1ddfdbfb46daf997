//! The documents tell the truth: their rules compile, their transcripts are
//! what the command prints, every message has an entry, and every file opens
//! with a sentence.
//!
//! Blocks of a page are run in order in a folder of their own:
//! - `mg file=NAME.mg` is written there and must pass the checks, unless it also
//!   says `errors`;
//! - `mg fragment` must parse;
//! - `console`: each line `$ multigame …` is run, and the lines after it are
//!   what it prints; `…` alone on a line stands for any lines. A line `< text`
//!   right after a command is typed into it.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{multigame, printed, scratch};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

struct Fence {
    info: String,
    line: usize,
    text: String,
}

fn fences(page: &str) -> Vec<Fence> {
    let mut found = Vec::new();
    let mut open: Option<Fence> = None;
    for (i, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => {
                open = Some(Fence { info: info.trim().into(), line: i + 1, text: String::new() });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some(fence)) => {
                fence.text += line;
                fence.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    found
}

#[test]
fn pages_are_run() {
    let mut pages = vec![root().join("README.md")];
    let docs = fs::read_dir(root().join("docs")).expect("docs/");
    pages.extend(docs.map(|entry| entry.expect("an entry").path()));
    pages.retain(|page| page.extension().is_some_and(|ext| ext == "md"));
    pages.sort();
    let mut problems = Vec::new();
    let mut n_run = 0;
    for page in pages {
        let name = page.file_stem().expect("a name").to_string_lossy().into_owned();
        let folder = scratch(&format!("docs-{name}"));
        for fence in fences(&fs::read_to_string(&page).expect("a page")) {
            let place = format!("{}:{}", page.display(), fence.line);
            match fence.info.split_whitespace().next() {
                Some("mg") => rules(&folder, &fence, &place, &mut problems),
                Some("console") => console(&folder, &fence, &place, &mut problems),
                _ => continue,
            }
            n_run += 1;
        }
    }
    assert!(n_run > 20, "only {n_run} blocks were run");
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

fn rules(folder: &Path, fence: &Fence, place: &str, problems: &mut Vec<String>) {
    let words: Vec<&str> = fence.info.split_whitespace().collect();
    let Some(file) = words.iter().find_map(|word| word.strip_prefix("file=")) else {
        let parsed = syntax::parse(syntax::FileId(0), &fence.text);
        if !words.contains(&"fragment") {
            problems.push(format!("{place}: say `mg file=NAME.mg` or `mg fragment`"));
        }
        if let Some(first) = parsed.diagnostics.first() {
            problems.push(format!("{place}: {}", first.title));
        }
        return;
    };
    fs::write(folder.join(file), &fence.text).expect("it is written");
    if !words.contains(&"errors") {
        let (code, output) = run(folder, &["check".into(), "--strict".into(), file.into()], "");
        if code != 0 {
            problems.push(format!("{place}: {output}"));
        }
    }
}

fn console(folder: &Path, fence: &Fence, place: &str, problems: &mut Vec<String>) {
    let mut lines = fence.text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else {
            problems.push(format!("{place}: `{line}` belongs to no command"));
            return;
        };
        let mut input = String::new();
        while let Some(typed) = lines.next_if(|line| line.starts_with("< ")) {
            input += &typed[2..];
            input.push('\n');
        }
        let mut expected = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            expected.push(line);
        }
        let words = split(command);
        // Other commands (cargo) are for people; CI runs them itself.
        if words.first().map(String::as_str) != Some("multigame") {
            continue;
        }
        let (_, output) = run(folder, &words[1..], &input);
        let output: Vec<&str> = output.lines().map(str::trim_end).collect();
        let expected: Vec<&str> = expected.iter().map(|line| line.trim_end()).collect();
        if !matches(&expected, &output) {
            let output = output.join("\n");
            problems.push(format!("{place}: `{command}` prints\n{output}"));
        }
    }
}

/// Whether lines are as expected, where `…` stands for any lines.
fn matches(expected: &[&str], lines: &[&str]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((&"…", rest)) => (0..=lines.len()).any(|i| matches(rest, &lines[i..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, others)| line == first && matches(rest, others))
        }
    }
}

/// The words of a command line; quotes hold words together.
fn split(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut some) = (Vec::new(), String::new(), None, false);
    for c in command.chars() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            ('\'' | '"', None) => (quote, some) = (Some(c), true),
            (' ', None) => {
                if some || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                some = false;
            }
            (c, _) => word.push(c),
        }
    }
    if some || !word.is_empty() {
        words.push(word);
    }
    words
}

/// Exit code and what is printed, errors after answers.
fn run(folder: &Path, args: &[String], input: &str) -> (i32, String) {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = multigame(folder, &args, input);
    (output.status.code().unwrap_or(-1), printed(&output))
}

#[test]
fn every_code_has_an_entry() {
    let page = fs::read_to_string(root().join("docs/errors.md")).expect("docs/errors.md");
    let entries: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let about_rules = syntax::Code::ALL.iter().map(|code| code.text());
    let in_play = game::ErrorCode::ALL.iter().map(|code| code.text());
    let codes: Vec<&str> = about_rules.chain(in_play).collect();
    let missing: Vec<&&str> = codes
        .iter()
        .filter(|code| !entries.iter().any(|e| e.trim_matches('`') == **code))
        .collect();
    assert!(missing.is_empty(), "docs/errors.md has no entry for {missing:?}");
    let stale: Vec<&&str> =
        entries.iter().filter(|entry| !codes.contains(&entry.trim_matches('`'))).collect();
    assert!(stale.is_empty(), "docs/errors.md explains {stale:?}, which nothing raises");
}

/// The part of a source file that is not its tests, which are a folder or its end.
fn without_tests<'a>(path: &Path, source: &'a str) -> &'a str {
    let is_test = path.iter().any(|part| part == "tests" || part == "tests.rs");
    let before = source.split("]\nmod tests {").next();
    before.filter(|_| !is_test).unwrap_or("")
}

/// No code is left over from a check that is gone. A test that names a code raises nothing.
#[test]
fn every_code_is_raised() {
    let mut text = String::new();
    for crate_ in ["syntax", "rules", "interp", "native"] {
        each_source(&root().join("crates").join(crate_).join("src"), &mut |path, source| {
            if !path.ends_with("code.rs") {
                text += without_tests(path, source);
            }
        });
    }
    assert!(!text.contains("#[test]"), "tests are read as if they raised codes");
    let about_rules = syntax::Code::ALL.iter().map(|code| format!("Code::{code:?}"));
    let in_play = game::ErrorCode::ALL.iter().map(|code| format!("ErrorCode::{code:?}"));
    for code in about_rules.chain(in_play) {
        let raised = |(at, _)| !text[at + code.len()..].starts_with(char::is_alphabetic);
        assert!(text.match_indices(&code).any(raised), "nothing raises {code}");
    }
}

/// Shows each source file in a folder and in those below it.
fn each_source(folder: &Path, see: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            each_source(&path, see);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            see(&path, &fs::read_to_string(&path).expect("a file"));
        }
    }
}

/// Every source file opens with a `//!` sentence and none is over 800 lines.
#[test]
fn files_are_tidy() {
    let mut n_files = 0;
    each_source(&root().join("crates"), &mut |path, text| {
        let shown = path.display();
        assert!(text.starts_with("//!"), "{shown} does not open with a `//!` sentence");
        assert!(text.lines().count() <= 800, "{shown} is over 800 lines");
        n_files += 1;
    });
    assert!(n_files > 30);
}
