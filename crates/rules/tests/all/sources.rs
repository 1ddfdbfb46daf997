//! Each node of a lowered program says which words of the rules it comes from, and still does
//! after the passes.

use expect_test::{Expect, expect};
use ir::Source;
use ir::passes::optimize;

const RULES: &str = "\
dimensions (3,3) pieces { man 'M' 'm' } counters { quiet 0 .. 9 } start { M2/3/2m }
main = try move else lose.
move = find own man, pickup, orthogonal, step, not points at own piece, quiet < 5, putdown.
";

pub(super) fn program(text: &str) -> ir::Program {
    let mut library = rules::Library { load: &mut |_| None, known: Vec::new() };
    let compiled = rules::compile("test", "test.mg", text, &mut library);
    assert!(compiled.diagnostics.iter().all(|it| it.severity != syntax::Severity::Error));
    rules::lower(&compiled.rules.expect("rules"))
}

/// The lines of a function with the words that they come from.
fn check(program: &ir::Program, func: &str, expected: Expect) {
    let words = |source: Source| RULES[source.start as usize..source.end as usize].to_string();
    let text = ir::print_with_sources(program, &words);
    let head = format!("gen {func}(");
    let lines = text.lines().skip_while(|line| !line.starts_with(&head)).skip(1);
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with('}')).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn nodes_know_their_words() {
    check(
        &program(RULES),
        "move",
        expect![[r#"
        b0:
            X4 = pieces s0, own v1, man  ; find own man
            choose field in X4 -> b1(..)  ; find own man
        b1(f5):
            s6 = lift s0, f5  ; pickup
            choose direction for v1 in {north east south west} -> b2(..)  ; orthogonal
        b2(d7):
            f8 = step f5, d7  ; step
            X9 = pieces s6, own v1, piece  ; not points at own piece
            X10 = all  ; not points at own piece
            X11 = X10 - X9  ; not points at own piece
            guard f8 in X11  ; not points at own piece
            n12 = counter s6, v1, quiet  ; quiet
            n13 = 5  ; 5
            guard n12 < n13  ; quiet < 5
            s14 = lower s6, f8, all  ; putdown
            yield s14, f8, d7"#]],
    );
    check(
        &program(RULES),
        "main",
        expect![[r#"
        b0:
            try move else main.1(s0, v1, f2, d3) -> b1(..)  ; try move else lose
        b1(s4, f5, d6):
            yield s4, f5, d6"#]],
    );
}

#[test]
fn passes_keep_what_they_do_not_change() {
    let mut program = program(RULES);
    optimize(&mut program, &[]);
    check(
        &program,
        "move@first",
        expect![[r#"
        b0:
            X4 = pieces s0, first v1, man  ; find own man
            fork b1 | b3 | b5 | b7  ; find own man
        b1:
            X5 = walk X4 by north
            X6 = all
            X7 = pieces s0, first v1, piece
            X8 = X6 - X7
            X9 = X5 & X8
            choose field in X9 -> b2(..)
        b2(f10):
            d11 = direction north
            f12 = back f10, d11
            s13 = lift s0, f12  ; pickup
            n14 = counter s13, v1, quiet  ; quiet
            n15 = 5  ; 5
            guard n14 < n15  ; quiet < 5
            s16 = lower s13, f10, all  ; putdown
            yield s16, f2, d3  ; orthogonal
        b3:
            X17 = walk X4 by east
            X18 = all
            X19 = pieces s0, first v1, piece
            X20 = X18 - X19
            X21 = X17 & X20
            choose field in X21 -> b4(..)
        b4(f22):
            d23 = direction east
            f24 = back f22, d23
            s25 = lift s0, f24  ; pickup
            n26 = counter s25, v1, quiet  ; quiet
            n27 = 5  ; 5
            guard n26 < n27  ; quiet < 5
            s28 = lower s25, f22, all  ; putdown
            yield s28, f2, d3  ; orthogonal
        b5:
            X29 = walk X4 by south
            X30 = all
            X31 = pieces s0, first v1, piece
            X32 = X30 - X31
            X33 = X29 & X32
            choose field in X33 -> b6(..)
        b6(f34):
            d35 = direction south
            f36 = back f34, d35
            s37 = lift s0, f36  ; pickup
            n38 = counter s37, v1, quiet  ; quiet
            n39 = 5  ; 5
            guard n38 < n39  ; quiet < 5
            s40 = lower s37, f34, all  ; putdown
            yield s40, f2, d3  ; orthogonal
        b7:
            X41 = walk X4 by west
            X42 = all
            X43 = pieces s0, first v1, piece
            X44 = X42 - X43
            X45 = X41 & X44
            choose field in X45 -> b8(..)
        b8(f46):
            d47 = direction west
            f48 = back f46, d47
            s49 = lift s0, f48  ; pickup
            n50 = counter s49, v1, quiet  ; quiet
            n51 = 5  ; 5
            guard n50 < n51  ; quiet < 5
            s52 = lower s49, f46, all  ; putdown
            yield s52, f2, d3  ; orthogonal"#]],
    );
}

/// Where a node comes from makes no difference to what it is.
#[test]
fn sources_are_no_part_of_equality() {
    let (one, other) = (program(RULES), program(&RULES.replace(", step", ",   step")));
    assert_eq!(one, other);
}
