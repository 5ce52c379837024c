import { duck } from '../../../../src/dsp/recipes/fx/dynamics.ts';
import { acidBass, rubberBass } from '../../../../src/dsp/recipes/instruments/basses.ts';
import { digitalPluck, glassBell } from '../../../../src/dsp/recipes/instruments/keys.ts';
import { glideLead } from '../../../../src/dsp/recipes/instruments/synths.ts';
import { choir, chop } from '../../../../src/dsp/recipes/instruments/voices.ts';
import { line } from '../../../../src/dsp/recipes/music/recipe.ts';
import { quarters } from '../../../../src/dsp/recipes/music/session.ts';
import {
  echo,
  level,
  type Step,
  withMellow,
  withReverb,
  withSaturation,
} from '../../../../src/dsp/recipes/music/steps.ts';
import { sinTurn } from '../../../../src/dsp/synth/math.ts';
import { recipes } from '../family.ts';
import { arpeggio } from '../harmony.ts';

const giveWay: Step = (x, s) => duck(x, quarters(s, 0, 16), 0.35, s.sixteenth * 2);

/** Octaves in sixteenths, one root to a bar. */
const REACTOR = [
  ['C2', 'C3', 'G2', 'B2'],
  ['C2', 'D3', 'A2', 'F#2'],
  ['E2', 'E3', 'B2', 'D3'],
  ['D2', 'D3', 'A2', 'F#2'],
]
  .map(([low, high, fifth, colour], bar) =>
    [
      [0, low, 9],
      [2, low, 6],
      [3, high, 7],
      [6, low, 8],
      [8, fifth, 6],
      [10, low, 8],
      [11, high, 6],
      [13, colour, 7],
      [14, low, 6],
    ]
      .map(([step, note, velocity]) => `${note} ${bar * 16 + Number(step)} 1 ${velocity}`)
      .join(', '),
  )
  .join(', ');

const GROUND_SPEED =
  'E2 0 3 9, E2 6 1 6, B2 7 2 7, E2 10 2 8, D2 13 1 6, ~E2 14 2 7,' +
  'E2 16 3 9, G2 22 1 6, A2 23 2 7, ~B2 26 3 8, A2 29 1 6, G2 30 2 6';

const HALOGEN = arpeggio(
  ['E4+G4+B4+E5+F#5', 'D4+F#4+A4+D5+E5', 'E4+G4+B4+D5+F#5', 'D4+F#4+A4+B4+E5'],
  16,
  '0213 2431 0324 1423',
  1,
  1.4,
);

const LONG_WAVE =
  'B4 0 8 7, ~E5 8 6 8, ~F#5 14 6 7, ~G5 20 10 8, ~F#5 32 6 7, ~D5 38 8 7, ~A4 48 10 6,' +
  'B4 64 6 7, ~G5 70 8 8, ~F#5 78 4 7, ~E5 84 10 8, ~D5 96 6 7, ~E5 102 4 6, ~A5 106 10 8, ~F#5 118 8 6';

const TANNOY =
  'E4 0 1 8 t-a, B4 3 1 6 h-o, E4 6 1 7 t-e, G4 10 2 7 h-ua, E4 14 1 6 t-a,' +
  'E4 16 1 8 t-a, B4 19 1 6 h-o, D5 22 2 7 h-ai, A4 27 1 6 t-e, B4 28 1 6 t-e, G4 30 1 6 a';

const CREW =
  'E4+G4+B4 0 14 7 ma, D4+F#4+A4 16 14 6 mo, E4+G4+B4 32 8 7 ma, G4+B4+D5 40 7 7 ao, D4+F#4+A4 48 14 6 ou';

export const FUTURE_BASS = recipes('bass', {
  // A sequencer left running: octaves whose filter opens over four bars and snaps shut.
  Reactor: {
    bars: 4,
    play: [
      line(
        REACTOR,
        acidBass((p) => 1.1 * sinTurn(p - 0.25) + 0.25 * sinTurn(p * 8)),
        { humanMs: 0, velocityJitter: 0.03, gateShare: 0.8 },
      ),
    ],
    chain: [withMellow(0.8, 0.45), giveWay],
  },
  // Rubber that bounces between two notes and slides home.
  'Ground Speed': {
    bars: 2,
    play: [line(GROUND_SPEED, rubberBass(1.1), { humanMs: 0, glideSec: 0.06, gateShare: 0.88 })],
    chain: [withMellow(0.6, 0.5), giveWay],
  },
});

export const FUTURE_LEADS = recipes('leads', {
  // Neon: a run of glass that never repeats in the same order, with its own reflection.
  Halogen: {
    bars: 4,
    play: [
      line(HALOGEN, digitalPluck, { humanMs: 0, velocityJitter: 0.1, panJitter: 0.45 }),
      line(HALOGEN, glassBell, { transpose: 12, gain: 0.1, lateMs: 6, pan: -0.3 }),
    ],
    chain: [level(0.7), echo(3, 0.44, 0.34, 6000, 700), withReverb(1.8, 1.6, 8000, 0.26)],
  },
  // One voice over eight bars that hardly ever lets go of a note.
  'Long Wave': {
    bars: 8,
    play: [line(LONG_WAVE, glideLead(1400), { glideSec: 0.14, humanMs: 0, gateShare: 1 })],
    chain: [
      level(0.6),
      withSaturation(0.3),
      echo(6, 0.4, 0.32, 4200, 500),
      withReverb(2.8, 2.2, 6000, 0.34, { preSec: 0.03 }),
    ],
  },
});

export const FUTURE_VOCALS = recipes('vocals', {
  // Announcements from a platform, cut down to their vowels.
  Tannoy: {
    bars: 2,
    play: [line(TANNOY, chop(1.1), { humanMs: 0, panJitter: 0.3 })],
    chain: [
      level(0.7),
      withSaturation(0.6),
      echo(3, 0.4, 0.32, 3400, 700),
      withReverb(1.2, 1.4, 5000, 0.3),
    ],
  },
  // The whole crew on one breath to a chord.
  Crew: {
    bars: 4,
    play: [line(CREW, choir(4, 1.06, 0.25), { humanMs: 4, gateShare: 0.98 })],
    chain: [level(0.6), withReverb(3, 2.2, 5600, 0.4, { preSec: 0.03 })],
  },
});
