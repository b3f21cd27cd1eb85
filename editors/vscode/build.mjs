// Bundles the extension into dist/extension.cjs, with all that it needs but the editor's own module.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

await build({
  entryPoints: [join(here, "src/extension.ts")],
  outfile: join(here, "dist/extension.cjs"),
  bundle: true,
  minify: true,
  sourcemap: false,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  legalComments: "none",
  logLevel: "warning",
});
