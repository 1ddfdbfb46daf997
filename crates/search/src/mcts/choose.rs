//! Which move of a node is visited next: upper confidence bounds for trees, mixed with what
//! was learned of the moves elsewhere and with what the evaluation says of them.

use super::amaf::{Learned, Shares};
use super::edge::Edge;
use super::node::GAME;
use super::settings::MctsSettings;
use game::{Player, Rng};

/// What a move counts of which nothing is known: a little more than a sure win, so that
/// in a node with many moves one that always wins is looked at again before all
/// others are tried.
const UNTRIED: f32 = 1.1;

/// What promises most in a node.
pub(super) struct Choice<'m> {
    pub(super) place: usize,
    pub(super) edge: &'m Edge,
    /// Whether the player has a draw in hand, and nothing that promises more.
    pub(super) has_draw: bool,
}

/// The numbers by which moves are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chooser {
    exploration: f32,
    amaf_exploration: f32,
    amaf_bias: f32,
    prior: f32,
    implicit: f32,
}

/// A share of points, from points for a player.
fn share(points: f32) -> f32 {
    0.5 + 0.5 * points / GAME as f32
}

impl Chooser {
    /// The numbers of some settings; without an evaluation nothing can be guessed.
    pub(super) fn new(settings: &MctsSettings, has_evaluation: bool) -> Chooser {
        let if_evaluated = |number: f32| if has_evaluation { number } else { 0.0 };
        Chooser {
            exploration: settings.exploration.get() as f32,
            amaf_exploration: settings.amaf_exploration.get() as f32,
            amaf_bias: settings.amaf_bias.get() as f32,
            prior: if_evaluated(settings.prior.get() as f32),
            implicit: if_evaluated(settings.implicit.get() as f32),
        }
    }

    /// Whether anybody asks what the evaluation says of moves.
    pub(super) fn guesses(&self) -> bool {
        self.prior > 0.0 || self.implicit > 0.0
    }

    /// Whether guesses are backed up.
    pub(super) fn backs_up(&self) -> bool {
        self.implicit > 0.0
    }

    /// The move that promises most, after this many visits; nothing if all are proved to
    /// lose. A move is good if it won often, or if it was not tried often. What is proved
    /// needs no more visits, so a draw is not visited again while another move is open.
    pub(super) fn choose<'m>(
        &self,
        moves: &'m [Edge],
        player: Player,
        visits: u32,
        learned: Option<&Learned>,
        rng: &mut Rng,
    ) -> Option<Choice<'m>> {
        let exploration = if learned.is_some() { self.amaf_exploration } else { self.exploration };
        let width = exploration * (visits.max(1) as f32).ln().sqrt();
        let learned = learned.map(|learned| learned.shares(player));
        let (mut best, mut most, mut n_unknown) = (None, f32::NEG_INFINITY, 0);
        let (mut draw, mut greatest) = (None, 0.0_f32);
        for (place, edge) in moves.iter().enumerate() {
            if let Some(known) = edge.proved() {
                match known.winner {
                    Some(winner) if winner == player => {
                        return Some(Choice { place, edge, has_draw: false });
                    }
                    Some(_) => {}
                    None => draw = Some((place, edge)),
                }
                continue;
            }
            let Some((value, weight)) = self.value(edge, player, learned) else {
                n_unknown += 1;
                continue;
            };
            greatest = greatest.max(value);
            let promise = match width > 0.0 {
                true => value + width / weight.max(1.0).sqrt(),
                false => value,
            };
            if promise > most {
                (best, most) = (Some((place, edge)), promise);
            }
        }
        if n_unknown > 0 && most <= UNTRIED {
            let chosen = rng.below(n_unknown);
            let unknown = |(_, edge): &(usize, &Edge)| {
                edge.proved().is_none() && self.value(edge, player, learned).is_none()
            };
            // With several threads there may be fewer by now.
            best = moves.iter().enumerate().filter(unknown).nth(chosen).or(best);
        }
        let has_draw = draw.is_some() && greatest <= 0.5;
        best.or(draw).map(|(place, edge)| Choice { place, edge, has_draw })
    }

    /// What a move is worth for the player who makes it, as a share of the points, and how
    /// many visits say so; nothing if nothing is known of it.
    #[inline]
    fn value(
        &self,
        edge: &Edge,
        player: Player,
        learned: Option<Shares<'_>>,
    ) -> Option<(f32, f32)> {
        let visits = edge.visits() as f32;
        let own = |points: f32| if player == Player::First { points } else { -points };
        let weight = visits + self.prior;
        let amaf = learned.and_then(|learned| learned.of(edge.field()?));
        // Most moves of most nodes are like that, and this is quicker.
        if weight == 0.0 && self.implicit == 0.0 {
            return amaf.map(|(_, share)| (share, 0.0));
        }
        let mut value = match weight > 0.0 {
            true => {
                let guessed = self.prior * f32::from(edge.guess());
                share(own((edge.points() as f32 + guessed) / weight))
            }
            false => amaf.map_or_else(|| share(own(f32::from(edge.guess()))), |(_, share)| share),
        };
        if let Some((games, amaf)) = amaf {
            let trust = games / (games + weight + self.amaf_bias * games * weight);
            value += trust * (amaf - value);
        }
        if self.implicit > 0.0 {
            value += self.implicit * (share(own(f32::from(edge.guess()))) - value);
        }
        Some((value, visits))
    }
}

