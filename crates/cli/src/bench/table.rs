//! What was measured, for people: a line for each task, a column for each
//! program, and how they compare.

use super::reference;
use super::report::{Measured, Spread, task_label};

/// The widths of the columns, which hold for all games so that lines can be
/// printed as soon as they are known.
pub(super) struct Table {
    programs: Vec<&'static str>,
    game_width: usize,
    /// The program that is compared with the references, if both are there.
    compared: Option<&'static str>,
}

const TASK_WIDTH: usize = 22;
const CELL_WIDTH: usize = 14;
const RATIO_WIDTH: usize = 24;

impl Table {
    pub(super) fn new(games: &[&str], programs: &[&'static str]) -> Table {
        let game_width = games.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let (others, references): (Vec<&str>, Vec<&str>) =
            programs.iter().partition(|name| **name != reference::NAME);
        let compared = others.last().copied().filter(|_| !references.is_empty());
        Table { programs: programs.to_vec(), game_width, compared }
    }

    pub(super) fn header(&self) -> String {
        let names = self.programs.iter().map(|name| name.to_string());
        let ratio = self.compared.map(|name| format!("{name}/{}", reference::NAME));
        self.line("", "a second", names.collect(), ratio)
    }

    /// The lines of a game.
    pub(super) fn rows(&self, measured: &Measured) -> String {
        let cells = |show: &dyn Fn(&str) -> Option<String>| {
            self.programs.iter().map(|name| show(name).unwrap_or("-".into())).collect::<Vec<_>>()
        };
        let mut text = String::new();
        for rates in &measured.rates {
            let shown = cells(&|name| rates.figures.spread(name).map(|s| cell(s, rate(s.median))));
            let ratio = self.compared.map(|name| {
                let ratio = rates.figures.ratio(name, reference::NAME);
                ratio.map_or("-".into(), ratio_cell)
            });
            text += &self.line(&measured.game, &task_label(&rates.task), shown, ratio);
        }
        let firsts = [("first count", &measured.first_count), ("first game", &measured.first_game)];
        for (label, figures) in firsts.into_iter().filter(|(_, figures)| !figures.is_empty()) {
            let times = cells(&|name| figures.spread(name).map(|s| cell(s, time(s.median))));
            text += &self.line(&measured.game, label, times, None);
        }
        let bytes = |name: &str| {
            let (_, bytes) = measured.position_bytes.iter().find(|(known, _)| *known == name)?;
            Some(format!("{bytes} bytes"))
        };
        if !measured.position_bytes.is_empty() {
            text += &self.line(&measured.game, "position", cells(&bytes), None);
        }
        text
    }

    fn line(&self, game: &str, task: &str, cells: Vec<String>, ratio: Option<String>) -> String {
        let mut line = format!("{game:width$}  {task:TASK_WIDTH$}", width = self.game_width);
        for cell in cells {
            line += &format!("{cell:>CELL_WIDTH$}");
        }
        if let Some(ratio) = ratio {
            line += &format!("{ratio:>RATIO_WIDTH$}");
        }
        line.trim_end().to_string() + "\n"
    }
}

/// A median with half the distance between the extremes.
pub(super) fn cell(spread: Spread, median: String) -> String {
    let percent = (spread.high - spread.low) / 2.0 / spread.median * 100.0;
    format!("{median} ±{percent:.0}%")
}

pub(super) fn ratio_cell(spread: Spread) -> String {
    let Spread { median, low, high } = spread;
    format!("{} ({}..{})", digits(median), digits(low), digits(high))
}

/// A number with three digits that count, or two if it is very small.
fn digits(number: f64) -> String {
    match number {
        n if n < 0.00995 => format!("{n:.1e}"),
        n if n < 0.0995 => format!("{n:.4}"),
        n if n < 0.995 => format!("{n:.3}"),
        n if n < 9.995 => format!("{n:.2}"),
        n if n < 99.95 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

/// How often something happens in a second.
pub(crate) fn rate(number: f64) -> String {
    match number {
        n if n < 999.5 => digits(n),
        n if n < 999.5e3 => digits(n / 1e3) + "k",
        n if n < 999.5e6 => digits(n / 1e6) + "M",
        n => digits(n / 1e9) + "G",
    }
}

/// A time that was measured in seconds.
pub(super) fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.9995e-3 => digits(s * 1e6) + " µs",
        s if s < 0.9995 => digits(s * 1e3) + " ms",
        s => digits(s) + " s",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown =
            [0.000246, 0.0123, 0.5, 1.0, 12.34, 999.4, 999.9, 9_700.0, 999_600.0, 1.154e6, 2.5e9];
        let expected = [
            "2.5e-4", "0.0123", "0.500", "1.00", "12.3", "999", "1.00k", "9.70k", "1.00M", "1.15M",
            "2.50G",
        ];
        assert_eq!(shown.map(rate), expected);
        assert_eq!([2.5e-5, 0.0123, 1.5].map(time), ["25.0 µs", "12.3 ms", "1.50 s"]);
    }

    #[test]
    fn lines_have_their_columns() {
        let table = Table::new(&["chess", "go"], &["interpreter", "reference"]);
        let expected =
            "       a second                 interpreter     reference   interpreter/reference\n";
        assert_eq!(table.header(), expected);
        let spread = Spread { median: 100.0, low: 90.0, high: 120.0 };
        assert_eq!(cell(spread, rate(spread.median)), "100 ±15%");
        assert_eq!(ratio_cell(Spread { median: 1.0, low: 0.5, high: 20.0 }), "1.00 (0.500..20.0)");
    }
}
