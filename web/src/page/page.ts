// The page of a game: reads its data, finds the variant and the game of the address, and connects the controls.

import type { GameData, VariantData } from "../engine/data";
import { unpack } from "../engine/wasm";
import { connectPanel, report, workerUrl } from "./controls";
import { h, the } from "./dom";
import { Table } from "./table";
import { Thinker } from "./thinker";

function begin(data: GameData): void {
  const table = new Table(data, new Thinker(workerUrl()));
  const select = the<HTMLSelectElement>("variant");
  const failed = (problem: unknown) => report(table, problem);

  const open = () => {
    const parameters = new URLSearchParams(location.hash.slice(1));
    const name = parameters.get("o");
    const variant = data.variants.find((v) => name && nameOf(v) === name) ?? data.variants[0];
    select.value = String(data.variants.indexOf(variant));
    table.load(variant, parameters).catch(failed);
  };

  const left = data.left ? [h("option", { disabled: true }, `${data.left} further variants are not in this page`)] : [];
  select.replaceChildren(...data.variants.map((variant, k) => h("option", { value: k }, variant.label)), ...left);
  the("variants").hidden = data.variants.length < 2 && !data.left;
  select.addEventListener("change", () => {
    const [before, wanted] = [String(data.variants.indexOf(table.variant)), select.value];
    select.value = before; // until the game may be lost
    table.mayEnd().then((yes) => {
      if (!yes) return;
      select.value = wanted;
      return table.load(data.variants[Number(wanted)]);
    }).catch(failed);
  });
  the("missing").hidden = !data.missing;
  (the("missing").querySelector("span") as HTMLElement).textContent = data.missing;
  connectPanel(() => table, () => data.name);
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    if (event.shiftKey) table.redo();
    else table.undo();
  });
  window.addEventListener("hashchange", open);
  open();
}

/** What an address calls a variant. */
function nameOf({ ruleset, options }: VariantData): string {
  return ruleset || options.join("|");
}

void unpack(the("game-data").textContent ?? "").then((bytes) => begin(JSON.parse(new TextDecoder().decode(bytes)) as GameData));
