// The sounds, made with the Web Audio API. Loaded with the first click or key, since no browser plays any before.

/** @type {AudioContext | null} */
let audio = null;

/** A note that glides from one frequency to another and fades.
 * @typedef {{from: number, to?: number, at?: number, length: number, volume: number, shape?: OscillatorType}} Note */

/** @param {number[]} pitches @param {number} gap @param {number} volume @returns {Note[]} */
function tune(pitches, gap, volume) {
  return pitches.map((from, i) => ({ from, at: 0.16 + i * gap, length: 0.42, volume, shape: 'triangle' }));
}

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  drop: [
    { from: 880, to: 240, length: 0.045, volume: 0.12, shape: 'triangle' },
    { from: 230, to: 95, length: 0.11, volume: 0.4 },
    { from: 200, to: 110, at: 0.1, length: 0.06, volume: 0.1 },
  ],
  win: tune([523.25, 659.25, 783.99, 1046.5], 0.11, 0.16),
  draw: tune([440, 440], 0.2, 0.13),
  loss: tune([392, 329.63, 261.63], 0.16, 0.12),
};

/** @param {'drop' | 'win' | 'draw' | 'loss'} name */
export function play(name) {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  const now = audio.currentTime;
  for (const { from, to = from, at = 0, length, volume, shape = 'sine' } of SOUNDS[name]) {
    const source = new OscillatorNode(audio, { type: shape, frequency: from });
    const level = new GainNode(audio, { gain: 0 });
    const start = now + at;
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, start + length);
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(volume, start + 0.006);
    level.gain.exponentialRampToValueAtTime(0.0001, start + length);
    source.connect(level).connect(audio.destination);
    source.start(start);
    source.stop(start + length);
  }
}
