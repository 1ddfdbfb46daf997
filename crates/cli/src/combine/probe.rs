//! Combinations as the first probe of `play`, `analyze` and `solve`: a win by threats
//! that is found with little work need not be searched for in any other way.

#![allow(clippy::disallowed_methods, reason = "this is the edge: the time for a move is kept here")]

use super::{reader, refuse};
use crate::args::ProbeArgs;
use crate::engine::Engine;
use crate::report::Failure;
use crate::terminal;
use crate::words::count;
use ::combine::speaker::{line, texts};
use ::combine::{Combination, Settings, words};
use game::{Game, Insight, Line, Move, Player, Turn};
use insight::Reader;
use search::{Limits, Value, WIN, is_decided};
use serde::Serialize;
use std::time::{Duration, Instant};

/// This part of the time for a move may be used to look for a combination.
const PART_OF_TIME: u32 = 4;

/// A search after it gets this much time at least.
const SHORTEST: Duration = Duration::from_millis(1);

/// In this many positions the code that finds combinations has been used once.
const TO_GET_READY: u64 = 60;

/// What looks for combinations in a game.
pub(crate) struct Probe<'g, G: Game> {
    reader: Reader<'g, G>,
    settings: Settings,
}

/// What a probe found.
pub(crate) struct Probed<P> {
    combination: Option<Combination<P>>,
    /// Positions that were looked at.
    pub(crate) nodes: u64,
    /// What has cut it off before all threats were looked at, if something did.
    cut: Option<Cut>,
    /// How long it took.
    pub(crate) time: Duration,
}

/// What has cut a probe off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Cut {
    Time,
    Nodes,
    /// A person, or a client.
    #[serde(rename = "Ctrl-C")]
    Told,
}

/// What looking for a win by threats came to, as a part of other answers.
#[derive(Serialize)]
pub(crate) struct Threats {
    found: bool,
    moves: Option<u32>,
    /// Nothing where any move loses in the same way.
    line: Option<Vec<Option<String>>>,
    nodes: u64,
    stopped_by: Option<Cut>,
}

impl<'g, G: Engine> Probe<'g, G> {
    /// The probe that a user asked for, if they did.
    pub(crate) fn new(game: &'g G, args: ProbeArgs) -> Result<Option<Self>, Failure> {
        if !args.combinations {
            return Ok(None);
        }
        Probe::with_nodes(game, args.combination_nodes).map(Some)
    }

    /// A probe that looks at this many positions.
    pub(crate) fn with_nodes(game: &'g G, most_nodes: u64) -> Result<Self, Failure> {
        refuse(game.facts())?;
        Probe::shown(game, most_nodes)
    }

    /// The same for those to whom everything is shown, whatever the rules hide.
    pub(crate) fn shown(game: &'g G, most_nodes: u64) -> Result<Self, Failure> {
        let settings = Settings { most_nodes, ..Settings::default() };
        Ok(Probe { reader: reader(game)?, settings })
    }

    /// Forgets what was read for earlier positions, so that a new game is played as if
    /// it were the first.
    pub(crate) fn forget(&self) {
        self.reader.forget();
    }

    /// Makes the code and reads the rules for the ways to win of a position, before a clock
    /// runs: for short limits that would be the greater part of the work.
    pub(crate) fn get_ready(&self, game: &G, line: &Line<G::Position>) {
        self.get_ready_while(game, line, &|| true);
    }

    /// The same, which ends when somebody says no: where one waits for it, it is part of
    /// the time that one waits. What reads a rule is not interrupted.
    pub(crate) fn get_ready_while(
        &self,
        game: &G,
        line: &Line<G::Position>,
        goes_on: &dyn Fn() -> bool,
    ) {
        let most_nodes = self.settings.most_nodes.min(TO_GET_READY);
        let settings = Settings { most_nodes, ..self.settings };
        let mut go_on = |_| goes_on() && !terminal::interrupted();
        let (at, past) = (line.position(), line.past());
        // Rules that cannot be played are reported when they are played.
        for player in [Player::First, Player::Second] {
            if !go_on(0) {
                return;
            }
            let _ = self.reader.ways_to_win(at, player, settings.most_missing);
        }
        let _ = ::combine::find(game, &self.reader, at, past, settings, &mut go_on);
    }

