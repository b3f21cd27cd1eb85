import { basename } from "node:path";
import * as vscode from "vscode";

/** Texts without defines and options, which exist in the editor only and cannot be changed. */
export class Expansions implements vscode.TextDocumentContentProvider {
  static readonly scheme = "lud-expanded";
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** The address under which the expansion of a description is shown. */
  keep(uri: string, text: string): vscode.Uri {
    const origin = vscode.Uri.parse(uri);
    const name = basename(origin.path).replace(/\.\w+$/, "") || "game";
    const address = vscode.Uri.from({ scheme: Expansions.scheme, path: `/${name} (expanded).lud`, query: uri });
    this.texts.set(address.toString(), text);
    this.changed.fire(address);
    return address;
  }
}

export async function showExpansion(expansions: Expansions, uri: string, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(expansions.keep(uri, text));
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}
