//! Moves of pieces that stand on each other: stacks are sown, parted, carried as far as
//! they are high, taken apart and built.

use super::Generator;
use super::statements::At;

impl Generator<'_> {
    /// One way to move with stacks.
    pub(super) fn stack_move(&mut self, at: At) -> String {
        let (piece, way) = (self.own(), self.directions());
        let taken = self.pick(&["pickup all", "pickup 2", "pickup (height - 1)", "pickup"]);
        match self.random.below(12) {
            0 => format!("find {piece}, {way}, {taken}, repeat hand times [ step, putdown 1 ]"),
            1 => {
                let test = self.test(At { full: true, ..at.aimed().inner() });
                format!("find {piece}, {way}, {taken}, repeat hand times step, {test}, putdown")
            }
            2 => format!("find {piece}, {way}, {taken}, step, putdown 1, step, putdown"),
            3 => format!("find {piece}, {way}, pickup 2, step, putdown (hand - 1), putdown all"),
            4 => format!("find {piece}, height > 1, {taken}, {way}, step, putdown"),
            5 if self.reserve.is_some() => {
                let pattern = self.pattern();
                format!("find {pattern}, drop man")
            }
            6 if self.reserve.is_some() => format!("find {}, keep", self.enemy()),
            7 => {
                let (pattern, by) = (self.pattern(), self.one_piece());
                format!("find {pattern}, replace by {by}")
            }
            8 => format!("find {piece}, repeat height times remove"),
            9 => {
                let (hidden, enemy) = (self.pattern(), self.enemy());
                let buried = format!("repeat 0 .. infinity times remove, points at {hidden}");
                format!("for each [ find {enemy}, not [ {buried} ] ] do remove, {}", self.ride(at))
            }
            10 => {
                let by = self.one_piece();
                let again = self.random.below(2);
                format!(
                    "find {piece}, {way}, pickup all, step, putdown, repeat {again} .. 1 times [ points at piece, replace by {by} ]"
                )
            }
            _ => format!("find {piece}, {taken}, either [ {way}, step ] or find mid, putdown"),
        }
    }

    /// A number of pieces in stacks.
    pub(super) fn pieces(&mut self) -> String {
        let pattern = self.pattern();
        match self.chance(70) {
            true => format!("sum {pattern} of height"),
            false => format!("count [ find {pattern}, repeat 0 .. infinity times remove ]"),
        }
    }
}
