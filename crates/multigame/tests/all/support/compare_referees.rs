//! Two back ends as referees of the same random game: what they show, allow and say,
//! and which positions fit what each player perceived of it.

use game::{
    Asked, Attempt, Fitting, Game, Perceived, Player, Referee, Rng, RulesError, Setup, Turn,
    Witness, write_position,
};
use infoset::Session;

/// Positions that are compared with a turn, for each player: more would take long.
const MOST_POSITIONS: usize = 12;

/// The same position of another back end.
fn same<A: Game, B: Game>(a: &A, b: &B, position: &A::Position) -> B::Position {
    b.position(&a.setup(position)).expect("a position of one is one of the other")
}

/// An attempt with positions as plain data, so that those of back ends are compared.
fn plain<G: Game>(game: &G, attempt: Result<Attempt<G::Position>, RulesError>) -> String {
    let setup = |position: &G::Position| (game.setup(position), game.outcome(position));
    match attempt.expect("an attempt") {
        Attempt::Accepted(made) => format!("{:?} {:?} {:?}", made.text, made.told, setup(&made.to)),
        Attempt::Refused(refusal) => {
            format!("{:?} {:?}", refusal.told, refusal.passed.as_ref().map(setup))
        }
        Attempt::Impossible => "impossible".to_string(),
    }
}

/// The questions of a turn, whatever numbers stand for positions.
fn questions<G: Referee>(
    game: &G,
    at: &G::Position,
    past: &[G::Position],
) -> (bool, Vec<(u32, bool)>) {
    let mut asked = Vec::new();
    let turn = game.turn_asking(at, past, &mut asked).expect("a turn");
    let mut asked: Vec<(u32, bool)> = asked
        .iter()
        .filter(|it: &&Asked| it.times > 1)
        .map(|it: &Asked| (it.times, it.moved))
        .collect();
    asked.sort_unstable();
    asked.dedup();
    (matches!(turn, Turn::Over(_)), asked)
}

/// Plays random games and fails where two referees differ. Gives the number of positions
/// that fitted something.
pub(crate) fn compare_referees<A: Referee, B: Referee>(
    name: &str,
    (a, b): (&A, &B),
    seed: u64,
    turns: u32,
) -> usize {
    let mut random = Rng::new(seed);
    let mut session = Session::new(a, a.start()).expect("a session");
    let habits = |can_refuse, passes, looks_back| (can_refuse, passes, looks_back);
    assert_eq!(
        habits(a.can_refuse(), a.can_refusal_pass(), a.do_tries_look_back()),
        habits(b.can_refuse(), b.can_refusal_pass(), b.do_tries_look_back()),
        "{name}"
    );
    for _ in 0..turns {
        compare_here(name, (a, b), &session);
        let Ok(attempts) = session.attemptable() else { break };
        let Some(attempt) = random.choose(&attempts) else { break };
        session.attempt(attempt).expect("what may be attempted is taken");
    }
    let players = &Player::BOTH[..a.facts().n_players()];
    players
        .iter()
        .map(|&player| compare_witnesses(name, (a, b), player, &session.view(player).turns))
        .sum()
}

fn compare_here<A: Referee, B: Referee>(name: &str, (a, b): (&A, &B), session: &Session<'_, A>) {
    let line = session.line();
    let (at, past) = (line.position(), line.past());
    if a.outcome(at).is_some() {
        return;
    }
    let before = past.last().unwrap_or(at);
    let (at_b, before_b) = (same(a, b, at), same(a, b, before));
    let past_b: Vec<B::Position> = past.iter().map(|it| same(a, b, it)).collect();
    let text = format!("{name}: `{}`", write_position(a.facts(), &a.setup(at)));
    for &player in &Player::BOTH[..a.facts().n_players()] {
        let seen = a.seen(at, before, player);
        assert_eq!(seen, b.seen(&at_b, &before_b, player), "{text}");
        let view = a.view(at, before, player).map(|view| a.setup(&view));
        let other = b.view(&at_b, &before_b, player).map(|view| b.setup(&view));
        assert_eq!(view, other, "{text}");
        for field in seen.expect("fields").iter() {
            let (mut stack, mut other) = (Vec::new(), Vec::new());
            a.stack(at, field, &mut stack);
            b.stack(&at_b, field, &mut other);
            assert_eq!(stack, other, "{text}");
        }
    }
    assert_eq!(a.told(at, before), b.told(&at_b, &before_b), "{text}");
    assert_eq!(questions(a, at, past), questions(b, &at_b, &past_b), "{text}");
    let tries = a.tries(at, before, past);
    assert_eq!(tries, b.tries(&at_b, &before_b, &past_b), "{text}");
    for attempt in tries.expect("tries").iter().take(8) {
        let said = plain(a, a.attempt(at, before, past, attempt));
        let other = plain(b, b.attempt(&at_b, &before_b, &past_b, attempt));
        assert_eq!(said, other, "{text}: {attempt}");
    }
    for (other, other_b) in past.iter().zip(&past_b) {
        // Back ends may tell more apart than rules on repetition do, but no less.
        if a.setup(other) == a.setup(at) {
            assert_eq!(b.likeness(other_b), b.likeness(&at_b), "{text}");
        }
    }
}

