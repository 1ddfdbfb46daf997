// A designer's card of a game: the server lets it be played a few times, and the numbers, the
// tree of openings and the maps of where fields change and pieces go grow with each game.

import { ask, stream } from "./api.js";
import { write } from "./address.js";
import { Board } from "./board.js";
import { el, svg, toast } from "./dom.js";
import { Pieces } from "./pieces.js";

const percent = (share) => `${Math.round(100 * share)}%`;

export class Report {
  constructor(root, game) {
    Object.assign(this, { root, game });
    this.control = new AbortController();
  }

  async open() {
    this.declared = await ask("api/game", { game: this.game });
    // Something else may be shown by now.
    if (this.control.signal.aborted) return;
    this.pieces = new Pieces(this.declared);
    this.board = new Board(this.declared, this.pieces, { onField: () => {}, isSmall: true });
    this.choice = el("select", { "data-map": true, "aria-label": "What the map shows", onchange: () => this.drawMap() }, el("option", { value: "" }, "where fields change"));
    this.progress = el("p", { class: "about", "aria-live": "polite" }, "The first game is played …");
    this.numbers = el("dl", { class: "numbers" });
    this.tree = el("div", { class: "tree" });
    this.root.replaceChildren(el("div", { class: "home report" },
      el("h1", {}, `${this.declared.name.replaceAll("_", " ")}: a report`),
      el("p", {}, el("a", { href: write({ game: this.game }) }, "Play it"), " · both sides look at 200 positions for a move; the first two moves are drawn at random"),
      this.progress, this.numbers, el("h2", {}, "Where things happen"), el("div", { class: "row" }, this.choice), el("div", { class: "small-board" }, this.board.element), el("h2", {}, "How games begin"), this.tree));
    this.follow();
  }

  async follow() {
    try {
      await stream("api/report", { game: this.game }, this.control.signal, (name, data) => {
        if (name === "report") this.show(data);
        if (name === "done") this.progress.textContent = "All games are played.";
      });
    } catch (error) {
      if (this.control.signal.aborted) return;
      this.progress.textContent = error.message;
      toast(error.message, true);
    }
  }

  show(report) {
    const [first, second] = this.declared.players;
    const { games, length, branching, wins, draws, unfinished } = report;
    const rows = {
      Games: games,
      Length: `${length.mean.toFixed(1)} turns (${length.least} to ${length.most})`,
      Branching: `${branching.mean.toFixed(1)} moves (${branching.least} to ${branching.most})`,
      Complexity: `about 10^${Math.round(report.complexity)} games`,
      Balance: `${first} ${wins[0]}, ${second} ${wins[1]}, draws ${draws}${unfinished ? `, broken off ${unfinished}` : ""}: ${percent(report.share_of_first)} of the points for ${first}`,
      Decisive: `${percent(report.decisive)} of the games`,
      Lead: `changes ${report.lead_changes.toFixed(1)} times a game`,
    };
    const named = (winning, nAll) => (nAll === 0 ? "" : `: ${winning.map((it) => `${it.move} (${it.games})`).join(", ")}${nAll > winning.length ? ", …" : ""}`);
    const { n_winning: nWinning, n_first_winning: nFirst } = report;
    rows["First move"] = `${report.first_made} of ${report.first_moves} made, ${nFirst} of them won${named(report.first_winning, nFirst)}`;
    if (nWinning > 0) rows["Won by"] = `${nWinning} ${nWinning === 1 ? "move" : "moves"}${named(report.winning, nWinning)}`;
    this.progress.textContent = `${games} ${games === 1 ? "game" : "games"} played …`;
    this.numbers.replaceChildren(...Object.entries(rows).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, String(value))]));
    this.tree.replaceChildren(this.branches(report.openings));
    this.report = report;
    this.offerMaps();
    this.drawMap();
  }

  /** Adds the pieces that have come somewhere to what the map can show. */
  offerMaps() {
    const known = new Set([...this.choice.options].map((option) => option.value));
    const fresh = this.report.goes.filter(({ piece }) => !known.has(String(piece)));
    this.choice.append(...fresh.map(({ piece }) => el("option", { value: piece }, `where the ${this.pieces.name(piece)} goes`)));
  }

  drawMap() {
    if (!this.report) return;
    const { heat, goes } = this.report;
    this.board.element.setAttribute("aria-label", `${this.choice.selectedOptions[0].textContent}: the darker, the more often`);
    this.drawHeat(goes.find(({ piece }) => String(piece) === this.choice.value)?.heat ?? heat);
  }

  /** Moves at the beginning, each with what followed it. */
  branches(openings) {
    const [first] = this.declared.players;
    const item = ({ move, games, share_of_first: share, then }) =>
      el("li", {}, el("strong", {}, move), ` ${games} ${games === 1 ? "game" : "games"}, ${percent(share)} for ${first}`, then.length ? this.branches(then) : null);
    return el("ul", {}, ...openings.map(item));
  }

  drawHeat(heat) {
    const most = Math.max(...heat, 1e-9);
    this.board.over.replaceChildren(...heat.map((share, i) => {
      const { x, y } = this.board.places[i];
      const dot = svg("circle", { class: "heat", cx: x, cy: y, r: 0.42, "fill-opacity": (share / most).toFixed(2) });
      dot.append(svg("title", {}, `${this.declared.fields[i].name}: ${percent(share)} of the turns`));
      return dot;
    }));
  }

  close() {
    this.control.abort();
  }
}
