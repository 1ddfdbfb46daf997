// How the editor looks, light and dark: all colors are those of the page, which it has from the root
// of the document, so that they change with it.

import { EditorView, HighlightStyle, syntaxHighlighting, tags } from "./codemirror.js";

const box = { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)" };

const theme = EditorView.theme({
  "&": { fontSize: "14px", color: "var(--ink)", backgroundColor: "var(--card)" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--pale)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--code-line)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--code-selection)" },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--code-selection)" },
  ".cm-foldPlaceholder": { ...box, backgroundColor: "var(--paper)" },
  ".cm-tooltip, .cm-panels": box,
  ".cm-tooltip .cm-tooltip-arrow:before": { borderTopColor: "var(--line)", borderBottomColor: "var(--line)" },
  ".cm-tooltip .cm-tooltip-arrow:after": { borderTopColor: "var(--card)", borderBottomColor: "var(--card)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-completionInfo": { whiteSpace: "pre-wrap" },
  ".cm-textfield, .cm-button": { ...box, backgroundImage: "none" },
  ".explained": { padding: "0.3rem 0.6rem", maxWidth: "28rem" },
});

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)" },
]);

export const looks = [theme, syntaxHighlighting(colors), EditorView.lineWrapping];
