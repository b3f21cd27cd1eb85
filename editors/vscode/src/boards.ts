import { basename } from "node:path";
import * as vscode from "vscode";

/** The panels that show boards, one for each description. */
export class Boards implements vscode.Disposable {
  private readonly panels = new Map<string, vscode.WebviewPanel>();

  isOpen(uri: string): boolean {
    return this.panels.has(uri);
  }

  /** Shows a board that the server drew, in the panel of the description if it has one. */
  async show(uri: string, svg: string): Promise<void> {
    let panel = this.panels.get(uri);
    if (panel === undefined) {
      const title = `Board of ${basename(vscode.Uri.parse(uri).path)}`;
      const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      panel = vscode.window.createWebviewPanel("lud.board", title, where, { enableScripts: false });
      panel.onDidDispose(() => this.panels.delete(uri));
      this.panels.set(uri, panel);
    }
    panel.webview.html = page(svg);
  }

  dispose(): void {
    for (const panel of [...this.panels.values()]) panel.dispose();
  }
}

/** The page around a picture. It is an image, so that nothing within it can run or load anything. */
export function page(svg: string): string {
  const data = Buffer.from(svg, "utf8").toString("base64");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>
html, body { height: 100%; margin: 0; padding: 0; background: var(--vscode-editor-background); }
body { display: flex; align-items: center; justify-content: center; }
img { max-width: 96vw; max-height: 96vh; width: 96vw; height: 96vh; object-fit: contain; }
</style>
</head>
<body><img alt="the board" src="data:image/svg+xml;base64,${data}"></body>
</html>
`;
}
