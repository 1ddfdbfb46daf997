//! A bar chart as SVG: bars of very different lengths, so the scale is
//! logarithmic; each bar says its number and shows how far it was spread.

use super::bench::rate;
use std::fmt::Write;

/// Bars that share a scale.
pub(super) struct Panel {
    pub(super) title: String,
    pub(super) groups: Vec<Group>,
}

/// Bars that belong together.
pub(super) struct Group {
    pub(super) label: String,
    pub(super) bars: Vec<Bar>,
}

/// One bar.
pub(super) struct Bar {
    /// What it is a bar of; bars of one series have one color.
    pub(super) series: &'static str,
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

const WIDTH: f64 = 900.0;
/// Where bars begin and where the longest ends; numbers stand behind them.
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
pub(super) fn svg(panels: &[Panel]) -> String {
    let mut series: Vec<&str> = Vec::new();
    for bar in panels.iter().flat_map(|panel| &panel.groups).flat_map(|group| &group.bars) {
        if !series.contains(&bar.series) {
            series.push(bar.series);
        }
    }
    let height = TOP + panels.iter().map(height).sum::<f64>();
    let mut drawing = Drawing { text: String::new(), series };
    drawing.add(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"#1f2933\">"
    ));
    drawing.add("<title>What multigame bench measured</title>");
    drawing.add(&format!("<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>"));
    drawing.legend();
    let mut top = TOP;
    for panel in panels {
        drawing.panel(panel, top);
        top += self::height(panel);
    }
    drawing.add("</svg>");
    drawing.text
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
    text: String,
    series: Vec<&'a str>,
}

impl Drawing<'_> {
    fn add(&mut self, element: &str) {
        self.text += element;
        self.text.push('\n');
    }

    fn label(&mut self, x: f64, y: f64, attributes: &str, text: &str) {
        let text = escape(text);
        self.add(&format!("<text x=\"{x:.1}\" y=\"{y:.1}\"{attributes}>{text}</text>"));
    }

    fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), color: &str) {
        self.add(&format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"{color}\"/>"
        ));
    }

    fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), color: &str) {
        self.add(&format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" \
             stroke=\"{color}\"/>"
        ));
    }

    fn color(&self, series: &str) -> &'static str {
        let i = self.series.iter().position(|known| *known == series).unwrap_or(0);
        COLORS[i % COLORS.len()]
    }

    fn legend(&mut self) {
        for (i, series) in self.series.clone().into_iter().enumerate() {
            let x = LEFT + 130.0 * i as f64;
            self.rect((x, 16.0), (12.0, 12.0), self.color(series));
            self.label(x + 18.0, 26.5, "", series);
        }
    }

    fn panel(&mut self, panel: &Panel, top: f64) {
        let (low, high) = decades(panel);
        let at = |value: f64| {
            let share = (value.log10() - f64::from(low)) / f64::from(high - low);
            LEFT + share.clamp(0.0, 1.0) * (RIGHT - LEFT)
        };
        self.label(LEFT, top + 20.0, " font-weight=\"bold\" font-size=\"14\"", &panel.title);
        let (from, to) = (top + TITLE, top + height(panel) - AXIS + 4.0);
        for power in low..=high {
            let value = 10_f64.powi(power);
            let x = at(value);
            self.line((x, from), (x, to), "#d9e2ec");
            self.label(x, to + 14.0, " text-anchor=\"middle\" fill=\"#52606d\"", &tick(value));
        }
        let mut y = from;
        for group in &panel.groups {
            let middle = y + (group_height(group) + BAR - GAP) / 2.0 - 1.0;
            self.label(LEFT - 8.0, middle, " text-anchor=\"end\"", &group.label);
            y += GAP / 2.0;
            for bar in group.bars.iter().filter(|bar| bar.value > 0.0) {
                let (end, center) = (at(bar.value), y + BAR / 2.0);
                let color = self.color(bar.series);
                self.rect((LEFT, y + 1.0), (end - LEFT, BAR - 2.0), color);
                self.line((at(bar.low), center), (at(bar.high), center), "#1f2933");
                let behind = at(bar.high).max(end) + 5.0;
                self.label(behind, center + 4.0, " font-size=\"11\"", &rate(bar.value));
                y += BAR;
            }
            y += GAP / 2.0;
        }
    }
}

/// A power of ten.
fn tick(value: f64) -> String {
    rate(value).replace(".00", "").replace(".0", "")
}

/// Text as XML.
pub(super) fn escape(text: &str) -> String {
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

    fn bar(series: &'static str, value: f64) -> Bar {
        Bar { series, value, low: value * 0.9, high: value * 1.1 }
    }

    fn panel(bars: Vec<Bar>) -> Panel {
        let groups = vec![Group { label: "go <7>".into(), bars }];
        Panel { title: "Games a second".into(), groups }
    }

    /// Where the bars of a drawing end.
    fn ends(svg: &str) -> Vec<f64> {
        let bars = svg.lines().filter(|line| line.starts_with("<rect x=\"220.0\" y=\""));
        let width = |line: &str| line.split("width=\"").nth(1)?.split('"').next()?.parse().ok();
        bars.filter(|line| line.contains("height=\"12.0\"") && !line.contains("y=\"16.0\""))
            .filter_map(width)
            .collect()
    }

    #[test]
    fn ten_times_as_much_is_one_step_more() {
        let bars = vec![bar("a", 50.0), bar("b", 500.0), bar("c", 5000.0)];
        assert_eq!(decades(&panel(bars)), (1, 4));
        let drawn = svg(&[panel(vec![bar("a", 50.0), bar("b", 500.0), bar("c", 5000.0)])]);
        let ends = ends(&drawn);
        let steps: Vec<f64> = ends.windows(2).map(|pair| (pair[1] - pair[0]).round()).collect();
        assert_eq!(steps, [200.0, 200.0], "{drawn}");
    }

    #[test]
    fn numbers_labels_and_ticks_are_written() {
        let drawn = svg(&[panel(vec![bar("interpreter", 1_154_000.0)])]);
        for text in
            [">interpreter<", ">Games a second<", ">go &lt;7&gt;<", ">1.15M<", ">1M<", ">10M<"]
        {
            assert!(drawn.contains(text), "{text} is not in\n{drawn}");
        }
    }

    #[test]
    fn odd_numbers_do_no_harm() {
        for value in [0.0, f64::INFINITY, f64::NAN, 1e-300] {
            let drawn = svg(&[panel(vec![bar("a", value)])]);
            assert!(drawn.ends_with("</svg>\n") && !drawn.contains("NaN"), "{value}: {drawn}");
        }
        assert!(svg(&[]).ends_with("</svg>\n"));
    }
}
