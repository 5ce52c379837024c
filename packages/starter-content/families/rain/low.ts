import {
  deepBass,
  growlBass,
  reeseBass,
  rubberBass,
} from '../../../../src/dsp/recipes/instruments/basses.ts';
import { giveWay } from '../../../../src/dsp/recipes/make/styles/rain/chains.ts';
import { line } from '../../../../src/dsp/recipes/music/recipe.ts';
import { withMellow } from '../../../../src/dsp/recipes/music/steps.ts';
import { sinTurn } from '../../../../src/dsp/synth/math.ts';
import { recipes } from '../family.ts';

const CULVERT =
  'E1 0 14 8, E1 18 6 7, G1 26 5 7, C2 32 14 8, C2 50 6 7, ~B1 58 6 7,' +
  'A1 64 14 8, A1 82 6 7, ~C2 90 5 7, G1 96 14 8, ~D2 112 10 8, B1 124 4 6';

const SKIPPING =
  'E1 0 2 8, E1 3 1 5, E2 6 1 6, E1 11 2 7, E1 16 2 8, E1 19 1 5, B1 22 1.5 6, E1 27 2 8, D2 30 1 6,' +
  'C2 32 2 8, C2 35 1 5, G2 38 1 6, C2 43 1.5 6, C2 48 2 8, C2 51 1 5, G1 54 1.5 6, B1 59 2 7, D2 62 2 6';

const UNDERGLASS =
  'E1 0 4 8, E1 6 3 6, B1 11 4 7, E1 18 5 7, G1 26 2 6, ~A1 28 3 6,' +
  'C2 32 4 8, C2 38 3 6, G1 43 4 7, C2 50 5 7, B1 58 2 6, ~G1 60 3 6,' +
  'A1 64 4 8, A1 70 3 6, E2 75 4 7, A1 82 5 7, C2 90 2 6, ~A1 92 3 6,' +
  'G1 96 4 8, G1 102 3 6, D2 107 4 7, D2 112 5 8, A1 120 2 6, ~D2 122 4 6';

const PRESSURE =
  'E1 0 6 8, E1 8 2 6, G1 11 1 6, E1 12 3 8, B1 16 4 7, E1 22 2 6, D2 24 3 7, ~B1 27 4 7,' +
  'C2 32 6 8, C2 40 2 6, E2 43 1 6, C2 44 3 8, G1 48 4 7, G1 54 2 6, B1 56 3 7, ~D2 59 4 7';

/** The filter speaks in changing rhythms. */
const talk = (p: number) => {
  const rate = [1, 2, 1, 3][Math.floor(p * 4) % 4]!;
  return 1 + 1.1 * sinTurn(p * 16 * rate - 0.25);
};

export const RAIN_BASS = recipes('bass', {
  // Reese: two saws beating in the dark over a steady low note.
  Culvert: {
    bars: 8,
    play: [
      line(
        CULVERT,
        reeseBass((p) => 0.9 * sinTurn(p - 0.25) + 0.35 * sinTurn(p * 8), 460),
        { glideSec: 0.12, humanMs: 0.5, gateShare: 0.98 },
      ),
    ],
    chain: [withMellow(0.6, 0.25), giveWay(0.4)],
  },
  // Short notes that skip across the kick.
  'Skipping Stone': {
    bars: 4,
    play: [line(SKIPPING, rubberBass(1.3), { humanMs: 1, gateShare: 0.85, velocityJitter: 0.08 })],
    chain: [withMellow(0.5, 0.5), giveWay(0.3)],
  },
  // Deep, round, rolling: the bass that sings along.
  'Under Glass': {
    bars: 8,
    play: [line(UNDERGLASS, deepBass(0.08), { glideSec: 0.09, humanMs: 1.5, gateShare: 0.94 })],
    chain: [withMellow(0.7, 0.6), giveWay(0.35)],
  },
  // Talking mid bass.
  Pressure: {
    bars: 4,
    play: [line(PRESSURE, growlBass(talk), { humanMs: 0.5, gateShare: 0.96, glideSec: 0.06 })],
    chain: [withMellow(0.8, 0.3), giveWay(0.35)],
  },
});
