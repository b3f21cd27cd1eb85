// The bundled extension with a stand-in for the editor, and a real language server: what a user clicks is carried out.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { here, lud, program, root } from "./project.mjs";
import { CancellationTokenSource, Editor, Position, TextDocument, Uri } from "./vscode.mjs";

const require = createRequire(import.meta.url);
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const editor = new Editor();
const module = editor.module();
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? module : load(name, ...rest));

const folder = mkdtempSync(join(tmpdir(), "lud games-"));
const file = join(folder, "my rows.lud");
const RIGHT = `(game "Rows"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if ("Row" 3) (result Mover Win))))
)
(define "Row" (is Line #1))
`;
const WRONG = RIGHT.replace("(is Line #1)", "(is Lnie #1)");
const document = new TextDocument(Uri.file(file), WRONG);
const uri = document.uri.toString();
const token = new CancellationTokenSource().token;
const context = { subscriptions: [] };
let api;

/** Waits until something holds. */
async function until(what, holds, seconds = 60) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await new Promise((go) => setTimeout(go, 20))) {
    const found = holds();
    if (found) return found;
  }
  throw new Error(`${what} did not happen within ${seconds} seconds; messages: ${JSON.stringify(editor.messages)}`);
}

before(async () => {
  writeFileSync(file, RIGHT);
  editor.settings["lud.path"] = program();
  await editor.open(document);
  api = await require(join(here, "dist", "extension.cjs")).activate(context);
});

after(async () => {
  await api.server.stop();
  for (const one of context.subscriptions) one.dispose();
});

test("the server starts, and what is wrong is shown until it is mended", async () => {
  assert.equal(api.server.running, true, JSON.stringify(editor.messages));
  const found = await until("a problem", () => editor.diagnostics.get(uri)?.length && editor.diagnostics.get(uri));
  assert.match(found[0].message, /did you mean: Line\?/);
  assert.deepEqual([found[0].range.start.line, found[0].range.start.character], [5, 18]);
  editor.change(document, RIGHT);
  await until("that the problem goes", () => editor.diagnostics.get(uri)?.length === 0);
});

test("every command that the manifest names can be carried out, and the lenses name no other", async () => {
  const declared = manifest.contributes.commands.map((one) => one.command).sort();
  assert.deepEqual([...editor.commands.keys()].sort(), declared);
  const lenses = await editor.providers.get("CodeLens").provideCodeLenses(document, token);
  const titles = ["show board", "play", "playouts", "expand", "count what happens"];
  assert.deepEqual(lenses.map((one) => one.command.title), titles);
  for (const lens of lenses) {
    assert.ok(declared.includes(lens.command.command), lens.command.command);
    assert.deepEqual(lens.command.arguments, [uri]);
  }
});

