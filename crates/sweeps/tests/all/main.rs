//! Outlines against exact sets: whatever can have been is in the outline.

mod soundness;
