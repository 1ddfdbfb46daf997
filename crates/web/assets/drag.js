// Dragging by mouse, pen or finger: something is picked up when the pointer has moved a little,
// a picture of it follows, and it is dropped on what is under the pointer. A press without
// movement stays a click.

import { svg } from "./dom.js";

/** The pointer must move this far, in pixels, before something is dragged. */
const FAR = 6;

/** What can be picked up: a finger on it does not move the page. */
const GRIP = ".field.choosable, .held:not([disabled]), .setup .field, .setup .tray *";

/** The field under a point of the window, or -1. */
export function fieldAt(board, x, y) {
  const group = document.elementsFromPoint(x, y).map((element) => element.closest?.("[data-field]")).find(Boolean);
  return board.fields.findIndex((field) => field.group === group);
}

/** The width of a field of a board in pixels. */
function unit(board) {
  return board.fields[0].group.querySelector(".focus").getBoundingClientRect().width / 0.92;
}

/**
 * Lets things inside `root` be dragged. `pick(target)` says what is picked up at an element: a
 * function that makes its drawings, or nothing; `drop(x, y)` is called where it is let go.
 */
export function dragging(root, getBoard, { pick, drop }) {
  // Browsers look at `touch-action` of the whole drawing only, so the page is held still here. The
  // listener is there from the start: one that is added when the finger comes down is too late.
  let isGripped = false;
  root.addEventListener("touchmove", (event) => isGripped && event.cancelable && event.preventDefault(), { passive: false });
  root.addEventListener("pointerdown", (down) => {
    if (!down.isPrimary || down.button !== 0) return;
    isGripped = down.target.closest(GRIP) !== null;
    let picture = null;
    let isOver = false;
    const move = (event) => {
      if (isOver || event.pointerId !== down.pointerId) return;
      if (!picture) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
        const drawings = pick(down.target);
        if (!drawings) return end();
        const size = Math.max(32, unit(getBoard()));
        picture = svg("svg", { class: "dragged", viewBox: "-0.5 -0.5 1 1", width: size, height: size, "aria-hidden": "true" }, ...drawings);
        document.body.append(picture);
      }
      event.preventDefault();
      picture.style.left = `${event.clientX}px`;
      picture.style.top = `${event.clientY}px`;
    };
    const up = (event) => {
      if (event.pointerId !== down.pointerId) return;
      const wasDragged = picture !== null;
      end();
      if (!wasDragged) return;
      // The click that follows is part of the drag.
      addEventListener("click", silence, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", silence, { capture: true }), 0);
      if (event.type === "pointerup") drop(event.clientX, event.clientY);
    };
    const silence = (event) => {
      event.stopPropagation();
      event.preventDefault();
    };
    const end = () => {
      isOver = true;
      isGripped = false;
      picture?.remove();
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  });
}

/** Lets the moves of a table or a room be dragged: pieces of the board and of the reserve. */
export function dragMoves(root, table) {
  // The field of a piece that has no move: dropping it asks why.
  let stuck = null;
  const fieldOf = (target) => table.board.fields.findIndex(({ group }) => group.contains(target));
  const pick = (target) => {
    stuck = null;
    if (!table.isPersonsTurn()) return null;
    const held = target.closest(".held:not([disabled])");
    if (held) {
      const step = held.dataset.step;
      if (!table.entry.entered.includes(step)) table.chooseStep(step);
      const kind = Number(step.split(":")[1]);
      return [table.pieces.draw(table.pieces.of(kind, table.state.player), table.isFlipped)];
    }
    const i = fieldOf(target);
    if (i < 0 || table.state.board[i].length === 0) return null;
    if (!table.entry.lift(i)) stuck = i;
    table.show();
    return table.board.stack(table.state.board[i]);
  };
  const drop = (x, y) => {
    const i = fieldAt(table.board, x, y);
    if (stuck !== null) {
      if (i >= 0 && i !== stuck) table.refuse?.(i, stuck);
      return;
    }
    const from = table.entry.entered.findLast((step) => typeof step === "number");
    if (i >= 0 && i !== from) table.choose(i);
  };
  dragging(root, () => table.board, { pick, drop });
}
