//! What a study draws: time and nodes of a turn over the depth, and how much faster
//! more threads are, with a panel for each opponent.

use super::table::Row;
use crate::svg::lines::{Chart, Series, svg};

/// The files of all charts that a study may draw.
pub(super) const NAMES: [&str; 3] = ["time.svg", "nodes.svg", "speedup.svg"];

/// The charts with the names of their files.
pub(super) fn all(game: &str, rows: &[Row]) -> Vec<(&'static str, String)> {
    let over_depth = |title: &str, up, of: fn(&Row) -> f64| {
        let title = format!("{game}: {title}");
        let panels = panels(rows, |row| row.case.way(), |row| (f64::from(row.case.depth), of(row)));
        let (logarithmic, logarithmic_across) = (true, false);
        svg(&Chart { title, across: "depth", up, logarithmic, logarithmic_across, panels })
    };
    let [time, nodes, speedup] = NAMES;
    let mut charts = vec![
        (time, over_depth("time per turn", "milliseconds", |r| 1e3 * r.seconds_per_turn())),
        (nodes, over_depth("nodes per turn", "nodes", Row::nodes_per_turn)),
    ];
    if rows.iter().any(|row| row.case.settings.threads > 1) {
        charts.push((speedup, speed_up(game, rows)));
    }
    charts
}

/// How many times as fast each number of threads is, at the greatest depth.
fn speed_up(game: &str, rows: &[Row]) -> String {
    let deepest = rows.iter().map(|row| row.case.depth).max().unwrap_or(0);
    let deep: Vec<Row> = rows.iter().filter(|row| row.case.depth == deepest).cloned().collect();
    let name = |row: &Row| format!("{}, {}", row.case.algorithm(), row.case.platform());
    let point = |row: &Row| {
        let serial = row.serial(&deep).map_or(f64::NAN, Row::seconds_per_turn);
        (row.case.settings.threads as f64, serial / row.seconds_per_turn().max(1e-9))
    };
    let panels = panels(&deep, name, point);
    let title = format!("{game}: speed-up over threads, depth {deepest}");
    let (across, up) = ("threads", "times as fast");
    svg(&Chart { title, across, up, logarithmic: false, logarithmic_across: false, panels })
}

/// The panels of all opponents. Rows that share a line and a place, such as the same
/// search with either color, are one point in their middle.
fn panels(
    rows: &[Row],
    name: impl Fn(&Row) -> String,
    point: impl Fn(&Row) -> (f64, f64),
) -> Vec<(String, Vec<Series>)> {
    let mut panels: Vec<(String, Vec<Series>)> = Vec::new();
    for row in rows {
        let (title, name) = (format!("against {}", row.case.opponent()), name(row));
        if !panels.iter().any(|(known, _)| *known == title) {
            panels.push((title.clone(), Vec::new()));
        }
        let lines = panels.iter_mut().find(|(known, _)| *known == title).map(|(_, lines)| lines);
        let Some(lines) = lines else { continue };
        let (x, y) = point(row);
        if y.is_nan() {
            continue;
        }
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push((x, y)),
            None => lines.push(Series { name, points: vec![(x, y)] }),
        }
    }
    for line in panels.iter_mut().flat_map(|(_, lines)| lines) {
        line.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        line.points = line
            .points
            .chunk_by(|a, b| a.0 == b.0)
            .map(|same| (same[0].0, same.iter().map(|p| p.1).sum::<f64>() / same.len() as f64))
            .collect();
    }
    panels
}
