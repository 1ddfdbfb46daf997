// The editor of rules: what is wrong is underlined while one types, with hints, and the board
// beside it follows. CodeMirror lives in a shadow root, where it can use constructed style
// sheets: the policy of the page allows no others.

import { ask, games, words } from "./api.js";
import { pack, write } from "./address.js";
import { EditorState, EditorView, StreamLanguage, basicSetup, hoverTooltip, keymap, lintGutter, setDiagnostics } from "./codemirror.js";
import { button, el, toast } from "./dom.js";
import { download } from "./files.js";
import { looks } from "./looks.js";
import { keepGame, ownGames } from "./own.js";
import { Table } from "./table.js";

const FIRST = `// Three in a row wins.

dimensions (3,3)
pieces { stone 'X' 'O' }

main = try place else draw.
place = find empty field, replace by own stone, try [ test three, win ].
three = find own stone, alldir, repeat 2 times [ step, points at own stone ].
`;

/** The language of rules, as far as colors need it. */
function language(words) {
  const reserved = new Set(words.map(({ word }) => word));
  return StreamLanguage.define({
    token(stream) {
      if (stream.match(/^\/\/.*/)) return "comment";
      if (stream.match(/^'[^']*'/)) return "string";
      if (stream.match(/^\d+/)) return "number";
      const word = stream.match(/^[A-Za-z_]\w*/);
      if (word) return reserved.has(word[0]) ? "keyword" : "variableName";
      stream.next();
      return null;
    },
    languageData: { commentTokens: { line: "//" }, autocomplete: completion(words) },
  });
}

/** Completes words of the language, with what they do, and the names that the rules use. */
function completion(words) {
  const known = words.map(({ word, what, example }) => ({ label: word, type: "keyword", info: `${what}\n${example}` }));
  const reserved = new Set(words.map(({ word }) => word));
  return (context) => {
    const begun = context.matchBefore(/[A-Za-z_]\w*/);
    if (!begun && !context.explicit) return null;
    const text = context.state.doc.toString().replace(/\/\/.*/g, "");
    const names = new Set(text.match(/[A-Za-z_]\w*/g) ?? []);
    // The word that is being typed is no name yet.
    if (begun) names.delete(begun.text);
    const own = [...names].filter((name) => !reserved.has(name)).map((label) => ({ label, type: "variable" }));
    return { from: begun ? begun.from : context.pos, options: [...known, ...own], validFor: /^\w*$/ };
  };
}

/** Says what a word of the language does when the pointer rests on it. */
function hover(words) {
  const known = new Map(words.map((word) => [word.word, word]));
  return hoverTooltip((view, at) => {
    const { from, to, text } = view.state.doc.lineAt(at);
    let [start, end] = [at, at];
    while (start > from && /\w/.test(text[start - from - 1])) start--;
    while (end < to && /\w/.test(text[end - from])) end++;
    const word = known.get(text.slice(start - from, end - from));
    if (!word) return null;
    return { pos: start, end, above: true, create: () => ({ dom: el("div", { class: "explained" }, el("strong", {}, word.word), el("p", {}, word.what), el("code", {}, word.example)) }) };
  });
}

/** Numbers of letters for numbers of bytes, which is what the server counts. */
function letters(text) {
  const decoder = new TextDecoder();
  const bytes = new TextEncoder().encode(text);
  return (n) => decoder.decode(bytes.subarray(0, n)).length;
}

export class Editor {
  constructor(root, name, rules) {
    Object.assign(this, { root, name, rules });
  }

  /** The rules of a game that is kept here or that the server knows; others begin with three in a row. */
  async known() {
    const kept = ownGames();
    if (Object.hasOwn(kept, this.name)) return kept[this.name];
    const isKnown = (await games()).some(({ name }) => name === this.name);
    if (!isKnown) return FIRST;
    return (await ask("api/game", { game: this.name })).rules;
  }

  async open() {
    this.rules ??= await this.known();
    const glossary = await words();
    // Something else may be shown by now.
    if (this.isClosed) return;
    const code = el("div", { class: "code" });
    const shadow = code.attachShadow({ mode: "open" });
    const update = EditorView.updateListener.of((change) => change.docChanged && this.changed());
    const save = keymap.of([{ key: "Mod-s", preventDefault: true, run: () => { this.keep(); return true; } }]);
    const label = EditorView.contentAttributes.of({ "aria-label": "Rules" });
    this.view = new EditorView({ state: EditorState.create({ doc: this.rules, extensions: [save, basicSetup, language(glossary), hover(glossary), lintGutter(), update, looks, label] }), parent: shadow, root: shadow });
    this.findings = el("ul", { class: "findings", "aria-live": "polite", "aria-label": "Messages about the rules" });
    this.side = el("div", { class: "preview" });
    this.title = el("input", { value: this.name, "aria-label": "Name of the game", oninput: () => this.changed() });
    this.root.replaceChildren(el("div", { class: "edit" }, el("h1", { class: "hidden-text" }, "Rules"),
      el("section", { class: "source", "aria-label": "Rules" }, this.actions(), code, this.findings), this.side));
    await this.changed();
  }

  actions() {
    const file = el("input", { type: "file", accept: ".mg,text/plain", hidden: true, onchange: () => this.load(file.files[0]) });
    return el("div", { class: "row" }, this.title,
      button("Lay out", () => this.format(), { "data-action": "format" }), button("Keep", () => this.keep(), { title: "Keep the game in this browser" }),
      button("Save file", () => download(`${this.title.value}.mg`, this.text())), button("Open file", () => file.click()), file,
      button("Play", () => this.play(), { class: "primary", "data-action": "play" }));
  }

  text() {
    return this.view.state.doc.toString();
  }

  setText(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** The text was changed: it is looked at now, or as soon as the one before was looked at, so that
   * the board follows at once and the server is never asked twice at a time. */
  async changed() {
    this.isStale = true;
    if (this.isChecking) return;
    this.isChecking = true;
    while (this.isStale && !this.isClosed) {
      this.isStale = false;
      await this.check();
    }
    this.isChecking = false;
  }

  /** Asks what is wrong, and shows the board of rules that are sound. */
  async check() {
    const text = this.text();
    try {
      const { findings, game } = await ask("api/check", { game: this.title.value, rules: text });
      if (this.isClosed || text !== this.text()) return;
      this.showFindings(findings, text);
      if (game) await this.preview(game, text);
    } catch (error) {
      toast(error.message, true);
    }
  }

  showFindings(findings, text) {
    const at = letters(text);
    const marks = findings.filter(({ from }) => from !== null).map(({ severity, message, hint, fix, from, to }) => ({
      from: at(from), to: Math.max(at(to), at(from)), severity, message: hint ? `${message}\n${hint}` : message,
      actions: fix ? [{ name: "Mend it", apply: () => this.mend(fix, text) }] : [] }));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
    this.findings.replaceChildren(...findings.slice(0, 20).map(({ severity, message, hint, fix, from }) => {
      const line = from === null ? "" : `line ${this.view.state.doc.lineAt(at(from)).number}: `;
      return el("li", { class: severity }, `${line}${message}`, hint ? el("span", { class: "hint" }, hint, fix ? button("Mend it", () => this.mend(fix, text), { "data-action": "mend" }) : null) : null);
    }));
  }

  /** Makes the change that a hint names, unless the text has changed since. */
  mend({ from, to, text }, checked) {
    if (checked !== this.text()) return;
    const at = letters(checked);
    this.view.dispatch({ changes: { from: at(from), to: at(to), insert: text } });
    this.view.focus();
  }

  /** The board follows: the moves that were played are played again, as far as they are legal. */
  async preview(declared, rules) {
    const before = this.table;
    const table = new Table({ game: this.title.value, rules, moves: before?.moves ?? [] });
    table.keepsNoAddress = true;
    const state = await ask("api/state", table.question()).catch(() => {
      Object.assign(table, { moves: [], ply: 0 });
      return ask("api/state", table.question());
    });
    if (this.isClosed) return;
    table.declare(declared);
    table.take(state);
    before?.close();
    this.table = table;
    this.side.replaceChildren(table.element);
  }

  async format(isSilent = false) {
    const before = this.text();
    try {
      const { rules } = await ask("api/format", { game: this.title.value, rules: before });
      // Somebody may have typed on meanwhile, and the place of the cursor should stay.
      if (this.text() !== before || rules === before) return;
      const at = this.view.state.selection.main.head;
      this.setText(rules);
      this.view.dispatch({ selection: { anchor: Math.min(at, rules.length) } });
    } catch (error) {
      if (!isSilent) toast(error.message, true);
    }
  }

  /** Lays the rules out, if that can be done, and keeps them. */
  async keep() {
    await this.format(true);
    keepGame(this.title.value, this.text());
    toast(`${this.title.value} is kept in this browser`);
  }

  async load(file) {
    if (!file) return;
    this.title.value = file.name.replace(/\.mg$/, "");
    this.setText(await file.text());
  }

  async play() {
    location.hash = write({ game: this.title.value, rules: await pack(this.text()), second: "3" });
  }

  close() {
    this.isClosed = true;
    this.table?.close();
    this.view?.destroy();
  }
}
