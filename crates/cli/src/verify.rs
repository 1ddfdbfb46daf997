//! `multigame verify`: checks a proof that `solve --proof` wrote, by the interpreter and by
//! nothing that searches.

use super::answer::{describe, give};
use super::args::VerifyArgs;
use super::files::read_bytes;
use super::position::{load_game, start};
use super::report::Failure;
use super::terminal::{self, Progress};
use super::words::count;
use ::proofs::{Checked, Claim, Least, Limits, Proof, Refused, check, settled};
use game::sealed::Damage;
use game::{Facts, Game};
use interp::Interp;
use serde::Serialize;
use std::fmt::{self, Display};

/// The exit code if a proof does not hold.
const WRONG: u8 = 1;
/// The bytes that a position takes beside its fields, as a guess.
const POSITION_BYTES: usize = 400;

/// What the check came to.
#[derive(Serialize)]
struct Verified {
    game: String,
    position: String,
    /// Whether everything that the proof claims is so.
    holds: bool,
    result: Option<String>,
    claims: Vec<OfClaim>,
    /// What is wrong, and where.
    wrong: Option<Wrong>,
}

#[derive(Serialize)]
struct OfClaim {
    player: String,
    reaches: String,
    positions: u64,
    ends: u64,
    longest_line: usize,
}

#[derive(Serialize)]
struct Wrong {
    why: &'static str,
    position: String,
}

impl Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.wrong, &self.result) {
            (Some(Wrong { why, position }), _) => {
                writeln!(f, "the proof does not hold: {why}\nposition: {position}")?;
            }
            (None, Some(result)) => writeln!(f, "{result}")?,
            (None, None) => writeln!(f, "the proof holds, and leaves the result open")?,
        }
        for OfClaim { player, reaches, positions, ends, .. } in &self.claims {
            let (positions, ends) = (count(*positions, "position"), count(*ends, "end"));
            writeln!(f, "checked: {player} {reaches}; {positions}, {ends} of the game")?;
        }
        Ok(())
    }
}

pub(super) fn run(args: &VerifyArgs) -> Result<u8, Failure> {
    let shown = args.file.display().to_string();
    let proof = Proof::read(&read_bytes(&args.file)?).map_err(|damage| unusable(&shown, damage))?;
    let named = args.game.as_deref().unwrap_or(&proof.game);
    if named.is_empty() {
        let failure = Failure::new(format!("`{shown}` does not name the rules that it is about"));
        return Err(failure.hint("`--game GAME` does"));
    }
    let game = load_game(named, &args.without)?.game;
    if ir::fingerprint(game.program()) != proof.rules {
        let failure =
            Failure::new(format!("`{shown}` is about other rules than those of `{named}`"));
        return Err(failure.hint("`--game GAME` names the rules that it was made for"));
    }
    let at = start(&game, Some(&proof.position))?;
    let facts = game.facts();
    let mut verified = Verified {
        game: facts.name.clone(),
        position: proof.position.clone(),
        holds: false,
        result: None,
        claims: Vec::new(),
        wrong: None,
    };
    terminal::wait_for_interrupt();
    for claim in &proof.claims {
        match check_claim(args, &game, &at, claim) {
            Ok(checked) => verified.claims.push(OfClaim::new(facts, claim, checked)),
            Err(Refused::Wrong(why, position)) => {
                verified.wrong = Some(Wrong { why, position });
                give(&verified, args.json)?;
                return Ok(WRONG);
            }
            Err(Refused::Memory) => {
                let failure = Failure::new("the proof has more positions than there is memory for");
                return Err(failure.hint("`--memory` gives it more"));
            }
            Err(Refused::Stopped) => return Err(Failure::interrupted()),
            Err(Refused::Rules(error)) => return Err((*error).into()),
        }
    }
    verified.holds = true;
    verified.result = settled(&proof.claims).map(|outcome| describe(facts, outcome));
    give(&verified, args.json)
}

fn check_claim(
    args: &VerifyArgs,
    game: &Interp,
    at: &interp::Position,
    claim: &Claim,
) -> Result<Checked, Refused> {
    let bytes = POSITION_BYTES + 8 * game.facts().board.n_fields();
    let limits = Limits { positions: (args.memory / bytes) as u64 };
    let mut progress = Progress::new();
    let checked = check(game, at, claim, limits, &mut |positions| {
        progress.show_rate(positions, |rate| format!("{positions} positions, {rate:.0} a second"));
        !terminal::interrupted()
    });
    progress.clear();
    checked
}

fn unusable(shown: &str, damage: Damage) -> Failure {
    let hint = match damage {
        Damage::Foreign => "`multigame solve GAME --proof FILE` writes proofs",
        Damage::Version(_) => "another version of Multigame wrote it; solve it again",
        Damage::Changed => "solve it again, or get another copy",
    };
    Failure::new(format!("`{shown}` cannot be read as a proof: {}", damage.words("proof")))
        .hint(hint)
}

impl OfClaim {
    fn new(facts: &Facts, claim: &Claim, checked: Checked) -> OfClaim {
        let reaches = match claim.least {
            Least::Win => "wins".to_string(),
            Least::Points(0) => "does not lose".to_string(),
            Least::Points(points) => format!("reaches {points} at least"),
        };
        OfClaim {
            player: facts.player_name(claim.player).to_string(),
            reaches,
            positions: checked.positions,
            ends: checked.ends,
            longest_line: checked.longest,
        }
    }
}
