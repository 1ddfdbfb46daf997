//! `multigame play`: a game in the terminal, for people and a random mover.

#![allow(clippy::disallowed_methods, reason = "this is the edge: a person types here")]

use super::args::{PlayArgs, Side};
use super::draw::draw;
use super::engine::{self, Choice, Engine, Job};
use super::position::{Table, load_game};
use super::report::Failure;
use super::{files, json, terminal};
use game::{Facts, Game, Line, Outcome, Player, Rng, Turn, write_position};
use std::io::BufRead;
use std::path::{Path, PathBuf};

const HELP: &str = "\
Type a move, or one of these:
  moves           the legal moves
  why MOVE        the conditions of a move
  eval            what the evaluations of the game say
  undo            take a move back
  board           draw the board
  position        the position as text
  save FILE       save the game (FILE.pgn: as PGN, where the game allows it)
  save! FILE      the same, replacing a file
  load FILE       go on with a saved game
  new             begin again
  help            this text
  quit            leave
";

pub(super) fn run(args: &PlayArgs) -> Result<u8, Failure> {
    let game = load_game(&args.position.game, &args.position.without)?.game;
    let choice = Choice { backend: args.position.backend, off: &[] };
    engine::run(game, &choice, args)
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
    let mut session = Session { first: table.line.clone(), table, args, files: Vec::new() };
    if let Some(path) = &args.load {
        session.load(path)?;
    }
    let facts = session.table.game.facts().clone();
    let sides = [args.first, args.second];
    let seed = args.seed.unwrap_or_else(terminal::clock_seed);
    let mut random = Rng::new(seed);
    let uses_random = sides[..facts.n_players()].contains(&Side::Random);
    terminal::print(&format!("{}: type `help` for help\n", facts.name))?;
    if uses_random {
        terminal::print(&format!("the random mover's seed is {seed}\n"))?;
    }
    if facts.hidden {
        terminal::print("in this game players do not see everything; here all is shown\n")?;
    }
    session.draw()?;
    loop {
        let moves = match session.table.line.turn(&session.table.game)? {
            Turn::Over(outcome) => {
                session.announce(outcome)?;
                // A person may still want to undo or save.
                if !args.has_human(&facts) || session.ask()?.is_none() {
                    return Ok(0);
                }
                continue;
            }
            Turn::Moves(moves) => moves,
        };
        if session.table.line.len() >= args.max_turns as usize {
            terminal::print(&format!("stopped after {} turns\n", args.max_turns))?;
            return Ok(0);
        }
        let player = session.player();
        match sides[player.index()] {
            Side::Human => {
                if session.ask()?.is_none() {
                    return Ok(0);
                }
            }
            Side::Random => {
                let Some(chosen) = random.choose(&moves).cloned() else { return Ok(0) };
                let name = facts.player_name(player);
                terminal::print(&format!("{name} plays {}\n", chosen.text))?;
                session.table.line.push(chosen);
                session.tell()?;
                session.draw()?;
            }
        }
    }
}

/// What a person did at the prompt.
struct Answered;

struct Session<'a, G: Game> {
    table: Table<G>,
    /// The line to begin again with.
    first: Line<G::Position>,
    args: &'a PlayArgs,
    /// Files that this session wrote or read, which it may replace.
    files: Vec<PathBuf>,
}