/// The best guess among the moves of a node, for the first player; nothing without moves.
pub(super) fn best_guess(moves: &[Edge], player: Player) -> Option<i16> {
    let guesses = moves.iter().map(|edge| match edge.proved() {
        Some(verdict) => verdict.points() as i16,
        None => edge.guess(),
    });
    if player == Player::First { guesses.max() } else { guesses.min() }
}

#[cfg(test)]
mod tests {
    use super::super::edge::Listed;
    use super::super::node::Verdict;
    use super::super::settings::Millionths;
    use super::*;
    use game::{Field, Held};

    fn edges(visits_and_points: &[(u32, i64)]) -> Vec<Edge> {
        let edge = |(i, &(visits, points)): (usize, &(u32, i64))| {
            let edge = Edge::default();
            edge.begin(Listed { field: Some(Field(i as u16)), ..Listed::default() });
            (0..visits).for_each(|_| edge.begin_visit(points));
            edge
        };
        visits_and_points.iter().enumerate().map(edge).collect()
    }

    fn chosen(moves: &[Edge], learned: Option<&Learned>, settings: &MctsSettings) -> Option<usize> {
        let visits = moves.iter().map(Edge::visits).sum();
        let chooser = Chooser::new(settings, true);
        let choice = chooser.choose(moves, Player::First, visits, learned, &mut Rng::new(1));
        choice.map(|choice| choice.place)
    }

    #[test]
    fn the_best_or_the_rarest_is_chosen() {
        let plain = MctsSettings::default();
        assert_eq!(chosen(&edges(&[(50, -500), (50, 500), (50, 0)]), None, &plain), Some(1));
        assert_eq!(chosen(&edges(&[(500, 100), (2, 0), (500, 0)]), None, &plain), Some(1));
        // What nobody has tried comes first, unless something always wins.
        assert_eq!(chosen(&edges(&[(9, 100), (0, 0)]), None, &plain), Some(1));
        assert_eq!(chosen(&edges(&[(9, 1000), (0, 0)]), None, &plain), Some(0));
    }

    #[test]
    fn what_is_proved_is_taken_or_left() {
        let plain = MctsSettings::default();
        let moves = edges(&[(9, 1000), (1, -1000), (0, 0)]);
        let prove = |i: usize, winner| moves[i].prove(Verdict { winner, turns: 2 });
        prove(0, Some(Player::Second));
        prove(2, None);
        assert_eq!(chosen(&moves, None, &plain), Some(1));
        prove(1, Some(Player::Second));
        assert_eq!(chosen(&moves, None, &plain), Some(2));
        let moves = edges(&[(9, 1000), (1, -1000)]);
        moves[1].prove(Verdict { winner: Some(Player::First), turns: 1 });
        assert_eq!(chosen(&moves, None, &plain), Some(1));
    }

    #[test]
    fn moves_learn_from_games_in_which_they_were_made_later() {
        let plain = MctsSettings::default();
        let learned = Learned::new(3);
        for (field, points) in [(0, -GAME), (1, GAME), (2, -GAME)] {
            let mut end = Held::default();
            end.insert(Player::First, Field(field));
            (0..20).for_each(|_| learned.add(&end, &Held::default(), points));
        }
        assert_eq!(chosen(&edges(&[(1, 0), (0, 0), (0, 0)]), Some(&learned), &plain), Some(1));
        // Games of a move itself count more in the end.
        let moves = edges(&[(900, 300), (900, -300), (900, -900)]);
        assert_eq!(chosen(&moves, Some(&learned), &plain), Some(0));
    }

    #[test]
    fn guesses_come_before_games() {
        let (usual, half) = (MctsSettings::default(), Millionths::of(0.5));
        let settings = MctsSettings { prior: Millionths::of(10.0), ..usual };
        let moves = edges(&[(0, 0), (0, 0), (1, -1000)]);
        moves.iter().zip([-200, 300, 300]).for_each(|(edge, guess)| edge.set_guess(guess));
        assert_eq!(chosen(&moves, None, &settings), Some(1));
        let settings = MctsSettings { implicit: half, ..usual };
        let moves = edges(&[(5, 100), (5, 0), (5, -100)]);
        moves.iter().zip([-900, 900, 0]).for_each(|(edge, guess)| edge.set_guess(guess));
        assert_eq!(chosen(&moves, None, &settings), Some(1));
        assert_eq!(best_guess(&moves, Player::First), Some(900));
        assert_eq!(best_guess(&moves, Player::Second), Some(-900));
        moves[2].prove(Verdict { winner: Some(Player::Second), turns: 0 });
        assert_eq!(best_guess(&moves, Player::Second), Some(-1000));
    }
}
