// The board as a drawing, made once for a game and changed from position to position. Fields
// are buttons: they can be clicked, touched, reached by the arrow keys, and are read aloud.

import { svg } from "./dom.js";
import { arrowKeys } from "./keys.js";

const LIGHT = "#f2e3c6";
const DARK = "#c9a878";
const PLAIN = "#ecd9b4";
const EDGE = "#8d6f45";

export class Board {
  /** `onField(i)` is called when a field is chosen. */
  constructor(declared, pieces, { onField, isFlipped = false, isSmall = false }) {
    Object.assign(this, { declared, pieces, onField, isFlipped, isSmall });
    const xs = declared.fields.map((field) => field.x);
    const ys = declared.fields.map((field) => field.y);
    const [maxX, maxY] = [Math.max(...xs) + 0.5, Math.max(...ys) + 0.5];
    this.places = declared.fields.map(({ x, y }) => (isFlipped ? { x: maxX + Math.min(...xs) - 0.5 - x, y: maxY + Math.min(...ys) - 0.5 - y } : { x, y }));
    const margin = isSmall ? 0.1 : declared.shape === "hexagons" ? 1.15 : 0.62;
    const side = declared.shape === "hexagons" ? 0.1 : 0;
    // Names of points are above them, where they have no rows and columns.
    this.above = declared.size || isSmall ? 0 : 0.3;
    this.element = svg("svg", {
      class: "board", viewBox: `${-margin} ${-0.08 - side - this.above} ${maxX + margin + 0.1 + 2 * side} ${maxY + margin + 0.1 + 2 * side + this.above}`,
      role: isSmall ? "img" : "group", "aria-label": `${declared.name} board`,
    });
    this.element.style.setProperty("--ratio", (maxX + margin) / (maxY + margin));
    if (declared.drawn_board !== null) this.drawDrawing(maxX, maxY);
    else if (declared.shape === "points") this.drawPlate();
    this.drawLines();
    if (!isSmall) this.drawNames();
    this.fields = declared.fields.map((_, i) => this.makeField(i, isSmall));
    this.element.append(...this.fields.map((field) => field.group));
    this.drawGoals();
    this.zones = svg("g", { class: "zones", "pointer-events": "none" });
    this.over = svg("g", { class: "over", "pointer-events": "none" });
    this.element.append(this.zones, this.over);
    if (!isSmall) arrowKeys(this);
  }

  isChecked(i) {
    const { shape, kinds, players, size, fields } = this.declared;
    if (shape !== "squares" || kinds.length < 2 || players.length < 2 || this.pieces.style === "tiles") return null;
    const [width, height] = size;
    // Where there are places without a field, two colors would hide the shape of the board.
    if (fields.length < width * height) return null;
    const { x, y } = fields[i];
    return (Math.floor(x) + height - 1 - Math.floor(y)) % 2 === 0;
  }

