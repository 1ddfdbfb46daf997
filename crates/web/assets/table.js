// A game at the table: its position, whose turn it is, and what a click means. The other
// modules show parts of it and call its methods; whoever wants to know when something has
// changed listens to "changed".

import { ask } from "./api.js";
import { pack, write } from "./address.js";
import { Beside } from "./beside.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { Computer } from "./computer.js";
import { announce, el, toast } from "./dom.js";
import { dragMoves } from "./drag.js";
import { Entry } from "./entry.js";
import { Pieces } from "./pieces.js";

export class Table extends EventTarget {
  constructor({ game, rules, start, moves = [], seats = ["person", "person"], isFlipped = false, resigned = null, clock = "" }) {
    super();
    Object.assign(this, { game, rules, start, moves, seats, isFlipped, resigned });
    // The zone whose fields are framed, if one is.
    this.zone = null;
    this.ply = moves.length;
    this.timedOut = null;
    this.computer = new Computer(this);
    this.reasons = new Set();
    this.element = el("section", { class: "boardside", "aria-label": "Board" });
    dragMoves(this.element, this);
    this.clock = new Clock(this);
    this.clock.set(clock);
  }

  /** The words by which the server knows this position. */
  question(ply = this.ply) {
    return { game: this.game, rules: this.rules, start: this.start, moves: this.moves.slice(0, ply) };
  }

  /** Asks for the game and shows it, after this many of its moves. */
  async load(ply = this.moves.length) {
    this.declare(await ask("api/game", { game: this.game, rules: this.rules }));
    if (!(this.resigned in this.declared.players)) this.resigned = null;
    if (!(await this.refresh())) await this.keepWhatIsLegal();
    if (ply < this.moves.length) await this.goTo(ply);
  }

  /** Takes what the rules declare, and makes the board. */
  declare(declared) {
    this.declared = declared;
    this.pieces = new Pieces(declared);
    this.build();
  }

  /** Shows what can be shown of an address that somebody changed or that other rules made. */
  async keepWhatIsLegal() {
    const isLegal = (ply) => ask("api/state", this.question(ply)).then(() => true, () => false);
    if (this.start !== undefined && !(await isLegal(0))) Object.assign(this, { start: undefined, moves: [], ply: 0 });
    // Moves up to one that is none are legal, and none after it is.
    let [legal, illegal] = [0, this.moves.length];
    while (legal + 1 < illegal) {
      const middle = (legal + illegal) >> 1;
      if (await isLegal(middle)) legal = middle;
      else illegal = middle;
    }
    Object.assign(this, { moves: this.moves.slice(0, legal), ply: legal, resigned: null });
    await this.refresh();
  }

  /** Makes the board, in the direction in which it is looked at. */
  build() {
    this.board = new Board(this.declared, this.pieces, { onField: (i) => this.choose(i), isFlipped: this.isFlipped });
    this.beside = new Beside(this);
    const [far, near] = this.isFlipped ? [0, 1] : [1, 0];
    this.element.replaceChildren(this.beside.strip(far), this.board.element, this.beside.strip(near), this.beside.prompt);
  }

  /** Asks for the position and shows it; whether there is one. */
  async refresh() {
    const asked = (this.asked = Symbol("question"));
    try {
      const state = await ask("api/state", this.question());
      if (asked === this.asked && !this.isClosed) this.take(state);
      return true;
    } catch (error) {
      toast(error.message, true);
      return false;
    }
  }

  /** Shows a position that the server has told. */
  take(state) {
    this.state = state;
    this.entry = new Entry(this.state.moves, this.declared.stacks);
    this.hint = null;
    this.reasons = new Set();
    this.show();
    this.dispatchEvent(new Event("changed"));
    this.saveAddress();
    this.computer.move();
  }

  isLatest() {
    return this.ply === this.moves.length;
  }

  isOver() {
    return this.resigned !== null || this.timedOut !== null || this.state.outcome !== null;
  }

  /** Whether a person is to move here and now. */
  isPersonsTurn() {
    return !this.isOver() && this.seats[this.state.player] === "person" && !this.computer.isThinking;
  }

  /** What the game came to, in words; empty while it goes on. */
  result() {
    const { players } = this.declared;
    if (this.resigned !== null) return `${players[this.resigned]} resigned`;
    if (this.state.outcome) return this.state.outcome.words;
    return this.timedOut === null ? "" : `${players[this.timedOut]} ran out of time`;
  }

  /** Shows the position and what was entered of a move. */
  show() {
    const entered = this.entry.entered.filter((step) => typeof step === "number");
    const isTurn = this.isPersonsTurn();
    const fields = new Set(isTurn ? this.entry.fields() : []);
    const isBegun = this.entry.isBegun();
    const marks = {
      changed: new Set(this.state.changed),
      entered: new Set(entered),
      reason: this.reasons,
      targets: isBegun || this.isPlacing(fields) ? fields : new Set(),
      sources: fields,
    };
    this.board.frame(this.zone);
    this.board.show(this.state, marks);
    // A piece is shown where the steps so far have brought it.
    if (entered.length > 1) this.board.ghost(this.state.board[entered[0]], entered.at(-1));
    if (this.hint) this.drawMove(this.hint);
    this.beside.show();
  }

