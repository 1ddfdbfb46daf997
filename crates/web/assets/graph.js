// The value of each position of a game as a graph: above the middle the first player is
// ahead, below it the second.

import { svg } from "./dom.js";

const [WIDTH, HEIGHT] = [300, 80];

/** Draws values (from -1 to 1, by the number of moves) and calls `onPly` when one is clicked. */
export function graph(values, nMoves, current, onPly) {
  const at = (ply) => 6 + ((WIDTH - 12) * ply) / Math.max(nMoves, 1);
  const high = (value) => HEIGHT / 2 - value * (HEIGHT / 2 - 5);
  const known = [...values].filter(([ply]) => ply <= nMoves).sort(([a], [b]) => a - b);
  const points = known.map(([ply, value]) => `${at(ply)},${high(value)}`).join(" ");
  const dots = known.map(([ply, value]) => svg("circle", { cx: at(ply), cy: high(value), r: 3 }));
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Values of ${known.length} positions of the game` },
    svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    svg("line", { class: "now", x1: at(current), x2: at(current), y1: 0, y2: HEIGHT }),
    svg("polyline", { points, fill: "none" }), ...dots);
  drawing.addEventListener("click", (event) => {
    const { left, width } = drawing.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * WIDTH;
    onPly(Math.round(((x - 6) / (WIDTH - 12)) * nMoves));
  });
  return drawing;
}
