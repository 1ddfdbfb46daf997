//! Bar charts: bars of very different lengths, so the scale is logarithmic; each bar shows
//! its number and how far it was spread.

use super::{Canvas, INK, Label, PALE_INK, Paint, Point, Size};

/// A chart.
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    pub(crate) panels: &'a [Panel],
    /// Writes a number.
    pub(crate) number: fn(f64) -> String,
}

/// Bars that share a scale.
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) groups: Vec<Group>,
}

/// Bars that belong together.
pub(crate) struct Group {
    pub(crate) label: String,
    pub(crate) bars: Vec<Bar>,
}

/// One bar.
pub(crate) struct Bar {
    /// What it is a bar of; bars of one series have one color.
    pub(crate) series: &'static str,
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

const WIDTH: f64 = 900.0;
/// Where bars begin and where the longest ends; numbers follow them.
const LEFT: f64 = 220.0;
const RIGHT: f64 = 820.0;
const TOP: f64 = 44.0;
const TITLE: f64 = 34.0;
const BAR: f64 = 14.0;
const GAP: f64 = 10.0;
const AXIS: f64 = 40.0;

/// Told apart by people who see few colors, and in print.
const COLORS: [&str; 4] = ["#9aa5b1", "#0072b2", "#e69f00", "#009e73"];

/// Draws panels one below another.
pub(crate) fn svg(chart: &Chart<'_>) -> String {
    let mut series: Vec<&str> = Vec::new();
    for bar in chart.panels.iter().flat_map(|panel| &panel.groups).flat_map(|group| &group.bars) {
        if !series.contains(&bar.series) {
            series.push(bar.series);
        }
    }
    let height = TOP + chart.panels.iter().map(height).sum::<f64>();
    let canvas = Canvas::new(Size { width: WIDTH, height }, chart.title);
    let mut drawing = Drawing { canvas, series, number: chart.number };
    drawing.legend();
    let mut top = TOP;
    for panel in chart.panels {
        drawing.panel(panel, top);
        top += self::height(panel);
    }
    drawing.canvas.finish()
}

fn height(panel: &Panel) -> f64 {
    TITLE + AXIS + panel.groups.iter().map(group_height).sum::<f64>()
}

fn group_height(group: &Group) -> f64 {
    GAP + BAR * group.bars.len().max(1) as f64
}

/// Powers of ten between which all bars of a panel end.
fn decades(panel: &Panel) -> (i32, i32) {
    let bars = panel.groups.iter().flat_map(|group| &group.bars);
    let logs = bars.flat_map(|bar| [bar.low, bar.high]).map(f64::log10).filter(|l| l.is_finite());
    let (low, high) = logs.fold((f64::MAX, f64::MIN), |(a, b), l| (a.min(l), b.max(l)));
    if low > high {
        return (0, 1);
    }
    // The shortest bar should not vanish.
    let low = (low - 0.2).floor() as i32;
    (low, (high.ceil() as i32).max(low + 1))
}

struct Drawing<'a> {
    canvas: Canvas,
    series: Vec<&'a str>,
    number: fn(f64) -> String,
}

