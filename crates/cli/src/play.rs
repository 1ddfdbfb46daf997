//! `multigame play`: a game in the terminal, for people, the computer and a random
//! mover.

#![allow(clippy::disallowed_methods, reason = "this is the edge: a person types here")]

pub(crate) mod looks;
mod obey;
pub(crate) mod typed;

use super::answer::describe;
use super::args::{PlayArgs, Side};
use super::combine::{Probe, Probed};
use super::computer::Computer;
use super::engine::{Engine, Job};
use super::lines::{self, Typed};
use super::position::{ALL_SHOWN, Table, load_game};
use super::report::Failure;
use super::saved::Saves;
use super::words::count;
use super::{combine, hidden, terminal};
use game::{Facts, Game, Line, Move, Outcome, Player, Rng, Turn};
use looks::Looks;
use search::Clock;
use std::time::{Duration, Instant};

pub(super) fn run(args: &PlayArgs) -> Result<u8, Failure> {
    if !args.open {
        let loaded = load_game(&args.position.game, &args.position.without)?.game;
        if loaded.facts().hidden {
            if args.probe.combinations {
                combine::refuse(loaded.facts())?;
            }
            return hidden::play(args, loaded);
        }
    }
    if args.player.is_some() {
        return Err(Failure::new("`--player` is for games that hide something")
            .hint("here the computer sees everything; `--algorithm` says how it searches"));
    }
    let asked = args.search.asked();
    args.position.search(&asked, args)
}

impl Job for PlayArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        play(self, Table::new(game, &self.position)?)
    }
}

impl PlayArgs {
    fn has_human(&self, facts: &Facts) -> bool {
        [self.first, self.second][..facts.n_players()].contains(&Side::Human)
    }
}

fn play<G: Engine>(args: &PlayArgs, table: Table<G>) -> Result<u8, Failure> {
    let Table { game, line } = table;
    let facts = game.facts();
    let seed = args.search.seed.unwrap_or_else(terminal::clock_seed);
    let computer = Computer::new(&game, args, seed)?;
    let probe = match args.open && args.probe.combinations {
        true => Some(Probe::shown(&game, args.probe.combination_nodes)?),
        false => Probe::new(&game, args.probe)?,
    };
    let clocks = args.clock.map(|clock| [clock, clock]);
    let first = line.clone();
    let saves = Saves::default();
    let mut session = Session { game: &game, line, first, computer, probe, clocks, args, saves };
    if let Some(path) = &args.load {
        session.load(path)?;
    }
    session.get_ready();
    let mut random = Rng::new(seed);
    terminal::print(&greeting(args, facts, seed, session.computer.draws()))?;
    session.draw()?;
    play_on(&mut session, &mut random)
}

/// What is said before the first move.
fn greeting(args: &PlayArgs, facts: &Facts, seed: u64, draws: bool) -> String {
    let mut text = format!("{}: type `help` for help\n", facts.name);
    let plays = |side| [args.first, args.second][..facts.n_players()].contains(&side);
    match (plays(Side::Random), plays(Side::Computer) && draws) {
        (true, _) => text += &format!("the random mover's seed is {seed}\n"),
        (_, true) => text += &format!("the seed of level {} is {seed}\n", args.level),
        _ => {}
    }
    if facts.hidden {
        text += &format!("{ALL_SHOWN}\n");
    }
    text
}

/// Plays until the game is over, or somebody leaves.
fn play_on<G: Engine>(session: &mut Session<'_, G>, random: &mut Rng) -> Result<u8, Failure> {
    let (args, game) = (session.args, session.game);
    let (facts, sides) = (game.facts(), [args.first, args.second]);
    loop {
        let moves = match session.line.turn(game)? {
            Turn::Over(outcome) => {
                session.announce(outcome)?;
                // A person may still want to undo or save.
                if !args.has_human(facts) || session.ask()?.is_none() {
                    return Ok(0);
                }
                continue;
            }
            Turn::Moves(moves) => moves,
        };
        if session.line.len() >= args.max_turns as usize {
            let turns = count(args.max_turns, "turn");
            terminal::print(&format!("stopped after {turns}\n"))?;
            return Ok(0);
        }
        let (player, turns, began) = (session.player(), session.line.len(), Instant::now());
        match sides[player.index()] {
            Side::Human => {
                if session.ask()?.is_none() {
                    return Ok(0);
                }
            }
            Side::Random => {
                let Some(chosen) = random.choose(&moves).cloned() else { return Ok(0) };
                session.make(player, chosen, "")?;
            }
            Side::Computer => session.think(player)?,
        }
        let has_moved = session.line.len() == turns + 1;
        if !session.press_clock(player, began.elapsed(), has_moved) {
            let late = facts.player_does(player, "has");
            let wins = facts.player_does(player.other(), "wins");
            terminal::print(&format!("{late} no time left: {wins}\n"))?;
            return Ok(0);
        }
    }
}

/// A move that was chosen, if there is one, with what is said of it.
type Chosen<P> = Option<(Move<P>, String)>;

/// What a person did at the prompt.
struct Answered;

