/**
 * Sound that is not of the library: usual drum patterns that are none of the product's own, to which no weight was
 * fitted, and chord progressions of major and minor keys as chords, as a bass and as a melody, which were looked at
 * when the weights of the root were chosen.
 */
import { frameHits, mixHits } from '../../../src/audio/studio/play/drums/mixHits.ts';
import { renderKit } from '../../../src/audio/studio/play/drums/renderKit.ts';
import { type Beat, patternOfBeat } from '../../../src/data/rules/instruments/beats.ts';
import type { PAD } from '../../../src/data/rules/instruments/padKit.ts';
import { relayPattern } from '../../../src/data/rules/instruments/steps.ts';
import { loopFrames } from '../../../src/data/rules/time/timing.ts';

export interface Material {
  readonly channels: readonly Float32Array[];
  readonly sampleRate: number;
}
export interface DrumMaterial extends Material {
  readonly bpm: number;
}
export interface TonalMaterial extends Material {
  readonly root: number;
  /** Index into `SCALES`. */
  readonly scale: number;
}

type Rows = Partial<Record<keyof typeof PAD, string>>;

/** A bar each, a digit per sixteenth as in `beats.ts`, and the tempos that people play it at. */
const DRUMS: readonly { rows: Rows; swing: number; at: readonly number[] }[] = [
  {
    rows: { kick: '3......2..3.....', snare: '....3.......3...', hat: '2.2.2.2.2.2.2.2.' },
    swing: 0.5,
    at: [78, 85, 92],
  },
  {
    rows: { kick: '3..2..3...2..2..', snare: '....3..1.1..3..1', hat: '3131313131313131' },
    swing: 0.5,
    at: [88, 96, 104],
  },
  {
    rows: { kick: '3......3..3.....', snare: '........3.......', hat: '2.2.2.2.2.2.2121' },
    swing: 0.5,
    at: [140, 150],
  },
  {
    rows: { kick: '3.........3.....', snare: '....3.......3...', hat: '2.2.2.2.2.2.2.2.' },
    swing: 0.5,
    at: [168, 174],
  },
  {
    rows: { kick: '3.3.......33....', snare: '....3..2.2..3..2', ride: '2.2.2.2.2.2.2.2.' },
    swing: 0.5,
    at: [160, 172],
  },
  {
    rows: { kick: '........3.......', rim: '........3.......', hat: '2.2.2.2.2.2.2.2.' },
    swing: 0.56,
    at: [72, 80],
  },
  {
    rows: { kick: '3.......3.......', snare: '....3.......3...', ride: '3...3...3...3...' },
    swing: 0.5,
    at: [160, 178],
  },
  {
    rows: { kick: '3...........2...', snare: '........3.......', hat: '2...2...2...2...' },
    swing: 0.5,
    at: [64, 70],
  },
  {
    rows: { kick: '3...............', snare: '........3.......', hat: '2.1.2.1.2.1.2.1.' },
    swing: 0.5,
    at: [140],
  },
];

/** Two bars of each pattern at each of its tempos, on every kit. */
export function drumMaterial(): DrumMaterial[] {
  const sampleRate = 48_000;
  return ['press', 'deep', 'dust'].flatMap((kit) => {
    const sounds = renderKit(kit);
    return DRUMS.flatMap(({ rows, swing, at }) =>
      at.map((bpm) => {
        const beat: Beat = { id: '', title: '', from: 0, to: 0, swing, rows };
        const pattern = relayPattern(patternOfBeat(beat, 16), 2, 16);
        const frames = loopFrames(32, bpm / 60, sampleRate);
        return { channels: mixHits(sounds, frameHits(pattern, frames), frames), sampleRate, bpm };
      }),
    );
  });
}

const PROGRESSIONS = {
  0: 'I V vi IV|I IV V I|I vi IV V|I V IV I|vi IV I V|ii V I I|I iii IV V|IV I V vi',
  5: 'i VI III VII|i iv v i|i VII VI VII|i iv VII III|VI VII i i|i v VI iv|iv i v i|i III VII iv',
} as const;
/** Root and third of each degree, in semitones. */
const DEGREES: Readonly<Record<string, readonly [root: number, third: number]>> = {
  I: [0, 4],
  ii: [2, 3],
  iii: [4, 3],
  IV: [5, 4],
  V: [7, 4],
  vi: [9, 3],
  i: [0, 3],
  III: [3, 4],
  iv: [5, 3],
  v: [7, 3],
  VI: [8, 4],
  VII: [10, 4],
};
const MAJOR_STEPS = [0, 2, 4, 5, 7, 9, 11];
const MINOR_STEPS = [0, 2, 3, 5, 7, 8, 10];
const CHORD_SEC = 2;

/** Adds a note of six partials that dies away. */
function addNote(out: Float32Array, rate: number, midi: number, at: number, len: number): void {
  const hz = 440 * 2 ** ((midi - 69) / 12);
  const start = Math.round(at * rate);
  const frames = Math.min(Math.round(len * rate), out.length - start);
  for (let partial = 1; partial <= 6; partial++) {
    for (let n = 0; n < frames; n++) {
      const level = Math.min(1, n / 200, (frames - n) / 400) * Math.exp(-n / (1.2 * rate));
      out[start + n]! +=
        ((0.2 * level) / partial) * Math.sin((2 * Math.PI * hz * partial * n) / rate);
    }
  }
}

/** Each progression in some key, as chords, as a bass and as a melody: eight seconds each. */
export function tonalMaterial(): TonalMaterial[] {
  const sampleRate = 22_050;
  let seed = 1;
  const chance = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return seed / 0x8000_0000;
  };
  const pick = (list: readonly number[]) => list[Math.floor(chance() * list.length)]!;
  return ([0, 5] as const).flatMap((scale) =>
    PROGRESSIONS[scale].split('|').flatMap((progression) =>
      (['chords', 'bass', 'melody'] as const).map((part) => {
        const root = Math.floor(chance() * 12);
        const out = new Float32Array(4 * CHORD_SEC * sampleRate);
        const add = (midi: number, at: number, len: number) =>
          addNote(out, sampleRate, midi, at, len);
        progression.split(' ').forEach((name, index) => {
          const [degree, third] = DEGREES[name]!;
          const at = index * CHORD_SEC;
          const base = 48 + ((root + degree) % 12);
          if (part === 'chords') {
            for (const step of [0, third, 7]) {
              add(base + step + (step > 0 && chance() < 0.3 ? 12 : 0), at, CHORD_SEC);
            }
            return;
          }
          for (let beat = 0; beat < 4; beat++) {
            const place = at + (beat * CHORD_SEC) / 4;
            if (part === 'bass')
              add(base - 12 + (beat === 3 && chance() < 0.5 ? 7 : 0), place, 0.4);
            else {
              const steps = scale === 0 ? MAJOR_STEPS : MINOR_STEPS;
              const step = beat % 2 === 0 ? degree + pick([0, third, 7]) : pick(steps);
              add(60 + ((root + step) % 12), place, 0.45);
            }
          }
        });
        return { channels: [out], sampleRate, root, scale };
      }),
    ),
  );
}
