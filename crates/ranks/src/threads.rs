//! Ranks that are threads of one process, with a network between them that behaves as badly
//! as it is told to: messages wait, and overtake each other. So whatever runs on many
//! machines runs in the ordinary tests, with any number of ranks.
//!
//! Delays are counted in looks: a message is seen at the earliest when its receiver has
//! looked for messages so often. Nothing depends on the clock.

use crate::link::{Link, Lost, Parcel};
use crate::team::Team;
use game::Rng;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How messages travel between ranks that are threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    /// What delays are drawn from.
    pub seed: u64,
    /// A message waits for this many looks at most. As each waits for another number of
    /// them, messages overtake each other.
    pub most_looks: usize,
}

impl Network {
    /// Messages arrive at once, in their order.
    pub const PERFECT: Network = Network { seed: 0, most_looks: 0 };

    /// Messages wait and overtake each other.
    pub fn unruly(seed: u64) -> Network {
        Network { seed, most_looks: 20 }
    }
}

/// What is on its way to a rank.
struct OnItsWay {
    parcel: Parcel,
    looks_left: usize,
}

/// What all ranks share.
struct Post {
    boxes: Vec<Mutex<Vec<OnItsWay>>>,
    /// Some rank has ended by a panic, so that others would wait for it forever.
    broken: AtomicBool,
}

struct Wire<'p> {
    rank: usize,
    post: &'p Post,
    network: Network,
    rng: Rng,
}

impl Drop for Wire<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.post.broken.store(true, Ordering::SeqCst);
        }
    }
}

impl Link for Wire<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.post.boxes.len()
    }

    fn host(&self) -> String {
        "this machine".to_string()
    }

    fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Lost> {
        let Some(post) = self.post.boxes.get(to) else {
            return Err(Lost { rank: Some(to), why: "there is no such rank".to_string() });
        };
        let looks_left = self.rng.below(self.network.most_looks + 1);
        let parcel = Parcel { from: self.rank, bytes };
        let mut post = post.lock().unwrap_or_else(PoisonError::into_inner);
        post.push(OnItsWay { parcel, looks_left });
        Ok(())
    }

    fn receive(&mut self) -> Result<Option<Parcel>, Lost> {
        if self.post.broken.load(Ordering::SeqCst) {
            let why = "another rank broke down".to_string();
            return Err(Lost { rank: None, why });
        }
        let mine = &self.post.boxes[self.rank];
        let mut mine = mine.lock().unwrap_or_else(PoisonError::into_inner);
        let first = mine.iter().position(|message| message.looks_left == 0);
        mine.iter_mut().for_each(|it| it.looks_left = it.looks_left.saturating_sub(1));
        Ok(first.map(|first| mine.remove(first).parcel))
    }

    fn rest(&mut self, times: u32) {
        match times < 64 {
            true => std::thread::yield_now(),
            false => std::thread::sleep(Duration::from_micros(50)),
        }
    }
}

/// Runs the same work at this many ranks, each a thread of this process; gives what came of
/// it in the order of the ranks. A panic of one rank becomes one of the caller.
pub fn run<T: Send>(
    size: usize,
    network: Network,
    work: impl Fn(&mut Team<'_>) -> T + Sync,
) -> Vec<T> {
    run_links(size, network, |link| work(&mut Team::new(link)))
}

/// The same for work that wants links and no teams.
pub(crate) fn run_links<T: Send>(
    size: usize,
    network: Network,
    work: impl Fn(Box<dyn Link + '_>) -> T + Sync,
) -> Vec<T> {
    let boxes = (0..size).map(|_| Mutex::new(Vec::new())).collect();
    let post = Post { boxes, broken: AtomicBool::new(false) };
    let rank = |rank: usize| {
        let rng = Rng::new(network.seed ^ game::mix(rank as u64));
        work(Box::new(Wire { rank, post: &post, network, rng }))
    };
    let (first, others) = game::crew::run(size, rank, |helpers| {
        assert!(helpers + 1 >= size, "the system has no thread for each rank");
        rank(0)
    });
    [first].into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "rank 1 breaks down")]
    fn nobody_waits_for_a_rank_that_broke_down() {
        run(3, Network::PERFECT, |team| {
            assert!(team.rank() != 1, "rank 1 breaks down");
            team.barrier()
        });
    }

    #[test]
    fn messages_overtake_each_other_and_none_is_lost() {
        let heard = run(2, Network::unruly(5), |team| {
            team.begin();
            match team.rank() {
                0 => {
                    for number in 0..100 {
                        team.send(1, 0, &[number])?;
                    }
                    Ok::<_, Lost>(Vec::new())
                }
                _ => (0..100).map(|_| Ok(team.wait()?.bytes[0])).collect(),
            }
        });
        let heard = heard.into_iter().nth(1).unwrap().unwrap();
        assert!(!heard.is_sorted());
        let mut sorted = heard;
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<u8>>());
    }
}