struct Session<'a, G: Game> {
    game: &'a G,
    line: Line<G::Position>,
    /// The line to begin again with.
    first: Line<G::Position>,
    computer: Computer<'a, G>,
    probe: Option<Probe<'a, G>>,
    clocks: Option<[Clock; 2]>,
    args: &'a PlayArgs,
    saves: Saves,
}

impl<G: Engine> Session<'_, G> {
    fn player(&self) -> Player {
        self.line.player(self.game)
    }

    fn draw(&self) -> Result<(), Failure> {
        let game = self.game;
        let setup = game.setup(self.line.position());
        let before = self.line.past().last().map(|before| game.setup(before));
        let picture = Looks::of_terminal().draw(game.facts(), &setup, before.as_ref());
        terminal::print(&format!("\n{picture}\n"))
    }

    fn announce(&self, outcome: Outcome) -> Result<(), Failure> {
        let facts = self.game.facts();
        terminal::print(&format!("the game is over: {}\n", describe(facts, outcome)))
    }

    /// Prints what the referee said about the last move.
    fn tell(&self) -> Result<(), Failure> {
        let facts = self.game.facts();
        let told = self.line.moves().last().map_or(&[][..], |played| &played.told);
        for message in told {
            let hears = facts.player_does(message.to, "hears");
            let line = format!("({hears}: {})\n", message.text);
            terminal::print(&line)?;
        }
        Ok(())
    }

    /// Makes a move that no person chose.
    fn make(
        &mut self,
        player: Player,
        chosen: Move<G::Position>,
        words: &str,
    ) -> Result<(), Failure> {
        let plays = self.game.facts().player_does(player, "plays");
        terminal::print(&format!("{plays} {}{words}\n", chosen.text))?;
        self.line.push(chosen);
        self.tell()?;
        self.draw()
    }

    /// Lets the computer make a move.
    fn think(&mut self, player: Player) -> Result<(), Failure> {
        match self.chosen(player)? {
            Some((chosen, words)) => self.make(player, chosen, &words),
            None => Ok(()),
        }
    }

    /// Makes the code of the game and reads its rules for ways to win once, before a clock runs
    /// or a move takes its time.
    fn get_ready(&self) {
        if [self.args.first, self.args.second].contains(&Side::Computer) {
            self.computer.get_ready(&self.line);
        }
        if let Some(probe) = &self.probe {
            probe.get_ready(self.game, &self.line);
        }
    }

    /// What the computer would play.
    fn hint(&self) -> Result<(), Failure> {
        let Some((chosen, words)) = self.chosen(self.player())? else {
            return Err(Failure::new("the game is over"));
        };
        terminal::print(&format!("try {}{words}\n", chosen.text))
    }

    /// The move that the computer chooses, by threats if it should look for them, and
    /// what is said of it; nothing if the game is over.
    fn chosen(&self, player: Player) -> Result<Chosen<G::Position>, Failure> {
        let clock = self.clocks.map(|clocks| clocks[player.index()]);
        let time = self.computer.time(clock);
        let probe = |probe: &Probe<'_, G>| probe.find(self.game, &self.line, time);
        let probed = self.probe.as_ref().map(probe).transpose()?;
        let thought = self.computer.think(self.game, &self.line, clock, probed.as_ref())?;
        let by_threats = probed.as_ref().and_then(Probed::words);
        Ok(thought.map(|thought| {
            let words = match (thought.words(self.game.facts(), player), &probed) {
                (None, _) => format!("  ({})", by_threats.unwrap_or_default()),
                (Some(_), _) if !self.args.verbose => String::new(),
                (Some(words), Some(probed)) if by_threats.is_none() => {
                    format!("{words}  ({})", probed.in_vain())
                }
                (Some(words), _) => words,
            };
            (thought.chosen, words)
        }))
    }

    /// Takes the time off a player's clock; false if there is none left.
    fn press_clock(&mut self, player: Player, time: Duration, has_moved: bool) -> bool {
        let Some(clocks) = &mut self.clocks else { return true };
        let clock = &mut clocks[player.index()];
        let Some(left) = clock.left.checked_sub(time) else { return false };
        clock.left = if has_moved { left + clock.increment } else { left };
        true
    }

    /// Asks until something was said; nothing at the end of input or `quit`.
    fn ask(&mut self) -> Result<Option<Answered>, Failure> {
        let facts = self.game.facts();
        let name = match facts.n_players() {
            1 => facts.name.clone(),
            _ => facts.player_name(self.player()).to_string(),
        };
        let clock = match &self.clocks {
            Some(clocks) => format!(" ({:.0} s)", clocks[self.player().index()].left.as_secs_f64()),
            None => String::new(),
        };
        terminal::print(&format!("{name}{clock}> "))?;
        let line = match self.computer.meanwhile(self.game, &self.line, lines::typed)? {
            Typed::Line(line) => line,
            Typed::NotText => return Ok(Some(Answered)),
            Typed::End => {
                terminal::print("\n")?;
                return Ok(None);
            }
        };
        if ["quit", "exit", "q"].iter().any(|word| line.eq_ignore_ascii_case(word)) {
            return Ok(None);
        }
        if let Err(failure) = self.obey(&line) {
            failure.print();
        }
        Ok(Some(Answered))
    }
}
