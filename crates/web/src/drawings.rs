//! Drawings of pieces and boards from the folder of a game: which file draws what, and what may be in
//! one. A game that extends another has the drawings of its pieces, too; its board may be another.
//!
//! The page shows a drawing as an image, in which a browser runs nothing and loads nothing. Other
//! programs that ask the server may put it elsewhere, so what could do either is not in it at all.

mod parts;

use game::{Facts, Piece};
use multigame::Text;

/// No drawing is longer, in bytes.
pub const LONGEST_DRAWING: usize = 16 << 10;
/// A game extends a game that extends a game, at most so often.
const DEEPEST: usize = 32;

/// A drawing of pieces that belongs to a game.
#[derive(Clone, Debug)]
pub struct Drawing {
    game: String,
    name: String,
    svg: String,
}

impl Drawing {
    /// The drawing of a kind of this game (`king`), or of a player's pieces of this kind
    /// (`king-black`), as SVG; or what is wrong with it.
    ///
    /// ```
    /// use web::Drawing;
    ///
    /// let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M1 1h7v7z'/></svg>";
    /// assert!(Drawing::new("mine", "man", svg).is_ok());
    /// assert!(Drawing::new("mine", "man", "<svg><script/></svg>").is_err());
    /// ```
    pub fn new(game: &str, name: &str, svg: &str) -> Result<Drawing, String> {
        if svg.len() > LONGEST_DRAWING {
            return Err(format!("the drawing is longer than {} kB", LONGEST_DRAWING >> 10));
        }
        parts::check(svg)?;
        Ok(Drawing { game: game.to_string(), name: name.to_string(), svg: svg.to_string() })
    }
}

/// What the file is called that draws the board of a game.
pub const DRAWN_BOARD: &str = "board";

/// What the files are called that may draw a piece of a game, the best first.
pub fn drawings_of(facts: &Facts, piece: Piece) -> Vec<String> {
    let kind = &facts.kinds[piece.kind().index()].name;
    let player = piece.owner().player().and_then(|player| facts.players.get(player.index()));
    let own = player.map(|player| format!("{kind}-{player}"));
    own.into_iter().chain([kind.clone()]).collect()
}

/// The drawings that a game uses, each once, and for each of its pieces the number of one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawn {
    pub(crate) drawings: Vec<String>,
    pub(crate) of_piece: Vec<Option<usize>>,
    /// How the board is drawn, if it is.
    pub(crate) board: Option<String>,
}

impl Drawn {
    pub(crate) fn new(own: &[Drawing], text: &Text, facts: &Facts) -> Drawn {
        let games = line_of(text);
        let board = named(own, &text.name, DRAWN_BOARD).map(String::from);
        let mut drawn = Drawn { board, ..Drawn::default() };
        for piece in facts.pieces() {
            let found = find(own, &games, facts, piece);
            let number = found.map(|svg| {
                let known = drawn.drawings.iter().position(|known| known == svg);
                known.unwrap_or_else(|| {
                    drawn.drawings.push(svg.to_string());
                    drawn.drawings.len() - 1
                })
            });
            drawn.of_piece.push(number);
        }
        drawn
    }
}

/// The drawing of a piece, of the game itself or of one that it extends, if there is one.
fn find<'d>(own: &'d [Drawing], games: &[String], facts: &Facts, piece: Piece) -> Option<&'d str> {
    let names = drawings_of(facts, piece);
    games.iter().find_map(|game| names.iter().find_map(|name| named(own, game, name)))
}

/// The drawing of a game that has this name.
fn named<'d>(own: &'d [Drawing], game: &str, name: &str) -> Option<&'d str> {
    let own = own.iter().find(|it| it.game == game && it.name == name);
    let built_in = || games::drawings(game).find(|(known, _)| *known == name);
    own.map(|it| it.svg.as_str()).or_else(|| built_in().map(|(_, svg)| svg))
}

/// A game and those that it extends.
fn line_of(text: &Text) -> Vec<String> {
    let extended = |rules: &str| {
        let words = rules.lines().find_map(|line| line.trim_start().strip_prefix("extends "))?;
        Some(words.split_whitespace().next()?.to_string())
    };
    let mut games = vec![text.name.clone()];
    let mut next = extended(&text.text);
    while let Some(name) = next.filter(|_| games.len() < DEEPEST) {
        next = text.base(&name).and_then(|(_, rules)| extended(&rules));
        games.push(name);
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;
    use multigame::{Backend, Game};

    fn load(name: &str) -> Game {
        let text = Text::built_in(name).expect("a game");
        Game::options().backend(Backend::Interpreter).compile(&text).expect("sound rules")
    }

    #[test]
    fn drawings_that_are_built_in_are_sound_and_used() {
        let mut n_drawings = 0;
        for name in Game::names().filter(|name| games::drawings(name).next().is_some()) {
            let game = load(name);
            let facts = game.facts();
            let mut names: Vec<String> =
                facts.pieces().flat_map(|piece| drawings_of(facts, piece)).collect();
            names.push(DRAWN_BOARD.to_string());
            for (file, svg) in games::drawings(name) {
                n_drawings += 1;
                let made = Drawing::new(name, file, svg);
                assert!(made.is_ok(), "{name}/{file}.svg: {made:?}");
                assert!(names.iter().any(|it| it == file), "{name}/{file}.svg draws nothing");
            }
        }
        assert!(n_drawings > 5);
    }

    #[test]
    fn games_that_extend_others_have_their_drawings() {
        let text = Text::new("mine", "// Mine.\nextends kriegspiel\n");
        assert_eq!(line_of(&text), ["mine", "kriegspiel", "chess"]);
        assert_eq!(line_of(&Text::new("turn", "extends turn")).len(), 2);
        let game = load("fox_and_hounds");
        let facts = game.facts();
        let svg = "<svg xmlns='http://www.w3.org/2000/svg'><circle r='3'/></svg>";
        let own = [Drawing::new("mine", "fox", svg).expect("a drawing")];
        let games = ["mine", "fox_and_hounds"].map(String::from);
        let drawn: Vec<_> = facts.pieces().map(|it| find(&own, &games, facts, it)).collect();
        assert_eq!(drawn[0], Some(svg));
        assert!(drawn[1].is_some_and(|hound| hound != svg));
        assert_eq!(find(&own, &games[..1], facts, facts.pieces().nth(1).expect("a hound")), None);
    }
}
