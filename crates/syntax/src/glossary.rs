//! What each word of the language does, in a sentence or two and with an example: what an
//! editor shows where somebody points at a word. The list of words itself is in `token.rs`,
//! and a test says that every word is explained here, by an example that uses it.

/// What a word of the language does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The word.
    pub word: &'static str,
    /// What it does.
    pub what: &'static str,
    /// A section, rule or value that uses it.
    pub example: &'static str,
}

/// What a word of the language does.
///
/// ```
/// assert!(syntax::explain("step").unwrap().what.contains("one field"));
/// assert!(syntax::explain("stp").is_none());
/// ```
pub fn explain(word: &str) -> Option<&'static Explained> {
    let found = GLOSSARY.binary_search_by_key(&word, |it| it.word).ok()?;
    Some(&GLOSSARY[found])
}

macro_rules! glossary {
    ($($word:literal: $what:literal, $example:literal;)*) => {
        /// The words of the language, sorted.
        pub const GLOSSARY: &[Explained] =
            &[$(Explained { word: $word, what: $what, example: $example }),*];
    };
}

glossary! {
    "add": "Adds a number to a counter; fails if the result is outside the counter's range.",
        "tick = add 1 to quiet.";
    "again": "The same player has the next turn, too.",
        "main = find own man, jump, again.";
    "all": "With `pickup`: takes the whole stack.",
        "lift = find own man, pickup all.";
    "alldir": "Sets each direction in turn: eight on squares, six on hexagons, both ways along each line.",
        "king_move = find own king, pickup, alldir, step, putdown.";
    "as": "`as opponent` runs a statement, or finds a value, from the other player's point of view.",
        "in_check = as opponent [ attack, points at enemy king ].";
    "at": "Joins `points` with the pattern that the field under the finger must match.",
        "free = points at empty field.";
    "backward": "Sets the direction toward the player's own side.",
        "retreat = find own man, pickup, backward, step, putdown.";
    "base": "What a rule or value meant in the game that is extended.",
        "move = either base move or leap.";
    "before": "Runs a statement on the position as it was when the turn began; only finger and direction come back.",
        "vanished = before find own piece, points at empty field.";
    "both": "With `tell`: both players hear the message.",
        "told = try [ test in_check, tell both 'check' ].";
    "bound": "Names a number that is never more than the cost that is still needed; only in puzzles.",
        "bound misplaced = count [ find tile, not matches solved ].";
    "by": "Joins `replace` with the piece that is put on the field.",
        "turn_over = replace by own disc.";
    "column": "The fields of one column, by its letter.",
        "zones { edge column a }";
    "columns": "The fields of several columns, by their letters.",
        "zones { left columns a .. c }";
    "cost": "What the move costs in a puzzle; 1 if the rules say nothing.",
        "push = shove, cost 2.";
    "count": "How many fields match a pattern, or how many different results a statement has.",
        "value men = count own man.";
    "counters": "Declares numbers that belong to the position; with symbols there is one for each player.",
        "counters { quiet 0 .. 100   short 'K' 'k' }";
    "cyclic": "A step over the last column or row arrives in the first.",
        "dimensions (cyclic 8, 8)";
    "diagonal": "Sets each of the four diagonal directions in turn.",
        "bishop_move = find own bishop, pickup, diagonal, slide, putdown.";
    "dimensions": "Declares a grid: the number of columns, then of rows.",
        "dimensions (8,8)";
    "directions": "Declares sets of directions: the first player's, then the second's, or one for both.",
        "directions { along north east }";
    "do": "Joins `for each` with what is done on every field.",
        "clear = for each own man do remove.";
    "draw": "Ends the game as a draw.",
        "main = try move else draw.";
    "drop": "Puts a piece from the own reserve onto the field under the finger.",
        "enter = find empty field, drop man.";
    "each": "`for each` takes the fields one after the other.",
        "clear = for each own man do remove.";
    "east": "Sets the direction to the right, for both players.",
        "right = find own man, pickup, east, step, putdown.";
    "either": "Takes the results of each alternative together.",
        "turn_aside = either rotate 45 or rotate -45.";
    "else": "What `try` does if its first part fails.",
        "main = try move else lose.";
    "empty": "`empty field` matches a field with nothing on it.",
        "new_mark = find empty field, replace by own mark.";
    "enemy": "The other player's: before a piece in a pattern, or with `tell`.",
        "take = points at enemy piece, remove.";
    "evaluation": "Names a number that says how good a position is for the player to move.",
        "evaluation material = count own man - count enemy man.";
    "exactly": "Each player who has a symbol for the piece always has this many of it.",
        "pieces { king 'K' 'k' exactly 1 }";
    "extends": "Takes everything from another game; what is declared here replaces or adds to it.",
        "extends chess";
    "field": "Matches every field; `empty field` only those with nothing on them.",
        "anywhere = find field.";
    "find": "One result for every field that matches, with the finger there.",
        "mine = find own man.";
    "for": "`for each … do …` takes the fields one after the other; in `memory`, `for 1 turn` says how long a field is remembered.",
        "clear = for each own man do remove.";
    "forward": "Sets the direction away from the player's own side.",
        "advance = find own pawn, pickup, forward, step, points at empty field, putdown.";
    "hand": "How many pieces are in the hand.",
        "sow = repeat hand times [ step, putdown 1 ].";
    "height": "How many pieces are on the field under the finger; needs `stacks`.",
        "high = find own man, height > 3.";
    "here": "With `tell`: names the field under the finger.",
        "report = tell both 'taken' here.";
    "hexagonal": "Each field of the grid has six neighbors.",
        "dimensions (11,11) hexagonal";
    "in": "Restricts a pattern to fields of a zone, rows, columns or a list; `in reserve` counts what is beside the board.",
        "home = find own man in row 1.";
    "infinity": "In a `repeat`: there is no upper end.",
        "slide = repeat 1 .. infinity times [ step, points at empty field ].";
    "keep": "Takes the piece under the finger into the own reserve.",
        "capture = points at enemy piece, keep.";
    "layout": "Declares a picture of the board that `matches` can be asked about.",
        "layout solved { 1 2 / 3 . }";
    "lines": "Declares a board of points that are joined by lines.",
        "lines { a b c,  a d g }";
    "lose": "Ends the game as a loss of the player from whose point of view the rule runs.",
        "main = try move else lose.";
    "matches": "Succeeds if the field under the finger holds what a drawing shows there.",
        "home = matches start.";
    "memory": "Declares places to remember one field each, for this turn or for some turns more.",
        "memory { passed for 1 turn }";
    "most": "Of a statement's results, only those with the highest value.",
        "longest = most count taken of chain.";
    "north": "Sets the direction up the board, for both players.",
        "up = find own man, pickup, north, step, putdown.";
    "northeast": "Sets the direction up and to the right, for both players.",
        "up = find own man, pickup, northeast, step, putdown.";
    "northwest": "Sets the direction up and to the left, for both players.",
        "up = find own man, pickup, northwest, step, putdown.";
    "not": "Succeeds if the statement fails; what it would change is forgotten.",
        "last_row = not [ forward, step ].";
    "occurred": "Succeeds if the game has had this position that many times, counting now.",
        "repeated = occurred 3 times.";
    "of": "Joins `most` with a statement, and `sum` with a number.",
        "value worth = sum [ find own man ] of height.";
    "opponent": "`as opponent` takes the other player's point of view.",
        "evaluation lead = men - as opponent men.";
    "or": "Separates the alternatives of `either`.",
        "turn_aside = either rotate 45 or rotate -45.";
    "orthogonal": "Sets each of the four orthogonal directions in turn (six on hexagons).",
        "rook_move = find own rook, pickup, orthogonal, slide, putdown.";
    "own": "The player's from whose point of view the rule runs: before a piece in a pattern, or with `tell`.",
        "mine = find own man.";
    "pass": "The turn counts as a move even if the board stays as it is.",
        "main = try move else pass.";
    "pickup": "Takes the piece from under the finger into the hand; fails on an empty field or with something in the hand.",
        "lift = find own man, pickup.";
    "piece": "Matches any piece; with `drop` each kind in reserve, with `tell` the kind under the finger.",
        "mine = find own piece.";
    "pieces": "Declares the kinds of pieces with the symbols of the players; one symbol is a piece of nobody.",
        "pieces { king 'K' 'k'   wall '*' }";
    "players": "Names the players in the order of play; one name makes the game a puzzle.",
        "players black white";
    "points": "`points at` succeeds if the field under the finger matches a pattern.",
        "free = points at empty field.";
    "promote": "One result for each kind that the piece under the finger promotes to.",
        "crown = points at own pawn, promote.";
    "promotes": "In `pieces`: which kinds `promote` turns the piece into.",
        "pieces { pawn 'P' 'p' promotes to queen   queen 'Q' 'q' }";
    "putdown": "Puts what is in the hand onto the field under the finger.",
        "move = find own man, pickup, forward, step, putdown.";
    "remember": "Stores the field under the finger in a memory.",
        "mark_it = remember passed.";
    "remove": "The piece under the finger leaves the board; fails on an empty field.",
        "take = points at enemy piece, remove.";
    "repeat": "Does a statement a number of times, or each number of times in a range.",
        "three = find own mark, alldir, repeat 2 times [ step, points at own mark ].";
    "replace": "`replace by` puts a piece on the field instead of what was there.",
        "new_mark = find empty field, replace by own mark.";
    "reserve": "Declares what is beside the board, waiting to be put on it; `in reserve` counts it.",
        "reserve { man 9 }";
    "rotate": "Turns the direction clockwise by these degrees, or counterclockwise after `-`.",
        "aside = forward, rotate 45.";
    "row": "The fields of one row, by its number.",
        "zones { home row 1 row 8 }";
    "rows": "The fields of several rows, by their numbers.",
        "zones { camp rows 1 .. 2 rows 7 .. 8 }";
    "score": "Ends the game by points: above 0 the player wins by that many, below 0 they lose.",
        "finish = score count own disc - count enemy disc.";
    "set": "Gives a counter a value; fails if it is outside the counter's range.",
        "moved = set short to 0.";
    "south": "Sets the direction down the board, for both players.",
        "down = find own man, pickup, south, step, putdown.";
    "southeast": "Sets the direction down and to the right, for both players.",
        "down = find own man, pickup, southeast, step, putdown.";
    "southwest": "Sets the direction down and to the left, for both players.",
        "down = find own man, pickup, southwest, step, putdown.";
    "stacks": "A field holds up to this many pieces, one on top of another.",
        "stacks 48";
    "start": "Declares the first position; `matches start` compares a field with it.",
        "start { X . O / . . . / O . X }";
    "step": "Moves the finger one field on in its direction; fails at an edge, a hole or the end of a line.",
        "advance = find own pawn, pickup, forward, step, putdown.";
    "steps": "The least number of times to do one statement until another can succeed.",
        "bound far = steps [ orthogonal, step ] until points at goal.";
    "sum": "The total of a number over all results of a pattern or statement.",
        "value worth = sum own man of height.";
    "tell": "A message of the referee to both players, to `own` or to `enemy`.",
        "refused = tell own 'no'.";
    "test": "Succeeds if the statement does; what it would change is forgotten.",
        "main = try [ test in_check, lose ] else move.";
    "times": "Ends the number of a `repeat` or `occurred`.",
        "two = repeat 2 times step.";
    "to": "Joins `set` and `add` with their other half, and `promotes` with the kinds.",
        "tick = add 1 to quiet.";
    "try": "Does a statement if it can be done, and otherwise what follows `else`, or nothing.",
        "main = try move else lose.";
    "turn": "In `memory`: how long a field is remembered.",
        "memory { passed for 1 turn }";
    "turns": "In `memory`: how long a field is remembered.",
        "memory { seen_at for 3 turns }";
    "until": "Joins the two statements of `steps`.",
        "bound far = steps [ orthogonal, step ] until points at goal.";
    "value": "Names a number for rules and other values; it is found where it is used.",
        "value men = count own man.";
    "west": "Sets the direction to the left, for both players.",
        "left = find own man, pickup, west, step, putdown.";
    "win": "Ends the game as a win of the player from whose point of view the rule runs.",
        "main = new_mark, try [ test three_in_a_row, win ].";
    "without": "Takes inherited pieces, rules, counters and the like out of the game.",
        "without short, long";
    "zones": "Declares named sets of fields: the first player's, then the second's, or one for both.",
        "zones { far row 8 row 1 }";
}

#[cfg(test)]
mod tests {
    use super::GLOSSARY;
    use crate::{FileId, RESERVED, TokenKind, lex, parse};

    #[test]
    fn every_word_is_explained_by_an_example_that_uses_it() {
        let explained: Vec<&str> = GLOSSARY.iter().map(|it| it.word).collect();
        assert_eq!(explained, RESERVED);
        for it in GLOSSARY {
            let mistakes = parse(FileId(0), it.example).diagnostics;
            assert!(mistakes.is_empty(), "{}: {mistakes:?}", it.example);
            let uses = |token: &crate::Token| token.kind == TokenKind::Word(it.word);
            let tokens = lex(FileId(0), it.example).tokens;
            assert!(tokens.iter().any(uses), "`{}` is not in {}", it.word, it.example);
            assert!(it.what.ends_with('.'), "{}", it.what);
        }
    }
}
