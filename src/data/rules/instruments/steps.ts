/**
 * Step patterns of the pads: sixteen sounds on the sixteenths of one, two or four bars, with three strengths
 * and swing. Pure: frames are those of the grid (48 kHz), frame 0 is the one.
 */

/** Sounds of a kit. */
export const PAD_COUNT = 16;
export const STEP_BARS = [1, 2, 4] as const;
export type StepBars = (typeof STEP_BARS)[number];
/** How hard a step is hit: 0 is not at all. */
export type StepLevel = 0 | 1 | 2 | 3;
/** Linear gain of each strength: −9, −4 and 0 dB. */
export const LEVEL_GAINS = [0, 0.355, 0.631, 1] as const;
/** Swing is where the second sixteenth of a pair begins, as a share of the pair: 0.5 is straight, 0.667 a triplet. */
export const SWING_STRAIGHT = 0.5;
export const SWING_MOST = 0.75;

export interface StepPattern {
  readonly bars: StepBars;
  /** Sixteenths in a bar. */
  readonly barLength: number;
  readonly swing: number;
  /** For every pad its strength on every step, bar after bar. */
  readonly cells: readonly (readonly StepLevel[])[];
}

/** A step that sounds: how many sixteenths after the one, with its swing. */
export interface StepHit {
  readonly pad: number;
  readonly step: number;
  readonly level: StepLevel;
  readonly at16ths: number;
}

/** Steps of a whole pattern. */
export function stepCount(pattern: Pick<StepPattern, 'bars' | 'barLength'>): number {
  return pattern.bars * pattern.barLength;
}

/** An empty pattern. */
export function emptyPattern(bars: StepBars, barLength: number): StepPattern {
  const row = new Array<StepLevel>(bars * barLength).fill(0);
  return {
    bars,
    barLength,
    swing: SWING_STRAIGHT,
    cells: Array.from({ length: PAD_COUNT }, () => row),
  };
}

/** Holds swing to what a pair can bear; what is no number is straight. */
export function clampSwing(swing: number): number {
  if (!Number.isFinite(swing)) return SWING_STRAIGHT;
  return Math.min(SWING_MOST, Math.max(SWING_STRAIGHT, swing));
}

/** The strength of a pad on a step; 0 outside the pattern. */
export function levelAt(pattern: StepPattern, pad: number, step: number): StepLevel {
  return pattern.cells[pad]?.[step] ?? 0;
}

/** The pattern with one step changed; the same pattern when it is that already or lies outside. */
export function setStep(
  pattern: StepPattern,
  pad: number,
  step: number,
  level: StepLevel,
): StepPattern {
  const row = pattern.cells[pad];
  if (!row || step < 0 || step >= row.length || row[step] === level) return pattern;
  const changed = row.map((old, at) => (at === step ? level : old));
  return { ...pattern, cells: pattern.cells.map((old, at) => (at === pad ? changed : old)) };
}

export function setSwing(pattern: StepPattern, swing: number): StepPattern {
  return { ...pattern, swing: clampSwing(swing) };
}

/** Does nothing sound? */
export function isEmptyPattern(pattern: StepPattern): boolean {
  return pattern.cells.every((row) => row.every((level) => level === 0));
}

/**
 * The pattern on so many bars of another metre: bars that are new repeat what is there, bars that are longer
 * begin as they did and end silent, shorter ones are cut.
 */
export function relayPattern(pattern: StepPattern, bars: StepBars, barLength: number): StepPattern {
  if (pattern.bars === bars && pattern.barLength === barLength) return pattern;
  const cells = pattern.cells.map((row) =>
    Array.from({ length: bars * barLength }, (_, step): StepLevel => {
      const inside = step % barLength;
      if (inside >= pattern.barLength) return 0;
      const bar = Math.floor(step / barLength) % pattern.bars;
      return row[bar * pattern.barLength + inside] ?? 0;
    }),
  );
  return { ...pattern, bars, barLength, cells };
}

/** Sixteenths that swing delays a step by: every second sixteenth of a bar, by up to a half. */
function swingDelay16ths(step: number, barLength: number, swing: number): number {
  return (step % barLength) % 2 === 1 ? 2 * clampSwing(swing) - 1 : 0;
}

/** Everything that sounds in one pass, in the order of time. */
export function hitsOf(pattern: StepPattern): StepHit[] {
  const { barLength, swing } = pattern;
  return pattern.cells
    .flatMap((row, pad) =>
      row.flatMap((level, step) =>
        level === 0
          ? []
          : [{ pad, step, level, at16ths: step + swingDelay16ths(step, barLength, swing) }],
      ),
    )
    .sort((a, b) => a.at16ths - b.at16ths || a.pad - b.pad);
}

/** Frame of a place in sixteenths on a grid whose bars have whole frames. */
export function frameOf16ths(at16ths: number, barLength: number, framesPerBar: number): number {
  const bar = Math.floor(at16ths / barLength);
  return bar * framesPerBar + Math.round(((at16ths - bar * barLength) * framesPerBar) / barLength);
}

/** The step that a live hit means: the nearest one in its swung place, wrapping round the end. */
export function nearestStep(at16ths: number, pattern: StepPattern): number {
  const total = stepCount(pattern);
  const inside = ((at16ths % total) + total) % total;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let step = Math.floor(inside) - 1; step <= Math.floor(inside) + 2; step++) {
    const place = step + swingDelay16ths((step + total) % total, pattern.barLength, pattern.swing);
    const off = Math.abs(place - inside);
    if (off < least) [best, least] = [step, off];
  }
  return (best + total) % total;
}

/** The strength that is nearest to a velocity of 0 to 1. */
export function levelOfVelocity(velocity: number): StepLevel {
  if (velocity < (LEVEL_GAINS[1] + LEVEL_GAINS[2]) / 2) return 1;
  return velocity < (LEVEL_GAINS[2] + LEVEL_GAINS[3]) / 2 ? 2 : 3;
}
