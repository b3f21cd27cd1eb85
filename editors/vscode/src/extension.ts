/** Starts the language server `lud lsp`, and carries out what its code lenses and commands offer. */

import * as vscode from "vscode";

import { Boards } from "./boards";
import { Server } from "./server";
import { showExpansion, Expansions } from "./expansions";
import { playTask } from "./play";
import { meant, settings } from "./settings";

/** What tests and other extensions may use. */
export interface Api {
  readonly server: Server;
}

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const channel = vscode.window.createOutputChannel("Lud", { log: true });
  const boards = new Boards();
  const expansions = new Expansions();
  const server = new Server(channel, {
    "lud.showBoard": (uri, text) => boards.show(uri, text),
    "lud.expand": (uri, text) => showExpansion(expansions, uri, text),
    "lud.playouts": async (_, text) => void vscode.window.showInformationMessage(text),
    "lud.cover": async (_, text) => void vscode.window.showInformationMessage(text),
  });
  context.subscriptions.push(
    channel,
    boards,
    server,
    vscode.workspace.registerTextDocumentContentProvider(Expansions.scheme, expansions),
    vscode.commands.registerCommand("lud.play", (given: unknown) => play(given)),
    vscode.commands.registerCommand("lud.restart", () => server.restart()),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("lud.path") || event.affectsConfiguration("lud.library")) await server.restart();
    }),
    vscode.workspace.onDidSaveTextDocument(async (document) => {
      const uri = document.uri.toString();
      if (boards.isOpen(uri)) await server.run("lud.showBoard", uri);
    }),
  );
  await server.start();
  return { server };
}

/** Plays a description in a terminal; what the editor holds is saved first, because the terminal reads the file. */
async function play(given: unknown): Promise<void> {
  const uri = meant(given);
  if (uri === undefined) return;
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (uri.scheme !== "file") {
    void vscode.window.showErrorMessage("Save the description to a file first: only files can be played.");
    return;
  }
  if (document?.isDirty && !(await document.save())) return;
  await vscode.tasks.executeTask(playTask(uri, settings(uri)));
}
