//! One game through a referee: asks whoever is to move until their turn is over, and tells
//! each side what is theirs to know.

use super::seats::{Manner, Question, Said, Seat};
use super::sides::Side;
use crate::infoset::believed;
use crate::play::looks::Looks;
use crate::report::Failure;
use crate::saved::Saves;
use crate::terminal;
use crate::words::count;
use game::{FieldSet, Message, Outcome, Player, Referee, describe_outcome, heard_by};
use hidden_play::{Method, Settings};
use infoset::{Session, SessionError, referee, write_transcript};

/// How a game at the table ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By the rules.
    Over(Outcome),
    /// It lasted too long.
    TooLong,
    /// A player has lost by what they did.
    Forfeit(Player, String),
    /// Somebody left, or Ctrl-C was pressed.
    Left,
}

/// A game, and who sits at it.
pub(crate) struct Table<'g, G: Referee> {
    pub(crate) game: &'g G,
    pub(crate) session: Session<'g, G>,
    pub(crate) seats: [Seat<'g, G>; 2],
    /// Who sits there, in case that a turn is taken back.
    sides: [(Side, Manner); 2],
    /// The files that it was saved in, or loaded from.
    pub(crate) saves: Saves,
}

impl<'g, G: Referee> Table<'g, G> {
    /// A table for a game that has begun, in which nothing was saved yet; `side` says who
    /// plays for each player, and how they sit there.
    pub(crate) fn new(
        game: &'g G,
        session: Session<'g, G>,
        side: impl Fn(Player) -> (Side, Manner),
    ) -> Result<Table<'g, G>, Failure> {
        let sides = Player::BOTH.map(side);
        let seat = |player: Player| {
            let (side, how) = &sides[player.index()];
            Seat::new(game, side, session.view(player), *how)
        };
        let seats = [seat(Player::First)?, seat(Player::Second)?];
        Ok(Table { game, session, seats, sides, saves: Saves::default() })
    }

    /// Plays until the game ends. `after_turn` sees the session after each turn, and
    /// says whether to go on.
    pub(crate) fn play(
        &mut self,
        max_turns: usize,
        after_turn: &mut dyn FnMut(&Session<'g, G>) -> Result<bool, Failure>,
    ) -> Result<End, Failure> {
        self.sit_down();
        if !self.session.line().is_empty() {
            self.tell()?;
        }
        let end = loop {
            if let Some(outcome) = self.session.line().outcome(self.game)? {
                break End::Over(outcome);
            }
            if self.session.line().len() >= max_turns {
                break End::TooLong;
            }
            if let Some(end) = self.turn()? {
                break end;
            }
            self.tell()?;
            if !after_turn(&self.session)? {
                break End::Left;
            }
        };
        let words = self.words(&end);
        self.seats.iter_mut().for_each(|seat| seat.over(&words));
        Ok(end)
    }

    /// How the game ended, in words.
    pub(crate) fn words(&self, end: &End) -> String {
        let facts = self.game.facts();
        match end {
            End::Over(outcome) => describe_outcome(facts, *outcome),
            End::TooLong => {
                let turns = count(self.session.line().len(), "turn");
                format!("stopped after {turns}")
            }
            End::Left => "the game was left".to_string(),
            End::Forfeit(player, why) => {
                let loses = facts.player_does(*player, "loses");
                let wins = facts.player_does(player.other(), "wins");
                format!("{loses}, because {why}: {wins}")
            }
        }
    }

    fn sit_down(&mut self) {
        let is_human = |seat: &Seat<'g, G>| matches!(seat, Seat::Human(_));
        let shares = self.seats.iter().all(is_human);
        for seat in &mut self.seats {
            if let Seat::Human(human) = seat {
                human.sits_down(&self.game.facts().players, shares);
            }
        }
    }

    /// Lets the player to move attempt until their turn is over; how the game ended, if
    /// they ended it.
    fn turn(&mut self) -> Result<Option<End>, Failure> {
        let player = self.session.line().player(self.game);
        let mut picture = self.picture(player)?;
        picture += &heard_before(player, self.session.told());
        let mut answers: Vec<(String, Vec<String>)> = Vec::new();
        loop {
            let seat = &mut self.seats[player.index()];
            let said = match seat {
                Seat::Random(rng) => {
                    let attempts = self.session.attemptable()?;
                    rng.choose(&attempts).cloned().map_or(Said::Leaves, Said::Attempt)
                }
                _ => {
                    let tries = self.session.tries()?;
                    seat.ask(&Question { tries: &tries, picture: &picture })?
                }
            };
            if terminal::interrupted() {
                return Ok(Some(End::Left));
            }
            let text = match said {
                Said::Attempt(text) => text,
                Said::AsksForHint => {
                    self.hint(player, &answers)?;
                    continue;
                }
                Said::AsksWhatIsKnown => {
                    self.know(player, &answers)?;
                    continue;
                }
                Said::TakesBack => match self.take_back(player) {
                    Ok(()) => return Ok(None),
                    Err(why) => {
                        why.print();
                        continue;
                    }
                },
                Said::Save(file, replaces) => {
                    self.save(&file, replaces)?;
                    continue;
                }
                Said::Leaves => return Ok(Some(End::Left)),
                Said::Forfeits(why) => return Ok(Some(End::Forfeit(player, why))),
            };
            match self.session.attempt(&text) {
                Ok(answer) if answer.is_turn_over => return Ok(None),
                Ok(answer) => {
                    let heard = heard_by(player, &answer.said);
                    seat.refused(&text, &heard)?;
                    answers.push((text, heard));
                }
                Err(SessionError::Rules(error)) => return Err(error.into()),
                Err(why) => {
                    if !seat.impossible(&text, &why.to_string(), why.hint()) {
                        let why = format!("it goes on with what cannot be tried ({why})");
                        return Ok(Some(End::Forfeit(player, why)));
                    }
                }
            }
        }
    }

    /// Says what the computer would attempt with what this player knows: it is told the
    /// view of the player, and how their attempts of this turn were answered.
    fn hint(&self, player: Player, answers: &[(String, Vec<String>)]) -> Result<(), Failure> {
        let mut adviser = self.adviser(player, answers)?;
        let thought = adviser.attempt(&self.session.tries()?, &mut || true)?;
        let share = thought.share.map_or(String::new(), |it| format!("  ({:.0}%)", 100.0 * it));
        terminal::print(&format!("try {}{share}\n", thought.text))
    }

    /// A computer that knows what this player knows.
    fn adviser(
        &self,
        player: Player,
        answers: &[(String, Vec<String>)],
    ) -> Result<hidden_play::Player<'g, G>, Failure> {
        let settings = Settings::new(self.game.facts(), Method::Pimc);
        let view = self.session.view(player);
        let mut adviser = hidden_play::Player::new(self.game, view, settings)?;
        answers.iter().for_each(|(text, heard)| adviser.refused(text, heard.clone()));
        Ok(adviser)
    }

    /// Says what this player can know: what is certain, and how likely the rest is.
    fn know(&self, player: Player, answers: &[(String, Vec<String>)]) -> Result<(), Failure> {
        let facts = self.game.facts();
        let adviser = self.adviser(player, answers)?;
        let (n, belief) = adviser.belief()?;
        let possible = count(n, "position");
        let (certain, picture) = believed(facts, &belief, player);
        let mut text = match adviser.possible().1 {
            true => format!("possible: {possible}\n"),
            false => format!("possible: more than can be kept; a sample of {possible}\n"),
        };
        // What holds in a sample need not hold in what was left out.
        let word = if adviser.possible().1 { "certain" } else { "in all of the sample" };
        certain.iter().for_each(|it| text += &format!("{word}: {it}\n"));
        if n == 0 {
            return terminal::print("no position was found that fits what you know\n");
        }
        terminal::print(&format!("{text}\n{picture}"))
    }

    /// Takes the last turn of a player back, and what followed. The others begin again with
    /// what they knew then; a person cannot forget, but nobody else is harmed by that.
    fn take_back(&mut self, player: Player) -> Result<(), Failure> {
        let others = &self.sides[player.other().index()].0;
        if matches!(others, Side::Human | Side::Program(_)) {
            return Err(Failure::new("nothing is taken back where somebody else plays")
                .hint("what was heard cannot be forgotten"));
        }
        let turns = &self.session.view(player).turns;
        let Some(n_turns) = turns.iter().rposition(|turn| turn.mover == player) else {
            return Err(Failure::new("there is no turn of yours to take back"));
        };
        let mut record = self.session.whole_turns()?;
        record.moves.truncate(n_turns);
        record.result = game::GameResult::Unfinished;
        self.session = referee(self.game, &record)
            .map_err(|why| Failure::bug(format!("the game cannot go back: {why}")))?;
        for side in Player::BOTH {
            if let Seat::Human(human) = &mut self.seats[side.index()] {
                human.goes_back(n_turns);
                continue;
            }
            let (who, how) = &self.sides[side.index()];
            self.seats[side.index()] = Seat::new(self.game, who, self.session.view(side), *how)?;
        }
        Ok(())
    }

    /// Saves the turns that are over, or says why that cannot be.
    fn save(&mut self, file: &str, replaces: bool) -> Result<(), Failure> {
        let record = self.session.whole_turns()?;
        let saved = self.saves.save(self.game, &record, self.session.line(), file, replaces);
        saved.or_else(|failure| {
            failure.print();
            Ok(())
        })
    }

    /// Lets a person look at a game that is over, and save it.
    pub(crate) fn afterwards(&mut self, end: &End) -> Result<(), Failure> {
        let is_human = |seat: &Seat<'g, G>| matches!(seat, Seat::Human(_));
        let Some(place) = self.seats.iter().position(is_human) else { return Ok(()) };
        if *end == End::Left {
            return Ok(());
        }
        let setup = self.game.setup(self.session.line().position());
        let picture = Looks::of_terminal().draw(self.game.facts(), &setup, None);
        terminal::print(&format!("\n{picture}\n"))?;
        loop {
            match self.seats[place].ask(&Question { tries: &[], picture: &picture })? {
                Said::Leaves | Said::Forfeits(_) => return Ok(()),
                Said::Save(file, replaces) => self.save(&file, replaces)?,
                Said::Attempt(_) | Said::AsksForHint | Said::AsksWhatIsKnown | Said::TakesBack => {
                    let failure = Failure::new("the game is over");
                    failure.hint("`save FILE` saves it, and `quit` leaves").print();
                }
            }
        }
    }

    /// Tells both sides of the turns that are over.
    fn tell(&mut self) -> Result<(), Failure> {
        for player in Player::BOTH {
            let view = self.session.view(player);
            let text = write_transcript(self.game.facts(), view);
            let lines: Vec<&str> = text.lines().skip_while(|line| *line != "turns:").collect();
            let seat = &mut self.seats[player.index()];
            seat.perceive(view, lines.get(1..).unwrap_or_default())?;
        }
        Ok(())
    }

    /// What a player sees, drawn.
    fn picture(&self, player: Player) -> Result<String, Failure> {
        let (game, line) = (self.game, self.session.line());
        let position = line.position();
        let before = line.past().last().unwrap_or(position);
        let seen: FieldSet = game.seen(position, before, player)?;
        let mut setup = game.setup(&game.view(position, before, player)?);
        for (i, stack) in setup.board.iter_mut().enumerate() {
            stack.clear();
            game.stack(position, game::Field(i as u16), stack);
        }
        // Only the fields that they see are drawn of this board.
        setup.player = player;
        Ok(Looks::of_terminal().draw_view(game.facts(), &setup, &seen))
    }
}

/// What was said before the turn, as a line; nothing if nothing was.
fn heard_before(player: Player, told: &[Message]) -> String {
    let heard = heard_by(player, told);
    if heard.is_empty() { String::new() } else { format!("you hear: {}\n", heard.join(", ")) }
}