  /** Whether dots help to see where a piece may be placed: not if it may be everywhere. */
  isPlacing(fields) {
    const isEmpty = (i) => this.state.board[i].length === 0;
    const nEmpty = this.state.board.filter((stack) => stack.length === 0).length;
    return fields.size < nEmpty && [...fields].every(isEmpty);
  }

  /** A move as arrows and rings. */
  drawMove(text) {
    const move = this.state.moves.find((known) => known.text === text);
    const fields = (move?.steps ?? []).filter((step) => typeof step === "number");
    if (fields.length === 1) this.board.ring(fields[0]);
    for (let i = 1; i < fields.length; i++) this.board.arrow(fields[i - 1], fields[i]);
  }

  /** A field was clicked. */
  choose(i) {
    if (!this.isPersonsTurn()) return;
    const entered = this.entry.entered;
    if (this.entry.isBegun() && entered.at(-1) === i && !this.entry.fields().includes(i)) {
      this.undoStep();
      return;
    }
    if (!this.entry.take(i) && !this.entry.restart(i)) {
      this.refuse(i);
      return;
    }
    this.stepTaken();
  }

  /** Something beside the board was chosen. */
  chooseStep(step) {
    if (!this.isPersonsTurn()) return;
    if (this.entry.take(step) || this.entry.restart(step)) this.stepTaken();
  }

  stepTaken() {
    const move = this.entry.decided();
    if (move) this.play(move.text);
    else {
      this.show();
      announce(this.beside.words());
    }
  }

  undoStep() {
    this.entry.undo();
    this.show();
  }

  /** A click that leads nowhere: why a move to there is none. */
  refuse(i, from = this.entry.entered.findLast((step) => typeof step === "number")) {
    const name = (n) => this.declared.fields[n].name;
    this.entry.clear();
    this.show();
    // A click beside everything is no attempt.
    if (from !== undefined) this.dispatchEvent(new CustomEvent("refused", { detail: name(from) + name(i) }));
  }

  /** Plays a move; if an earlier position is shown, what followed it is given up. */
  async play(text) {
    this.moves = [...this.moves.slice(0, this.ply), text];
    this.ply = this.moves.length;
    this.resigned = null;
    const mover = this.declared.players[this.state.player];
    await this.refresh();
    const result = this.result();
    announce(`${mover}: ${text}. ${result || `${this.declared.players[this.state.player]} to move`}`);
  }

  /** Takes the last move back. Whoever asks twice takes two back, however quickly: the second one
   * waits until it is known what the first one leaves. */
  takeBack() {
    this.takenBack = (this.takenBack ?? Promise.resolve()).then(() => this.takeOneBack());
    return this.takenBack;
  }

  /** Takes the last move back, and with it those of the computer before it. Before the first move
   * only what broke the game off can be taken back. */
  async takeOneBack() {
    if (this.ply === 0 && this.resigned === null && this.timedOut === null) return;
    this.computer.stop();
    const asked = (this.asked = Symbol("question"));
    let n = Math.max(0, this.ply - 1);
    const hasPerson = this.seats.includes("person");
    try {
      while (hasPerson && n > 0 && this.seats[await this.playerAt(n)] !== "person") n -= 1;
    } catch (error) {
      toast(error.message, true);
      return;
    }
    // Something else may have happened meanwhile.
    if (asked !== this.asked || this.isClosed) return;
    Object.assign(this, { resigned: null, timedOut: null });
    if (this.ply > 0) Object.assign(this, { moves: this.moves.slice(0, n), ply: n });
    await this.refresh();
  }

  /** Who is to move at a turn: players need not alternate. */
  async playerAt(ply) {
    return (await ask("api/state", this.question(ply))).player;
  }

  goTo(ply) {
    this.computer.stop();
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
    return this.refresh();
  }

  resign() {
    if (this.isOver()) return;
    this.computer.stop();
    const person = this.seats.indexOf("person");
    const isMixed = this.seats.some((seat) => seat !== "person");
    this.resigned = isMixed && person >= 0 ? person : this.state.player;
    this.show();
    this.dispatchEvent(new Event("changed"));
    this.saveAddress();
    announce(this.result());
  }

  restart(start = undefined) {
    this.computer.stop();
    Object.assign(this, { start, moves: [], ply: 0, resigned: null });
    this.clock.reset();
    return this.refresh();
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.build();
    this.show();
    this.saveAddress();
  }

  setSeat(player, seat) {
    this.computer.stop();
    this.seats[player] = seat;
    this.show();
    this.saveAddress();
    this.computer.move();
  }

  /** Another position to begin with; complains if it is none. */
  async setPosition(text) {
    await ask("api/state", { game: this.game, rules: this.rules, start: text, moves: [] });
    await this.restart(text);
  }

  async address() {
    const seat = (player) => (this.seats[player] === "person" ? undefined : String(this.seats[player]));
    return write({
      game: this.game, rules: this.rules && (await pack(this.rules)), start: this.start, moves: this.moves.join(" "),
      ply: this.isLatest() ? undefined : String(this.ply), first: seat(0), second: seat(1), clock: this.clock.text, flipped: this.isFlipped ? "1" : undefined, resigned: this.resigned === null ? undefined : String(this.resigned),
    });
  }

  async saveAddress() {
    if (this.isClosed || this.keepsNoAddress) return;
    const address = await this.address();
    if (!this.isClosed) history.replaceState(null, "", address);
  }

  close() {
    this.isClosed = true;
    this.computer.stop();
    this.dispatchEvent(new Event("closed"));
  }
}
