// Short sounds, made here; off until the visitor turns them on.

import { recall, store } from "./levels.js";

/** Pitches, and when each begins. */
const NOTES = {
  move: [[330, 0]],
  won: [
    [392, 0],
    [523, 0.1],
    [659, 0.2],
  ],
  lost: [
    [294, 0],
    [220, 0.14],
  ],
};
const LENGTH = 0.16;
/** @type {AudioContext | null} */
let audio = null;

export const soundOn = () => recall("sound", false) === true;

export function switchSound() {
  store("sound", JSON.stringify(!soundOn()));
  play("move");
}

/** Play a sound: move, won or lost. */
export function play(name) {
  if (!soundOn()) return;
  audio ??= new AudioContext();
  for (const [pitch, delay] of NOTES[name]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + delay;
    tone.frequency.value = pitch;
    tone.type = "triangle";
    volume.gain.setValueAtTime(0.12, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + LENGTH);
  }
}
