import * as vscode from "vscode";

/** The settings of the extension, as they hold for a text. */
export interface Settings {
  /** The program. */
  readonly path: string;
  /** Where the library is; empty if nothing is set. */
  readonly library: string;
}

export function settings(scope?: vscode.Uri): Settings {
  const given = vscode.workspace.getConfiguration("lud", scope);
  return {
    path: given.get<string>("path", "").trim() || "lud",
    library: given.get<string>("library", "").trim(),
  };
}

/** The arguments of the program before those of a command. */
export function common(given: Settings): string[] {
  return given.library === "" ? [] : ["--library", given.library];
}

/**
 * The text that a command is meant for: a code lens gives its address, a button of the editor the address as an object,
 * and the palette nothing, which means the active text.
 */
export function meant(given: unknown): vscode.Uri | undefined {
  if (typeof given === "string") return vscode.Uri.parse(given);
  if (given instanceof vscode.Uri) return given;
  return vscode.window.activeTextEditor?.document.uri;
}
