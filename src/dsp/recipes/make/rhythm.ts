/** Rhythms of a bar as sixteen signs: a velocity from 1 to 9, `r` and `t` for ruffs, `.` for rest. */
import type { Random } from '../../synth/random.ts';

export interface Onset {
  /** Sixteenths from the beginning of the bar. */
  readonly step: number;
  /** 1 to 9. */
  readonly velocity: number;
}

/** A bar as it is written: spaces are for the eye. */
export const signsOf = (cell: string): string[] => [...cell.replace(/\s/g, '')];

/** Velocities of the signs that are no digits. */
const RUFF = 4;
const velocityOf = (sign: string) => (sign === 'r' || sign === 't' ? RUFF : Number(sign));

/** What sounds in a bar. */
export function onsetsOf(cell: string): Onset[] {
  return signsOf(cell).flatMap((sign, step) =>
    sign === '.' ? [] : [{ step, velocity: velocityOf(sign) }],
  );
}

/** How much a sixteenth carries: the one most, then the beats, the eighths, and what lies between. */
function weightOf(step: number): number {
  if (step === 0) return 4;
  if (step % 8 === 0) return 3;
  if (step % 4 === 0) return 2.5;
  return step % 2 === 0 ? 1.5 : 0;
}

/** Share of the rests that are filled at full density, and of the hits that are left at none. */
const MOST_FILLED = 0.55;
const LEAST_KEPT = 0.3;

/**
 * A bar with more or fewer hits: 0.5 leaves it as it is. What is soft and between the beats goes first; what is added is
 * soft. One hit at least is left where there was one.
 */
export function atDensity(cell: string, density: number, rng: Random): string {
  const signs = signsOf(cell);
  const hits = signs.flatMap((sign, step) => (sign === '.' ? [] : [step]));
  if (hits.length === 0) return signs.join('');
  if (density < 0.5) {
    const kept = Math.max(
      1,
      Math.round(hits.length * (LEAST_KEPT + (1 - LEAST_KEPT) * density * 2)),
    );
    const order = hits
      .map((step) => ({
        step,
        worth: velocityOf(signs[step]!) * 0.5 + weightOf(step) + rng.next() * 1.5,
      }))
      .sort((a, b) => a.worth - b.worth);
    for (const { step } of order.slice(0, hits.length - kept)) signs[step] = '.';
    return signs.join('');
  }
  const rests = signs.flatMap((sign, step) => (sign === '.' ? [step] : []));
  const added = Math.round(rests.length * MOST_FILLED * (density - 0.5) * 2);
  const order = rests
    .map((step) => ({ step, worth: rng.next() + (step % 2 === 0 ? 0.3 : 0) }))
    .sort((a, b) => b.worth - a.worth);
  for (const { step } of order.slice(0, added))
    signs[step] = String(3 + Math.floor(rng.next() * 3));
  return signs.join('');
}

/** The first half of one bar and the second of another. */
export const joined = (one: string, other: string): string =>
  signsOf(one).slice(0, 8).join('') + signsOf(other).slice(8).join('');

/** The same bar with `moves` of its softer hits moved to a rest close by; the one stays. */
export function varied(cell: string, moves: number, rng: Random): string {
  const signs = signsOf(cell);
  for (let move = 0; move < moves; move++) {
    const movable = signs.flatMap((sign, step) =>
      sign !== '.' && step > 0 && velocityOf(sign) < 9 ? [step] : [],
    );
    if (movable.length === 0) break;
    const from = movable[Math.floor(rng.next() * movable.length)]!;
    const by = [1, -1, 2, -2][Math.floor(rng.next() * 4)]!;
    const to = from + by;
    if (to < 1 || to > 15 || signs[to] !== '.') continue;
    signs[to] = signs[from]!;
    signs[from] = '.';
  }
  return signs.join('');
}

/** Which bars are the same: letters for so many bars. */
const FORMS: Readonly<Record<number, readonly string[]>> = {
  1: ['A'],
  2: ['Aa', 'AB', 'AA'],
  4: ['AaAB', 'ABAC', 'AAAB', 'AaBC', 'ABaC'],
  8: ['AaABAaAC', 'ABACABaC', 'AABBAAaC', 'AaBbAaBC'],
};

/** The form of a loop of 1, 2, 4 or 8 bars: a small letter is the bar of the capital, varied. */
export function formOf(bars: number, rng: Random): string {
  const forms = FORMS[bars]!;
  return forms[Math.floor(rng.next() * forms.length)]!;
}

/**
 * One rhythm for each bar of a form: capitals are cells of the list or halves of two joined, small letters vary them.
 * @param cells bars that the family plays
 */
export function barsOf(
  form: string,
  cells: readonly string[],
  { density, rng, moves = 2 }: { density: number; rng: Random; moves?: number },
): string[] {
  const made = new Map<string, string>();
  const one = (stream: Random) => cells[Math.floor(stream.next() * cells.length)]!;
  const capital = (letter: string) => {
    const stream = rng.fork(letter);
    const cell = stream.next() < 0.45 ? joined(one(stream), one(stream)) : one(stream);
    // Halves that both rest would leave a bar without a sound.
    const sounding = onsetsOf(cell).length > 0 ? cell : one(stream.fork('again'));
    return atDensity(varied(sounding, stream.next() < 0.5 ? 1 : 0, stream), density, stream);
  };
  return [...form].map((letter) => {
    const known = made.get(letter);
    if (known !== undefined) return known;
    const upper = letter.toUpperCase();
    const base = made.get(upper) ?? capital(upper);
    made.set(upper, base);
    const bar = letter === upper ? base : varied(base, moves, rng.fork(`vary ${letter}`));
    made.set(letter, bar);
    return bar;
  });
}
