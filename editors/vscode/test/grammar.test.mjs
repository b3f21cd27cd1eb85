// The grammar for colours against the lexer of ludparse: every word of real descriptions has the scope of its kind.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { test } from "node:test";

import { descriptions, here, lexed } from "./project.mjs";

const require = createRequire(import.meta.url);
const textmate = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () =>
    textmate.parseRawGrammar(readFileSync(`${here}/syntaxes/lud.tmLanguage.json`, "utf8"), "lud.tmLanguage.json"),
});
const grammar = await registry.loadGrammar("source.lud");

/** The scopes of every character of a text. */
function scopes(text) {
  const found = [];
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const result = grammar.tokenizeLine(line, stack);
    assert.equal(result.stoppedEarly, false);
    for (const token of result.tokens) {
      for (let at = token.startIndex; at < Math.min(token.endIndex, line.length); at++) found.push(token.scopes);
    }
    found.push([]);
    stack = result.ruleStack;
  }
  return found;
}

/** The scope that all of a word must have, by the kind that the lexer gave it; undefined: checked in another way. */
function wanted(kind, word) {
  switch (kind) {
    case "LPAR":
      return "punctuation.section.parens.begin.lud";
    case "RPAR":
      return "punctuation.section.parens.end.lud";
    case "LBRACE":
      return "punctuation.section.braces.begin.lud";
    case "RBRACE":
      return "punctuation.section.braces.end.lud";
    case "STRING":
      return "string.quoted.double.lud";
    case "COMMENT":
      return "comment.line.double-slash.lud";
    case "LABEL":
      return "variable.parameter.lud";
  }
  if (/^#\d+$/.test(word)) return "variable.other.parameter.lud";
  if (/^<\w+(:\w+)?>$/.test(word)) return "variable.other.option.lud";
  if (word.includes("<")) return undefined;
  if (/^-?(\d+(\.\d*)?|\.\d+)(\.\.-?\d+)?$/.test(word)) return "constant.numeric.lud";
  return "variable.other.constant.lud";
}

function compare(name, text, words) {
  const found = scopes(text);
  let at = 0;
  let before = "";
  for (const [kind, word] of words) {
    const head = before === "LPAR" && kind === "WORD" && /^([A-Za-z]+|[<>]=?|[-+*/%^=!]=?)$/.test(word);
    const scope = head ? "keyword." : wanted(kind, word);
    if (kind === "WORD" && word.startsWith("<") && word.length > 2 && !/^<\w+(:\w+)?>$/.test(word) && !head) {
      for (let i = at; i < at + word.length; i++) {
        if (text[i] === "\n") continue;
        const inside = found[i].includes("meta.option-value.lud") || /^<\w+(:\w+)?>/.test(word);
        assert.ok(inside, `${name}: ${JSON.stringify(text.slice(i, i + 30))} is not within an option's value`);
      }
    } else if (scope !== undefined && kind !== "SPACE") {
      for (let i = at; i < at + word.length; i++) {
        if (text[i] === "\n") continue;
        const has = found[i].some((one) => one.startsWith(scope));
        assert.ok(has, `${name}: ${kind} ${JSON.stringify(word)} at ${i} is ${found[i].join(" ")}, not ${scope}`);
      }
    }
    at += word.length;
    before = kind;
  }
  assert.equal(at, text.length, `${name}: the lexer reads all of it`);
  return words.length;
}

test("every word of our descriptions has the scope of its kind", () => {
  const files = descriptions();
  assert.ok(files.length > 10, `only ${files.length} descriptions were found`);
  const words = lexed(files);
  let count = 0;
  for (const file of files) count += compare(basename(file), words[file].map(([, w]) => w).join(""), words[file]);
  assert.ok(count > 5000, `only ${count} words`);
});

const ODD = {
  "an option within a word": '(game "A" (players 2) (x <Row:a>..3 A<B:c>))',
  "values of options": '(item "6" <(hex 6)> <{1 2}> <"a>b"> <(< 1 2)> <-1> "said // not a comment")*',
  "strings over lines": '(rules "one\ntwo // three\nfour") // five (six',
  "escapes": '(x "a \\" b" "c\\\\" d" e)',
  "comments after words": "(move Add//why\n(to (sites Empty)))",
  "labels": "(and a:#1 #2:3 <A:b>:4 if:(is 1))",
  "signs": "(if (>= 1 2) (- 3) (= 4 5)) (< 1 2) (> 1 2) ~ * 1.5 -2 .5 3..5",
  "a value over lines": "(item \"x\" <(if (is Full)\n    (sites Empty) // c\n)> \"y\")",
};
for (const [name, text] of Object.entries(ODD)) {
  test(`scopes: ${name}`, () => compare(name, text, lexed([], [text])[0]));
}

test("words that begin a part of a description have a colour of their own", () => {
  const found = scopes('(game "A" (players 2) ("Line" 3))');
  assert.ok(found[1].includes("keyword.control.lud"));
  assert.ok(found[12].includes("keyword.other.ludeme.lud"));
  assert.ok(found[24].includes("entity.name.function.define.lud"));
});
