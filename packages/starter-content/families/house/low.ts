import {
  acidBass,
  deepBass,
  organBass,
  rubberBass,
} from '../../../../src/dsp/recipes/instruments/basses.ts';
import { settle } from '../../../../src/dsp/recipes/make/styles/ember/chains.ts';
import { line } from '../../../../src/dsp/recipes/music/recipe.ts';
import { withEq } from '../../../../src/dsp/recipes/music/steps.ts';
import { sinTurn } from '../../../../src/dsp/synth/math.ts';
import { recipes } from '../family.ts';

const LOW_CEILING =
  'F1 2 2 8, F2 5 1 5, F1 6 2 7, C2 10 2 7, Eb2 13 1 5, F1 14 2 8,' +
  'Db2 18 2 8, Db2 21 1 5, Ab1 22 2 7, Db2 26 1.5 6,' +
  'Bb1 34 2 8, Bb2 37 1 5, Bb1 38 2 7, F1 42 2 6, Ab1 45 1 5, Bb1 46 2 8,' +
  'Eb2 50 2 8, Eb2 53 1 5, Bb1 54 2 7, Eb2 58 1 5, Bb1 61 1 6, C2 62 2 8';

const RUBBER =
  'F1 0 1.4 8, F1 3 1 6, F2 5 0.8 5, F1 6 2 7, C2 11 1 5, Eb2 14 0.8 6,' +
  'F1 16 1.4 8, F1 19 1 6, F2 21 0.8 5, F1 22 2 7, Eb2 26 1 6, F2 27 1 7, C2 29 1 5, Ab1 30 1 6, Bb1 31 1 5';

const UNDER_STAIRS =
  'F1 0 6 8, C2 10 3 6, ~F1 13 3 7, Db1 16 7 8, Ab1 26 3 6, ~Db2 29 3 7,' +
  'Bb1 32 6 8, F1 42 3 6, ~Ab1 45 3 6, Eb1 48 7 8, Bb1 58 2 6, ~Eb2 60 4 7';

const ELBOW =
  'F1 0 1 8, F1 2 1 5, F2 3 1 7, F1 5 1 5, Ab1 6 1 6, F1 8 1 7, Eb2 10 1 6, ~F2 11 1 8, C2 14 1 5,' +
  'Db2 16 1 8, Db2 18 1 5, Db3 19 1 7, Db2 21 1 5, F2 22 1 6, Ab1 26 1 6, ~C2 27 1 8, Db2 29 1 5, F2 30 2 6,' +
  'Bb1 32 1 8, Bb1 34 1 5, Bb2 35 1 7, Bb1 37 1 5, Db2 38 1 6, Bb1 40 1 7, F2 43 1 5,' +
  'Eb2 48 1 8, Eb2 50 1 5, Eb3 51 1 7, Eb2 53 1 5, G2 54 1 6, Eb2 56 1 7, Bb1 58 1 6, ~C2 59 1 8, Eb2 61 1 6, ~C2 62 2 7';

export const HOUSE_BASS = recipes('bass', {
  // Organ bass on the off-beats, walking into each new chord.
  'Low Ceiling': {
    bars: 4,
    play: [line(LOW_CEILING, organBass, { gateShare: 0.82, humanMs: 2 })],
    chain: [...settle(0.35)],
  },
  // A pedal on the tonic that bounces under every chord.
  Rubber: {
    bars: 2,
    play: [line(RUBBER, rubberBass(1.1), { gateShare: 0.78, humanMs: 2, velocityJitter: 0.1 })],
    chain: [...settle(0.4, 0.5)],
  },
  // Long round notes with slides: more felt than heard.
  'Under the Stairs': {
    bars: 4,
    play: [line(UNDER_STAIRS, deepBass(0.16), { glideSec: 0.11, lateMs: 4, gateShare: 0.98 })],
    chain: [...settle(0.3, 0.6)],
  },
  // Acid line whose filter opens towards the third bar and shuts again.
  Elbow: {
    bars: 4,
    play: [
      line(
        ELBOW,
        acidBass((p) => 0.9 * sinTurn(p - 0.25) + 0.25 * sinTurn(p * 4)),
        { gateShare: 0.7, glideSec: 0.06, humanMs: 0.8, velocityJitter: 0.1 },
      ),
    ],
    chain: [withEq({ kind: 'high', hz: 5000, db: -4 }), ...settle(0.5, 0.35)],
  },
});
