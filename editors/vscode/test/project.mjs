// What the tests need of the project around the extension.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const here = dirname(dirname(fileURLToPath(import.meta.url)));
export const root = dirname(dirname(here));

const own = join(root, ".venv", "bin", "python");
export const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
const env = { ...process.env, PYTHONPATH: root, PYTHONIOENCODING: "utf-8" };

/** Our own descriptions, and those of Ludii where they lie beside the repository. */
export function descriptions() {
  const found = [];
  for (const place of [join(root, "games"), join(root, "docs"), join(root, "..", "shared", "ludii", "res")]) {
    if (!existsSync(place)) continue;
    for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && /\.(lud|def)$/.test(entry.name)) found.push(join(entry.parentPath, entry.name));
    }
  }
  return found.sort();
}

const LEXED = `
import json, sys
from pathlib import Path
from ludparse.reader.read import words
files, texts = json.load(sys.stdin)
print(json.dumps(
    {f: list(words(Path(f).read_bytes().decode().replace("\\r\\n", "\\n"))) for f in files} if files
    else [list(words(t)) for t in texts]))
`;

/** The words of files, by file, or else of texts, each with its kind, as our lexer reads them. */
export function lexed(files, texts = []) {
  const options = { input: JSON.stringify([files, texts]), env, maxBuffer: 1 << 30, cwd: root };
  return JSON.parse(execFileSync(python, ["-c", LEXED], options).toString());
}

/** The command `lud` of this working copy, as a program in a folder of its own. */
export function program() {
  const path = join(mkdtempSync(join(tmpdir(), "lud-")), "lud");
  writeFileSync(path, `#!/bin/sh\nPYTHONPATH='${root}' exec '${python}' -m ludparse.exporters.cli "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Runs `lud`; what it writes on standard output, and its exit code. */
export function lud(...args) {
  try {
    return [execFileSync(python, ["-m", "ludparse.exporters.cli", ...args], { env, cwd: root, stdio: "pipe" }).toString(), 0];
  } catch (failed) {
    return [`${failed.stdout}${failed.stderr}`, failed.status];
  }
}
