// Builds the pages' scripts and styles into exporters/web/built, from which the Python packages take them.
//
//   node build.mjs [FOLDER]

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? join(here, "..", "exporters", "web", "built");

/** The files that what is built depends on: the sources, and the exact versions of the packages. */
async function sources(place) {
  const entries = await readdir(place, { withFileTypes: true, recursive: true });
  return entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
}

const words = join(here, "..", "exporters", "terminal", "words.json");
const files = [...(await sources(join(here, "src"))), words, join(here, "package-lock.json"), join(here, "build.mjs")];
const digest = createHash("sha256");
for (const file of files.map((f) => [relative(here, f).replaceAll("\\", "/"), f]).sort(([a], [b]) => (a < b ? -1 : 1))) {
  digest.update(`${file[0]}\0`).update(await readFile(file[1])).update("\0");
}

const settings = {
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022", "chrome110", "firefox115", "safari16.4"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};
const told = "built from web/src by build.mjs (make web): change it there";

await mkdir(folder, { recursive: true });
// the worker travels inside the scripts of pages: a page that is opened from disk may load none
const worker = await build({ ...settings, entryPoints: [join(here, "src/search/worker.ts")], write: false });
await build({
  ...settings,
  banner: { js: `// ${told}`, css: `/* ${told} */` },
  define: { WORKER: JSON.stringify(worker.outputFiles[0].text) },
  entryPoints: {
    page: join(here, "src/page/page.ts"),
    gallery: join(here, "src/gallery/gallery.ts"),
    live: join(here, "src/live/live.ts"),
    waiting: join(here, "src/gallery/waiting.ts"),
    style: join(here, "src/page/page.css"),
  },
  outdir: folder,
});
await writeFile(join(folder, "sources.sha256"), `${digest.digest("hex")}\n`);
