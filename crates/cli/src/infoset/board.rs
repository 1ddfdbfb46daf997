//! A belief drawn as a board, as SVG: on each field what may lie there with its
//! probability, the darker the likelier it is that something of the enemy does.

use crate::chart::escape;
use crate::draw::rows;
use crate::words::count;
use game::{Facts, Field, Owner, Piece, Player, Shape};
use infoset::Belief;

const FIELD: f64 = 72.0;
const MARGIN: f64 = 28.0;
const TITLE: f64 = 34.0;
/// So many pieces are named on a field, the likeliest first.
const NAMED: usize = 3;

/// Draws what a player believes.
pub(super) fn svg(facts: &Facts, belief: &Belief, player: Player) -> String {
    let rows = rows(facts);
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let shift = match facts.board.shape {
        Shape::Hexagonal => FIELD / 2.0,
        _ => 0.0,
    };
    let right = FIELD * columns as f64 + shift * rows.len().saturating_sub(1) as f64;
    // The title needs room even above a small board.
    let width = (2.0 * MARGIN + right).max(480.0);
    let height = 2.0 * MARGIN + TITLE + FIELD * rows.len() as f64;
    let title = escape(&format!(
        "{}: what {} can know, from {}",
        facts.name,
        facts.player_name(player),
        count(belief.histories, "history")
    ));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#1f2933\" text-anchor=\"middle\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{}\" y=\"24\" font-weight=\"bold\">{title}</text>\n",
        width / 2.0
    );
    for (y, row) in rows.iter().enumerate() {
        for (x, field) in row.iter().enumerate() {
            let left = MARGIN + FIELD * x as f64 + shift * y as f64;
            let top = MARGIN + TITLE + FIELD * y as f64;
            if let Some(field) = field {
                out += &drawn(facts, belief, player, *field, (left, top));
            }
        }
    }
    out + "</svg>\n"
}

/// A field with its name and what may lie there.
fn drawn(
    facts: &Facts,
    belief: &Belief,
    player: Player,
    field: Field,
    (left, top): (f64, f64),
) -> String {
    let (own, mut others): (Vec<_>, Vec<_>) = belief.fields[field.index()]
        .iter()
        .map(|(piece, n)| (*piece, *n))
        .partition(|(piece, _)| piece.owner() == Owner::from(player));
    others.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let sum: f64 = others.iter().map(|(_, n)| belief.share(*n)).sum();
    // From white to a blue on which black can still be read.
    let shade = |full: f64| (255.0 - (255.0 - full) * sum.clamp(0.0, 1.0)).round();
    let color = format!("rgb({},{},{})", shade(86.0), shade(160.0), shade(214.0));
    let mut out = format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{FIELD}\" height=\"{FIELD}\" fill=\"{color}\" \
         stroke=\"#7b8794\"/>\n<text x=\"{}\" y=\"{}\" font-size=\"9\" fill=\"#52606d\">{}</text>\n",
        left + 12.0,
        top + 11.0,
        escape(facts.field_name(field))
    );
    let middle = left + FIELD / 2.0;
    let mut lines: Vec<(String, u32)> = Vec::new();
    lines.extend(own.iter().map(|(piece, _)| (facts.symbol(*piece).to_string(), 24)));
    let named = |(piece, n): &(Piece, u128)| {
        (format!("{} {}", facts.symbol(*piece), percent(belief, *n)), 13)
    };
    lines.extend(others.iter().take(NAMED).map(named));
    let mut y = top + FIELD / 2.0 + 6.0 - 8.0 * lines.len().saturating_sub(1) as f64;
    for (text, size) in lines {
        out += &format!(
            "<text x=\"{middle}\" y=\"{y}\" font-size=\"{size}\">{}</text>\n",
            escape(&text)
        );
        y += 16.0;
    }
    out
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
            let game = multigame::parts::load(name).ok().unwrap().game;
            let facts = game::Game::facts(&game);
            let mut belief = Belief::new(&game);
            belief.add(&game, &game::Game::start(&game), 3).unwrap();
            let text = svg(facts, &belief, Player::First);
            let fields = facts.board.n_fields();
            assert_eq!(text.matches("<rect ").count(), fields + 1, "{name}");
            assert!(text.ends_with("</svg>\n"), "{name}");
        }
        let game = multigame::parts::load("kriegspiel").ok().unwrap().game;
        let mut belief = Belief::new(&game);
        belief.add(&game, &game::Game::start(&game), 3).unwrap();
        let text = svg(game::Game::facts(&game), &belief, Player::First);
        assert!(text.contains(">k 100<") && text.contains(">K<"), "{text}");
    }
}
