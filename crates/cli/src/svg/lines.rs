//! Line charts: lines over a number such as a depth or a number of threads; the scale of the values is logarithmic or begins at 0.

use super::{Canvas, Label, PALE_INK, Paint, Point, Size};

/// A chart with one panel for each title.
pub(crate) struct Chart {
    pub(crate) title: String,
    /// What the numbers below and beside the lines are.
    pub(crate) across: &'static str,
    pub(crate) up: &'static str,
    pub(crate) logarithmic: bool,
    /// Whether what is across is, too.
    pub(crate) logarithmic_across: bool,
    pub(crate) panels: Vec<(String, Vec<Series>)>,
}

/// A line: its name and its points, from left to right.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 760.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 520.0;
const TOP: f64 = 40.0;
const PANEL: f64 = 320.0;
/// The part of a panel that lines are drawn in.
const PLOT: f64 = 240.0;

/// Told apart by people who see few colors, and in print.
const COLORS: [&str; 6] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#7b8794"];

/// Draws a chart.
pub(crate) fn svg(chart: &Chart) -> String {
    let height = TOP + PANEL * chart.panels.len() as f64;
    let mut canvas = Canvas::new(Size { width: WIDTH, height }, &chart.title);
    canvas.label(Point::new(LEFT, 24.0), Label::new(&chart.title).size(16.0).bold());
    for (i, (title, lines)) in chart.panels.iter().enumerate() {
        panel(&mut canvas, chart, title, lines, TOP + PANEL * i as f64);
    }
    canvas.finish()
}

/// Between which numbers the points of some lines are, in one direction.
fn range(lines: &[Series], of: impl Fn(&(f64, f64)) -> f64) -> (f64, f64) {
    let all = lines.iter().flat_map(|line| &line.points).map(of).filter(|n| n.is_finite());
    all.fold((f64::MAX, f64::MIN), |(low, high), n| (low.min(n), high.max(n)))
}

/// Where the scale begins and ends, and where it is marked.
fn scale(lines: &[Series], logarithmic: bool) -> (f64, f64, Vec<f64>) {
    let (low, high) = range(lines, |point| point.1);
    if low > high {
        return (0.0, 1.0, Vec::new());
    }
    if logarithmic {
        let low = low.max(1e-12).log10().floor();
        let high = high.max(1e-12).log10().ceil().max(low + 1.0);
        let marks = (low as i32..=high as i32).map(|power| 10_f64.powi(power)).collect();
        return (10_f64.powf(low), 10_f64.powf(high), marks);
    }
    let step =
        [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0].into_iter().find(|step| high / step <= 8.0);
    let step = step.unwrap_or(high / 5.0);
    let n = (high / step).ceil().max(1.0) as usize;
    (0.0, step * n as f64, (0..=n).map(|i| step * i as f64).collect())
}

/// Where numbers are in a panel.
struct Scales<'a> {
    chart: &'a Chart,
    /// Between which numbers points are across.
    first: f64,
    last: f64,
    /// Between which numbers the scale goes up.
    from: f64,
    to: f64,
    top: f64,
}

impl Scales<'_> {
    fn across(&self, x: f64) -> f64 {
        let Scales { first, last, .. } = *self;
        match last > first {
            true => LEFT + (self.chart.place(x) - first) / (last - first) * (RIGHT - LEFT),
            false => (LEFT + RIGHT) / 2.0,
        }
    }

    fn up(&self, y: f64) -> f64 {
        let Scales { from, to, .. } = *self;
        let share = match self.chart.logarithmic {
            true => (y.max(from) / from).log10() / (to / from).log10(),
            false => (y - from) / (to - from),
        };
        self.bottom() - share * PLOT
    }

    fn high(&self) -> f64 {
        self.top + 30.0
    }

    fn bottom(&self) -> f64 {
        self.high() + PLOT
    }
}

impl Chart {
    fn place(&self, x: f64) -> f64 {
        if self.logarithmic_across { x.max(1e-12).log10() } else { x }
    }
}

