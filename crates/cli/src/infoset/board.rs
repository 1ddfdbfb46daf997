//! A belief drawn as a board: on each field what may be there with its probability, the
//! darker the likelier it is that something of the enemy is.

use crate::svg::board::Layout;
use crate::svg::{Canvas, Label, Point, Size};
use crate::words::count;
use game::{Facts, Field, Owner, Piece, Player};
use infoset::Belief;

const FIELD: f64 = 72.0;
const GAP: f64 = 20.0;
const TITLE: f64 = 40.0;
/// This many pieces are named on a field, the likeliest first.
const NAMED: usize = 3;

/// Draws what a player believes.
pub(super) fn svg(facts: &Facts, belief: &Belief, player: Player) -> String {
    let layout = Layout::new(facts, FIELD);
    let board = layout.size();
    // The title needs room even above a small board.
    let width = (2.0 * GAP + board.width).max(480.0);
    let title = format!(
        "{}: what {} can know, from {}",
        facts.name,
        facts.player_name(player),
        count(belief.histories, "history")
    );
    let mut canvas = Canvas::new(Size { width, height: TITLE + board.height + GAP }, &title);
    canvas.label(Point::new(width / 2.0, 26.0), Label::new(&title).size(13.0).bold().centered());
    let corner = Point::new((width - board.width) / 2.0, TITLE);
    layout.fields(&mut canvas, corner, &|field| Some(shade(belief, player, field)));
    for i in 0..facts.board.n_fields() {
        let field = Field(i as u16);
        write(&mut canvas, layout.middle(corner, field), &named(facts, belief, player, field));
    }
    canvas.finish()
}

/// What may be on a field: own pieces, and others with their numbers of histories, the
/// likeliest first.
fn on_field(belief: &Belief, player: Player, field: Field) -> (Vec<Piece>, Vec<(Piece, u128)>) {
    let pieces = belief.fields[field.index()].iter().map(|(piece, n)| (*piece, *n));
    let (own, mut others): (Vec<_>, Vec<_>) =
        pieces.partition(|(piece, _)| piece.owner() == Owner::from(player));
    others.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    (own.into_iter().map(|(piece, _)| piece).collect(), others)
}

/// The color of a field: from white to a blue on which black can still be read.
fn shade(belief: &Belief, player: Player, field: Field) -> String {
    let (_, others) = on_field(belief, player, field);
    let sum: f64 = others.iter().map(|(_, n)| belief.share(*n)).sum();
    let shade = |full: f64| (255.0 - (255.0 - full) * sum.clamp(0.0, 1.0)).round();
    format!("rgb({},{},{})", shade(86.0), shade(160.0), shade(214.0))
}

/// A line of text and its size.
struct Line {
    text: String,
    size: f64,
}

/// What may be on a field, as lines.
fn named(facts: &Facts, belief: &Belief, player: Player, field: Field) -> Vec<Line> {
    let (own, others) = on_field(belief, player, field);
    let own = own.iter().map(|piece| Line { text: facts.symbol(*piece).to_string(), size: 24.0 });
    let others = others.iter().take(NAMED).map(|(piece, n)| Line {
        text: format!("{} {}", facts.symbol(*piece), percent(belief, *n)),
        size: 13.0,
    });
    own.chain(others).collect()
}

/// Writes lines around the middle of a field.
fn write(canvas: &mut Canvas, middle: Point, lines: &[Line]) {
    let first = 6.0 - 8.0 * lines.len().saturating_sub(1) as f64;
    for (i, Line { text, size }) in lines.iter().enumerate() {
        let label = Label::new(text).size(*size).centered();
        canvas.label(middle.plus(0.0, first + 16.0 * i as f64), label);
    }
}

/// A share in percent. What is possible is never shown as impossible, nor as certain.
pub(super) fn percent(belief: &Belief, histories: u128) -> String {
    let percent = (belief.share(histories) * 100.0).round() as u32;
    match histories == belief.histories {
        true => "100".to_string(),
        false => percent.clamp(1, 99).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_all_shapes_show_each_field_once() {
        for name in ["phantom_tictactoe", "hex", "nine_mens_morris", "kriegspiel"] {
            let game = multigame::parts::load(name).unwrap().game;
            let facts = game::Game::facts(&game);
            let mut belief = Belief::new(&game);
            belief.add(&game, &game::Game::start(&game), 3).unwrap();
            let text = svg(facts, &belief, Player::First);
            let fields: usize = ["<rect ", "<polygon ", "<circle "]
                .iter()
                .map(|element| text.matches(element).count())
                .sum();
            assert_eq!(fields, facts.board.n_fields() + 1, "{name}");
            assert!(text.ends_with("</svg>\n"), "{name}");
        }
        let game = multigame::parts::load("kriegspiel").unwrap().game;
        let mut belief = Belief::new(&game);
        belief.add(&game, &game::Game::start(&game), 3).unwrap();
        let text = svg(game::Game::facts(&game), &belief, Player::First);
        assert!(text.contains(">k 100<") && text.contains(">K<"), "{text}");
    }
}
