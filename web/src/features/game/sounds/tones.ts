import type { Sound } from './between';

/** A tone: hertz at its start and its end, seconds after the sound's begin, its length in seconds. */
interface Tone {
  from: number;
  to: number;
  at: number;
  length: number;
  shape: OscillatorType;
}

const LOUD = 0.12;
/** Between one sound and the next, in seconds. */
const GAP = 0.1;

const TONES: Record<Sound, readonly Tone[]> = {
  turn: [
    { from: 523, to: 523, at: 0, length: 0.14, shape: 'sine' },
    { from: 784, to: 784, at: 0.15, length: 0.24, shape: 'sine' },
  ],
  dice: [0, 0.06, 0.11, 0.17, 0.26].map((at, index) => ({
    from: 950 - 90 * index,
    to: 380,
    at,
    length: 0.04,
    shape: 'triangle' as const,
  })),
  destroyed: [{ from: 220, to: 70, at: 0, length: 0.5, shape: 'sawtooth' }],
};

let context: AudioContext | null = null;

function sound(audio: AudioContext, tone: Tone, begin: number): void {
  const [start, end] = [begin + tone.at, begin + tone.at + tone.length];
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = tone.shape;
  oscillator.frequency.setValueAtTime(tone.from, start);
  oscillator.frequency.exponentialRampToValueAtTime(tone.to, end);
  gain.gain.setValueAtTime(LOUD, start);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(end);
}

/** Plays sounds one after the other. A browser that has none, or does not allow them yet, stays silent. */
export function play(sounds: readonly Sound[]): void {
  if (typeof AudioContext === 'undefined' || sounds.length === 0) return;
  context ??= new AudioContext();
  void context.resume();
  let begin = context.currentTime;
  for (const each of sounds) {
    for (const tone of TONES[each]) sound(context, tone, begin);
    begin += Math.max(...TONES[each].map((tone) => tone.at + tone.length)) + GAP;
  }
}
