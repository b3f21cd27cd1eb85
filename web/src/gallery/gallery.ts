// The list of games: search and filters. Works on the cards that the page holds, and asks no server.

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

const cards: Card[] = [...document.querySelectorAll<HTMLElement>(".game-card")].map((element) => ({
  element,
  names: (element.dataset["names"] ?? "").split("|").map(plain),
  words: plain(element.dataset["words"] ?? ""),
  tags: new Set((element.dataset["tags"] ?? "").split("|")),
  players: element.dataset["players"] ?? "",
}));

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

function filter(): void {
  const wanted = plain(search.value);
  const words = wanted.split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const card of cards) {
    const fit = fits(card, words);
    card.element.hidden = !fit;
    if (fit) shown++;
  }
  const near = new Map(cards.map((card) => [card, wanted ? distance(card, wanted) : 0]));
  const order = [...cards].sort((a, b) => (near.get(a) as number) - (near.get(b) as number));
  the("games").replaceChildren(...order.map((card) => card.element));
  the("count").textContent = `${shown} of ${cards.length} games`;
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
