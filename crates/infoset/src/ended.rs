//! A turn that is over, and what each player perceives of it: the one place where the true
//! game turns into what somebody knows.

use game::{
    Ending, Made, Message, Outcome, Perceived, Player, Referee, Refused, RulesError, Unsaid,
    heard_by,
};

/// A turn that is over, as a referee knows it.
#[derive(Clone, Debug)]
pub struct Ended<'t, P> {
    /// The position before it.
    pub from: &'t P,
    /// The position after it.
    pub to: &'t P,
    /// The tries that were refused in it, and what was said about each.
    pub refused: &'t [(String, Vec<Message>)],
    /// How it ended.
    pub made: Made,
    /// What was said when it ended.
    pub said: &'t [Message],
    /// How the game ended, if it is over.
    pub over: Option<Outcome>,
}

impl<P> Ended<'_, P> {
    /// What the first and the second player perceive of it, and what was said before the
    /// next turn, to whoever hears it.
    pub fn perceived<G: Referee<Position = P>>(
        &self,
        game: &G,
    ) -> Result<([Perceived; 2], Vec<Message>), RulesError> {
        let told = game.told(self.to, self.from)?;
        let [first, second] = Player::BOTH.map(|player| self.perceived_by(game, player, &told));
        Ok(([first?, second?], told))
    }

    fn perceived_by<G: Referee<Position = P>>(
        &self,
        game: &G,
        player: Player,
        told: &[Message],
    ) -> Result<Perceived, RulesError> {
        let Ended { from, to, over, .. } = self;
        let mover = game.player(from);
        let is_own = player == mover;
        let heard = |(text, said): &(String, Vec<Message>)| Refused {
            text: is_own.then(|| text.clone()),
            heard: heard_by(player, said),
        };
        // A player who hears nothing of a refusal does not notice it.
        let noticed = |refused: &Refused| is_own || !refused.heard.is_empty();
        let contents = |field| {
            let mut stack = Vec::new();
            game.stack(to, field, &mut stack);
            (field, stack)
        };
        Ok(Perceived {
            mover,
            refused: self.refused.iter().map(heard).filter(noticed).collect(),
            made: if is_own { self.made.clone() } else { Made::Hidden },
            said: heard_by(player, self.said),
            seen: Some(game.seen(to, from, player)?.iter().map(contents).collect()),
            told: heard_by(player, told),
            next: over.is_none().then(|| game.player(to)),
            ending: over.map_or(Ending::GoesOn, Ending::Over),
            unsaid: Unsaid::default(),
        })
    }
}
