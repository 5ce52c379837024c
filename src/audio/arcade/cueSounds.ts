/**
 * What the cues of a run sound like: short notes of the field's key, made as samples when they are first asked for. A cue
 * is known by its shape (how many notes, which way they go, how they begin) and not by its colour alone; all are far
 * under the music.
 */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { CueId } from '../../data/rules/arcade/cues.ts';
import { scaleSteps } from '../../data/rules/arranging/scales.ts';
import { toBuffer } from '../loading/audioBuffer.ts';

interface CueKey {
  readonly root: number;
  readonly scale: number;
}

type Voice = 'bell' | 'pluck' | 'soft' | 'buzz' | 'thud' | 'air';

interface Note {
  /** Semitones above the root at 523 to 988 Hz, and those that it glides to. */
  readonly at: number;
  readonly to?: number;
  readonly fromSec: number;
  readonly sec: number;
  readonly voice: Voice;
}

/** Loudest 50 ms of every cue, as RMS under full scale: the music is brought to −13. */
const CUE_DB = -25;
const WINDOW_FRAMES = 0.05 * SAMPLE_RATE_HZ;
const BASE_HZ = 523.25;
const RISE_SEC = 0.003;
const FALL_SEC = 0.012;
const SOFT_RISE_SEC = 0.03;
const TAU = 2 * Math.PI;

/** Amplitudes of the first overtones, and how soon a note falls by e, as a share of its length. */
const VOICES: Readonly<Record<Voice, { overtones: readonly number[]; fall: number }>> = {
  bell: { overtones: [1, 0, 0.35, 0.2], fall: 0.3 },
  pluck: { overtones: [1, 0.3], fall: 0.35 },
  soft: { overtones: [1, 0.15], fall: 2 },
  buzz: { overtones: [1, 0.5, 0.6, 0.4, 0.5, 0.3, 0.4], fall: 1.5 },
  thud: { overtones: [1, 0.2], fall: 0.3 },
  air: { overtones: [0.5], fall: 0.8 },
};

/** The first of some steps that a scale has; the first of all where it has none. */
const stepOf = ({ scale }: CueKey, ...wanted: number[]) =>
  wanted.find((step) => scaleSteps(scale).includes(step)) ?? wanted[0]!;

const row = (voice: Voice, apartSec: number, sec: number, steps: readonly number[]): Note[] =>
  steps.map((at, n) => ({ at, fromSec: n * apartSec, sec, voice }));

/** The notes of a cue. */
function notesOf(id: CueId, key: CueKey): readonly Note[] {
  const second = stepOf(key, 2, 1);
  const third = stepOf(key, 4, 3, 5);
  const fifth = stepOf(key, 7, 6, 8);
  const chord = (voice: Voice, sec: number, steps: readonly number[]) => row(voice, 0, sec, steps);
  switch (id) {
    case 'perfect':
      return row('bell', 0.05, 0.4, [0, fifth, 12, 12 + third]);
    case 'good':
      return row('bell', 0.13, 0.3, [0, fifth]);
    case 'early':
      return [{ at: 10, to: 14, fromSec: 0, sec: 0.1, voice: 'soft' }];
    case 'late':
      return [{ at: 0, to: -4, fromSec: 0, sec: 0.24, voice: 'soft' }];
    case 'off':
      return [{ at: -34, to: -41, fromSec: 0, sec: 0.16, voice: 'thud' }];
    case 'fits':
      return chord('soft', 0.34, [-12, third - 12, fifth - 12]);
    case 'rubs':
      return [0, 0.19].flatMap((fromSec) =>
        chord('soft', 0.12, [0, second]).map((note) => ({ ...note, fromSec })),
      );
    case 'clash':
      return chord('buzz', 0.26, [-24, -18, -23]);
    case 'grab':
      return row('pluck', 0.05, 0.09, [0, fifth]);
    case 'drop':
      return row('pluck', 0.06, 0.1, [fifth - 12, -12]);
    case 'lift':
      return [{ at: 0, to: 19, fromSec: 0, sec: 0.2, voice: 'air' }];
    case 'hurry':
      return row('pluck', 0.11, 0.07, [12, 12, 12]);
    case 'over':
      return row('bell', 0.17, 0.5, [fifth, third, 0, -12]);
  }
}

