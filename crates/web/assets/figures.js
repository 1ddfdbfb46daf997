// Drawings of pieces, by the name that the rules give a kind: in a square of 100 by 100,
// drawn for this page.

import { svg } from "./dom.js";

const path = (d) => ["path", { d }];
const dot = (cx, cy, r) => ["circle", { cx, cy, r }];
/** A line that is only drawn, in the color of edges. */
const line = (d) => ["path", { d, fill: "none", class: "line" }];

const FIGURES = {
  pawn: [path("M30 86V80C37 76 44 64 44 47H56C56 64 63 76 70 80V86Z"), path("M40 46H60L56 52H44Z"), dot(50, 34, 12)],
  rook: [path("M29 22H39V30H46V22H54V30H61V22H71V38L64 45V68L71 77V86H29V77L36 68V45L29 38Z"), line("M36 45H64M36 68H64")],
  bishop: [path("M50 23C63 32 68 45 60 56L57 62L59 72L68 79V86H32V79L41 72L43 62L40 56C32 45 37 32 50 23Z"), dot(50, 19, 5), line("M54 35L46 49M42 62H58")],
  knight: [path("M33 86C32 68 45 62 47 50C41 54 37 60 30 60C23 60 21 53 24 48C29 40 33 37 37 29L35 18L46 25C64 24 75 42 72 66L71 86Z"), dot(42, 36, 2.5), line("M52 30C62 36 65 48 64 62")],
  queen: [path("M22 33L35 57L37 33L45 55L50 28L55 55L63 33L65 57L78 33L69 70L72 86H28L31 70Z"), dot(22, 30, 4.5), dot(37, 29, 4.5), dot(50, 23, 4.5), dot(63, 29, 4.5), dot(78, 30, 4.5), line("M31 70H69")],
  king: [path("M47 10H53V16H59V22H53V31H47V22H41V16H47Z"), path("M50 37C45 28 35 29 28 36C19 46 28 60 34 68L31 86H69L66 68C72 60 81 46 72 36C65 29 55 28 50 37Z"), line("M34 68H66M50 38V60")],
};
FIGURES.amazon = FIGURES.queen;

/** Signs on the tiles of shogi, by the names of kinds. */
export const TILE_SIGNS = {
  king: "王", rook: "飛", bishop: "角", gold: "金", silver: "銀", knight: "桂", lance: "香", pawn: "歩",
  dragon: "龍", horse: "馬", narigin: "全", narikei: "圭", narikyo: "杏", tokin: "と",
};

/** Whether there is a figure for a kind of this name. */
export const hasFigure = (name) => Object.hasOwn(FIGURES, name);

/** The figure of a kind in these colors, in a square of 100 by 100. An edge that is outside leaves the
 * thin parts of a dark figure as they are. */
export function figure(name, fill, edge, isOutside) {
  const parts = FIGURES[name].map(([shape, attributes]) => svg(shape, { fill, ...attributes }));
  return svg("g", { stroke: edge, "stroke-width": isOutside ? 5 : 3, "stroke-linejoin": "round", "paint-order": isOutside ? "stroke" : undefined, transform: "translate(-7 -5) scale(1.14)" }, ...parts);
}

/** A crown, which a piece that became more carries. */
export function crown(edge) {
  return svg("path", { d: "M33 62L29 40L41 50L50 36L59 50L71 40L67 62Z", fill: "none", stroke: edge, "stroke-width": 5, "stroke-linejoin": "round" });
}

/** Whether the fonts of this machine have the signs of shogi: a sign that no font has looks different. */
export function hasTileSigns() {
  const picture = (text) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 24;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.font = "20px serif";
    context.fillText(text, 0, 20);
    return context.getImageData(0, 0, 24, 24).data.join();
  };
  const [sign, other, none] = ["王", "金", "\u{10FFFE}"].map(picture);
  return sign !== none && sign !== other;
}
