//! Outlines against exact sets: whatever can have been is in the outline.

mod late;
mod soundness;
