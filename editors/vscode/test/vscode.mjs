// A stand-in for the editor's module: what the extension registers can be asked, what it shows can be looked at.
//
// Only what the extension itself and the client of the language server touch is made with care. Any other class is an
// empty one, enumerations have the values of the declared types, and any other function gives something that can be
// disposed of.

import { EventEmitter as NodeEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const disposable = (dispose = () => {}) => ({ dispose });

export class Disposable {
  constructor(dispose = () => {}) {
    this.dispose = dispose;
  }
  static from(...all) {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

export class EventEmitter {
  #inner = new NodeEmitter();
  event = (listener, self) => {
    const bound = (value) => listener.call(self, value);
    this.#inner.on("it", bound);
    return disposable(() => this.#inner.off("it", bound));
  };
  fire(value) {
    this.#inner.emit("it", value);
  }
  /** Fires, and waits for what the listeners do. */
  async fireAndWait(value) {
    await Promise.all(this.#inner.listeners("it").map((one) => one(value)));
  }
  dispose() {
    this.#inner.removeAllListeners();
  }
}

export class Uri {
  constructor(scheme, path, query = "") {
    Object.assign(this, { scheme, authority: "", path, query, fragment: "" });
  }
  static parse(text) {
    const [, scheme, path, query] = /^([\w-]+):(?:\/\/)?([^?]*)\??(.*)$/.exec(text);
    return new Uri(scheme, decodeURIComponent(path), decodeURIComponent(query));
  }
  static file(path) {
    return new Uri("file", path);
  }
  static from({ scheme, path, query }) {
    return new Uri(scheme, path, query);
  }
  get fsPath() {
    return this.path;
  }
  toString() {
    const query = this.query ? `?${encodeURIComponent(this.query)}` : "";
    const start = this.scheme === "file" ? "file://" : `${this.scheme}:`;
    return start + this.path.split("/").map(encodeURIComponent).join("/") + query;
  }
}

export class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

export class Range {
  constructor(a, b, c, d) {
    this.start = typeof a === "number" ? new Position(a, b) : a;
    this.end = typeof a === "number" ? new Position(c, d) : b;
  }
}

export class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

export class CodeLens {
  constructor(range, command) {
    Object.assign(this, { range, command });
  }
}

export class CompletionItem {
  constructor(label, kind) {
    Object.assign(this, { label, kind });
  }
}

export class CompletionList {
  constructor(items, isIncomplete) {
    Object.assign(this, { items, isIncomplete });
  }
}

export class Hover {
  constructor(contents, range) {
    Object.assign(this, { contents, range });
  }
}

export class MarkdownString {
  constructor(value) {
    this.value = value;
  }
  appendCodeblock(code, language) {
    this.value += `\n\`\`\`${language}\n${code}\n\`\`\`\n`;
  }
}

export class SnippetString {
  constructor(value) {
    this.value = value;
  }
}

export class Task {
  constructor(definition, scope, name, source, execution) {
    Object.assign(this, { definition, scope, name, source, execution });
  }
}

export class ProcessExecution {
  constructor(process, args) {
    Object.assign(this, { process, args });
  }
}

export class CodeActionKind {
  static Empty = new CodeActionKind("");
  static QuickFix = new CodeActionKind("quickfix");
  static Refactor = new CodeActionKind("refactor");
  static Source = new CodeActionKind("source");
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value === "" ? part : `${this.value}.${part}`);
  }
}

export class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => disposable() };
  cancel() {}
  dispose() {}
}

/** A text that is open in the editor. */
export class TextDocument {
  constructor(uri, text, languageId = "lud") {
    Object.assign(this, { uri, languageId, version: 1, isDirty: false, isClosed: false, text, saved: 0 });
    this.fileName = uri.fsPath;
  }
  getText() {
    return this.text;
  }
  get lineCount() {
    return this.text.split("\n").length;
  }
  async save() {
    this.saved += 1;
    this.isDirty = false;
    return true;
  }
}

/** An editor: what it is set to, what is open in it, and what was shown. */
export class Editor {
  settings = {};
  documents = [];
  commands = new Map();
  providers = new Map();
  contents = new Map();
  diagnostics = new Map();
  panels = [];
  messages = [];
  tasks = [];
  shown = [];
  progress = [];
  answers = [];
  events = {};
  active = undefined;

  event(name) {
    this.events[name] ??= new EventEmitter();
    return this.events[name].event;
  }

  async open(document) {
    this.documents.push(document);
    this.active = { document };
    this.events.onDidOpenTextDocument?.fire(document);
  }

  change(document, text) {
    document.text = text;
    document.version += 1;
    document.isDirty = true;
    this.events.onDidChangeTextDocument?.fire({ document, contentChanges: [{ text }], reason: undefined });
  }

  message = async (kind, text, ...choices) => {
    this.messages.push([kind, text, choices]);
    return this.answers.shift();
  };

  module() {
    const editor = this;
    const channel = new Proxy({ logLevel: 2, name: "Lud" }, {
      get: (own, name) => own[name] ?? (name === "onDidChangeLogLevel" ? () => disposable() : () => {}),
    });
    const configuration = (section) => ({
      get: (name, otherwise) => editor.settings[section ? `${section}.${name}` : name] ?? otherwise,
      has: () => true,
      inspect: () => undefined,
    });
    const workspace = {
      get textDocuments() {
        return editor.documents;
      },
      notebookDocuments: [],
      workspaceFolders: undefined,
      getConfiguration: configuration,
      getWorkspaceFolder: () => undefined,
      registerTextDocumentContentProvider: (scheme, provider) => {
        editor.contents.set(scheme, provider);
        return disposable();
      },
      openTextDocument: async (uri) => new TextDocument(uri, editor.contents.get(uri.scheme).provideTextDocumentContent(uri)),
      createFileSystemWatcher: () => ({ dispose() {}, ...events("onDidCreate", "onDidChange", "onDidDelete") }),
    };
    const window = {
      get activeTextEditor() {
        return editor.active;
      },
      visibleTextEditors: [],
      tabGroups: { all: [], ...events("onDidChangeTabs", "onDidChangeTabGroups") },
      createOutputChannel: () => channel,
      showErrorMessage: (text, ...more) => editor.message("error", text, ...more),
      showWarningMessage: (text, ...more) => editor.message("warning", text, ...more),
      showInformationMessage: (text, ...more) => editor.message("information", text, ...more),
      showTextDocument: async (document, how) => void editor.shown.push([document, how]),
      withProgress: async (how, work) => {
        editor.progress.push(how.title);
        return work({ report() {} }, new CancellationTokenSource().token);
      },
      createWebviewPanel: (type, title, where, options) => {
        const closed = new EventEmitter();
        const panel = { type, title, where, options, webview: { html: "" }, onDidDispose: closed.event };
        panel.dispose = () => closed.fire();
        editor.panels.push(panel);
        return panel;
      },
    };
    const languages = {
      match: (selector, document) => (selector.some?.((one) => one.language === document.languageId) ? 10 : 0),
      createDiagnosticCollection: () => ({
        set: (uri, found) => editor.diagnostics.set(uri.toString(), found),
        delete: (uri) => editor.diagnostics.delete(uri.toString()),
        get: (uri) => editor.diagnostics.get(uri.toString()),
        has: () => false,
        clear() {},
        dispose() {},
      }),
    };
    const commands = {
      registerCommand: (name, run) => {
        if (editor.commands.has(name)) throw new Error(`the command ${name} is registered twice`);
        editor.commands.set(name, run);
        return disposable(() => editor.commands.delete(name));
      },
      executeCommand: async (name, ...args) => {
        const run = editor.commands.get(name);
        if (run === undefined) return void editor.shown.push([name, args]);
        return run(...args);
      },
    };
    const open = (own) =>
      new Proxy(own, {
        get: (_, name) => {
          if (name in own) return own[name];
          if (typeof name !== "string") return undefined;
          if (/^on[A-Z]/.test(name)) return editor.event(name);
          if (/^register\w+Provider$/.test(name)) {
            return (_selector, provider) => {
              editor.providers.set(name.slice("register".length, -"Provider".length), provider);
              return disposable();
            };
          }
          if (/^(register|create|set)/.test(name)) return () => disposable();
          return undefined;
        },
      });
    const module = {
      Disposable, EventEmitter, Uri, Position, Range, Diagnostic, CodeLens, CompletionItem, CompletionList, Hover, MarkdownString, SnippetString, Task,
      ProcessExecution, CancellationTokenSource, CodeActionKind,
      workspace: open(workspace),
      window: open(window),
      languages: open(languages),
      commands,
      tasks: { executeTask: async (task) => void editor.tasks.push(task) },
      env: { language: "en", appName: "stand-in", logLevel: 2, onDidChangeLogLevel: () => disposable() },
      extensions: { all: [], getExtension: () => undefined },
      version: "1.91.0",
    };
    for (const [name, value] of declared()) module[name] ??= value;
    return module;
  }
}

/** The classes of the editor's module, empty, and its enumerations with their values, from its declared types. */
function* declared() {
  const types = readFileSync(createRequire(import.meta.url).resolve("@types/vscode/index.d.ts"), "utf8");
  for (const [, name] of types.matchAll(/^\texport (?:abstract )?class (\w+)/gm)) yield [name, class {}];
  for (const [, name, body] of types.matchAll(/^\texport enum (\w+) \{\n([^]*?)\n\t\}/gm)) {
    let next = 0;
    const members = {};
    for (const [, member, value] of body.matchAll(/^\t\t(\w+)(?: = (-?\d+))?,?$/gm)) {
      members[member] = value === undefined ? next : Number(value);
      next = members[member] + 1;
    }
    yield [name, members];
  }
}

function events(...names) {
  return Object.fromEntries(names.map((name) => [name, () => disposable()]));
}
