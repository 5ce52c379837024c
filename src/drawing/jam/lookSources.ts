/** What a rifff gives a look to move by, cell by cell of its turn: bands, noise, beats and bars. Pure, from what is stored. */
import type { LookSource } from '../../data/contract/stageLooks.ts';
import type { RifffModel } from '../model.ts';

/** Cells of a turn: 1/64 of a beat in eight bars of four. */
export const CELLS = 2048;
const BINS = 256;
/** A turn of loops whose length is not known, in seconds. */
const USUAL_TURN_SEC = 8;

/** First and last of the four stored bands that a source is the sum of. */
const BANDS: Partial<Record<LookSource, readonly [first: number, last: number]>> = {
  level: [0, 3],
  bass: [0, 0],
  middle: [1, 1],
  high: [2, 3],
};

/** Seconds that a turn of a rifff lasts. */
export function turnSec({ rings: [first] }: RifffModel): number {
  return first?.passSec === undefined ? USUAL_TURN_SEC : first.passSec * first.repeats;
}

/** Power of the rings that sound, band after band, in a cell of the turn. */
function powersOf({ rings }: RifffModel): Float32Array {
  const powers = new Float32Array(4 * CELLS);
  for (const { bands, peaks, gain, isOn, repeats } of rings) {
    if (!isOn) continue;
    const hasBands = bands?.length === 4 * BINS;
    const loudness = (gain / 255) ** 2;
    for (let cell = 0; cell < CELLS; cell++) {
      const pass = ((cell + 0.5) / CELLS) * repeats;
      const share = pass - Math.floor(pass);
      if (hasBands) {
        const bin = Math.floor(share * BINS);
        for (let band = 0; band < 4; band++) {
          powers[band * CELLS + cell]! += loudness * bands[band * BINS + bin]! ** 2;
        }
      } else {
        // Of a loop without bands only the level is known: it counts as middle.
        powers[CELLS + cell]! += loudness * (peaks[Math.floor(share * peaks.length)] ?? 0) ** 2;
      }
    }
  }
  return powers;
}

/** Bands cell by cell, 0–1: against the loudest moment of the turn. */
function heardOf(powers: Float32Array, [first, last]: readonly [number, number]): Float32Array {
  let loudest = 0;
  const heard = new Float32Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    let all = 0;
    for (let band = 0; band < 4; band++) {
      const power = powers[band * CELLS + cell]!;
      all += power;
      if (band >= first && band <= last) heard[cell]! += power;
    }
    loudest = Math.max(loudest, all);
  }
  for (let cell = 0; cell < CELLS; cell++) {
    heard[cell] = loudest > 0 ? Math.sqrt(heard[cell]! / loudest) : 0;
  }
  return heard;
}

/** How noisy what sounds is, cell by cell, 0–1: the mean of all rings, each by its power. Tones and silence are 0. */
function noiseOf({ rings }: RifffModel): Float32Array {
  const noise = new Float32Array(CELLS);
  const power = new Float32Array(CELLS);
  for (const { flatness, peaks, gain, isOn, repeats } of rings) {
    if (!isOn || !flatness?.length) continue;
    for (let cell = 0; cell < CELLS; cell++) {
      const pass = ((cell + 0.5) / CELLS) * repeats;
      const share = pass - Math.floor(pass);
      const loud = (gain * (peaks[Math.floor(share * peaks.length)] ?? 0)) ** 2;
      power[cell]! += loud;
      noise[cell]! += (loud * flatness[Math.floor(share * flatness.length)]!) / 255;
    }
  }
  for (let cell = 0; cell < CELLS; cell++) if (power[cell]! > 0) noise[cell]! /= power[cell]!;
  return noise;
}

/** Beats or bars cell by cell: a beat begins at 1 and falls, a bar rises to 1 in its middle. */
function countedOf(source: 'beat' | 'bar', { beats = 0, bars = 0 }: RifffModel): Float32Array {
  return Float32Array.from({ length: CELLS }, (_, cell) => {
    const place = ((cell + 0.5) / CELLS) * (source === 'beat' ? beats : bars);
    if (place === 0) return 0;
    const share = place - Math.floor(place);
    return source === 'beat' ? 1 - share : 0.5 - 0.5 * Math.cos(2 * Math.PI * share);
  });
}

/** The sources of one rifff, each worked out when it is first asked for. */
export class LookSources {
  private readonly model: RifffModel;
  private readonly known = new Map<LookSource, Float32Array>();
  private powers: Float32Array | null = null;

  constructor(model: RifffModel) {
    this.model = model;
  }

  /** A source that is neither a knob nor rest, cell by cell, 0–1. */
  get(source: LookSource): Float32Array {
    let cells = this.known.get(source);
    if (!cells) {
      cells = this.make(source);
      this.known.set(source, cells);
    }
    return cells;
  }

  private make(source: LookSource): Float32Array {
    const bands = BANDS[source];
    if (bands) {
      this.powers ??= powersOf(this.model);
      return heardOf(this.powers, bands);
    }
    if (source === 'noise') return noiseOf(this.model);
    return countedOf(source === 'beat' ? 'beat' : 'bar', this.model);
  }
}
