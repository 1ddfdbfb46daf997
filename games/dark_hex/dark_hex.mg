// Dark hex: one sees only one's own stones; a field that is taken is refused,
// and one tries again.
//
// Rules: Ryan Hayward, Dark Hex (University of Alberta), also Kriegspiel hex;
// otherwise those of hex.
// Choices: only the player who tried hears a refusal.

extends hex

seen = find own stone.
tries = find empty field, replace by own stone.
refused = tell own 'no'.
