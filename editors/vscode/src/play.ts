import { basename } from "node:path";
import * as vscode from "vscode";

import { common, type Settings } from "./settings";

/**
 * The task that plays a description in a terminal.
 *
 * A task stays open when its program ends, so that the last position can be seen. No shell reads the path of the file.
 */
export function playTask(file: vscode.Uri, given: Settings): vscode.Task {
  const name = `play ${basename(file.fsPath)}`;
  const run = new vscode.ProcessExecution(given.path, [...common(given), "play", file.fsPath]);
  const scope = vscode.workspace.getWorkspaceFolder(file) ?? vscode.TaskScope.Workspace;
  const task = new vscode.Task({ type: "lud", file: file.fsPath }, scope, name, "lud", run, []);
  task.presentationOptions = {
    reveal: vscode.TaskRevealKind.Always,
    panel: vscode.TaskPanelKind.Dedicated,
    focus: true,
    clear: true,
    echo: false,
  };
  return task;
}
