// How a move is entered: step by step, by fields and choices. Pure data, so that a mouse, a
// finger, the keyboard and the tests use the same thing.
//
// A move is a list of steps: the number of a field, or a text such as "become:3". What was
// entered so far is a beginning of at least one move.

/** Whether two steps are the same. */
const same = (a, b) => a === b;

export class Entry {
  /** `isSown` says that pieces are in stacks, which one click may spread. */
  constructor(moves, isSown = false) {
    this.moves = moves;
    this.entered = [];
    this.nForced = 0;
    // Where one step tells every move from all others, it is enough to say what is sown.
    const firsts = new Set(moves.map((move) => move.steps[0]));
    this.oneClick = isSown && firsts.size === moves.length;
    this.skipForced();
  }

  /** The moves that begin with what was entered. */
  candidates(entered = this.entered) {
    return this.moves.filter((move) => entered.every((step, i) => same(step, move.steps[i])));
  }

  /** The steps that may come next. */
  next() {
    const at = this.entered.length;
    const steps = this.candidates().filter((move) => move.steps.length > at).map((move) => move.steps[at]);
    return [...new Set(steps)];
  }

  /** The fields among them. */
  fields() {
    return this.next().filter((step) => typeof step === "number");
  }

  /** The choices among them. */
  choices() {
    return this.next().filter((step) => typeof step === "string");
  }

  /** The move that is complete as it is entered, if there is one. */
  complete() {
    return this.candidates().find((move) => move.steps.length === this.entered.length && this.entered.length > 0);
  }

  /** The move that was meant, if nothing else can follow. */
  decided() {
    const candidates = this.candidates();
    if (candidates.length !== 1 || this.entered.length === 0) return null;
    const [move] = candidates;
    return this.oneClick || move.steps.length === this.entered.length ? move : null;
  }

  /** Takes a step; whether it was one. */
  take(step) {
    if (!this.next().some((known) => same(known, step))) return false;
    this.entered.push(step);
    this.skipForced();
    return true;
  }

  /** A field that is no next step may begin another move. */
  restart(step) {
    const before = this.entered;
    this.clear();
    if (this.take(step)) return true;
    this.entered = before;
    return false;
  }

  /** A field is picked up to be dragged: it is where a move goes on from, or begins. */
  lift(step) {
    const last = this.entered.findLast((known) => typeof known === "number");
    if (this.isBegun() && last === step) return true;
    return this.restart(step);
  }

  /** Whether something was entered that can be taken back. */
  isBegun() {
    return this.entered.length > this.nForced;
  }

  /** Takes the last step back; whether there was one. */
  undo() {
    if (!this.isBegun()) return false;
    this.entered.pop();
    return true;
  }

  /** Forgets what was entered. */
  clear() {
    this.entered = [];
    this.nForced = 0;
    this.skipForced();
  }

  /** What is placed need not be chosen where there is no choice. */
  skipForced() {
    for (;;) {
      const next = this.next();
      const forced = next.length === 1 && typeof next[0] === "string" && next[0].startsWith("place:");
      if (!forced || this.complete() || this.candidates().length < 2) return;
      this.entered.push(next[0]);
      if (this.entered.length === this.nForced + 1) this.nForced += 1;
    }
  }
}
