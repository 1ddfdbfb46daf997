//! STUB
use crate::*;
/// x
pub struct WinningWay {
    /// x
    pub text: String,
    /// x
    pub conditions: Vec<Condition>,
}
impl Interp {
    /// x
    pub fn winning_ways(
        &self,
        _p: &Position,
        _q: Player,
        _m: usize,
        _s: u64,
    ) -> Result<(Vec<WinningWay>, bool), RulesError> {
        Ok((Vec::new(), true))
    }
}
