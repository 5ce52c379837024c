import {
  boomBass,
  deepBass,
  fingerBass,
  growlBass,
} from '../../../../src/dsp/recipes/instruments/basses.ts';
import { line } from '../../../../src/dsp/recipes/music/recipe.ts';
import { withMellow } from '../../../../src/dsp/recipes/music/steps.ts';
import { sinTurn } from '../../../../src/dsp/synth/math.ts';
import { recipes } from '../family.ts';

const UPSTAIRS =
  'A1 0 2.5 8, A1 3 1 5, E2 6 1.5 6, G2 8 1.5 6, E2 13 1 5, G1 14 1 6,' +
  'C2 16 2.5 8, C2 19 1 5, G2 22 1.5 6, E2 24 1.5 7, C2 26 2 6, D2 29 1 5, E2 30 1 7, E2 31 1 6,' +
  'D2 32 2.5 8, D2 35 1 5, A2 38 1.5 6, F#2 40 1.5 7, D2 44 1 4,' +
  'E2 48 2.5 8, E2 51 1 5, B1 54 1.5 6, D2 56 1.5 7, E2 58 1 6, B1 60 1 6, G1 62.5 1.5 6';

const UNDERTOW =
  'A1 0 7 8, A1 10 2 5, ~E1 13 2.5 5, C2 16 6 8, C2 28 1 4,' +
  'D2 32 7 8, D2 42 2 5, ~A1 45 2.5 6, E1 48 8 8, E1 58 2 6, ~G1 61 3 7';

const BALLAST =
  'A1 0 3 8, A1 6 1 6, A1 10 1.5 7, E1 14 2 6, A1 16 3 8, C2 22 1 5, A1 24 1 6, G1 26 1.5 7, E1 29 1 5, G1 30 2 6';

const LOW_GEAR =
  'A1 0 4 8, A1 6 2 7, C2 9 1 5, A1 10 4 7, C2 16 4 8, C2 22 2 7, E2 25 1 5, C2 26 4 7,' +
  'D2 32 4 8, D2 38 2 7, F#2 41 1 5, D2 42 4 7, E2 48 4 8, E2 54 2 7, D2 57 1 5, B1 58 2 6, ~G1 61 3 7';

export const TIDE_BASS = recipes('bass', {
  // Finger bass that walks between the chords.
  Upstairs: {
    bars: 4,
    play: [
      line(UPSTAIRS, fingerBass, { lateMs: 10, humanMs: 5, gateShare: 0.9, velocityJitter: 0.1 }),
    ],
    chain: [withMellow(0.45, 0.5)],
  },
  // Long low notes that slide down into the next bar.
  Undertow: {
    bars: 4,
    play: [line(UNDERTOW, boomBass, { glideSec: 0.14, swing: 0.5, humanMs: 0.5, gateShare: 1 })],
    chain: [withMellow(0.9, 0.6)],
  },
  // A pedal on the tonic, deep and patient, that fits under every chord.
  Ballast: {
    bars: 2,
    play: [line(BALLAST, deepBass(0.12), { lateMs: 8, humanMs: 4, gateShare: 0.92 })],
    chain: [withMellow(0.9, 0.9)],
  },
  // Hollow and talking: the filter opens and shuts in eighths, then in triplets.
  'Low Gear': {
    bars: 4,
    play: [
      line(
        LOW_GEAR,
        growlBass((p: number) => {
          const beat = p * 16;
          const rate = Math.floor(p * 8) % 2 ? 3 : 2;
          return 1.1 + 1.3 * sinTurn(beat * rate - 0.25);
        }),
        { humanMs: 2, gateShare: 0.94, glideSec: 0.1 },
      ),
    ],
    chain: [withMellow(0.5, 0.3)],
  },
});