impl Drawing<'_> {
    fn color(&self, series: &str) -> &'static str {
        let i = self.series.iter().position(|known| *known == series).unwrap_or(0);
        COLORS[i % COLORS.len()]
    }

    fn legend(&mut self) {
        for (i, series) in self.series.iter().enumerate() {
            let at = Point::new(LEFT + 130.0 * i as f64, 16.0);
            let size = Size { width: 12.0, height: 12.0 };
            self.canvas.rect(at, size, Paint::fill(COLORS[i % COLORS.len()]));
            self.canvas.label(at.plus(18.0, 10.5), Label::new(series));
        }
    }

    fn panel(&mut self, panel: &Panel, top: f64) {
        let (low, high) = decades(panel);
        let at = |value: f64| {
            let share = (value.log10() - f64::from(low)) / f64::from(high - low);
            LEFT + share.clamp(0.0, 1.0) * (RIGHT - LEFT)
        };
        self.canvas.label(Point::new(LEFT, top + 20.0), Label::new(&panel.title).size(14.0).bold());
        let (from, to) = (top + TITLE, top + height(panel) - AXIS + 4.0);
        for power in low..=high {
            let value = 10_f64.powi(power);
            let x = at(value);
            self.canvas.line(Point::new(x, from), Point::new(x, to), "#d9e2ec", 1.0);
            let tick = (self.number)(value).replace(".00", "").replace(".0", "");
            let label = Label::new(&tick).color(PALE_INK).centered();
            self.canvas.label(Point::new(x, to + 14.0), label);
        }
        let mut y = from;
        for group in &panel.groups {
            let middle = y + (group_height(group) + BAR - GAP) / 2.0 - 1.0;
            self.canvas.label(Point::new(LEFT - 8.0, middle), Label::new(&group.label).ending());
            y += GAP / 2.0;
            for bar in group.bars.iter().filter(|bar| bar.value > 0.0) {
                self.bar(bar, y, &at);
                y += BAR;
            }
            y += GAP / 2.0;
        }
    }

    /// A bar with a line for its spread and its number after both.
    fn bar(&mut self, bar: &Bar, top: f64, at: &dyn Fn(f64) -> f64) {
        let (end, center) = (at(bar.value), top + BAR / 2.0);
        let size = Size { width: end - LEFT, height: BAR - 2.0 };
        let color = self.color(bar.series);
        self.canvas.rect(Point::new(LEFT, top + 1.0), size, Paint::fill(color));
        let (low, high) = (at(bar.low), at(bar.high));
        self.canvas.line(Point::new(low, center), Point::new(high, center), INK, 1.0);
        let after = Point::new(high.max(end) + 5.0, center + 4.0);
        self.canvas.label(after, Label::new(&(self.number)(bar.value)).size(11.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(series: &'static str, value: f64) -> Bar {
        Bar { series, value, low: value * 0.9, high: value * 1.1 }
    }

    /// The drawing of some panels.
    fn drawn(panels: &[Panel]) -> String {
        svg(&Chart { title: "speed", panels, number: |number| format!("{number:.1}") })
    }

    fn panel(bars: Vec<Bar>) -> Panel {
        let groups = vec![Group { label: "go <7>".into(), bars }];
        Panel { title: "Games a second".into(), groups }
    }

    /// Where the bars of a drawing end.
    fn ends(svg: &str) -> Vec<f64> {
        let bars = svg.lines().filter(|line| line.starts_with("<rect x=\"220\" y=\""));
        let width = |line: &str| line.split("width=\"").nth(1)?.split('"').next()?.parse().ok();
        bars.filter(|line| line.contains("height=\"12\"") && !line.contains("y=\"16\""))
            .filter_map(width)
            .collect()
    }

    #[test]
    fn ten_times_as_much_is_one_step_more() {
        let bars = vec![bar("a", 50.0), bar("b", 500.0), bar("c", 5000.0)];
        assert_eq!(decades(&panel(bars)), (1, 4));
        let drawn = drawn(&[panel(vec![bar("a", 50.0), bar("b", 500.0), bar("c", 5000.0)])]);
        let ends = ends(&drawn);
        let steps: Vec<f64> = ends.windows(2).map(|pair| (pair[1] - pair[0]).round()).collect();
        assert_eq!(steps, [200.0, 200.0], "{drawn}");
    }

    #[test]
    fn numbers_labels_and_ticks_are_written() {
        let drawn = drawn(&[panel(vec![bar("interpreter", 1_154_000.0)])]);
        for text in [
            ">interpreter<",
            ">Games a second<",
            ">go &lt;7&gt;<",
            ">1154000.0<",
            ">1000000<",
            ">10000000<",
        ] {
            assert!(drawn.contains(text), "{text} is not in\n{drawn}");
        }
    }

    #[test]
    fn odd_numbers_do_no_harm() {
        for value in [0.0, f64::INFINITY, f64::NAN, 1e-300] {
            let drawn = drawn(&[panel(vec![bar("a", value)])]);
            assert!(drawn.ends_with("</svg>\n") && !drawn.contains("NaN"), "{value}: {drawn}");
        }
        assert!(drawn(&[]).ends_with("</svg>\n"));
    }
}
