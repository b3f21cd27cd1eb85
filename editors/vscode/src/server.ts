import * as vscode from "vscode";
import { LanguageClient, State, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

import { common, meant, settings } from "./settings";

/** What is done with the outcome of a command of the server, by the name of the command. */
export type Shown = Record<string, (uri: string, outcome: string) => Promise<void>>;

/** A client that leaves it to us to say why a server does not start. */
class Client extends LanguageClient {
  starting = true;

  override error(message: string, data?: unknown, show?: boolean | "force"): void {
    super.error(message, data, this.starting ? false : show);
  }
}

/** The language server as a process of its own, which can be started again. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly channel: vscode.LogOutputChannel,
    private readonly shown: Shown,
  ) {}

  get running(): boolean {
    return this.client?.state === State.Running;
  }

  start(): Promise<void> {
    return this.next(() => this.begin());
  }

  restart(): Promise<void> {
    return this.next(async () => {
      await this.end();
      await this.begin();
    });
  }

  stop(): Promise<void> {
    return this.next(() => this.end());
  }

  dispose(): void {
    void this.stop();
  }

  /** Carries out a command of the server for a text, and shows what comes of it. */
  async run(command: string, uri: string): Promise<void> {
    if (this.running) await vscode.commands.executeCommand(command, uri);
  }

  /** Starting and stopping one after the other, in the order in which they were asked for. */
  private next(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work, work);
    return this.turn;
  }

  private async begin(): Promise<void> {
    const given = settings();
    const run = { command: given.path, args: [...common(given), "lsp"] };
    const server: ServerOptions = { run, debug: run };
    const options: LanguageClientOptions = {
      documentSelector: [{ language: "lud" }],
      outputChannel: this.channel,
      // the editor carries out `lud.play`, and shows by itself what the other commands answer
      initializationOptions: { play: true, answersOnly: true },
      middleware: { executeCommand: (command, args, next) => this.execute(command, args, next) },
    };
    const client = new Client("lud", "Lud", server, options);
    this.client = client;
    try {
      await client.start();
      client.starting = false;
    } catch (wrong) {
      this.client = undefined;
      await client.dispose().catch(() => undefined);
      void this.explain(given.path, wrong);
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose().catch((wrong) => this.channel.warn(String(wrong)));
  }

  private async explain(path: string, wrong: unknown): Promise<void> {
    const why = wrong instanceof Error ? wrong.message : String(wrong);
    this.channel.error(why);
    const missing = /ENOENT|EACCES/.test(why);
    const said = missing
      ? `There is no program "${path}". Install it with pip install 'ludparse[editor]', or set lud.path.`
      : `The language server "${path} lsp" does not start: ${why}`;
    const chosen = await vscode.window.showErrorMessage(said, "Open Settings", "Show Output");
    if (chosen === "Open Settings") await vscode.commands.executeCommand("workbench.action.openSettings", "lud.path");
    if (chosen === "Show Output") this.channel.show();
  }

  /** A command of a code lens comes with the address of its text; one of the palette is meant for the active text. */
  private async execute(
    command: string,
    args: unknown[],
    next: (command: string, args: unknown[]) => vscode.ProviderResult<unknown>,
  ): Promise<unknown> {
    const shown = this.shown[command];
    if (shown === undefined) return next(command, args);
    const uri = meant(args[0])?.toString();
    if (uri === undefined) return undefined;
    const where = { location: vscode.ProgressLocation.Window, title: TITLES[command] ?? command };
    const outcome = await vscode.window.withProgress(where, async () => next(command, [uri]));
    if (typeof outcome === "string" && outcome !== "") await shown(uri, outcome);
    return outcome;
  }
}

const TITLES: Record<string, string> = {
  "lud.showBoard": "Lud: drawing the board",
  "lud.playouts": "Lud: playing random games",
  "lud.cover": "Lud: counting what happens",
  "lud.expand": "Lud: expanding",
};
