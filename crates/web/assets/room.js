// A game in which something is hidden: each player has a room of their own with a secret in its
// address, sees what is theirs to see, and reads what the referee says. The server never sends
// the rest.

import { ask, stream } from "./api.js";
import { write } from "./address.js";
import { Belief } from "./belief.js";
import { Beside } from "./beside.js";
import { Board } from "./board.js";
import { announce, button, el, toast } from "./dom.js";
import { dragMoves } from "./drag.js";
import { Entry } from "./entry.js";
import { Pieces } from "./pieces.js";

/** Where a room is opened. */
export class Lobby {
  constructor(root, declared, question) {
    Object.assign(this, { question });
    const rivals = [["", "another person"], ["1", "the computer, quick"], ["2", "the computer"], ["3", "the computer, thorough"]];
    this.rival = el("select", { "data-rival": true }, ...rivals.map(([value, label]) => el("option", { value }, label)));
    const side = (name, player) => button(`Play as ${name}`, () => this.enter(player), { "data-side": player });
    root.replaceChildren(el("div", { class: "home" },
      el("h1", {}, declared.name.replaceAll("_", " ")), el("p", {}, declared.about),
      el("p", {}, "Something is hidden in this game, so each player has a page of their own. Choose whom you play against, and a side; for a person you then get a link."),
      el("label", { class: "row" }, "Against", this.rival),
      el("div", { class: "row" }, ...declared.players.map(side))));
  }

  async enter(player) {
    try {
      const computer = this.rival.value ? Number(this.rival.value) : undefined;
      const { key, invitation } = await ask("api/room", { ...this.question, player, computer });
      location.hash = write({ room: key, invite: invitation ?? undefined });
    } catch (error) {
      toast(error.message, true);
    }
  }

  close() {}
}

/** A room. It offers what a table does, as far as the board and what is beside it need it. */
export class Room {
  constructor(root, { room, invite, invitation }) {
    Object.assign(this, { root, key: room, invite, invitation });
    this.computer = { isThinking: false };
    this.control = new AbortController();
  }

  async open() {
    if (this.invitation) {
      const { key } = await ask("api/room", { invitation: this.invitation });
      location.replace(write({ room: key }));
      return;
    }
    const view = await ask("api/room/view", { key: this.key });
    this.declared = await ask("api/game", { game: view.game, rules: view.rules ?? undefined });
    // Something else may be shown by now.
    if (this.control.signal.aborted) return;
    this.pieces = new Pieces(this.declared);
    this.isFlipped = view.viewer === 1;
    this.build();
    this.showView(view);
    this.listen();
  }

  build() {
    this.board = new Board(this.declared, this.pieces, { onField: (i) => this.choose(i), isFlipped: this.isFlipped });
    this.beside = new Beside(this);
    this.heard = el("ol", { class: "heard", "aria-label": "What the referee said", tabindex: 0 });
    const [far, near] = this.isFlipped ? [0, 1] : [1, 0];
    const board = el("section", { class: "boardside", "aria-label": "Board" }, this.beside.strip(far), this.board.element, this.beside.strip(near), this.beside.prompt);
    dragMoves(board, this);
    this.root.replaceChildren(el("div", { class: "table" }, board, this.panel()));
  }

  panel() {
    const link = this.invite ? location.href.split("#")[0] + write({ invitation: this.invite }) : null;
    const share = link && el("div", {}, el("h2", {}, "Link for the other player"), el("p", { class: "share" }, el("a", { href: link, "data-invitation": link }, link)));
    return el("aside", { class: "panel", "aria-label": "Game" },
      el("div", { class: "title" }, el("h1", {}, this.declared.name.replaceAll("_", " ")), el("p", {}, this.declared.about)),
      share, el("h2", {}, "What you know"), this.heard, this.trouble = el("p", { class: "no", role: "alert" }),
      (this.likely = new Belief(this)).element);
  }

  /** Follows the game; a connection that was lost is made again. */
  async listen() {
    while (!this.control.signal.aborted) {
      try {
        await stream("api/room/events", { key: this.key }, this.control.signal, (name, view) => name === "view" && this.showView(view));
      } catch (error) {
        if (this.control.signal.aborted) return;
        toast(error.message, true);
      }
      await new Promise((done) => setTimeout(done, 1500));
    }
  }

  showView(view) {
    const isNew = JSON.stringify(view) !== JSON.stringify(this.state);
    if (!isNew || this.isOlder(view)) return;
    this.state = view;
    this.entry = new Entry(view.moves, this.declared.stacks);
    this.trouble.textContent = view.trouble ?? "";
    this.likely.clear();
    this.show();
    this.showHeard();
  }

  /** The answer to an attempt may come after the stream has shown what the other side did then. */
  isOlder({ turns, heard }) {
    if (!this.state) return false;
    const by = turns.length - this.state.turns.length || heard.length - this.state.heard.length;
    return by < 0;
  }

  show() {
    const isBegun = this.entry.isBegun();
    const fields = new Set(this.isPersonsTurn() ? this.entry.fields() : []);
    const isPlacing = [...fields].every((i) => this.state.board[i].length === 0);
    this.board.show(this.state, {
      entered: new Set(this.entry.entered.filter((step) => typeof step === "number")),
      targets: isBegun || isPlacing ? fields : new Set(), sources: fields,
    });
    this.beside.show();
  }

  showHeard() {
    const { players } = this.declared;
    const said = (words) => (words.length ? ` – ${words.join("; ")}` : "");
    const turns = this.state.turns.map(({ player, text, heard }) => el("li", {}, `${players[player]}: ${text ?? "?"}${said(heard)}`));
    const now = this.state.heard.map((words) => el("li", { class: "now" }, words));
    this.heard.replaceChildren(...turns, ...now);
    this.heard.scrollTop = this.heard.scrollHeight;
    const last = this.state.heard.at(-1) ?? this.state.turns.at(-1)?.heard.at(-1);
    if (last) announce(last);
  }

  isOver() {
    return this.state.outcome !== null;
  }

  isPersonsTurn() {
    return !this.isOver() && this.state.player === this.state.viewer && !this.isSending;
  }

  result() {
    return this.state.outcome?.words ?? "";
  }

  choose(i) {
    if (this.isPersonsTurn() && (this.entry.take(i) || this.entry.restart(i))) this.stepTaken();
  }

  chooseStep(step) {
    if (this.isPersonsTurn() && (this.entry.take(step) || this.entry.restart(step))) this.stepTaken();
  }

  undoStep() {
    this.entry.undo();
    this.show();
  }

  stepTaken() {
    const move = this.entry.decided();
    if (move) this.play(move.text);
    else this.show();
  }

  async play(text) {
    this.isSending = true;
    try {
      const view = await ask("api/room/try", { key: this.key, move: text });
      this.isSending = false;
      this.showView(view);
      // What the stream showed meanwhile could not be clicked yet.
      this.show();
    } catch (error) {
      this.isSending = false;
      this.entry = new Entry(this.state.moves, this.declared.stacks);
      this.show();
      toast(error.message, true);
    }
  }

  close() {
    this.control.abort();
  }
}
