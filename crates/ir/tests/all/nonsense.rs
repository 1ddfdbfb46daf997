//! Texts that chance could have made of good ones: whatever they are, nothing panics.

use crate::common::facts;
use crate::text::{EVERYTHING, KNIGHT, MADE_BY_PASSES};
use ir::passes::optimize;
use ir::{parse, print, verify};

/// Texts with one piece missing, doubled or changed: reading them may fail,
/// and what is read can be printed, verified and read back; what is right stays
/// right under every pass; nothing panics.
#[test]
fn nonsense_never_panics() {
    let replacements = ["", "b0", "n999999999", "#77", "s0 s0", "{", "'", ")", "X4", "-1"];
    for text in [KNIGHT, EVERYTHING, MADE_BY_PASSES] {
        let ends: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
        for &end in &ends {
            check_nonsense(&text[..end]);
        }
        let words: Vec<&str> = text.split_inclusive([' ', '\n', ',', '(']).collect();
        for i in 0..words.len() {
            for replacement in replacements {
                let mut words = words.clone();
                let changed = format!("{replacement}{}", &words[i][words[i].len() - 1..]);
                words[i] = &changed;
                check_nonsense(&words.concat());
            }
        }
    }
}

fn check_nonsense(text: &str) {
    if let Ok(mut program) = parse(facts(), text) {
        let printed = print(&program);
        let again = parse(facts(), &printed).unwrap();
        assert_eq!(print(&again), printed);
        if verify(&program).is_ok() {
            optimize(&mut program, &[]);
            assert_eq!(verify(&program), Ok(()));
        }
    }
}