    /// Looks for a win by threats of the player to move. Of the time that there is for
    /// the move, a part is left to the search after it. Ctrl-C ends the probe, and what
    /// comes after it notices.
    pub(crate) fn find(
        &self,
        game: &G,
        line: &Line<G::Position>,
        time: Option<Duration>,
    ) -> Result<Probed<G::Position>, Failure> {
        let limits = Limits { time, ..Limits::default() };
        self.find_while(game, line, &limits, &|| true)
    }

    /// The same, which ends when somebody says no, and looks at no more positions than the
    /// search after it may.
    pub(crate) fn find_while(
        &self,
        game: &G,
        line: &Line<G::Position>,
        limits: &Limits,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Probed<G::Position>, Failure> {
        let (began, mut cut, time) = (Instant::now(), None, limits.at_usual().time);
        let most_nodes = self.settings.most_nodes.min(limits.nodes.unwrap_or(u64::MAX));
        let settings = Settings { most_nodes, ..self.settings };
        let mut go_on = |_| {
            if cut.is_none() && (terminal::interrupted() || !goes_on()) {
                cut = Some(Cut::Told);
            } else if time.is_some_and(|time| began.elapsed() >= time / PART_OF_TIME) {
                cut = cut.or(Some(Cut::Time));
            }
            cut.is_none()
        };
        let (at, past) = (line.position(), line.past());
        let report = ::combine::find(game, &self.reader, at, past, settings, &mut go_on)?;
        let nodes = report.nodes + report.checked;
        // Whatever else breaks it off is the number of positions.
        let cut = report.stopped.then(|| cut.unwrap_or(Cut::Nodes));
        Ok(Probed { combination: report.combination, nodes, cut, time: began.elapsed() })
    }
}

impl<P: Clone + Eq> Probed<P> {
    /// The first move, in a position in which it can be made.
    pub(crate) fn first<G: Game<Position = P>>(
        &self,
        game: &G,
        line: &Line<P>,
    ) -> Result<Option<Move<P>>, Failure> {
        let Some(combination) = &self.combination else { return Ok(None) };
        let Turn::Moves(moves) = line.turn(game)? else { return Ok(None) };
        Ok(moves.into_iter().find(|played| played.to == combination.first.to))
    }

    /// The moves of the longest line; nothing stands for any move.
    pub(crate) fn line(&self) -> Vec<Option<String>> {
        self.combination.as_ref().map_or_else(Vec::new, |found| texts(&found.first))
    }

    /// How soon it wins, in words.
    pub(crate) fn words(&self) -> Option<String> {
        let moves = self.combination.as_ref()?.n_moves();
        Some(format!("win by threats in {}", count(moves, "move")))
    }

    /// What is left to a search after it: the time that it took is not there any more.
    pub(crate) fn left(&self, limits: Limits) -> Limits {
        limits.after(self.time, SHORTEST)
    }

    /// The positions of the longest line, as far as the opponent's moves are known: after
    /// them any move loses in the same way.
    pub(crate) fn positions(&self) -> Vec<P> {
        let Some(found) = &self.combination else { return Vec::new() };
        let shown = line(&found.first).into_iter().take_while(|ply| ply.shown().is_some());
        shown.map(|ply| ply.to.clone()).collect()
    }

    /// Whether more than who wins is open: where points count, another move may win by
    /// more of them, and only a search finds out.
    pub(crate) fn leaves_points_open(&self) -> bool {
        self.combination.as_ref().is_some_and(|found| found.scored)
    }

    /// Whether its first move is better than the line that a search has found: points are
    /// open, but a win by few of them is better than none.
    pub(crate) fn is_better_than(&self, found: Option<&search::Line<P>>) -> bool {
        let is_win = |line: &search::Line<P>| line.value > 0 && is_decided(line.value);
        self.combination.is_some() && !found.is_some_and(is_win)
    }

    /// What is known of the first move, for a search; nothing where points count, because
    /// how many there will be is open.
    pub(crate) fn known(&self) -> Option<search::Line<P>> {
        Some(search::Line { positions: self.positions(), value: self.value()? })
    }

    /// How many moves of both it takes at most.
    pub(crate) fn n_plies(&self) -> Option<u32> {
        self.combination.as_ref().map(Combination::n_plies)
    }

