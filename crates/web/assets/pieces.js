// How the pieces of a game look: as the drawings of its folder, and otherwise derived from what its
// rules declare: figures where most kinds are those of chess, tiles where captured pieces come back and are promoted, as in shogi, and
// discs otherwise. What belongs to nobody is a block.

import { svg } from "./dom.js";
import { TILE_SIGNS, crown, figure, hasFigure, hasTileSigns } from "./figures.js";

const COLORS = {
  white: { fill: "#fffdf8", edge: "#2b3136", ink: "#2b3136" },
  black: { fill: "#2b3136", edge: "#0b0d0f", ink: "#ffffff", figureEdge: "#e8e4da" },
  red: { fill: "#d1495b", edge: "#7d1424", ink: "#ffffff" },
  blue: { fill: "#3d6fb4", edge: "#17386a", ink: "#ffffff" },
  green: { fill: "#3f8f5b", edge: "#1c4f30", ink: "#ffffff" },
  yellow: { fill: "#f2c94c", edge: "#8a6a0a", ink: "#2b3136" },
};
const NOBODY = { fill: "#8a9ba8", edge: "#4a5763", ink: "#ffffff" };

export class Pieces {
  constructor(declared) {
    this.declared = declared;
    const names = declared.kinds.map((kind) => kind.name);
    const owned = declared.pieces.filter((piece) => piece.owner < 2);
    const kinds = [...new Set(owned.map((piece) => piece.kind))];
    const isDrawn = (kind) => owned.every((piece) => piece.kind !== kind || piece.drawing !== null);
    const figures = kinds.filter((kind) => hasFigure(names[kind]) || isDrawn(kind)).length;
    const promotes = declared.kinds.some((kind) => kind.promotes.length > 0);
    this.style = "discs";
    if (figures > 1 && figures >= 0.8 * kinds.length) this.style = "figures";
    else if (figures === 1 && kinds.length === 1) this.style = "figures";
    else if (declared.reserve.length > 0 && promotes) this.style = "tiles";
    this.promoted = new Set(declared.kinds.flatMap((kind) => kind.promotes));
    // A crown says enough where there is one kind and what it becomes.
    this.isCrowned = kinds.length === 2 && kinds.filter((kind) => this.promoted.has(kind)).length === 1;
    this.hasLetters = kinds.length > 1 && !this.isCrowned;
    this.nNeutral = new Set(declared.pieces.filter((piece) => piece.owner === 2).map((piece) => piece.kind)).size;
    this.hasSigns = this.style === "tiles" && hasTileSigns();
    const isColors = declared.players.every((name) => Object.hasOwn(COLORS, name));
    this.players = isColors ? declared.players : ["white", "black"];
  }

  /** The colors of an owner: 0, 1, or 2 for nobody. */
  color(owner) {
    return owner === 2 ? NOBODY : COLORS[this.players[owner] ?? "white"];
  }

  /** What a piece is called. */
  name(number) {
    const { kind, owner } = this.declared.pieces[number];
    const name = this.called(kind, number);
    return owner === 2 || this.declared.players.length < 2 ? name : `${this.declared.players[owner]} ${name}`;
  }

  /** The name of a kind; a number that is written on the piece is a word of its own. */
  called(kind, number) {
    const { symbol } = this.declared.pieces[number];
    const { name } = this.declared.kinds[kind];
    if (!/^\d+$/.test(symbol)) return name;
    return `${name.endsWith(symbol) ? name.slice(0, -symbol.length) : name} ${symbol}`;
  }

  /** The piece of a kind that an owner has. */
  of(kind, owner) {
    const pieces = this.declared.pieces;
    const exact = pieces.findIndex((piece) => piece.kind === kind && piece.owner === owner);
    return exact >= 0 ? exact : pieces.findIndex((piece) => piece.kind === kind);
  }

