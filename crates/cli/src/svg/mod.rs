//! Drawings as SVG, all made of the same few shapes.
//!
//! ```text
//! Canvas (rectangles, discs, lines, texts) ─┬─▶ board: positions, marks, arrows, shades
//!                                           ├─▶ bars: bar charts
//!                                           └─▶ lines: line charts
//! ```
//!
//! Nothing here knows the command line: a drawing is made of facts and numbers.

pub(crate) mod arrows;
pub(crate) mod bars;
pub(crate) mod board;
pub(crate) mod lines;

use std::fmt::Write;

/// The color of text.
pub(crate) const INK: &str = "#1f2933";
/// The color of text that explains other text.
pub(crate) const PALE_INK: &str = "#52606d";
/// The color of arrows.
pub(crate) const ARROW: &str = "#c8500a";

/// A place; the origin is the upper left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The place that is so far to the right and down.
    pub(crate) fn plus(self, x: f64, y: f64) -> Point {
        Point::new(self.x + x, self.y + y)
    }
}

/// How large something is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Size {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// How a shape looks: its inside, and its edge if that has a width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint<'a> {
    pub(crate) fill: &'a str,
    pub(crate) edge: &'a str,
    pub(crate) width: f64,
}

impl<'a> Paint<'a> {
    /// A shape without an edge.
    pub(crate) fn fill(fill: &'a str) -> Paint<'a> {
        Paint { fill, edge: "none", width: 0.0 }
    }

    /// The edge of a shape alone.
    pub(crate) fn edge(edge: &'a str, width: f64) -> Paint<'a> {
        Paint { fill: "none", edge, width }
    }

    fn attributes(&self) -> String {
        match self.width > 0.0 {
            true => format!(
                "fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"",
                self.fill,
                self.edge,
                short(self.width)
            ),
            false => format!("fill=\"{}\"", self.fill),
        }
    }
}

/// A piece of text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label<'a> {
    text: &'a str,
    size: f64,
    color: &'a str,
    anchor: &'static str,
    is_bold: bool,
}

impl<'a> Label<'a> {
    /// Text that begins at its place.
    pub(crate) fn new(text: &'a str) -> Label<'a> {
        Label { text, size: 12.0, color: INK, anchor: "start", is_bold: false }
    }

    pub(crate) fn size(self, size: f64) -> Label<'a> {
        Label { size, ..self }
    }

    pub(crate) fn color(self, color: &'a str) -> Label<'a> {
        Label { color, ..self }
    }

    pub(crate) fn bold(self) -> Label<'a> {
        Label { is_bold: true, ..self }
    }

    /// The middle of the text is at its place.
    pub(crate) fn centered(self) -> Label<'a> {
        Label { anchor: "middle", ..self }
    }

    /// The text ends at its place.
    pub(crate) fn ending(self) -> Label<'a> {
        Label { anchor: "end", ..self }
    }
}

/// A drawing that is being made.
pub(crate) struct Canvas {
    text: String,
}

impl Canvas {
    /// An empty drawing.
    pub(crate) fn new(size: Size, title: &str) -> Canvas {
        let (width, height) = (short(size.width), short(size.height));
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" \
             font-family=\"'DejaVu Sans', Verdana, sans-serif\">\n<title>{}</title>\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 6 6\" refX=\"4\" refY=\"3\" \
             markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\">\
             <path d=\"M0 0L6 3L0 6z\" fill=\"{ARROW}\"/></marker></defs>\n",
            escape(title)
        );
        let mut canvas = Canvas { text };
        canvas.rect(Point::default(), size, Paint::fill("white"));
        canvas
    }

    /// The whole drawing.
    pub(crate) fn finish(mut self) -> String {
        self.add("</svg>");
        self.text
    }

    fn add(&mut self, element: &str) {
        self.text += element;
        self.text.push('\n');
    }

    pub(crate) fn rect(&mut self, corner: Point, size: Size, paint: Paint<'_>) {
        self.add(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>",
            short(corner.x),
            short(corner.y),
            short(size.width),
            short(size.height),
            paint.attributes()
        ));
    }

    pub(crate) fn disc(&mut self, center: Point, radius: f64, paint: Paint<'_>) {
        self.add(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>",
            short(center.x),
            short(center.y),
            short(radius),
            paint.attributes()
        ));
    }

    pub(crate) fn polygon(&mut self, corners: &[Point], paint: Paint<'_>) {
        self.add(&format!("<polygon points=\"{}\" {}/>", places(corners), paint.attributes()));
    }

    /// A line through some places; `dashes` is empty for a whole one.
    pub(crate) fn polyline(
        &mut self,
        places_on_it: &[Point],
        color: &str,
        width: f64,
        dashes: &str,
    ) {
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        let paint = Paint::edge(color, width).attributes();
        self.add(&format!("<polyline points=\"{}\" {paint}{dashes}/>", places(places_on_it)));
    }

    pub(crate) fn line(&mut self, from: Point, to: Point, color: &str, width: f64) {
        self.polyline(&[from, to], color, width, "");
    }

    /// An arrow along a path of SVG.
    pub(crate) fn arrow(&mut self, path: &str) {
        self.add(&format!(
            "<path d=\"{path}\" stroke=\"{ARROW}\" stroke-width=\"3.5\" stroke-opacity=\"0.85\" \
             stroke-linecap=\"round\" fill=\"none\" marker-end=\"url(#tip)\"/>"
        ));
    }

    pub(crate) fn label(&mut self, at: Point, label: Label<'_>) {
        self.write_label(at, label, "");
    }

    /// Text that runs upward.
    pub(crate) fn upright_label(&mut self, at: Point, label: Label<'_>) {
        let turn = format!(" transform=\"rotate(-90 {} {})\"", short(at.x), short(at.y));
        self.write_label(at, label, &turn);
    }

    fn write_label(&mut self, at: Point, label: Label<'_>, turn: &str) {
        let Label { text, size, color, anchor, is_bold } = label;
        let bold = if is_bold { " font-weight=\"bold\"" } else { "" };
        self.add(&format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" \
             fill=\"{color}\"{bold}{turn}>{}</text>",
            short(at.x),
            short(at.y),
            short(size),
            escape(text)
        ));
    }
}

fn places(points: &[Point]) -> String {
    let place = |point: &Point| format!("{},{}", short(point.x), short(point.y));
    points.iter().map(place).collect::<Vec<_>>().join(" ")
}

/// A number with at most one digit after the point.
fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

/// Text as XML.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            c if c.is_control() => escaped.push(' '),
            c => {
                let _ = write!(escaped, "{c}");
            }
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_texts_are_safe() {
        assert_eq!([1.0, 2.26, 100.96].map(short), ["1", "2.3", "101"]);
        let mut canvas = Canvas::new(Size { width: 10.0, height: 20.5 }, "a < b");
        canvas.label(Point::new(1.0, 2.0), Label::new("\"&\u{7}").bold().ending());
        let text = canvas.finish();
        assert!(text.contains("viewBox=\"0 0 10 20.5\"") && text.contains("a &lt; b"), "{text}");
        assert!(text.contains("font-weight=\"bold\">&quot;&amp; </text>"), "{text}");
        assert!(text.ends_with("</svg>\n"));
    }
}
