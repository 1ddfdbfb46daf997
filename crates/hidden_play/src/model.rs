//! How likely the enemy has played so: a position in which its own pieces stand well, by what it
//! sees itself, is likelier than one in which they stand badly.
//!
//! This is a model of an enemy one level lower: somebody who wants what this player wants, and
//! takes what it sees for all that there is. What it sees of a position is the rules' own notion
//! ([`Referee::view`]), and how well it stands there is said by the evaluation.

use crate::settings::PlayError;
use crate::worlds::World;
use game::{Player, Referee, Worker};

/// Evaluations count up to this many times their usual size.
const MOST: f64 = 4.0;

/// A model of the enemy of a player.
pub(crate) struct Model<'g, G: Referee> {
    game: &'g G,
    worker: G::Worker<'g>,
    enemy: Player,
    evaluation: usize,
    /// What an evaluation is multiplied with.
    factor: f64,
}

impl<'g, G: Referee> Model<'g, G> {
    /// A model for an evaluation of this usual size, which counts as much as `strength` says.
    pub(crate) fn new(
        game: &'g G,
        enemy: Player,
        evaluation: usize,
        scale: f64,
        strength: f64,
    ) -> Model<'g, G> {
        Model { game, worker: game.worker(&[]), enemy, evaluation, factor: strength / scale }
    }

    /// How likely a position is by how the enemy plays, in proportion to others.
    pub(crate) fn likely(&mut self, world: &World<G::Position>) -> Result<f64, PlayError> {
        let seen = self.game.view(&world.position, world.before(), self.enemy)?;
        let value = f64::from(self.worker.evaluate(&seen, self.evaluation)?) * self.factor;
        Ok(value.clamp(-MOST, MOST).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::Model;
    use crate::worlds::World;
    use game::{Game, Player, parse_position};

    #[test]
    fn enemies_that_stand_well_by_what_they_see_are_likelier() {
        let game = testing::load("dark_hex3");
        let world = |text| {
            let setup = parse_position(game.facts(), text).unwrap();
            World { position: game.position(&setup).unwrap(), weight: 1.0, past: None }
        };
        let likely = |text, strength| {
            let mut model = Model::new(&game, Player::Second, 0, 100.0, strength);
            model.likely(&world(text)).unwrap()
        };
        // Blue joins the left and the right: here it needs one stone more, and there two.
        let [near, far] = ["X1X/OO1/3 r 3", "X1O/2X/O2 r 3"];
        assert!(likely(near, 1.0) > 1.5 * likely(far, 1.0));
        assert_eq!(likely(near, 0.0), 1.0);
        // It does not see the stones of red.
        assert_eq!(likely("3/OO1/XX1 r 3", 1.0), likely(near, 1.0));
    }
}
