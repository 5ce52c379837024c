import type { LibraryCategory } from '../../../src/data/contract/categories.ts';
import { integratedLoudness } from '../../../src/dsp/loudness.ts';
import { truePeakDb } from '../../../src/dsp/truePeak.ts';
import { eq, width } from '../fx/chain.ts';
import { limit } from '../fx/dynamics.ts';
import { RATE, type Stereo, scale } from '../synth/buffer.ts';
import { dbToGain } from '../synth/math.ts';

export interface CategoryTarget {
  /** Integrated loudness of a finished loop, LUFS. */
  readonly lufs: number;
  /** Low cut, Hz: what lies below belongs to others. */
  readonly hp: number;
  /** Below this everything is in the middle, Hz. */
  readonly monoHz: number;
}

/** Levels at which eight loops, one of each category, sit together as a mix with all gains at 1. */
export const TARGETS: Readonly<Record<LibraryCategory, CategoryTarget>> = {
  drums: { lufs: -16, hp: 28, monoHz: 140 },
  bass: { lufs: -18, hp: 28, monoHz: 180 },
  leads: { lufs: -20, hp: 170, monoHz: 250 },
  vocals: { lufs: -20, hp: 140, monoHz: 250 },
  perc: { lufs: -22, hp: 150, monoHz: 200 },
  pads: { lufs: -23, hp: 130, monoHz: 220 },
  chords: { lufs: -20, hp: 140, monoHz: 220 },
  fx: { lufs: -24, hp: 120, monoHz: 220 },
};

/** Highest true peak before encoding, dBTP; Vorbis may add a few tenths. */
const CEILING_DBTP = -1.8;

/** Gains in whole sixty-fourths of a decibel, so that the last bit of a measurement never matters. */
function quantised(db: number): number {
  return dbToGain(Math.round(db * 64) / 64);
}

/**
 * Cuts what lies below the category, levels the loop to its target and holds its true peak. `headroomDb` lowers
 * the ceiling further, where the encoder has been found to add more than usual.
 */
export function finish(bus: Stereo, category: LibraryCategory, headroomDb = 0): Stereo {
  const target = TARGETS[category];
  let out = width(eq(bus, { kind: 'hp', hz: target.hp }), 1, target.monoHz);
  const ceiling = dbToGain(CEILING_DBTP - headroomDb);
  for (let round = 0; round < 6; round++) {
    const lufs = integratedLoudness([out.l, out.r], RATE);
    if (!Number.isFinite(lufs)) throw new Error('a loop must not be silent');
    out = limit(scale(out, quantised(target.lufs - lufs)), ceiling * 0.98);
    const over = truePeakDb([out.l, out.r], true) - (CEILING_DBTP - headroomDb);
    if (over > 0) out = limit(out, ceiling * 0.98 * quantised(-over - 0.1));
    if (Math.abs(integratedLoudness([out.l, out.r], RATE) - target.lufs) < 0.1 && over <= 0) break;
  }
  return out;
}
