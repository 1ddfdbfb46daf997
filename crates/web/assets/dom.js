// Makes elements of the page and of drawings. Nothing is ever made from text that could hold
// markup: texts become text nodes.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** An element of the page. */
export function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An element of a drawing. */
export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** A button that does something. */
export function button(label, onclick, attributes) {
  return el("button", { type: "button", onclick, ...attributes }, label);
}

/** Says something to those who listen to the page instead of looking at it. */
export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  // A text that is the same as before would not be read again.
  setTimeout(() => (live.textContent = text), 30);
}

/** Shows a message that goes away by itself. */
export function toast(text, isError = false) {
  document.querySelector(".toast")?.remove();
  const shown = el("div", { class: isError ? "toast error" : "toast", role: isError ? "alert" : "status" }, text);
  document.body.append(shown);
  // What went wrong is read more than once.
  setTimeout(() => shown.remove(), isError ? 20000 : 6000);
}