test("show board opens a panel with a picture, and saving draws it anew in the same panel", async () => {
  await editor.commands.get("lud.showBoard")(uri);
  assert.equal(editor.panels.length, 1);
  const html = editor.panels[0].webview.html;
  const svg = Buffer.from(/base64,([^"]+)"/.exec(html)[1], "base64").toString();
  assert.match(svg, /^<svg/);
  assert.match(html, /default-src 'none'/);
  assert.equal(editor.panels[0].title, "Board of my rows.lud");
  editor.change(document, RIGHT.replace("square 3", "square 5"));
  await editor.events.onDidSaveTextDocument.fireAndWait(document);
  await until("a larger board", () => editor.panels[0].webview.html !== html);
  assert.equal(editor.panels.length, 1);
  editor.change(document, RIGHT);
});

test("expand shows the text without defines, playouts a sentence", async () => {
  await editor.commands.get("lud.expand")(uri);
  const [shown] = editor.shown.at(-1);
  assert.match(shown.getText(), /\(is Line 3\)/);
  assert.equal(shown.uri.path, "/my rows (expanded).lud");
  await editor.commands.get("lud.playouts")(); // of the palette: the active text
  assert.match(editor.messages.at(-1)[1], /^200 random games: player 1 wins/);
  assert.ok(editor.progress.includes("Lud: playing random games"));
  await editor.commands.get("lud.cover")();
  assert.match(editor.messages.at(-1)[1], /^Rows: 200 random games, .*ludemes were counted in/);
});

test("play saves the text and runs lud on the file, with no shell between", async () => {
  document.isDirty = true;
  editor.settings["lud.library"] = "/a folder/res";
  await editor.commands.get("lud.play")(document.uri); // as a button of the editor gives it
  editor.settings["lud.library"] = "";
  assert.equal(document.saved, 1);
  const { execution } = editor.tasks.at(-1);
  assert.deepEqual(execution.args, ["--library", "/a folder/res", "play", file]);
  assert.equal(execution.process, editor.settings["lud.path"]);
});

test("an error of a command is told, and nothing is shown", async () => {
  const [panels, shown] = [editor.panels.length, editor.shown.length];
  editor.change(document, WRONG);
  await editor.commands.get("lud.expand")(uri);
  assert.equal(editor.messages.at(-1)[0], "error");
  assert.match(editor.messages.at(-1)[1], /Lnie/);
  assert.deepEqual([editor.panels.length, editor.shown.length], [panels, shown]);
  editor.change(document, RIGHT);
});

test("completion comes as snippets, and hover as Markdown", async () => {
  const text = RIGHT.replace("(move Add (to (sites Empty)))", "(mo");
  editor.change(document, text);
  const at = text.slice(0, text.indexOf("(mo") + 3);
  const place = new Position(at.split("\n").length - 1, at.length - at.lastIndexOf("\n") - 1);
  const list = await editor.providers.get("CompletionItem").provideCompletionItems(document, place, token, {});
  const move = (list.items ?? list).filter((one) => one.label.startsWith("move"));
  assert.ok(move.some((one) => one.insertText?.value?.includes("${1")), JSON.stringify(move.slice(0, 3)));
  editor.change(document, RIGHT);
  const on = new Position(3, RIGHT.split("\n")[3].indexOf("move Add") + 1);
  const hover = await editor.providers.get("Hover").provideHover(document, on, token);
  assert.match(JSON.stringify(hover), /\(move Add/);
});

test("a program that is missing is told, with the way to the setting", async () => {
  editor.settings["lud.path"] = "/nowhere/lud";
  editor.answers = new Array(9).fill("Open Settings");
  await editor.events.onDidChangeConfiguration.fireAndWait({ affectsConfiguration: (name) => name === "lud.path" });
  assert.equal(api.server.running, false);
  await until("the message", () => editor.messages.some(([, text]) => /no program "\/nowhere\/lud"/.test(text)));
  await until("the settings", () => editor.shown.some(([name]) => name === "workbench.action.openSettings"));
  editor.answers = [];
  editor.settings["lud.path"] = program();
  await editor.commands.get("lud.restart")();
  assert.equal(api.server.running, true);
});

test("snippets, filled in as they come, are what lud can read", () => {
  const snippets = JSON.parse(readFileSync(join(here, "snippets", "lud.json"), "utf8"));
  const fill = (body) => body.join("\n").replace(/\$\{\w+:([^{}]*)\}/g, "$1").replace(/\$\{\d+\}|\$\d/g, "");
  for (const name of ["Game", "Game with options"]) {
    const path = join(folder, `${name}.lud`);
    writeFileSync(path, fill(snippets[name].body));
    const [said, code] = lud("check", "--strict", path);
    assert.equal(code, 0, `${name}: ${said}`);
  }
  for (const [name, { body }] of Object.entries(snippets)) {
    const path = join(folder, "part.lud");
    const text = fill(body);
    writeFileSync(path, text);
    const [said, code] = lud("fmt", path);
    assert.equal(code, 0, `${name}: ${said}\n${text}`);
  }
});

test("the versions of the extension and the project are the same", () => {
  const version = /^version = "(.+)"$/m.exec(readFileSync(join(root, "pyproject.toml"), "utf8"))[1];
  assert.equal(manifest.version, version);
});
