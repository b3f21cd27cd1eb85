// The page of a game: reads its data, finds the variant and the game of the address, and connects the controls.

import type { GameData, VariantData } from "../engine/data";
import { connectPanel, report, workerUrl } from "./controls";
import { h, the } from "./dom";
import { Table } from "./table";
import { Thinker } from "./thinker";

const data = JSON.parse(the("game-data").textContent ?? "") as GameData;
const table = new Table(data, new Thinker(workerUrl()));

function address(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

function wanted(parameters: URLSearchParams): VariantData {
  const name = parameters.get("o");
  return data.variants.find((v) => name && (v.ruleset || v.options.join("|")) === name) ?? data.variants[0];
}

async function open(parameters: URLSearchParams): Promise<void> {
  const variant = wanted(parameters);
  the<HTMLSelectElement>("variant").value = String(data.variants.indexOf(variant));
  try {
    await table.load(variant, parameters);
  } catch (problem) {
    report(table, problem);
  }
}

const select = the<HTMLSelectElement>("variant");
select.replaceChildren(...data.variants.map((variant, k) => h("option", { value: k }, variant.label)));
the("variants").hidden = data.variants.length < 2 && !data.left;
the("left").textContent = data.left ? `${data.left} further variants are not in this page.` : "";
select.addEventListener("change", () => {
  const [before, wanted] = [String(data.variants.indexOf(table.variant)), select.value];
  select.value = before; // until the game may be lost
  table.mayEnd().then((yes) => {
    if (!yes) return;
    select.value = wanted;
    return table.load(data.variants[Number(wanted)]);
  }).catch((problem: unknown) => report(table, problem));
});
connectPanel(() => table, () => data.name);
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  if (event.shiftKey) table.redo();
  else table.undo();
});
window.addEventListener("hashchange", () => void open(address()));
void open(address());