/// A history of a set: the positions of both back ends.
struct Both<A: Game, B: Game> {
    a: Vec<A::Position>,
    b: Vec<B::Position>,
}

/// What fits, in an order that does not depend on the back end.
type Fits<P> = Vec<(Setup, bool, u32, P)>;

fn fits<G: Referee>(
    game: &G,
    witness: &mut G::Witness<'_>,
    line: &[G::Position],
) -> (Fits<G::Position>, u64) {
    let (at, past) = (&line[line.len() - 1], &line[..line.len() - 1]);
    let before = past.last().unwrap_or(at);
    let mut list: Vec<Fitting<G::Position>> = Vec::new();
    let n = witness.fitting(at, before, past, &mut list).expect("it fits or not");
    let plain = |fitting: Fitting<G::Position>| {
        let over = game.outcome(&fitting.to).is_some();
        (game.setup(&fitting.to), over, fitting.ways, fitting.to)
    };
    let mut all: Fits<G::Position> = list.into_iter().map(plain).collect();
    all.sort_by_cached_key(|(setup, over, ..)| (write_position(game.facts(), setup), *over));
    (all, n)
}

/// What two witnesses find possible, from the turns that a player perceived.
fn compare_witnesses<A: Referee, B: Referee>(
    name: &str,
    (a, b): (&A, &B),
    player: Player,
    turns: &[Perceived],
) -> usize {
    let (mut of_a, mut of_b) = (a.witness(player), b.witness(player));
    let mut level = vec![Both::<A, B> { a: vec![a.start()], b: vec![b.start()] }];
    let mut found = 0;
    for (i, turn) in turns.iter().enumerate() {
        of_a.expect(turn);
        of_b.expect(turn);
        let mut next = Vec::new();
        for line in &level {
            let text = || format!("{name}: {player:?} after {i} turns, {turn:?}");
            let (in_a, compared_a) = fits(a, &mut of_a, &line.a);
            let (in_b, compared_b) = fits(b, &mut of_b, &line.b);
            let plain = |(setup, over, ways): (&Setup, &bool, &u32)| (setup.clone(), *over, *ways);
            let all_a: Vec<_> = in_a.iter().map(|(s, o, w, _)| plain((s, o, w))).collect();
            let all_b: Vec<_> = in_b.iter().map(|(s, o, w, _)| plain((s, o, w))).collect();
            assert_eq!(all_a, all_b, "{}", text());
            assert_eq!(compared_a > 0, compared_b > 0, "{}", text());
            for ((_, over, _, to_a), (.., to_b)) in in_a.into_iter().zip(in_b) {
                let ends = of_a.ends_so(&to_a, &line.a).expect("it ends so or not");
                assert_eq!(ends, of_b.ends_so(&to_b, &line.b).expect("or not"), "{}", text());
                found += 1;
                if !over {
                    let (mut a, mut b) = (line.a.clone(), line.b.clone());
                    a.push(to_a);
                    b.push(to_b);
                    next.push(Both { a, b });
                }
            }
        }
        // Those that are left out are spread over all.
        let step = next.len().div_ceil(MOST_POSITIONS).max(1);
        level = next.into_iter().step_by(step).collect();
    }
    found
}
