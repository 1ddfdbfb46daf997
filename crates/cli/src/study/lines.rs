//! Line charts as SVG: one line for each way to search, over the depth or the number
//! of threads; the scale of the values is logarithmic or begins at 0.

use super::super::chart::escape;

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
    let title = escape(&chart.title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"#1f2933\">\n<title>{title}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{title}</text>\n"
    );
    for (i, (title, lines)) in chart.panels.iter().enumerate() {
        text += &panel(chart, title, lines, TOP + PANEL * i as f64);
    }
    text + "</svg>\n"
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

fn panel(chart: &Chart, title: &str, lines: &[Series], top: f64) -> String {
    let (from, to, marks) = scale(lines, chart.logarithmic);
    let place = |x: f64| if chart.logarithmic_across { x.max(1e-12).log10() } else { x };
    let (first, last) = range(lines, |point| place(point.0));
    let width = if last > first { last - first } else { 1.0 };
    let across = |x: f64| match last > first {
        true => LEFT + (place(x) - first) / width * (RIGHT - LEFT),
        false => (LEFT + RIGHT) / 2.0,
    };
    let (low_y, high_y) = (top + 30.0 + PLOT, top + 30.0);
    let share = |y: f64| match chart.logarithmic {
        true => (y.max(from) / from).log10() / (to / from).log10(),
        false => (y - from) / (to - from),
    };
    let up = |y: f64| low_y - share(y) * (low_y - high_y);
    let mut text = format!(
        "<text x=\"{LEFT}\" y=\"{:.1}\" font-weight=\"bold\">{}</text>\n",
        top + 18.0,
        escape(title)
    );
    for mark in marks {
        let y = up(mark);
        text += &format!(
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\" stroke=\"#d9e2ec\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#52606d\">{}</text>\n",
            LEFT - 6.0,
            y + 4.0,
            number(mark)
        );
    }
    let mut columns: Vec<f64> = lines.iter().flat_map(|line| &line.points).map(|p| p.0).collect();
    columns.sort_by(f64::total_cmp);
    columns.dedup();
    for x in columns {
        text += &format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#52606d\">{}</text>\n",
            across(x),
            low_y + 16.0,
            number(x)
        );
    }
    text += &format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
         <text x=\"18\" y=\"{:.1}\" text-anchor=\"middle\" \
         transform=\"rotate(-90 18 {:.1})\">{}</text>\n",
        (LEFT + RIGHT) / 2.0,
        low_y + 34.0,
        chart.across,
        (low_y + high_y) / 2.0,
        (low_y + high_y) / 2.0,
        chart.up
    );
    for (i, line) in lines.iter().enumerate() {
        let points: Vec<(f64, f64)> = line.points.iter().map(|p| (across(p.0), up(p.1))).collect();
        text += &drawn(&points, i, &line.name, high_y);
    }
    text
}

/// A line with its points and its name beside the plot. More lines than colors are
/// told apart by dashes.
fn drawn(points: &[(f64, f64)], i: usize, name: &str, high_y: f64) -> String {
    let color = COLORS[i % COLORS.len()];
    let dashes = match i / COLORS.len() {
        0 => String::new(),
        n => format!(" stroke-dasharray=\"{} 3\"", 9 / n.min(4)),
    };
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let mut text = format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dashes}/>\n",
        path.join(" ")
    );
    for (x, y) in points {
        text += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>\n");
    }
    let y = high_y + 8.0 + 18.0 * i as f64;
    text += &format!(
        "<line x1=\"{:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" stroke=\"{color}\" \
         stroke-width=\"2\"{dashes}/>\n<text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
        RIGHT + 16.0,
        RIGHT + 40.0,
        RIGHT + 46.0,
        y + 4.0,
        escape(name)
    );
    text
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