/** Adds a note to samples. */
function addNote(wave: Float32Array, { at, to = at, fromSec, sec, voice }: Note, root: number) {
  const { overtones, fall } = VOICES[voice];
  const from = Math.round(fromSec * SAMPLE_RATE_HZ);
  const frames = Math.round(sec * SAMPLE_RATE_HZ);
  const riseSec = voice === 'soft' ? SOFT_RISE_SEC : RISE_SEC;
  let turns = 0;
  let noise = 0x2545f491;
  for (let n = 0; n < frames; n++) {
    const now = n / SAMPLE_RATE_HZ;
    const pitch = at + ((to - at) * n) / frames;
    turns += (BASE_HZ * 2 ** ((root + pitch) / 12)) / SAMPLE_RATE_HZ;
    const ends = Math.min(1, now / riseSec, (sec - now) / FALL_SEC);
    const shape = ends * Math.exp(-now / (fall * sec));
    let sum = 0;
    overtones.forEach((amplitude, above) => {
      sum += amplitude * Math.sin(TAU * turns * (above + 1));
    });
    if (voice === 'air') {
      // Xorshift: the same breath every time.
      noise ^= noise << 13;
      noise ^= noise >>> 17;
      noise ^= noise << 5;
      sum += (0.6 * noise) / 0x80000000;
    }
    wave[from + n]! += shape * sum;
  }
}

/** RMS of the loudest 50 ms. */
function loudest(wave: Float32Array): number {
  const window = Math.min(WINDOW_FRAMES, wave.length);
  let power = 0;
  let most = 0;
  for (let n = 0; n < wave.length; n++) {
    power += wave[n]! ** 2;
    if (n >= window) power -= wave[n - window]! ** 2;
    most = Math.max(most, power);
  }
  return Math.sqrt(most / window);
}

/** A cue as mono samples at 48 kHz, in a key. */
export function cueWave(id: CueId, key: CueKey): Float32Array<ArrayBuffer> {
  const notes = notesOf(id, key);
  const sec = Math.max(...notes.map((note) => note.fromSec + note.sec));
  const wave = new Float32Array(Math.round(sec * SAMPLE_RATE_HZ) + 1);
  for (const note of notes) addNote(wave, note, key.root);
  const gain = 10 ** (CUE_DB / 20) / loudest(wave);
  return wave.map((sample) => gain * sample);
}

/** Most cues at once; beyond it the oldest one ends. */
const MOST_AT_ONCE = 4;
const GIVE_WAY_SEC = 0.01;

/** Plays the cues of one key. */
export class CueSounds {
  private readonly output: AudioNode;
  private readonly key: CueKey;
  private readonly buffers = new Map<CueId, AudioBuffer>();
  private sounding: { readonly source: AudioBufferSourceNode; readonly gain: GainNode }[] = [];

  constructor(output: AudioNode, key: CueKey) {
    this.output = output;
    this.key = key;
  }

  /** Sounds a cue at once. */
  play(id: CueId): void {
    const { context } = this.output;
    while (this.sounding.length >= MOST_AT_ONCE) this.silence(this.sounding.shift()!);
    const source = new AudioBufferSourceNode(context, { buffer: this.bufferOf(id) });
    const gain = new GainNode(context);
    source.connect(gain).connect(this.output);
    source.onended = () => {
      gain.disconnect();
      this.sounding = this.sounding.filter((one) => one.source !== source);
    };
    source.start();
    this.sounding.push({ source, gain });
  }

  /** Silence within some milliseconds. */
  stop(): void {
    for (const one of this.sounding.splice(0)) this.silence(one);
  }

  private silence({ source, gain }: (typeof this.sounding)[number]): void {
    const now = this.output.context.currentTime;
    gain.gain.setTargetAtTime(0, now, GIVE_WAY_SEC / 4);
    source.stop(now + GIVE_WAY_SEC);
  }

  private bufferOf(id: CueId): AudioBuffer {
    const known = this.buffers.get(id);
    if (known) return known;
    const buffer = toBuffer({ channels: [cueWave(id, this.key)], sampleRate: SAMPLE_RATE_HZ });
    this.buffers.set(id, buffer);
    return buffer;
  }
}
