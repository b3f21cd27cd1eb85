// The list of games: search and filters. Works on the cards that the page holds, and asks no server.

import { the } from "../page/dom";

interface Card {
  element: HTMLElement;
  words: string;
  tags: Set<string>;
  players: string;
}

const cards: Card[] = [...document.querySelectorAll<HTMLElement>(".game-card")].map((element) => ({
  element,
  words: (element.dataset["words"] ?? "").toLowerCase(),
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

function filter(): void {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const card of cards) {
    const fit = fits(card, words);
    card.element.hidden = !fit;
    if (fit) shown++;
  }
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
