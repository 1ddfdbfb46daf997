//! Ends of a network that is made of queues, and is done with a message only when it was
//! taken, as MPI is with long ones.

use super::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

type Waiting = (usize, c_int, Vec<u8>, Arc<AtomicBool>);

#[derive(Default)]
struct Wires {
    boxes: Vec<Mutex<VecDeque<Waiting>>>,
    n_at_barrier: AtomicUsize,
    n_ended: AtomicUsize,
}

struct Fake {
    rank: usize,
    wires: Arc<Wires>,
}

impl Port for Fake {
    type Sending = Arc<AtomicBool>;
    type Barrier = ();

    fn start(&mut self) -> Result<bool, Lost> {
        Ok(true)
    }

    fn rank_and_size(&mut self) -> Result<(usize, usize), Lost> {
        Ok((self.rank, self.wires.boxes.len()))
    }

    fn host(&mut self) -> Option<String> {
        None
    }

    fn send(&mut self, to: usize, tag: c_int, bytes: Vec<u8>) -> Result<Arc<AtomicBool>, Lost> {
        let is_taken = Arc::new(AtomicBool::new(false));
        let waiting = (self.rank, tag, bytes, Arc::clone(&is_taken));
        self.wires.boxes[to].lock().unwrap().push_back(waiting);
        Ok(is_taken)
    }

    fn is_sent(&mut self, sending: &mut Arc<AtomicBool>) -> Result<bool, Lost> {
        Ok(sending.load(Ordering::SeqCst))
    }

    fn find(&mut self) -> Result<Option<Found>, Lost> {
        let mine = self.wires.boxes[self.rank].lock().unwrap();
        let found = |(from, tag, bytes, _): &Waiting| (*from, *tag, bytes.len());
        let found = mine.front().map(found);
        Ok(found.map(|(from, tag, length)| Found { from, tag, length }))
    }

    fn take(&mut self, _: Found) -> Result<Vec<u8>, Lost> {
        let (.., bytes, is_taken) =
            self.wires.boxes[self.rank].lock().unwrap().pop_front().unwrap();
        is_taken.store(true, Ordering::SeqCst);
        Ok(bytes)
    }

    fn barrier(&mut self) -> Result<(), Lost> {
        self.wires.n_at_barrier.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    fn is_passed(&mut self, (): &mut ()) -> Result<bool, Lost> {
        Ok(self.wires.n_at_barrier.load(Ordering::SeqCst) == self.wires.boxes.len())
    }

    fn finalize(&mut self) -> Result<(), Lost> {
        assert!(self.wires.boxes[self.rank].lock().unwrap().is_empty(), "a message is left over");
        self.wires.n_ended.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    fn abort(&mut self, _: u8) {}
}

const SMALL: Bounds = Bounds { messages: 3, bytes: 100, piece: 10 };

fn ends(size: usize) -> Vec<Endpoint<Fake>> {
    let boxes = (0..size).map(|_| Mutex::default()).collect();
    let wires = Arc::new(Wires { boxes, ..Wires::default() });
    let end = |rank| Endpoint::new(Fake { rank, wires: Arc::clone(&wires) }, SMALL).unwrap();
    (0..size).map(end).collect()
}

/// Each end does the same on a thread of its own.
fn each<T: Send>(size: usize, work: impl Fn(Endpoint<Fake>) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let work = &work;
        let start = |end| scope.spawn(move || work(end));
        let threads: Vec<_> = ends(size).into_iter().map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn ranks_that_only_send_make_room_for_each_other() {
    let heard = each(3, |mut end| {
        // Far more than may be under way, before anybody asks for a message.
        for number in 0..100_u8 {
            for to in 0..3 {
                end.send(to, vec![number; usize::from(number)]).unwrap();
                assert!(end.sending.len() <= SMALL.messages);
            }
        }
        let mut heard = vec![Vec::new(); 3];
        while heard.iter().map(Vec::len).sum::<usize>() < 300 {
            match end.receive().unwrap() {
                Some(parcel) => heard[parcel.from].push(parcel.bytes),
                None => end.rest(1),
            }
        }
        assert_eq!(end.finish(&mut || true), Ok(true));
        heard
    });
    let expected: Vec<Vec<u8>> = (0..100_u8).map(|n| vec![n; usize::from(n)]).collect();
    assert!(heard.iter().flatten().all(|from| *from == expected));
}

#[test]
fn what_nobody_asked_for_does_not_keep_anybody_from_the_end() {
    let ended = each(4, |mut end| {
        let next = (end.rank + 1) % 4;
        (0..20).for_each(|_| end.send(next, vec![7; 35]).unwrap());
        end.finish(&mut || true)
    });
    assert_eq!(ended, vec![Ok(true); 4]);
}

#[test]
fn a_rank_may_give_up_waiting_for_the_others() {
    let mut first = ends(2).swap_remove(0);
    let mut patience = 5;
    let ended = first.finish(&mut || {
        patience -= 1;
        patience > 0
    });
    assert_eq!((ended, patience), (Ok(false), 0));
    assert_eq!(first.port.wires.n_ended.load(Ordering::SeqCst), 0);
}

#[test]
fn there_is_no_rank_beyond_the_last() {
    let mut ends = ends(2);
    assert_eq!(ends[0].send(2, Vec::new()).unwrap_err().rank, Some(2));
}
