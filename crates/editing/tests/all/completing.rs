//! What may follow at a place.

use crate::{SMALL, at_mark, read, read_beside};
use expect_test::{Expect, expect};

/// The names and words that may follow the small rules and this.
fn check(more: &str, expected: Expect) {
    let (more, offset) = at_mark(more);
    let found = read(&format!("{SMALL}{more}")).complete(SMALL.len() + offset);
    let shown = |is_name: bool| {
        let which = found.iter().filter(|it| it.kind.is_some() == is_name);
        which.map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    expected.assert_eq(&format!("{} / {}", shown(true), shown(false)));
}

#[test]
fn statements() {
    check(
        "x = find own man, |",
        expect![
            "ahead main men quiet walk x / add again alldir as backward base before cost count diagonal draw drop east either find for forward hand height keep lose matches most north northeast northwest not occurred orthogonal pass pickup points promote putdown remember remove repeat replace rotate score set south southeast southwest step steps sum tell test try west win"
        ],
    );
    check(
        "x = walk|",
        expect![
            "ahead main men quiet walk x / add again alldir as backward base before cost count diagonal draw drop east either find for forward hand height keep lose matches most north northeast northwest not occurred orthogonal pass pickup points promote putdown remember remove repeat replace rotate score set south southeast southwest step steps sum tell test try west win"
        ],
    );
    check("x = try walk |", expect![" / else"]);
    check("x = either walk |", expect![" / or"]);
    check("x = [ walk |", expect![" / "]);
    check("x = for |", expect![" / each"]);
}

#[test]
fn patterns_and_places() {
    check(
        "x = find |",
        expect!["black far king man spot wall white / empty enemy field own piece"],
    );
    check("x = find own |", expect!["king man wall / piece"]);
    check("x = find empty |", expect![" / field"]);
    check("x = find own man in |", expect!["far spot / column columns row rows"]);
    check("x = points |", expect![" / at"]);
    // Also inside of groups that are not closed yet.
    check("x = try [ test find own |", expect!["king man wall / piece"]);
    check("x = either [ walk, [ find own man in |", expect!["far spot / column columns row rows"]);
    check("x = [ find empty |", expect![" / field"]);
    check("x = [ repeat 2 |", expect![" / times"]);
}

#[test]
fn numbers_and_names() {
    check("value x = |", expect!["men quiet / as base count hand height steps sum"]);
    check("x = repeat 2 |", expect![" / times"]);
    check("x = set |", expect!["quiet / "]);
    check("x = remember |", expect!["spot / "]);
    check("x = drop |", expect!["king man wall / piece"]);
    check("x = matches |", expect![" / start"]);
    check("x = tell |", expect![" / both enemy own"]);
}

#[test]
fn parameters_in_their_rule() {
    check("go(kind, cond) = find own |", expect!["cond kind king man wall / piece"]);
    check(
        "go(kind, cond) = repeat |",
        expect!["cond kind men quiet / as base count hand height steps sum"],
    );
    check("go(kind) = walk.\nx = find own |", expect!["king man wall / piece"]);
    check(
        "go(kind) = other(|",
        expect![
            " / alldir backward diagonal east forward north northeast northwest orthogonal south southeast southwest west"
        ],
    );
    // What begins like a rule with parameters may be a list.
    check(
        "zones { near (a1) } directions { go (north) }\nx = find own |",
        expect!["king man wall / piece"],
    );
}

#[test]
fn arguments() {
    let rules = "go(kind, way, often) = find own kind, repeat often times [ way, step ].\n\
        on(place, sort) = find own man in place, go(sort, north, 1).\nany(unused) = walk.\n";
    let after = |more: &str, expected: Expect| check(&format!("{rules}{more}"), expected);
    after("x = go(|", expect!["king man wall / "]);
    after("x = walk, go(ki|", expect!["king man wall / "]);
    after(
        "x = go(man, |",
        expect![
            "ahead main walk / alldir backward diagonal east forward north northeast northwest orthogonal south southeast southwest west"
        ],
    );
    after("x = go(man, north, |", expect!["men quiet / "]);
    after("x = on(|", expect!["far spot / "]);
    after(
        "x = on(far, |",
        expect![
            "ahead far king main man men quiet spot walk wall / alldir backward diagonal east forward north northeast northwest orthogonal south southeast southwest west"
        ],
    );
    after("y(here_it_is) = try go(|", expect!["here_it_is king man wall / "]);
    after("zones { near (a1, |", expect![" / column columns row rows"]);
}

#[test]
fn items_and_entries() {
    check(
        "|",
        expect![
            "known refused seen told tries / bound counters dimensions directions evaluation extends layout lines memory pieces players reserve stacks start value without zones"
        ],
    );
    check("zones { near |", expect![" / column columns row rows"]);
    check("pieces { fox 'F' - |", expect![" / exactly promotes"]);
    check("memory { here_it_was for 2 |", expect![" / "]);
    check("dimensions (|", expect![" / cyclic"]);
}

#[test]
fn nothing_where_no_word_belongs() {
    for text in ["// |", "x = tell both 'a |", "start { |", "layout a { . . |", "x = a. // b |"] {
        check(text, expect![" / "]);
    }
}

#[test]
fn what_is_inherited() {
    let (text, offset) = at_mark("extends base_game\nwithout |\nmain = walk.\n");
    let document = read_beside(&text, &[("base_game", SMALL)]);
    let names: Vec<String> = document.complete(offset).into_iter().map(|it| it.text).collect();
    assert_eq!(
        names,
        ["ahead", "far", "king", "main", "man", "men", "quiet", "spot", "walk", "wall"]
    );
    let (text, offset) = at_mark("extends che|");
    assert!(read(&text).complete(offset).iter().any(|it| it.text == "chess"));
}
