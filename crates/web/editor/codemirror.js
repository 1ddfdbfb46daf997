// What the page uses of CodeMirror: `npm install && npm run bundle` in this folder makes
// ../assets/codemirror.js of it, which is committed, so that nobody else needs npm.

export { EditorView, basicSetup } from "codemirror";
export { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
export { setDiagnostics, lintGutter } from "@codemirror/lint";
export { EditorState } from "@codemirror/state";
export { hoverTooltip, keymap } from "@codemirror/view";
export { tags } from "@lezer/highlight";