fn panel(canvas: &mut Canvas, chart: &Chart, title: &str, lines: &[Series], top: f64) {
    let (from, to, marks) = scale(lines, chart.logarithmic);
    let (first, last) = range(lines, |point| chart.place(point.0));
    let scales = Scales { chart, first, last, from, to, top };
    canvas.label(Point::new(LEFT, top + 18.0), Label::new(title).bold());
    for mark in marks {
        let y = scales.up(mark);
        canvas.line(Point::new(LEFT, y), Point::new(RIGHT, y), "#d9e2ec", 1.0);
        let shown = number(mark);
        let label = Label::new(&shown).color(PALE_INK).ending();
        canvas.label(Point::new(LEFT - 6.0, y + 4.0), label);
    }
    let mut columns: Vec<f64> = lines.iter().flat_map(|line| &line.points).map(|p| p.0).collect();
    columns.sort_by(f64::total_cmp);
    columns.dedup();
    for x in columns {
        let shown = number(x);
        let label = Label::new(&shown).color(PALE_INK).centered();
        canvas.label(Point::new(scales.across(x), scales.bottom() + 16.0), label);
    }
    let middle = Point::new((LEFT + RIGHT) / 2.0, (scales.high() + scales.bottom()) / 2.0);
    let below = Point::new(middle.x, scales.bottom() + 34.0);
    canvas.label(below, Label::new(chart.across).centered());
    canvas.upright_label(Point::new(18.0, middle.y), Label::new(chart.up).centered());
    for (i, line) in lines.iter().enumerate() {
        let points = line.points.iter().map(|p| Point::new(scales.across(p.0), scales.up(p.1)));
        drawn(canvas, &points.collect::<Vec<_>>(), i, &line.name, scales.high());
    }
}

/// A line with its points and its name beside the plot. More lines than colors are
/// told apart by dashes.
fn drawn(canvas: &mut Canvas, points: &[Point], i: usize, name: &str, high: f64) {
    let color = COLORS[i % COLORS.len()];
    let dashes = match i / COLORS.len() {
        0 => String::new(),
        n => format!("{} 3", 9 / n.min(4)),
    };
    canvas.polyline(points, color, 2.0, &dashes);
    for point in points {
        canvas.disc(*point, 3.0, Paint::fill(color));
    }
    let at = Point::new(RIGHT + 16.0, high + 8.0 + 18.0 * i as f64);
    canvas.polyline(&[at, at.plus(24.0, 0.0)], color, 2.0, &dashes);
    canvas.label(at.plus(30.0, 4.0), Label::new(name));
}

/// A number without zeros that say nothing.
fn number(value: f64) -> String {
    match value {
        v if v >= 1e9 => format!("{}G", trim(v / 1e9)),
        v if v >= 1e6 => format!("{}M", trim(v / 1e6)),
        v if v >= 1e3 => format!("{}k", trim(v / 1e3)),
        v => trim(v),
    }
}

fn trim(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: &[(f64, f64)], logarithmic: bool) -> String {
        let line = Series { name: "a <b>".into(), points: points.to_vec() };
        let panels = vec![("first & only".to_string(), vec![line])];
        let logarithmic_across = logarithmic;
        let (across, up) = ("depth", "nodes");
        svg(&Chart { title: "t".into(), across, up, logarithmic, logarithmic_across, panels })
    }

    /// How high the points of the line are.
    fn heights(svg: &str) -> Vec<f64> {
        let points = svg.split("cy=\"").skip(1);
        points.filter_map(|text| text.split('"').next()?.parse().ok()).collect()
    }

    #[test]
    fn ten_times_as_much_is_one_step_up() {
        let heights = heights(&chart(&[(1.0, 10.0), (2.0, 100.0), (3.0, 1000.0)], true));
        let [a, b, c] = heights[..] else { panic!("{heights:?}") };
        assert!(a > b && ((a - b) - (b - c)).abs() < 0.2, "{heights:?}");
    }

    #[test]
    fn charts_of_anything_are_whole() {
        for points in [&[][..], &[(1.0, 0.0)], &[(1.0, 1e-9), (9.0, 1e12)], &[(1.0, f64::NAN)]] {
            for logarithmic in [true, false] {
                let text = chart(points, logarithmic);
                assert!(text.ends_with("</svg>\n") && text.contains("a &lt;b&gt;"), "{text}");
                assert!(text.contains("first &amp; only"), "{text}");
            }
        }
        assert_eq!([1.0, 0.5, 1000.0, 2.5e6].map(number), ["1", "0.5", "1k", "2.5M"]);
    }
}
