/** Patterns to begin with, by tempo: each is one bar of sixteenths that asks to be changed. */
import { PAD } from './padKit.ts';
import { emptyPattern, type StepLevel, type StepPattern, setStep } from './steps.ts';

export interface Beat {
  readonly id: string;
  readonly title: string;
  /** Tempi in bpm that it is at home in. */
  readonly from: number;
  readonly to: number;
  readonly swing: number;
  /** A digit per sixteenth: the strength, `.` for none. */
  readonly rows: Readonly<Partial<Record<keyof typeof PAD, string>>>;
}

export const BEATS: readonly Beat[] = [
  {
    id: 'stroll',
    title: 'Stroll',
    from: 0,
    to: 97,
    swing: 0.58,
    rows: {
      kick: '3......23.2.....',
      snare: '....3.......3..1',
      hat: '2.1.2.1.2.1.2.1.',
      shaker: '..1...1...1...1.',
    },
  },
  {
    id: 'step',
    title: 'Two step',
    from: 97,
    to: 112,
    swing: 0.56,
    rows: {
      kick: '3.....3...3.....',
      snare: '....3.......3...',
      rim: '.......1.2......',
      hat: '2.2.2.2.2.2.2.2.',
      openHat: '..............2.',
    },
  },
  {
    id: 'four',
    title: 'Four on the floor',
    from: 112,
    to: 138,
    swing: 0.5,
    rows: {
      kick: '3...3...3...3...',
      clap: '....3.......3...',
      hat: '1.1.1.1.1.1.1.12',
      openHat: '..2...2...2...2.',
    },
  },
  {
    id: 'break',
    title: 'Break',
    from: 138,
    to: Number.POSITIVE_INFINITY,
    swing: 0.5,
    rows: {
      kick: '3.......3.3.....',
      snare: '....3..1.1..3..1',
      hat: '2.2.2.2.2.2.2.2.',
      ride: '3...............',
    },
  },
  {
    id: 'hands',
    title: 'Hands only',
    from: Number.POSITIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
    swing: 0.54,
    rows: {
      conga: '2..2..3.2..2..33',
      clave: '3..3..3...3.3...',
      shaker: '3121312131213121',
      tambourine: '....2.......2...',
    },
  },
];

/** A beat as a pattern of one bar; in another metre it is cut, or ends silent. */
export function patternOfBeat(beat: Beat, barLength: number): StepPattern {
  let pattern: StepPattern = { ...emptyPattern(1, barLength), swing: beat.swing };
  for (const [name, row] of Object.entries(beat.rows)) {
    for (let step = 0; step < Math.min(row.length, barLength); step++) {
      const level = Number(row[step]?.replace('.', '0')) as StepLevel;
      pattern = setStep(pattern, PAD[name as keyof typeof PAD], step, level);
    }
  }
  return pattern;
}

/** The beat that is at home in a tempo, quarter notes per second. */
export function beatForTempo(bps: number): Beat {
  const bpm = bps * 60;
  return BEATS.find(({ from, to }) => bpm >= from && bpm < to) ?? BEATS[0]!;
}