impl<G: Engine> Session<'_, G> {
    fn player(&self) -> Player {
        self.table.line.player(&self.table.game)
    }

    fn draw(&self) -> Result<(), Failure> {
        let game = &self.table.game;
        let setup = game.setup(self.table.line.position());
        terminal::print(&format!("\n{}\n", draw(game.facts(), &setup)))
    }

    fn announce(&self, outcome: Outcome) -> Result<(), Failure> {
        let facts = self.table.game.facts();
        terminal::print(&format!("the game is over: {}\n", json::describe(facts, outcome)))
    }

    /// Prints what the referee said about the last move.
    fn tell(&self) -> Result<(), Failure> {
        let facts = self.table.game.facts();
        let told = self.table.line.moves().last().map_or(&[][..], |played| &played.told);
        for message in told {
            let line = format!("({} hears: {})\n", facts.player_name(message.to), message.text);
            terminal::print(&line)?;
        }
        Ok(())
    }

    /// Asks until something was said; nothing at the end of input or `quit`.
    fn ask(&mut self) -> Result<Option<Answered>, Failure> {
        let facts = self.table.game.facts();
        let name = match facts.n_players() {
            1 => facts.name.clone(),
            _ => facts.player_name(self.player()).to_string(),
        };
        terminal::print(&format!("{name}> "))?;
        let mut line = String::new();
        match std::io::stdin().lock().read_line(&mut line) {
            Ok(0) => {
                terminal::print("\n")?;
                return Ok(None);
            }
            Ok(_) => {}
            Err(_) => {
                Failure::new("that is not text").print();
                return Ok(Some(Answered));
            }
        }
        let line = line.trim();
        if ["quit", "exit", "q"].iter().any(|word| line.eq_ignore_ascii_case(word)) {
            return Ok(None);
        }
        if let Err(failure) = self.obey(line) {
            failure.print();
        }
        Ok(Some(Answered))
    }

    fn obey(&mut self, line: &str) -> Result<(), Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let word = word.to_ascii_lowercase();
        match word.as_str() {
            "" => Ok(()),
            "help" | "?" => terminal::print(HELP),
            "moves" => self.moves(),
            "why" => self.why(rest),
            "eval" => self.eval(),
            "undo" => self.undo(),
            "board" => self.draw(),
            "position" => terminal::print(&format!("{}\n", self.table.position_text())),
            "save" | "save!" => self.save(rest, word == "save!"),
            "load" if rest.is_empty() => Err(Failure::new("load which file?")),
            "load" => {
                self.load(Path::new(rest))?;
                self.draw()
            }
            "new" => {
                self.table.line = self.first.clone();
                self.draw()
            }
            _ => {
                self.table.make(line)?;
                self.tell()?;
                self.draw()
            }
        }
    }

    fn moves(&self) -> Result<(), Failure> {
        match self.table.line.turn(&self.table.game)? {
            Turn::Over(outcome) => self.announce(outcome),
            Turn::Moves(moves) => {
                let texts: Vec<&str> = moves.iter().map(|m| m.text.as_str()).collect();
                let plural = if texts.len() == 1 { "" } else { "s" };
                terminal::print(&format!("{} move{plural}: {}\n", texts.len(), texts.join(" ")))
            }
        }
    }

    fn eval(&self) -> Result<(), Failure> {
        let game = &self.table.game;
        for (i, name) in game.facts().evaluations.iter().enumerate() {
            let value = game.evaluate(self.table.line.position(), i)?;
            terminal::print(&format!("{name}: {value}\n"))?;
        }
        for (i, name) in game.facts().bounds.iter().enumerate() {
            let value = game.bound(self.table.line.position(), i)?;
            terminal::print(&format!("{name}: {value}\n"))?;
        }
        Ok(())
    }

    fn why(&self, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            return Err(Failure::new("why which move?").hint("`why e2e4`, for example"));
        }
        let game = &self.table.game;
        let why = game.why(&self.table.line)?;
        // Trying the move gives its proper text, or says why it is none.
        let mut line = self.table.line.clone();
        let played =
            line.play(game, text).map_err(|why| Failure::new(why.to_string()).hint(why.hint()))?;
        let conditions = why.iter().find(|(named, _)| *named == played.text);
        let Some((_, conditions)) = conditions else { return Ok(()) };
        for condition in conditions {
            let words = condition.describe(game.facts(), self.player());
            terminal::print(&format!("  {words}\n"))?;
        }
        Ok(())
    }

    /// Takes back the last move, and those before it that no person made.
    fn undo(&mut self) -> Result<(), Failure> {
        let sides = [self.args.first, self.args.second];
        let mut line = self.table.line.clone();
        while line.undo().is_some() {
            if sides[line.player(&self.table.game).index()] == Side::Human {
                self.table.line = line;
                return self.draw();
            }
        }
        Err(Failure::new("you have made no move that could be taken back"))
    }

    fn save(&mut self, file: &str, replaces: bool) -> Result<(), Failure> {
        if file.is_empty() {
            return Err(Failure::new("save in which file?").hint("`save game.mgr`"));
        }
        let path = PathBuf::from(file);
        let game = &self.table.game;
        let record = self.table.line.record(game)?;
        let format = files::format_of(&path);
        let text = files::write(game, &record, &self.table.line, format)?;
        files::save(&path, &text, replaces || self.files.contains(&path))?;
        self.files.push(path);
        terminal::print(&format!("saved in {file}\n"))
    }

    fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let text = files::read(path)?;
        let game = &self.table.game;
        let records = files::records(game, path, &text, files::format_of(path))?;
        let Some(record) = records.last() else {
            return Err(Failure::new(format!("`{}` holds no game", path.display())));
        };
        let line = files::line(game, path, record)?;
        let position = write_position(game.facts(), &game.setup(line.position()));
        let n = line.len();
        self.table.line = line;
        self.files.push(path.to_path_buf());
        terminal::print(&format!("loaded {n} moves; the position is {position}\n"))
    }
}
