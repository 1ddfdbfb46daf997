//! Finds the legal move that a text names, and is generous about how it is
//! written as long as only one move can be meant.

use super::why_not::{LISTED, why_not};
use crate::facts::{Facts, KindFacts};
use crate::ids::Field;
use crate::setup::Setup;
use crate::turn::Move;
use crate::words::listed;

/// Why a text names no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// What is wrong, a sentence without a period.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
}

impl std::fmt::Display for MoveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for MoveError {}

/// The move of this text among the legal moves of a position.
///
/// The exact text comes first, then its synonyms; then case, a dash or an `x`
/// between fields, a `=` before a promotion and marks such as `+` or `!` at the
/// end do not matter; last, a promotion may be left out where one is possible.
/// The setup is that of the position (in a game with hidden information: as the
/// player sees it); it is only used to say why a text names no move.
pub fn parse_move<'a, P>(
    facts: &Facts,
    setup: &Setup,
    moves: &'a [Move<P>],
    text: &str,
) -> Result<&'a Move<P>, MoveError> {
    let text = text.trim();
    if text.is_empty() {
        let message = "no move is given".to_string();
        return Err(MoveError { message, hint: like_this(moves) });
    }
    if let Some(found) = moves.iter().find(|m| m.text == text) {
        return Ok(found);
    }
    // Marks such as a `+` for check, unless a symbol has the same character.
    let is_mark =
        |c: char| "+#!?".contains(c) && !facts.pieces().any(|p| facts.symbol(p).contains(c));
    let without_marks = |text: &str| without_joints(text.trim_end_matches(is_mark));
    let forms: [&dyn Fn(&str) -> String; 4] =
        [&str::to_string, &str::to_ascii_lowercase, &without_joints, &without_marks];
    for form in forms {
        let wanted = form(text);
        let matching = select(moves, |name| form(name) == wanted);
        match matching.as_slice() {
            [] => {}
            [only] => return Ok(only),
            several => return Err(ambiguous(text, several)),
        }
    }
    let (wanted, promotions) = (without_marks(text), Promotions::of(facts));
    if let [only] =
        select(moves, |name| promotions.are_same(&without_joints(name), &wanted)).as_slice()
    {
        return Ok(only);
    }
    let promotions = select(moves, |name| promotions.is_one_of(&without_joints(name), &wanted));
    match promotions.as_slice() {
        [] => Err(why_not(facts, setup, moves, text)),
        [only] => Ok(only),
        several => {
            let choices = listed(several.iter().map(|m| &m.text), LISTED);
            let message = format!("`{text}` does not say what the piece becomes");
            Err(MoveError { message, hint: format!("write one of {choices}") })
        }
    }
}

/// An example of how moves are written.
pub(super) fn like_this<P>(moves: &[Move<P>]) -> String {
    match moves.first() {
        Some(first) => format!("moves are written like `{}`", first.text),
        None => String::new(),
    }
}

/// The moves one of whose texts fits.
fn select<P>(moves: &[Move<P>], fits: impl Fn(&str) -> bool) -> Vec<&Move<P>> {
    let names = |m: &Move<P>| fits(&m.text) || m.synonyms.iter().any(|name| fits(name));
    moves.iter().filter(|m| names(m)).collect()
}

fn ambiguous<P>(text: &str, several: &[&Move<P>]) -> MoveError {
    let choices = listed(several.iter().map(|m| &m.text), LISTED);
    MoveError {
        message: format!("`{text}` can mean several moves"),
        hint: format!("write one of {choices}"),
    }
}

/// Without what people put between the parts of a move.
fn without_joints(text: &str) -> String {
    let joint = |c: char| c.is_whitespace() || "-–=()x×:".contains(c);
    let kept: String = text.to_ascii_lowercase().chars().filter(|&c| !joint(c)).collect();
    // `-` alone is the text of a move in which nothing is chosen.
    if kept.is_empty() { text.to_string() } else { kept }
}

/// How promotions end, in texts without joints: in a field and the symbol of a kind.
struct Promotions {
    fields: Vec<String>,
    /// The symbols of each kind, for all who may own it.
    kinds: Vec<Vec<String>>,
}

impl Promotions {
    fn of(facts: &Facts) -> Promotions {
        let field = |i| without_joints(facts.field_name(Field(i as u16)));
        let symbols = |kind: &KindFacts| {
            kind.symbols.iter().flatten().map(|s| s.to_ascii_lowercase()).collect()
        };
        Promotions {
            fields: (0..facts.board.n_fields()).map(field).collect(),
            kinds: facts.kinds.iter().map(symbols).collect(),
        }
    }

    fn ends_in_field(&self, text: &str) -> bool {
        self.fields.iter().any(|field| text.ends_with(field))
    }