  shapeOf(i) {
    const { x, y } = this.places[i];
    const dark = this.isChecked(i);
    const fill = dark === null ? PLAIN : dark ? DARK : LIGHT;
    const isDrawn = this.declared.drawn_board !== null;
    const paint = { class: "cell", fill: isDrawn ? "transparent" : fill, stroke: isDrawn ? "none" : EDGE, "stroke-width": 0.02 };
    if (this.declared.shape === "squares") return svg("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, ...paint });
    if (this.declared.shape === "points") {
      // Points that hold stacks are pits.
      return svg("circle", { cx: x, cy: y, r: this.declared.stacks ? 0.44 : 0.13, ...paint, fill: this.declared.stacks ? PLAIN : EDGE });
    }
    const corner = (n) => `${x + Math.sin((Math.PI * n) / 3) / Math.sqrt(3)},${y - Math.cos((Math.PI * n) / 3) / Math.sqrt(3)}`;
    return svg("polygon", { points: [0, 1, 2, 3, 4, 5].map(corner).join(" "), ...paint });
  }

  makeField(i, isSmall) {
    const { x, y } = this.places[i];
    const mark = svg("g", { class: "mark" });
    const stack = svg("g", { transform: `translate(${x} ${y})` });
    const reach = svg("circle", { cx: x, cy: y, r: 0.47, fill: "transparent" });
    const focus = svg("circle", { class: "focus", cx: x, cy: y, r: 0.46, fill: "none" });
    const group = svg("g", isSmall ? {} : { class: "field", role: "button", tabindex: i === 0 ? 0 : -1, "data-field": this.declared.fields[i].name }, this.shapeOf(i), mark, stack, reach, focus);
    if (!isSmall) {
      group.addEventListener("click", () => this.onField(i));
      group.addEventListener("focus", () => this.setCursor(i, false));
    }
    return { group, mark, stack };
  }

  /** The board as the game's folder draws it: as an image, in which a browser runs and loads nothing. */
  drawDrawing(width, height) {
    const href = `data:image/svg+xml,${encodeURIComponent(this.declared.drawn_board)}`;
    this.element.append(svg("image", { width, height, href, preserveAspectRatio: "none", transform: this.isFlipped ? `rotate(180 ${width / 2} ${height / 2})` : undefined }));
  }

  /** What points and lines are drawn on, so that pieces of any color stand out, light and dark. */
  drawPlate() {
    const [xs, ys] = ["x", "y"].map((axis) => this.places.map((place) => place[axis]));
    const [left, top] = [Math.min(...xs) - 0.5, Math.min(...ys) - 0.5 - this.above];
    const [width, height] = [Math.max(...xs) + 0.5 - left, Math.max(...ys) + 0.5 - top];
    this.element.append(svg("rect", { class: "plate", x: left, y: top, width, height, rx: 0.12, fill: this.declared.stacks ? DARK : LIGHT, stroke: EDGE, "stroke-width": 0.02 }));
  }

  drawLines() {
    if (this.declared.drawn_board !== null) return;
    for (const line of this.declared.lines) {
      const points = line.map((i) => `${this.places[i].x},${this.places[i].y}`).join(" ");
      this.element.append(svg("polyline", { points, fill: "none", stroke: EDGE, "stroke-width": 0.05 }));
    }
  }

  /** Where each player wants to get to, if stones of one kind are all that there is to see: a
   * zone that differs between the players, as a line along their fields. */
  drawGoals() {
    const { zones, kinds, shape, players } = this.declared;
    if (players.length < 2) this.drawAims();
    if (kinds.length > 1 || shape === "points" || players.length < 2) return;
    const groups = zones.filter(({ fields }) => fields[0].join() !== fields[1].join()).flatMap(({ fields }) => fields.map((list, owner) => [list, owner]));
    for (const [list, owner] of groups) {
      const points = this.alongEdge(list);
      if (points) this.element.append(svg("polyline", { points, class: "goal", fill: "none", stroke: this.pieces.color(owner).fill, "stroke-width": 0.15, "stroke-opacity": 0.9, "stroke-linecap": "round", "stroke-linejoin": "round", "pointer-events": "none" }));
    }
  }

  /** The fields of a row or column, moved to the edge of the board; nothing if they are none. */
  alongEdge(list) {
    if (list.length < 2) return null;
    const [first, last] = [this.places[list[0]], this.places[list.at(-1)]];
    const length = Math.hypot(last.x - first.x, last.y - first.y);
    let [nx, ny] = [(last.y - first.y) / length, (first.x - last.x) / length];
    const aside = ({ x, y }) => (x - first.x) * nx + (y - first.y) * ny;
    if (list.some((i) => Math.abs(aside(this.places[i])) > 0.1)) return null;
    const middle = this.places.reduce((sum, place) => sum + aside(place), 0);
    if (middle > 0) [nx, ny] = [-nx, -ny];
    return list.map((i) => `${this.places[i].x + 0.56 * nx},${this.places[i].y + 0.56 * ny}`).join(" ");
  }

  /** The zones of a puzzle, which are where something is to be brought to. */
  drawAims() {
    for (const i of this.declared.zones.flatMap(({ fields }) => fields[0])) {
      const { x, y } = this.places[i];
      const frame = svg("rect", { x: x - 0.42, y: y - 0.42, width: 0.84, height: 0.84, fill: "none", stroke: "#a3561f", "stroke-width": 0.05, "stroke-dasharray": "0.12 0.08", "pointer-events": "none" });
      this.element.append(frame);
    }
  }

  /** Frames the fields of a zone, inside of each other where both players have the field in theirs;
   * of no zone if there is none. */
  frame(zone) {
    this.framed = zone;
    const [first, second] = zone?.fields ?? [[], []];
    const isShared = first.join() === second.join();
    const drawn = (list, owner, scale) => list.map((i) => {
      const { x, y } = this.places[i];
      const shape = this.tint(i, `zone ${owner}`);
      shape.setAttribute("transform", `translate(${x} ${y}) scale(${scale}) translate(${-x} ${-y})`);
      return shape;
    });
    this.zones.replaceChildren(...drawn(first, isShared ? "both" : "first", 0.92), ...(isShared ? [] : drawn(second, "second", 0.8)));
  }

  drawNames() {
    const wide = Math.max(...this.places.map((place) => place.x));
    const label = (x, y, text, size = Math.min(0.5, Math.max(0.3, wide / 28))) => this.element.append(svg("text", { class: "coordinate", x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", "aria-hidden": "true" }, text));
    if (!this.declared.size) {
      this.element.classList.add("named");
      this.places.forEach(({ x, y }, i) => label(x, y - 0.53, this.declared.fields[i].name, 0.22));
      return;
    }
    const isHex = this.declared.shape === "hexagons";
    const rows = new Map();
    const columns = new Map();
    this.declared.fields.forEach(({ name }, i) => {
      const [, column, row] = name.match(/^([a-z]+)(\d+)$/) ?? [null, name, ""];
      const place = this.places[i];
      if (!rows.has(row) || place.x < rows.get(row).x) rows.set(row, place);
      if (!columns.has(column) || place.y > columns.get(column).y) columns.set(column, place);
    });
    const lowest = Math.max(...this.places.map((place) => place.y));
    for (const [row, place] of rows) label(isHex ? place.x - 1.15 : -0.3, place.y, row);
    for (const [column, place] of columns) label(isHex ? place.x + 0.5 : place.x, (isHex ? place.y + 0.1 : lowest) + 0.8, column);
  }

  /** Shows a position: what is on each field, and what is marked. */
  show(state, marks = {}) {
    const has = (name, i) => marks[name]?.has?.(i) ?? false;
    this.fields.forEach(({ group, mark, stack }, i) => {
      const { x, y } = this.places[i];
      const numbers = state.board[i];
      stack.replaceChildren(...this.stack(numbers));
      const signs = [];
      if (state.seen && !state.seen[i]) signs.push(this.tint(i, "unseen"));
      for (const name of ["changed", "reason", "entered", "hint"]) if (has(name, i)) signs.push(this.tint(i, name));
      if (has("targets", i)) signs.push(svg("circle", { class: numbers.length ? "target taken" : "target", cx: x, cy: y, r: numbers.length ? 0.44 : 0.13 }));
      mark.replaceChildren(...signs);
      group.classList.toggle("choosable", has("targets", i) || has("sources", i));
      if (!this.isSmall) group.setAttribute("aria-label", this.describe(i, state, marks));
    });
    this.over.replaceChildren();
  }

  tint(i, name) {
    const shape = this.shapeOf(i);
    for (const attribute of ["fill", "stroke", "stroke-width"]) shape.removeAttribute(attribute);
    shape.setAttribute("class", `tint ${name}`);
    if (this.declared.shape === "points") shape.setAttribute("r", 0.46);
    return shape;
  }

  describe(i, state, marks) {
    const numbers = state.board[i];
    const words = [this.declared.fields[i].name];
    if (state.seen && !state.seen[i]) words.push("not seen");
    else if (numbers.length === 0) words.push("empty");
    else words.push(this.pieces.name(numbers.at(-1)) + (numbers.length > 1 ? `, ${numbers.length} pieces` : ""));
    if (marks.entered?.has(i)) words.push("chosen");
    else if (marks.targets?.has(i)) words.push("can be chosen");
    if (marks.changed?.has(i)) words.push("last move");
    if (this.framed?.fields.some((list) => list.includes(i))) words.push(`in ${this.framed.name}`);
    return words.join(", ");
  }

  stack(numbers) {
    if (numbers.length === 0) return [];
    const isSame = numbers.every((number) => number === numbers[0]);
    const shown = numbers.slice(-4);
    const lift = 0.07;
    const drawn = shown.map((number, i) => {
      const group = svg("g", { transform: `translate(0 ${lift * ((shown.length - 1) / 2 - i)})` });
      group.append(this.pieces.draw(number, this.isFlipped));
      return group;
    });
    if (numbers.length > 1) {
      const y = -lift * (shown.length - 1) / 2;
      const { ink } = this.pieces.color(this.declared.pieces[numbers.at(-1)].owner);
      const count = svg("text", { "aria-hidden": "true", x: isSame ? 0 : 0.24, y: y + (isSame ? 0 : 0.24), "font-size": isSame ? 0.42 : 0.26, fill: ink, "font-weight": 700, "text-anchor": "middle", "dominant-baseline": "central" }, String(numbers.length));
      drawn.push(count);
    }
    return drawn;
  }

  /** Draws an arrow over the board, for a move that is proposed. */
  arrow(from, to) {
    const [a, b] = [this.places[from], this.places[to]];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const tip = { x: b.x - 0.12 * ux, y: b.y - 0.12 * uy };
    const neck = { x: tip.x - 0.34 * ux, y: tip.y - 0.34 * uy };
    const head = `${tip.x},${tip.y} ${neck.x - 0.2 * uy},${neck.y + 0.2 * ux} ${neck.x + 0.2 * uy},${neck.y - 0.2 * ux}`;
    this.over.append(svg("g", { class: "arrow" }, svg("line", { x1: a.x, y1: a.y, x2: neck.x, y2: neck.y }), svg("polygon", { points: head })));
  }

  /** Draws a bar at the foot of some fields: how good it is for the player to move, from -1 to 1. */
  bars(values) {
    this.over.querySelectorAll(".bar").forEach((bar) => bar.remove());
    for (const [i, value] of values) {
      const [x, y] = [this.places[i].x - 0.36, this.places[i].y + 0.32];
      const part = (kind, width) => svg("rect", { class: kind, x, y, width, height: 0.1, rx: 0.03 });
      this.over.append(svg("g", { class: "bar" }, part("whole", 0.72), part("part", 0.36 * (1 + value))));
    }
  }

  /** Draws a stack where it is about to go. */
  ghost(numbers, i) {
    const { x, y } = this.places[i];
    this.over.append(svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, ...this.stack(numbers)));
  }

  /** Puts a ring around a field, for a piece that is placed there. */
  ring(i, kind = "") {
    this.over.append(svg("circle", { class: `ring ${kind}`, cx: this.places[i].x, cy: this.places[i].y, r: 0.44 }));
  }

  /** Moves the cursor of the keyboard. */
  setCursor(i, withFocus = true) {
    this.fields.forEach(({ group }, n) => group.setAttribute("tabindex", n === i ? 0 : -1));
    this.cursor = i;
    if (withFocus) this.fields[i].group.focus();
  }
}
