// Analysis of the position that is shown, while it runs: the best lines with what they are
// worth, how deep and how fast, and the value of each position of the game as a graph.

import { stream } from "./api.js";
import { Combination } from "./combination.js";
import { button, el, toast } from "./dom.js";
import { graph } from "./graph.js";
import { Known } from "./known.js";

export class Analysis {
  constructor(table) {
    this.table = table;
    this.values = new Map();
    this.toggle = button("Analyze", () => this.setOn(!this.isOn), { "aria-pressed": "false", "data-action": "analyze" });
    this.count = el("select", { "aria-label": "Lines", onchange: () => this.run() }, ...[1, 3, 5, 8, 64].map((n) => el("option", { value: n, selected: n === 3 }, n === 1 ? "1 line" : n === 64 ? "all moves" : `${n} lines`)));
    this.whole = button("Whole game", () => this.wholeGame(), { title: "Look at every position of the game for a moment" });
    this.solved = el("p", { class: "solved", "aria-live": "polite" });
    this.about = el("p", { class: "about" });
    this.lines = el("ol", { class: "lines", "aria-label": "Best lines" });
    this.known = new Known(table);
    this.graph = el("div", { class: "graph" });
    this.element = el("div", { class: "analysis" }, el("div", { class: "row" }, this.toggle, this.count, this.whole), this.solved, this.about, this.lines, this.known.element, this.graph, new Combination(table).element);
    table.addEventListener("changed", () => this.changed());
    table.addEventListener("closed", () => this.stop());
    this.changed();
  }

  changed() {
    const line = this.table.moves.join(" ");
    // What was found of positions that are still in the game stays.
    if (!line.startsWith(this.line ?? "") && !(this.line ?? "").startsWith(line)) this.values.clear();
    this.line = line;
    this.lines.replaceChildren();
    this.about.textContent = "";
    this.solved.textContent = "";
    this.drawGraph();
    this.known.changed();
    if (this.isOn) this.run();
  }

  setOn(isOn) {
    this.isOn = isOn;
    this.toggle.setAttribute("aria-pressed", String(isOn));
    this.toggle.textContent = isOn ? "Stop" : "Analyze";
    if (isOn) this.run();
    else this.stop();
  }

  stop() {
    this.control?.abort();
    this.control = null;
  }

  async run() {
    this.stop();
    if (!this.isOn || this.table.declared.hidden) return;
    if (this.table.isOver()) return;
    await this.look(this.table.ply, { lines: Number(this.count.value) }, (found) => this.show(found));
  }

  /** Analyzes the position after this many moves until it is done or stopped. */
  async look(ply, how, onFound) {
    const control = (this.control = new AbortController());
    try {
      await stream("api/think", { ...this.table.question(ply), ...how }, control.signal, (name, data) => {
        if (control.signal.aborted) return;
        if (name === "solved") this.showSolved(data);
        if (name === "done" && data.decided) this.sayDecided(control);
        if (name !== "found" || data.lines.length === 0) return;
        this.values.set(ply, data.lines[0].bar);
        onFound(data);
        this.drawGraph();
      });
    } catch (error) {
      if (!control.signal.aborted) toast(error.message, true);
    }
    return !control.signal.aborted;
  }

  /** What was proved of the position, with the moves that keep it. */
  showSolved({ words, moves }) {
    const some = moves.slice(0, 8).join(", ") + (moves.length > 8 ? " …" : "");
    this.solved.textContent = `Solved: ${words}${some ? `; by ${some}` : ""}`;
  }

  /** All is decided: there is nothing to look for any more, and the button says so. */
  sayDecided(control) {
    if (this.control === control) this.about.textContent += " – all is decided";
  }

  async wholeGame() {
    this.setOn(false);
    for (let ply = 0; ply <= this.table.moves.length; ply++) {
      this.about.textContent = `Looking at position ${ply} of ${this.table.moves.length} …`;
      if (!(await this.look(ply, { lines: 1, seconds: 0.3 }, () => {}))) return;
    }
    this.about.textContent = "";
  }

  show({ depth, nodes, nodes_per_second: rate, lines }) {
    const number = new Intl.NumberFormat("en");
    this.about.textContent = `Depth ${depth}, ${number.format(nodes)} positions, ${number.format(rate)} a second`;
    this.lines.replaceChildren(...lines.map((line) => this.line_(line)));
    this.drawBars(lines);
  }

  line_({ moves, words, bar }) {
    const [first, ...rest] = moves;
    const meter = el("meter", { min: -1, max: 1, value: bar, "aria-label": "Value for the first player" });
    const move = button(first ?? "", () => this.table.isPersonsTurn() && this.table.play(first), { class: "best", onmouseenter: () => this.point(first), onfocus: () => this.point(first) });
    return el("li", {}, meter, el("span", { class: "words" }, words), move, el("span", { class: "rest" }, rest.join(" ")));
  }

  /** Draws on the board what the moves are worth: a bar where each of them ends, or begins if one
   * click is enough; the best one of a field counts. */
  drawBars(lines) {
    const { table } = this;
    const first = table.state.player === 0 ? 1 : -1;
    const best = new Map();
    for (const { moves: [text], bar } of lines) {
      const steps = table.state.moves.find((move) => move.text === text)?.steps ?? [];
      const fields = steps.filter((step) => typeof step === "number");
      const field = table.entry.oneClick ? fields[0] : fields[Math.min(1, fields.length - 1)];
      if (field !== undefined) best.set(field, Math.max(best.get(field) ?? -1, bar * first));
    }
    table.board.bars(best);
  }

  /** Draws a proposed move on the board. */
  point(text) {
    this.table.board.over.replaceChildren();
    this.table.drawMove(text);
  }

  drawGraph() {
    const { table } = this;
    if (table.declared.players.length < 2) return;
    this.graph.replaceChildren(graph(this.values, table.moves.length, table.ply, (ply) => table.goTo(ply)));
  }
}
