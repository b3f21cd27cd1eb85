// Short sounds of moves, for who has asked for them.

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
