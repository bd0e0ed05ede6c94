/** Short sounds, made in the browser. */

import { settings } from './settings.svelte';

type Sound = 'mine' | 'theirs' | 'turn' | 'over' | 'no' | 'chat' | 'low';

/** Each note: its pitch in hertz, when it begins and how long it lasts, in seconds. */
const NOTES: Record<Sound, [number, number, number][]> = {
  mine: [[220, 0, 0.07]],
  theirs: [[165, 0, 0.08]],
  turn: [
    [165, 0, 0.08],
    [330, 0.09, 0.09],
  ],
  over: [
    [262, 0, 0.14],
    [330, 0.14, 0.14],
    [392, 0.28, 0.3],
  ],
  no: [[110, 0, 0.12]],
  chat: [[520, 0, 0.05]],
  low: [
    [660, 0, 0.08],
    [660, 0.12, 0.08],
  ],
};

/** How long a device vibrates, in milliseconds. */
const TREMORS = { placed: 12, played: 8, taken: 30 };

/** Vibrates shortly, where the device can and the person wants it. */
export function vibrate(what: keyof typeof TREMORS): void {
  if (settings.hasVibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TREMORS[what]);
}

let context: AudioContext | undefined;

/** Plays a sound, unless they are switched off. */
export function play(sound: Sound): void {
  // Browsers make no sound before the person did something.
  if (!settings.hasSounds || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [pitch, begin, length] of NOTES[sound]) {
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
    const volume = new GainNode(context, { gain: 0.12 });
    volume.gain.setValueAtTime(0.12, now + begin);
    volume.gain.exponentialRampToValueAtTime(0.001, now + begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + begin);
    tone.stop(now + begin + length);
  }
}