    /// What comes before a symbol at the end. A symbol may look like the end of a field, as
    /// `1` does; then the text is no promotion, but names that field.
    fn before<'t>(&self, text: &'t str, symbol: &str) -> Option<&'t str> {
        text.strip_suffix(symbol).filter(|_| !self.ends_in_field(text))
    }

    /// Whether two texts differ only in the player whose symbol they end in, as old records
    /// do.
    fn are_same(&self, name: &str, wanted: &str) -> bool {
        self.kinds.iter().any(|symbols| {
            let starts = |text| symbols.iter().filter_map(move |symbol| self.before(text, symbol));
            let mut starts_of_name = starts(name).filter(|start| self.ends_in_field(start));
            starts_of_name.any(|start| starts(wanted).any(|other| other == start))
        })
    }

    /// Whether a text is another one and what the piece becomes, or the last letter of that:
    /// for `+s`, a `+` is enough.
    fn is_one_of(&self, name: &str, wanted: &str) -> bool {
        let mut symbols = self.kinds.iter().flatten();
        symbols.any(|symbol| self.before(name, symbol) == Some(wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Game;
    use crate::samples::TakeTheKing;
    use crate::turn::Turn;
    use expect_test::{Expect, expect};

    /// Facts of a board of nine fields and one kind of piece with these symbols.
    fn facts(first: &str, second: &str) -> Facts {
        let board = crate::Board::grid(3, 3, crate::Cyclic::NEITHER, false, |_, _| false);
        let mut facts = Facts::new("test", board);
        facts.kinds = vec![KindFacts::of_players("king", first, second)];
        facts
    }

    #[test]
    fn the_symbol_of_the_other_player_means_the_same_promotion() {
        let promotions = Promotions::of(&facts("B", "W"));
        assert!(promotions.are_same("a1c3b", "a1c3w"));
        assert!(!promotions.are_same("a1c3b", "a1b2w"));
        assert!(!promotions.are_same("a1c3", "a1c3w"));
    }

    #[test]
    fn a_symbol_that_looks_like_the_end_of_a_field_is_no_promotion() {
        let promotions = Promotions::of(&facts("1", "2"));
        assert!(!promotions.are_same("a1b1", "a1b2"));
        assert!(!promotions.is_one_of("a1b1", "a1b"));
        assert!(promotions.are_same("a1b31", "a1b32"));
        assert!(promotions.is_one_of("a1b31", "a1b3"));
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn check(position: &str, input: &str, expected: Expect) {
        let game = TakeTheKing::new();
        let setup = game.read(position);
        let Ok(Turn::Moves(moves)) = game.turn(&setup, &[]) else { panic!("no moves") };
        let found = match parse_move(game.facts(), &setup, &moves, input) {
            Ok(found) => found.text.clone(),
            Err(error) => format!("{}\n{}", error.message, error.hint),
        };
        expected.assert_eq(&found);
    }

    #[test]
    fn people_write_moves_in_many_ways() {
        for input in ["e2e4", " e2e4\n", "E2E4", "e2-e4", "e2 e4", "e2–e4!", "e2e4+", "e2xe4"] {
            check(START, input, expect!["e2e4"]);
        }
    }

    #[test]
    fn promotions_are_clear_or_asked_for() {
        let position = "8/4P3/8/8/8/8/8/8 w";
        check(position, "e7e8q", expect!["e7e8q"]);
        check(position, "e7e8=Q+", expect!["e7e8q"]);
        check(position, "e7-e8(N)", expect!["e7e8n"]);
        check(
            position,
            "e7e8",
            expect![[r#"
                `e7e8` does not say what the piece becomes
                write one of e7e8b, e7e8n, e7e8q, e7e8r"#]],
        );
    }

    #[test]
    fn illegal_moves_say_why() {
        check(
            START,
            "",
            expect![[r#"
                no move is given
                moves are written like `a2a3`"#]],
        );
        check(
            START,
            "g1g4",
            expect![[r#"
                the knight on g1 cannot go to g4; it can go to f3, h3
                "#]],
        );
        check(
            START,
            "e7e5",
            expect![[r#"
                e7 has a pawn of black; white is to move
                "#]],
        );
        check(
            START,
            "e3e4",
            expect![[r#"
                there is no piece on e3
                to e4 there is e2e4"#]],
        );
        check(
            START,
            "a1a5",
            expect![[r#"
                the rook on a1 cannot move
                "#]],
        );
        check(
            START,
            "e2e9",
            expect![[r#"
                there is no field e9
                the fields go from a1 to h8"#]],
        );
        check(
            START,
            "P@e4",
            expect![[r#"
                no piece can be placed
                moves are written like `a2a3`"#]],
        );
        check(
            START,
            "pass",
            expect![[r#"
                white cannot pass here
                moves are written like `a2a3`"#]],
        );
        check(
            START,
            "Nf3",
            expect![[r#"
                `Nf3` is no move
                to f3 there are f2f3, g1f3"#]],
        );
        check(
            START,
            "castle!",
            expect![[r#"
                `castle!` is no move
                moves are written like `a2a3`"#]],
        );
        check(
            START,
            "é\u{0}2",
            expect![[r#"
                `é\u{0}2` is no move
                moves are written like `a2a3`"#]],
        );
    }

    /// A board without its corners has no first and last field that say where it ends.
    #[test]
    fn no_range_is_named_on_a_board_with_holes() {
        let hole = |x, y| x != 1 && y != 1;
        let mut facts = facts("B", "W");
        let setup = TakeTheKing::new().read(START);
        let mut hint = |board| {
            facts.board = board;
            parse_move::<()>(&facts, &setup, &[], "a9").err().map(|error| error.hint)
        };
        let grid = |hole: &dyn Fn(usize, usize) -> bool| {
            crate::Board::grid(3, 3, crate::Cyclic::NEITHER, false, hole)
        };
        assert_eq!(hint(grid(&hole)).as_deref(), Some("the fields are b1, a2, b2, c2, b3"));
        assert_eq!(hint(grid(&|_, _| false)).as_deref(), Some("the fields go from a1 to c3"));
    }
}
