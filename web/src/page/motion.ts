// Movements: the piece that has moved travels from where it was, and dice that were thrown roll. Sounds, for who asks for them.

import type { KitData } from "../engine/data";
import type { Mark } from "./drawing";

const [TIME, ROLL] = [220, 600]; // milliseconds

/** Where a piece has come from and gone to, and the sites of the dice that are thrown for the next move. */
export interface Travel {
  from: string;
  to: string;
  dice: string[];
}

/** Show a movement on the drawn marks of a position, unless whoever looks has asked for none. */
export function animated(kit: KitData, { from, to, dice }: Travel, marks: Mark[], pieces: SVGGElement): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const nodes = [...pieces.children] as SVGElement[];
  const move = (k: number, frames: string[], duration = TIME) => {
    const { x, y } = marks[k];
    const own = marks[k].turn ? ` rotate(${marks[k].turn}deg)` : "";
    nodes[k].animate(frames.map((frame) => ({ transform: `translate(${x}px, ${y}px) ${frame}${own}` })), { duration, easing: "ease-out" });
  };
  const [begin, end] = [kit.sites[from], kit.sites[to]];
  const last = marks.map((mark) => mark.site === to && mark.layers !== undefined).lastIndexOf(true);
  if (begin && end && from !== to && last >= 0) {
    const goes = kit.pile ? [] : [last];
    for (const k of goes) {
      pieces.append(nodes[k]); // above all that it passes
      move(k, [`translate(${begin[0] - marks[k].x}px, ${begin[1] - marks[k].y}px)`, "translate(0, 0)"]);
    }
  }
  marks.forEach((mark, k) => {
    if (mark.layers && dice.includes(mark.site)) move(k, ["rotate(-500deg) scale(.5)", "rotate(-200deg) scale(1.2)", "rotate(25deg) scale(1.1)", "rotate(0deg)"], ROLL);
  });
}

let audio: AudioContext | null = null;

/** A knock for a move, a lower one where pieces were taken, and two tones at the end of the game. */
export function sound(ended: boolean, taken: boolean): void {
  audio ??= new AudioContext();
  for (const [k, pitch] of (ended ? [523, 784] : [taken ? 160 : 320]).entries()) {
    const [tone, loudness, begins] = [audio.createOscillator(), audio.createGain(), audio.currentTime + 0.16 * k];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.25, begins);
    loudness.gain.exponentialRampToValueAtTime(0.001, begins + (ended ? 0.4 : 0.09));
    tone.connect(loudness).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + 0.5);
  }
}