    /// What the position is worth to the player to move, if it is won and no points count.
    pub(crate) fn value(&self) -> Option<Value> {
        if self.leaves_points_open() {
            return None;
        }
        let plies = self.n_plies()? as Value;
        Some(WIN - plies.min(WIN / 8))
    }

    /// A line that says what was found.
    pub(crate) fn text(&self) -> String {
        let nodes = count(self.nodes, "position");
        match (&self.combination, self.words()) {
            (Some(found), Some(words)) => {
                format!("{words}: {}  ({nodes})\n", words::shown(&found.first))
            }
            _ => format!("no win by threats was found ({nodes}{})\n", self.cut_off()),
        }
    }

    /// That nothing was found, and what cut it off, for whoever wants to know all.
    pub(crate) fn in_vain(&self) -> String {
        let nodes = count(self.nodes, "position");
        format!("no win by threats in {nodes}{}", self.cut_off())
    }

    /// What has cut it off before all threats were looked at.
    fn cut_off(&self) -> &'static str {
        match self.cut {
            None => "",
            Some(Cut::Time) => ", cut off by time",
            Some(Cut::Nodes) => ", cut off by their number",
            Some(Cut::Told) => ", broken off",
        }
    }

    /// The same for programs.
    pub(crate) fn answer(&self) -> Threats {
        let found = self.combination.as_ref();
        Threats {
            found: found.is_some(),
            moves: found.map(Combination::n_moves),
            line: found.map(|found| texts(&found.first)),
            nodes: self.nodes,
            stopped_by: self.cut,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left to do while a clock runs is counted, because clocks are not the same
    /// twice: nothing is read again.
    #[test]
    fn nothing_is_read_while_a_clock_runs() {
        for (name, moves) in [("gomoku", "h8 a1 i8 a3 j8 a5"), ("chess", "f2f3 e7e5 g2g4")] {
            let game = multigame::parts::load(name).expect("it loads").game;
            let mut line = Line::new(game.start());
            for text in moves.split(' ') {
                line.play(&game, text).expect("a move");
            }
            let probe = Probe::shown(&game, 2000).expect("it can be read");
            assert_eq!(probe.reader.n_readings(), 0);
            probe.get_ready(&game, &line);
            let n_read = probe.reader.n_readings();
            let probed = probe.find(&game, &line, None).expect("it plays");
            assert!(n_read > 0 && probed.n_plies().is_some(), "{name}");
            assert_eq!(probe.reader.n_readings(), n_read, "{name}");
            assert_eq!(probed.cut, None);
        }
    }

    #[test]
    fn nothing_is_read_when_time_is_over() {
        let game = multigame::parts::load("gomoku").expect("it loads").game;
        let probe = Probe::shown(&game, 2000).expect("it can be read");
        probe.get_ready_while(&game, &Line::new(game.start()), &|| false);
        assert_eq!(probe.reader.n_readings(), 0);
    }

    #[test]
    fn the_search_has_the_rest_of_the_time() {
        let second = Duration::from_secs;
        let probed = Probed::<()> { combination: None, nodes: 7, cut: None, time: second(1) };
        let left = |time: Option<Duration>| {
            probed.left(Limits { time, depth: Some(3), ..Limits::default() })
        };
        assert_eq!((left(Some(second(4))).time, left(None).time), (Some(second(3)), None));
        assert_eq!((left(Some(second(1))).time, left(None).depth), (Some(SHORTEST), Some(3)));
    }

    #[test]
    fn what_cuts_it_off_is_said() {
        let game = multigame::parts::load("chess").expect("it loads").game;
        let line = Line::new(game.start());
        let probe = |nodes| Probe::shown(&game, nodes).expect("it can be read");
        let found = |nodes, time, goes_on| {
            let limits = Limits { time, ..Limits::default() };
            let probed = probe(nodes).find_while(&game, &line, &limits, &move || goes_on);
            probed.expect("it plays").cut
        };
        assert_eq!(found(3, None, true), Some(Cut::Nodes));
        assert_eq!(found(1000, Some(Duration::ZERO), true), Some(Cut::Time));
        assert_eq!(found(1000, None, false), Some(Cut::Told));
        assert_eq!(found(100_000, None, true), None);
        let limits = Limits { nodes: Some(3), ..Limits::default() };
        let probed = probe(1000).find_while(&game, &line, &limits, &|| true);
        assert_eq!(probed.expect("it plays").cut, Some(Cut::Nodes));
    }
}
