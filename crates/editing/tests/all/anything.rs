//! Any text and any place get an answer; other names and other layouts keep the meaning.

use crate::read;
use editing::{Document, format};
use proptest::prelude::*;
use rules::lower;

/// Asks everything about a place.
fn ask(document: &Document, offset: usize) {
    document.hover(offset);
    document.complete(offset);
    document.definition(offset);
    document.references(offset);
    let _ = document.rename(offset, "another_name");
}

/// The program of a document with all occurrences of a name replaced, as text.
fn program(document: &Document, new: &str, old: &str) -> Option<String> {
    let text = ir::print(&lower(document.rules()?));
    // What a function is about is told in a few words, which are cut off somewhere.
    let text: String = text
        .lines()
        .flat_map(|line| [line.split(" about '").next(), Some("\n")])
        .flatten()
        .collect();
    // Rules with parameters are called by their name and what they were given.
    Some(if new.is_empty() { text } else { text.replace(new, old) })
}

fn some_game() -> impl Strategy<Value = &'static str> {
    let names: Vec<&str> =
        games::names().filter(|name| games::text(name).is_some_and(|it| it.len() < 6000)).collect();
    prop::sample::select(names)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gets_answers(text in "(main|find|own|'x'|\\[|\\]|=|\\.|,|start|\\{|\\}|é|\n| |try|in|pieces|man|//|1)*", place in 0..200usize) {
        let document = read(&text);
        ask(&document, place);
        document.painted();
        document.moves_at_start();
    }

    #[test]
    fn a_damaged_game_gets_answers(game in some_game(), cut in 0..5000usize, length in 0..40usize, place in 0..5000usize) {
        let mut text = games::text(game).unwrap().to_string();
        let clamp = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let (from, to) = (clamp(cut), clamp(cut + length));
        text.replace_range(from..to, "");
        let document = read(&text);
        ask(&document, place);
        ask(&document, from);
        document.painted();
    }

    #[test]
    fn another_name_keeps_the_meaning(game in some_game(), place in any::<prop::sample::Index>()) {
        let text = games::text(game).unwrap();
        let document = read(text);
        let names: Vec<usize> = document.painted().iter().map(|it| it.span.start as usize)
            .filter(|&at| document.renameable(at).is_ok()).collect();
        if names.is_empty() {
            return Ok(());
        }
        let offset = names[place.index(names.len())];
        let span = document.renameable(offset).unwrap();
        let old = document.sources().get(span.file).text()[span.start as usize..span.end as usize].to_string();
        if ["skip", "promote"].contains(&old.as_str()) {
            return Ok(()); // Functions that lowering makes have these names, too.
        }
        // A player's first letter is in drawings, and it may be refused for that.
        let fixes = match document.rename(offset, "zz_other") {
            Ok(fixes) => fixes,
            Err(why) => {
                prop_assert!(!why.contains("would not be the same"), "{}", why);
                return Ok(());
            }
        };
        if fixes.iter().any(|fix| fix.span.file.0 > 0) {
            return Ok(()); // A built-in game that is extended cannot be changed.
        }
        let mut changed = text.to_string();
        for fix in fixes.iter().rev() {
            changed.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
        }
        let after = read(&changed);
        prop_assert_eq!(program(&after, "zz_other", &old), program(&document, "", ""));
    }

    #[test]
    fn another_layout_keeps_the_meaning(game in some_game(), spaces in 1..4usize) {
        let text = games::text(game).unwrap().replace(", ", &format!(",{}", " ".repeat(spaces + 1)));
        let document = read(&text);
        let formatted = read(&format(&text).unwrap());
        let print = |document: &Document| document.rules().map(|rules| ir::fingerprint(&lower(rules)));
        prop_assert!(print(&document).is_some());
        prop_assert_eq!(print(&document), print(&formatted));
    }
}
