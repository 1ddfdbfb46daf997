//! Pictures of what ranks gain, as SVG: curves over numbers of ranks, both axes with a step
//! for each power of ten, and bars that say where the time of a run went.
//!
//! Colors are those of the pictures of the command, readable on light and on dark ground.

use std::fmt::Write;

/// A place in a picture, or a pair of numbers that has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Up in what is drawn, and down in the picture.
    pub y: f64,
}

fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// A line of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it shows.
    pub name: String,
    /// Where it goes, from left to right; all numbers are at least 1.
    pub points: Vec<Point>,
}

/// A bar: a name, and the parts of the whole that it shows, each with its own name.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What it shows.
    pub name: String,
    /// Shares of the whole, between 0 and 1.
    pub parts: Vec<(String, f64)>,
}

const COLORS: [&str; 6] = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377"];
/// The room around the axes: at the left and below them, and the size of what is inside.
const LEFT: f64 = 70.0;
const TOP: f64 = 30.0;
const INSIDE: (f64, f64) = (420.0, 320.0);
/// A line of names.
const LINE: f64 = 18.0;

/// Curves over numbers of ranks, with the line on which nothing is lost.
pub fn curves(title: &str, across: &str, upward: &str, curves: &[Curve]) -> String {
    let most = |of: fn(&Point) -> f64| {
        let all = curves.iter().flat_map(|curve| &curve.points).map(of);
        all.fold(10.0, f64::max).log10().ceil()
    };
    let (decades_x, decades_y) = (most(|it| it.x), most(|it| it.y));
    let x = |value: f64| LEFT + INSIDE.0 * value.max(1.0).log10() / decades_x;
    let y = |value: f64| TOP + INSIDE.1 * (1.0 - value.max(1.0).log10() / decades_y);
    let height = TOP + INSIDE.1 + 50.0 + LINE * curves.len() as f64;
    let mut svg = begin(title, LEFT + INSIDE.0 + 30.0, height);
    for decade in 0..=decades_x as u32 {
        let value = 10_f64.powi(decade as i32);
        let place = x(value);
        line(&mut svg, at(place, TOP), at(place, TOP + INSIDE.1), "#999", 0.5);
        text(&mut svg, at(place, TOP + INSIDE.1 + 16.0), "middle", &short(value));
    }
    for decade in 0..=decades_y as u32 {
        let value = 10_f64.powi(decade as i32);
        line(&mut svg, at(LEFT, y(value)), at(LEFT + INSIDE.0, y(value)), "#999", 0.5);
        text(&mut svg, at(LEFT - 6.0, y(value) + 4.0), "end", &short(value));
    }
    text(&mut svg, at(LEFT + INSIDE.0 / 2.0, TOP + INSIDE.1 + 34.0), "middle", across);
    text(&mut svg, at(LEFT, TOP - 10.0), "middle", upward);
    let most_both = 10_f64.powf(decades_x.min(decades_y));
    line(&mut svg, at(x(1.0), y(1.0)), at(x(most_both), y(most_both)), "#666", 1.0);
    for (i, (curve, color)) in curves.iter().zip(COLORS.iter().cycle()).enumerate() {
        let points: Vec<String> =
            curve.points.iter().map(|it| format!("{:.1},{:.1}", x(it.x), y(it.y))).collect();
        let points = points.join(" ");
        let _ = writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"
        );
        named(&mut svg, at(LEFT, TOP + INSIDE.1 + 50.0 + LINE * i as f64), color, &curve.name);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Bars beside each other, each of the same length: what is left of it was work.
pub fn bars(title: &str, bars: &[Bar]) -> String {
    const NAMES: f64 = 180.0;
    let parts = bars.first().map_or(&[][..], |bar| &bar.parts);
    let height = TOP + (LINE + 8.0) * bars.len() as f64 + LINE * (parts.len() + 1) as f64;
    let mut svg = begin(title, NAMES + INSIDE.0 + 30.0, height);
    for (i, bar) in bars.iter().enumerate() {
        let top = TOP + (LINE + 8.0) * i as f64;
        text(&mut svg, at(NAMES - 8.0, top + 14.0), "end", &bar.name);
        let mut left = NAMES;
        for ((name, share), color) in bar.parts.iter().zip(COLORS.iter().cycle()) {
            let width = INSIDE.0 * share.clamp(0.0, 1.0);
            let _ = writeln!(
                svg,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{LINE}\" \
                 fill=\"{color}\"><title>{}: {:.1} %</title></rect>",
                escaped(name),
                100.0 * share
            );
            left += width;
        }
    }
    let below = TOP + (LINE + 8.0) * bars.len() as f64 + LINE / 2.0;
    for (i, ((name, _), color)) in parts.iter().zip(COLORS.iter().cycle()).enumerate() {
        named(&mut svg, at(NAMES, below + LINE * i as f64), color, name);
    }
    svg.push_str("</svg>\n");
    svg
}

fn begin(title: &str, width: f64, height: f64) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    )
}

fn line(svg: &mut String, from: Point, to: Point, color: &str, width: f64) {
    let (Point { x: x1, y: y1 }, Point { x: x2, y: y2 }) = (from, to);
    let _ = writeln!(
        svg,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\" \
         stroke-width=\"{width}\"/>"
    );
}

fn text(svg: &mut String, Point { x, y }: Point, anchor: &str, said: &str) {
    let said = escaped(said);
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{said}</text>");
}

/// A name after a spot of its color.
fn named(svg: &mut String, Point { x, y }: Point, color: &str, name: &str) {
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"12\" height=\"12\" fill=\"{color}\"/>"
    );
    text(svg, at(x + 18.0, y + 10.0), "start", name);
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A power of ten with spaces between thousands.
fn short(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut shown = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_without_loss_lies_on_the_line() {
        let points = [1.0, 10.0, 1000.0].map(|number| at(number, number)).into();
        let svg = curves("t", "ranks", "times", &[Curve { name: "all & more".into(), points }]);
        // Left and below; a third of the way; right and above.
        assert!(svg.contains("points=\"70.0,350.0 210.0,243.3 490.0,30.0\""), "{svg}");
        assert!(svg.contains("all &amp; more") && svg.contains(">1,000</text>"), "{svg}");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn parts_of_a_bar_follow_each_other() {
        let parts = vec![("waiting".to_string(), 0.25), ("messages".to_string(), 0.5)];
        let svg = bars("t", &[Bar { name: "perft".into(), parts }]);
        assert!(svg.contains("x=\"180.0\" y=\"30.0\" width=\"105.0\""), "{svg}");
        assert!(svg.contains("x=\"285.0\" y=\"30.0\" width=\"210.0\""), "{svg}");
        assert!(svg.contains("<title>messages: 50.0 %</title>"), "{svg}");
    }
}
