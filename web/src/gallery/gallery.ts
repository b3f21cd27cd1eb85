// The list of games: search and filters. Works on the cards that the page holds; a server is asked only how far it is with
// reading what they are, as long as the page says that it reads.

import { the } from "../page/dom";

interface Card {
  element: HTMLElement;
  /** Its name and other names, and all that a search looks at, as `plain` has them. */
  names: string[];
  words: string;
  tags: Set<string>;
  players: string;
}

/** A text without accents and apostrophes, in small letters. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/[\u0300-\u036f'’ʼ`]/g, "").toLowerCase().trim();
}

function cardsOf(page: ParentNode): Card[] {
  return [...page.querySelectorAll<HTMLElement>(".game-card")].map((element) => ({
    element,
    names: (element.dataset["names"] ?? "").split("|").map(plain),
    words: plain(element.dataset["words"] ?? ""),
    tags: new Set((element.dataset["tags"] ?? "").split("|")),
    players: element.dataset["players"] ?? "",
  }));
}

let cards = cardsOf(document);

const search = the<HTMLInputElement>("search");
const players = the<HTMLSelectElement>("by-players");
const tag = the<HTMLSelectElement>("by-tag");

function fits(card: Card, words: string[]): boolean {
  return (
    words.every((word) => card.words.includes(word)) &&
    (!players.value || card.players === players.value) &&
    (!tag.value || card.tags.has(tag.value))
  );
}

/** How near a name of a game is to what is searched for: 0 for the same. */
function distance(card: Card, wanted: string): number {
  const found = card.names.map((name) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3));
  return Math.min(...found);
}

/** In how many letters two words differ: one that is missing, too many, another one, or two that are exchanged. */
function slips(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + Number(a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length];
}

/** In how many letters what is searched for differs from a name, or from one of its words; Infinity where it is too many:
 * a word of four letters may have one slip, one of eight two. */
function slipsOf(card: Card, wanted: string): number {
  const names = card.names.flatMap((name) => [name, ...name.split(/\s+/)]);
  const most = Math.floor(wanted.length / 4);
  const found = names.filter((name) => Math.abs(name.length - wanted.length) <= most).map((name) => slips(name, wanted));
  const least = Math.min(...found);
  return least <= most ? least : Infinity;
}

function filter(): void {
  const wanted = plain(search.value);
  const words = wanted.split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const card of cards) {
    const fit = fits(card, words);
    card.element.hidden = !fit;
    if (fit) shown++;
  }
  let near = new Map(cards.map((card) => [card, wanted ? distance(card, wanted) : 0]));
  const guessed = !shown && wanted.length > 3;
  if (guessed) { // nothing is called like that: names that are nearly so
    near = new Map(cards.map((card) => [card, fits(card, []) ? slipsOf(card, wanted) : Infinity]));
    for (const card of cards) card.element.hidden = near.get(card) === Infinity;
    shown = cards.filter((card) => !card.element.hidden).length;
  }
  const order = [...cards].sort((a, b) => (near.get(a) as number) - (near.get(b) as number));
  the("games").replaceChildren(...order.map((card) => card.element));
  the("count").textContent = `${guessed && shown ? `Nothing is called ${search.value.trim()}. Nearly so: ` : ""}${shown} of ${cards.length} games`;
  const start = document.getElementById("start");
  if (start) start.hidden = Boolean(wanted || players.value || tag.value);
  const kept = new URLSearchParams({ q: search.value, players: players.value, tag: tag.value });
  for (const [key, value] of [...kept]) if (!value) kept.delete(key);
  history.replaceState(null, "", kept.size ? `#${kept}` : location.pathname + location.search);
}

const asked = new URLSearchParams(location.hash.slice(1));
search.value = asked.get("q") ?? "";
players.value = asked.get("players") ?? "";
tag.value = asked.get("tag") ?? "";
for (const control of [search, players, tag]) control.addEventListener("input", filter);
filter();

/** Pictures that the server had no time for are asked for again. */
document.addEventListener("error", ({ target }) => {
  if (!(target instanceof HTMLImageElement) || Number(target.dataset["tries"] ?? 0) > 9) return;
  target.dataset["tries"] = String(Number(target.dataset["tries"] ?? 0) + 1);
  window.setTimeout(() => { target.src = target.getAttribute("src") ?? ""; }, 2000);
}, true);

/** As long as the server reads what the games are: say how far it is, and take the whole list when it is there. */
async function read(): Promise<void> {
  const said = document.getElementById("reading");
  if (!said) return;
  try {
    const index = (await (await fetch("/api/index")).json()) as { done: number; total: number; read: boolean };
    said.textContent = `What the games are is being read: ${index.done} of ${index.total}.`;
    if (index.read) {
      const page = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
      cards = cardsOf(page);
      for (const select of [players, tag]) {
        const value = select.value;
        select.replaceChildren(...(page.getElementById(select.id) as HTMLElement).children);
        select.value = value;
      }
      said.remove();
      return filter();
    }
  } catch {
    said.textContent = "The server does not answer.";
  }
  window.setTimeout(() => void read(), 1000);
}
void read();
