// The keyboard on a board: arrow keys go to the nearest field in their direction, Enter and the
// space bar choose it.

const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The nearest place in a direction, preferring what lies straight ahead. */
export function nearest(places, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  places.forEach(({ x, y }, i) => {
    const [rx, ry] = [x - places[from].x, y - places[from].y];
    const ahead = rx * dx + ry * dy;
    const aside = Math.abs(rx * dy - ry * dx);
    const cost = ahead + 2.5 * aside;
    if (ahead > 0.1 && aside <= 1.5 * ahead && cost < least) [best, least] = [i, cost];
  });
  return best;
}

/** Lets a board be used by keys. */
export function arrowKeys(board) {
  board.element.addEventListener("keydown", (event) => {
    const from = board.fields.findIndex(({ group }) => group === document.activeElement);
    if (from < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in DIRECTIONS) {
      const to = nearest(board.places, from, DIRECTIONS[event.key]);
      if (to !== null) board.setCursor(to);
    } else if (event.key === "Enter" || event.key === " ") {
      board.onField(from);
    } else {
      return;
    }
    event.preventDefault();
  });
}
