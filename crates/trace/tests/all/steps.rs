//! Steps of a turn.