  /** The drawing of a piece, one unit wide around (0, 0). */
  draw(number, isFlipped) {
    const piece = this.declared.pieces[number];
    const name = this.declared.kinds[piece.kind].name;
    let drawn;
    if (piece.drawing !== null) drawn = this.drawing(piece);
    else if (piece.owner === 2 && !this.declared.stacks) drawn = this.block(piece, name);
    else if (this.style === "figures" && hasFigure(name)) drawn = this.figure(piece, name);
    else if (this.style === "tiles") drawn = this.tile(piece, name, isFlipped);
    else drawn = this.disc(piece);
    return svg("g", { transform: "scale(0.01) translate(-50 -50)" }, drawn);
  }

  /** A drawing of the game's folder in the colors of its owner. It is an image, in which a browser runs
   * nothing and loads nothing; one that cannot be shown gives way to a disc. */
  drawing(piece) {
    const { fill, edge, ink, figureEdge } = this.color(piece.owner);
    const colors = { fill, edge: figureEdge ?? edge, ink };
    const text = this.declared.drawings[piece.drawing].replace(/var\(--(fill|edge|ink)(,(?:[^()]|\([^()]*\))*)?\)/g, (_, name) => colors[name]);
    const image = svg("image", { x: 4, y: 4, width: 92, height: 92, href: `data:image/svg+xml,${encodeURIComponent(text)}`, "aria-hidden": "true" });
    image.addEventListener("error", () => image.replaceWith(this.disc(piece)));
    return image;
  }

  figure(piece, name) {
    const { fill, edge, figureEdge } = this.color(piece.owner);
    return figure(name, fill, figureEdge ?? edge, Boolean(figureEdge));
  }

  disc(piece) {
    const { fill, edge, ink } = this.color(piece.owner);
    const inside = [];
    if (this.isCrowned) {
      inside.push(svg("circle", { cx: 50, cy: 50, r: 28, fill: "none", stroke: ink, "stroke-opacity": 0.3, "stroke-width": 3 }));
      if (this.promoted.has(piece.kind)) inside.push(crown(ink));
    } else if (this.hasLetters) {
      inside.push(letter(piece.symbol.toUpperCase(), ink, 44));
    }
    return svg("g", {}, svg("circle", { cx: 50, cy: 50, r: 39, fill, stroke: edge, "stroke-width": 3 }), ...inside);
  }

  tile(piece, name, isFlipped) {
    const isPromoted = this.promoted.has(piece.kind);
    const ink = isPromoted ? "#a3161f" : "#221a10";
    const sign = (this.hasSigns && TILE_SIGNS[name]) || piece.symbol.toUpperCase();
    const turned = (piece.owner === 1) !== isFlipped;
    return svg("g", { transform: turned ? "rotate(180 50 50)" : undefined },
      svg("path", { d: "M50 8L78 20L87 92H13L22 20Z", fill: "#f6dfae", stroke: "#6b4a1e", "stroke-width": 2.5, "stroke-linejoin": "round" }),
      letter(sign, ink, sign.length > 1 && !this.hasSigns ? 36 : 46, 60));
  }

  block(piece, name) {
    const { fill, edge, ink } = NOBODY;
    const isWall = name === "wall";
    const parts = [svg("rect", { x: isWall ? 0 : 14, y: isWall ? 0 : 14, width: isWall ? 100 : 72, height: isWall ? 100 : 72, rx: isWall ? 0 : 12, fill: isWall ? "#5b4a3a" : fill, stroke: edge, "stroke-width": 3 })];
    if (this.nNeutral > 1 && !isWall) parts.push(letter(piece.symbol, ink, piece.symbol.length > 1 ? 38 : 46));
    return svg("g", {}, ...parts);
  }
}

/** A letter on a piece; what the piece is called is said by the field. */
function letter(text, ink, size, y = 50) {
  return svg("text", { "aria-hidden": "true", x: 50, y, fill: ink, "font-size": size, "font-weight": 700, "text-anchor": "middle", "dominant-baseline": "central", "font-family": "system-ui, sans-serif" }, text);
}
