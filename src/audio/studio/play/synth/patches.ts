/** The patches of the keys: oscillators through a filter with envelopes. */
import type { PatchId } from '../../../state/play.ts';

interface Layer {
  readonly wave: OscillatorType;
  readonly semitones: number;
  /** Copies are detuned by as much up as down, so that the whole stays in tune. */
  readonly cents: number;
  readonly level: number;
  readonly pan: number;
}

export interface Patch {
  readonly id: PatchId;
  readonly layers: readonly Layer[];
  /** Notes that sound at once. */
  readonly voices: number;
  /** Octaves that the filter opens by on top of its cut-off, at full velocity. */
  readonly sweepOctaves: number;
  /** Level and sweep that a held note settles on, 0 to 1. */
  readonly sustain: number;
  readonly sweepSustain: number;
  /** Two filters in a row. */
  readonly isSteep: boolean;
  /** How far the cut-off follows the keys: 1 wholly. */
  readonly keyTrack: number;
  /** Level that brings the patch to the target of its category; measured by a test. */
  readonly trimDb: number;
}

const layer = (
  wave: OscillatorType,
  level: number,
  { semitones = 0, cents = 0, pan = 0 }: { semitones?: number; cents?: number; pan?: number } = {},
): Layer => ({ wave, level, semitones, cents, pan });

export const PATCHES: Readonly<Record<PatchId, Patch>> = {
  bass: {
    id: 'bass',
    layers: [
      layer('sawtooth', 0.5),
      layer('square', 0.3, { cents: 0 }),
      layer('sine', 0.55, { semitones: -12 }),
    ],
    voices: 1,
    sweepOctaves: 2.6,
    sustain: 0.75,
    sweepSustain: 0.25,
    isSteep: true,
    keyTrack: 0.4,
    trimDb: -11.2,
  },
  lead: {
    id: 'lead',
    layers: [
      layer('sawtooth', 0.5),
      layer('sawtooth', 0.3, { cents: 7, pan: 0.5 }),
      layer('sawtooth', 0.3, { cents: -7, pan: -0.5 }),
      layer('square', 0.2, { semitones: 12 }),
    ],
    voices: 4,
    sweepOctaves: 1.5,
    sustain: 0.8,
    sweepSustain: 0.5,
    isSteep: false,
    keyTrack: 0.5,
    trimDb: -10,
  },
  pad: {
    id: 'pad',
    layers: [
      layer('sawtooth', 0.45),
      layer('sawtooth', 0.3, { cents: 9, pan: 0.8 }),
      layer('sawtooth', 0.3, { cents: -9, pan: -0.8 }),
      layer('triangle', 0.4, { semitones: -12 }),
    ],
    voices: 8,
    sweepOctaves: 0.8,
    sustain: 0.85,
    sweepSustain: 0.6,
    isSteep: false,
    keyTrack: 0.4,
    trimDb: -17.9,
  },
  pluck: {
    id: 'pluck',
    layers: [
      layer('square', 0.35),
      layer('triangle', 0.5),
      layer('sawtooth', 0.2, { semitones: 12, pan: 0.3 }),
      layer('sawtooth', 0.2, { semitones: 12, pan: -0.3, cents: 0 }),
    ],
    voices: 8,
    sweepOctaves: 3.2,
    sustain: 0,
    sweepSustain: 0,
    isSteep: false,
    keyTrack: 0.6,
    trimDb: -12.2,
  },
};
