//! What came out of a match: points, the difference in strength, and what a test says.

use super::seed;
use super::series::{Forfeit, Outcome};
use crate::answer::reason;
use crate::args::MatchArgs;
use crate::words::{count, rounded, signed};
use serde::Serialize;
use std::fmt::{self, Display};
use tune::{Hypotheses, Tally};

/// What the result is compared with if nobody says otherwise.
const HYPOTHESES: Hypotheses = Hypotheses { low: 0.0, high: 10.0 };

/// The result of a match.
#[derive(Serialize)]
pub(super) struct MatchResult {
    game: String,
    a: String,
    b: String,
    seed: u64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    #[serde(serialize_with = "rounded::<4, _>")]
    score: f64,
    #[serde(serialize_with = "rounded::<1, _>")]
    elo: Option<f64>,
    #[serde(serialize_with = "rounded::<1, _>")]
    elo_error: Option<f64>,
    forfeits: Vec<Forfeit>,
    sprt: Sprt,
    #[serde(flatten)]
    refereed: Option<Refereed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// What a sequential test says.
#[derive(Serialize)]
struct Sprt {
    elo0: f64,
    elo1: f64,
    #[serde(serialize_with = "rounded::<3, _>")]
    llr: f64,
    #[serde(serialize_with = "rounded::<3, _>")]
    bound: f64,
    verdict: &'static str,
}

/// What is shown besides of a match through a referee.
#[derive(Serialize)]
pub(super) struct Refereed {
    pub(super) refereed: bool,
    pub(super) work_a: Work,
    pub(super) work_b: Work,
}

/// What a side did in all games.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Work {
    pub(super) attempts: u64,
    pub(super) samples: u64,
    pub(super) nodes: u64,
    /// Games in which it kept only a sample of what was possible.
    #[serde(rename = "sampled_games")]
    pub(super) sampled: u64,
}

impl MatchResult {
    pub(super) fn new(
        args: &MatchArgs,
        game: &str,
        outcome: &Outcome,
        refereed: Option<Refereed>,
    ) -> MatchResult {
        let tally = &outcome.tally;
        let test = args.sprt.unwrap_or(HYPOTHESES);
        let (llr, bound, elo) = (tally.llr(test), Hypotheses::bound(), tally.elo());
        let Tally { wins, draws, losses, .. } = *tally;
        MatchResult {
            game: game.to_string(),
            a: described(&args.a, &args.a_program),
            b: described(&args.b, &args.b_program),
            seed: seed(args),
            games: tally.n_games(),
            wins,
            draws,
            losses,
            score: tally.score(),
            elo: elo.map(|(elo, _)| elo),
            elo_error: elo.map(|(_, error)| error),
            forfeits: outcome.forfeits.clone(),
            sprt: Sprt {
                elo0: test.low,
                elo1: test.high,
                llr,
                bound,
                verdict: match llr {
                    _ if llr >= bound => "A is stronger",
                    _ if llr <= -bound => "A is not stronger",
                    _ => "undecided",
                },
            },
            refereed,
            reason: reason(outcome.stopped),
        }
    }
}

impl Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchResult { wins, draws, losses, sprt, score, .. } = self;
        let (games, points) = (count(self.games, "game"), 100.0 * score);
        writeln!(
            f,
            "{games}: A won {wins}, drew {draws}, lost {losses}; {points:.1} % of the points"
        )?;
        match (self.elo, self.elo_error) {
            (Some(elo), Some(error)) => {
                writeln!(f, "Elo of A above B: {} ± {error:.0}", signed(elo, 0))
            }
            _ => {
                writeln!(f, "Elo of A above B: cannot be told, because one side has all the points")
            }
        }?;
        let Sprt { elo0, elo1, bound, verdict, .. } = sprt;
        let llr = signed(sprt.llr, 2);
        writeln!(f, "LLR for {elo1} against {elo0} Elo: {llr} of ±{bound:.2}, {verdict}")?;
        if let Some(Refereed { work_a, work_b, .. }) = &self.refereed {
            writeln!(f, "the seed is {}", self.seed)?;
            f.write_str(&(work_a.words("A") + &work_b.words("B")))?;
        }
        Ok(())
    }
}

impl Work {
    /// The work of a side for an attempt on average; nothing if it did not think.
    fn words(&self, name: &str) -> String {
        let Work { attempts, samples, nodes, .. } = *self;
        if attempts == 0 {
            return String::new();
        }
        let each = |n: u64, noun| count((n + attempts / 2) / attempts, noun);
        let (samples, nodes) = (each(samples, "sample"), each(nodes, "node"));
        let all = match attempts {
            1 => "1 attempt,".to_string(),
            n => format!("{n} attempts, each"),
        };
        format!("{name}: {all} with {samples} and {nodes}\n{}", self.sample_words(name))
    }

    /// In how many games a side kept only a sample; nothing if in none.
    pub(super) fn sample_words(&self, name: &str) -> String {
        match self.sampled {
            0 => String::new(),
            n => {
                let games = count(n, "game");
                format!("{name} kept only a sample of what was possible in {games}\n")
            }
        }
    }
}

/// How a side plays, in one text.
pub(super) fn described(settings: &Option<String>, program: &Option<String>) -> String {
    let parts = [program.as_deref(), settings.as_deref()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
