//! A report as a page of its own: the text, and a drawing of where pieces go.

use super::Card;
use crate::svg::board::Layout;
use crate::svg::{Canvas, Point};
use game::Facts;

const FIELD: f64 = 48.0;

/// The page.
pub(super) fn page(card: &Card, facts: &Facts) -> String {
    let name = escaped(&card.game);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}: a report</title>\n<style>body {{ font-family: sans-serif; max-width: 60rem; \
         margin: 1rem auto; padding: 0 1rem; }} svg {{ max-width: 100%; height: auto; }}</style>\n\
         </head>\n<body>\n<h1>{name}</h1>\n<pre>{}</pre>\n<h2>Where fields change</h2>\n{}\n\
         </body>\n</html>\n",
        escaped(&card.to_string()),
        heat_map(card, facts)
    )
}

/// The board with darker fields where more happens.
fn heat_map(card: &Card, facts: &Facts) -> String {
    let layout = Layout::new(facts, FIELD);
    let most = card.heat.values().copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut canvas = Canvas::new(layout.size(), &format!("{}: where fields change", card.game));
    layout.fields(&mut canvas, Point::default(), &|field| {
        let heat = card.heat.get(facts.field_name(field)).copied().unwrap_or(0.0) / most;
        // From the color of paper to that of embers.
        let mix = |cold: f64, hot: f64| (cold + (hot - cold) * heat).round() as u8;
        Some(format!("#{:02x}{:02x}{:02x}", mix(253.0, 178.0), mix(245.0, 24.0), mix(230.0, 43.0)))
    });
    canvas.finish()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
