// Colours for descriptions in the editor.

import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StreamParser } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const parser: StreamParser<{ head: boolean }> = {
  name: "lud",
  startState: () => ({ head: false }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.match("//")) { stream.skipToEnd(); return "comment"; }
    if (stream.match(/^"[^"]*"?/)) { state.head = false; return "string"; }
    if (stream.match(/^[({<]/)) { state.head = stream.current() === "("; return "bracket"; }
    if (stream.match(/^[)}>]/)) { state.head = false; return "bracket"; }
    if (stream.match(/^-?\d+(\.\d+)?/)) { state.head = false; return "number"; }
    if (stream.match(/^[A-Za-z_][\w]*:/)) return "propertyName";
    if (stream.match(/^[A-Za-z_][\w]*/)) {
      const head = state.head;
      state.head = false;
      return head ? "keyword" : "atom";
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "{", '"'] } },
};

const colours = HighlightStyle.define([
  { tag: tags.comment, class: "lud-comment" },
  { tag: tags.string, class: "lud-string" },
  { tag: tags.number, class: "lud-number" },
  { tag: tags.keyword, class: "lud-keyword" },
  { tag: tags.propertyName, class: "lud-name" },
]);

export const lud = [StreamLanguage.define(parser), syntaxHighlighting(colours)];
