import type { LibraryCategory } from '../../../data/contract/categories.ts';
import { CATEGORY_TARGET_LUFS } from '../../levels.ts';
import { loopLoudness } from '../../loudness.ts';
import { copy, RATE, type Stereo, scale } from '../../synth/buffer.ts';
import type { EqBand } from '../../synth/filter.ts';
import { dbToGain } from '../../synth/math.ts';
import { truePeakDb } from '../../truePeak.ts';
import { eq, width } from '../fx/chain.ts';
import { limit } from '../fx/dynamics.ts';

/** Room of a category in the spectrum; its loudness is in `src/dsp/levels.ts`. */
export interface CategoryTarget {
  /** Low cut, Hz: what lies below belongs to others. */
  readonly hp: number;
  /** Below this everything is in the middle, Hz. */
  readonly monoHz: number;
  /** Where the category leans, so that eight of them leave each other room. */
  readonly tone: readonly EqBand[];
}

const presence = (hz: number, db: number): EqBand => ({ kind: 'high', hz, db, q: 0.6 });
const hollow = (hz: number, db: number): EqBand => ({ kind: 'bell', hz, db, q: 0.8 });

/** What is cut and lifted so that eight loops, one of each category, sit together as a mix with all gains at 1. */
export const TARGETS: Readonly<Record<LibraryCategory, CategoryTarget>> = {
  drums: { hp: 28, monoHz: 140, tone: [hollow(2400, 3), hollow(350, -2)] },
  bass: { hp: 28, monoHz: 180, tone: [hollow(900, 3)] },
  leads: { hp: 170, monoHz: 250, tone: [presence(2000, 3)] },
  vocals: { hp: 140, monoHz: 250, tone: [presence(1800, 4), hollow(420, -2)] },
  perc: {
    hp: 150,
    monoHz: 200,
    tone: [{ kind: 'low', hz: 380, db: -4 }, presence(2000, 3)],
  },
  pads: { hp: 130, monoHz: 220, tone: [hollow(320, -2.5), presence(3500, 3)] },
  chords: { hp: 140, monoHz: 220, tone: [hollow(300, -2), presence(1800, 3.5)] },
  fx: { hp: 120, monoHz: 220, tone: [] },
};

/** Highest true peak before encoding, dBTP; Vorbis may add a few tenths. */
const CEILING_DBTP = -1.8;

/** Gains in whole sixty-fourths of a decibel, so that the last bit of a measurement never matters. */
function quantised(db: number): number {
  return dbToGain(Math.round(db * 64) / 64);
}

/** Cuts what lies below the category and leans the rest to where the category has its room. */
export function placed(bus: Stereo, category: LibraryCategory): Stereo {
  const target = TARGETS[category];
  return width(eq(bus, { kind: 'hp', hz: target.hp }, ...target.tone), 1, target.monoHz);
}

/**
 * Levels a loop to the target of its category and holds its true peak. `headroomDb` lowers the ceiling further, where
 * the encoder has been found to add more than usual.
 * @throws Error for silence
 */
export function levelled(bus: Stereo, category: LibraryCategory, headroomDb = 0): Stereo {
  const targetLufs = CATEGORY_TARGET_LUFS[category];
  let out = copy(bus);
  const ceiling = dbToGain(CEILING_DBTP - headroomDb);
  for (let round = 0; round < 6; round++) {
    const lufs = loopLoudness([out.l, out.r], RATE);
    if (!Number.isFinite(lufs)) throw new Error('a loop must not be silent');
    out = limit(scale(out, quantised(targetLufs - lufs)), ceiling * 0.98);
    const over = truePeakDb([out.l, out.r]) - (CEILING_DBTP - headroomDb);
    if (over > 0) out = limit(out, ceiling * 0.98 * quantised(-over - 0.1));
    if (Math.abs(loopLoudness([out.l, out.r], RATE) - targetLufs) < 0.1 && over <= 0) break;
  }
  return out;
}

/** `placed`, then `levelled`. */
export function finish(bus: Stereo, category: LibraryCategory, headroomDb = 0): Stereo {
  return levelled(placed(bus, category), category, headroomDb);
}
