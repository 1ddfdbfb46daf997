//! Why a text is no move.

use crate::Case;
use game::Game;
use trace::Tracer;

/// The reasons, each as `rule: words of the rules: what failed there (fields)`.
#[track_caller]
fn check(name: &str, position: &str, after: &str, text: &str, expected: &[&str]) {
    let case = Case::new(name, position, after);
    let (at, past) = (case.line.position(), case.line.past());
    let why = Tracer::of(&case.game).why_not(at, past, text).expect("no move");
    let facts = case.game.facts();
    let told = why.because.iter().map(|because| {
        let fields: Vec<&str> = because.fields.iter().map(|it| facts.field_name(*it)).collect();
        let words = case.words(because.source);
        format!("{}: {words}: {} ({})", because.rule, because.words, fields.join(" "))
    });
    let told: Vec<String> = told.collect();
    assert_eq!(told, expected, "{}", why.message);
}

#[test]
fn a_pawn_goes_no_farther() {
    check("chess", "", "", "e2e5", &[]);
    check("chess", "", "", "e2d3", &[]);
    check("chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "", "e3e5", &[]);
}
