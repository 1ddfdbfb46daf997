//! A report as a page of its own: the numbers, maps of where fields change and where each piece
//! goes, and how games begin as a tree.

use super::{Card, Heat, Opening, percent};
use crate::svg::board::Layout;
use crate::svg::{Canvas, Point};
use crate::words::count;
use game::Facts;

/// Fields of the map of all changes are this wide, and those of the maps of pieces.
const FIELD: f64 = 48.0;
const SMALL_FIELD: f64 = 20.0;

const STYLE: &str = "body { font-family: sans-serif; max-width: 60rem; margin: 1rem auto; \
    padding: 0 1rem; } svg { max-width: 100%; height: auto; } figure { display: inline-block; \
    margin: 0 1rem 1rem 0; } pre { overflow-x: auto; }";

/// The page.
pub(super) fn page(card: &Card, facts: &Facts) -> String {
    let name = escaped(&card.game);
    let numbers = escaped(&card.to_string());
    let changes = map(facts, &card.heat, FIELD, &format!("{}: where fields change", card.game));
    let goes = |(piece, heat): (&String, &Heat)| {
        let drawn = map(facts, heat, SMALL_FIELD, &format!("where the {piece} goes"));
        format!("<figure>\n{drawn}\n<figcaption>{}</figcaption>\n</figure>\n", escaped(piece))
    };
    let goes: String = card.goes.iter().map(goes).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}: a report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>{name}</h1>\n<pre>{numbers}</pre>\n\
         <h2>Where fields change</h2>\n{changes}\n<h2>Where pieces go</h2>\n{goes}\
         <h2>How games begin</h2>\n{}</body>\n</html>\n",
        tree(card, &card.openings)
    )
}

/// The board with darker fields where more happens.
fn map(facts: &Facts, heat: &Heat, field: f64, title: &str) -> String {
    let layout = Layout::new(facts, field);
    let most = heat.values().copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut canvas = Canvas::new(layout.size(), title);
    layout.fields(&mut canvas, Point::default(), &|field| {
        let heat = heat.get(facts.field_name(field)).copied().unwrap_or(0.0) / most;
        // From the color of paper to that of embers.
        let mix = |cold: f64, hot: f64| (cold + (hot - cold) * heat).round() as u8;
        Some(format!("#{:02x}{:02x}{:02x}", mix(253.0, 178.0), mix(245.0, 24.0), mix(230.0, 43.0)))
    });
    canvas.finish()
}

/// Moves at the beginning, each with what followed it.
fn tree(card: &Card, openings: &[Opening]) -> String {
    let item = |it: &Opening| {
        let then = if it.then.is_empty() { String::new() } else { tree(card, &it.then) };
        format!(
            "<li>{}: {}, {} for {}\n{then}</li>\n",
            escaped(&it.text),
            count(it.games, "game"),
            percent(it.share_of_first),
            escaped(&card.players[0])
        )
    };
    format!("<ul>\n{}</ul>\n", openings.iter().map(item).collect::<String>())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
