import {
  digitalPluck,
  glassBell,
  reedLead,
  string,
} from '../../../../src/dsp/recipes/instruments/keys.ts';
import { superSaw } from '../../../../src/dsp/recipes/instruments/synths.ts';
import { alto, choir, chop, whisper } from '../../../../src/dsp/recipes/instruments/voices.ts';
import { line } from '../../../../src/dsp/recipes/music/recipe.ts';
import {
  breathe,
  echo,
  level,
  withReverb,
  withSaturation,
} from '../../../../src/dsp/recipes/music/steps.ts';
import { sinTurn } from '../../../../src/dsp/synth/math.ts';
import { recipes } from '../family.ts';

const GUTTER =
  'B4 0 1 8, E5 2 1 6, G5 3 1 5, F#5 6 1 7, E5 8 1 5, B4 11 1 6, D5 14 1 6,' +
  'E5 16 1 8, B4 18 1 5, F#5 19 1 6, G5 22 2 7, E5 27 1 6, B4 29 1 5, G4 30 1 5,' +
  'B4 32 1 8, E5 34 1 6, G5 35 1 5, A5 38 1 7, G5 40 1 5, E5 43 1 6, D5 46 1 6,' +
  'E5 48 1 8, D5 50 1 5, B4 51 1 6, G5 54 2 7, E5 59 1 6, D5 61 1 5, A4 62 1 5';

const SWIFT =
  'E5 4 3 6, F#5 7 1 5, ~G5 8 7 8, F#5 18 2 6, ~E5 20 2 6, ~B4 22 7 7,' +
  'D5 36 3 6, E5 39 1 5, ~G5 40 5 8, ~B5 45 3 7, A5 50 2 6, ~G5 52 2 6, ~E5 54 8 7,' +
  'E5 68 3 6, G5 71 1 5, ~A5 72 7 8, G5 82 2 6, ~E5 84 2 6, ~C5 86 7 7,' +
  'D5 100 3 6, E5 103 1 5, ~G5 104 4 7, ~B5 108 4 8, ~A5 113 6 7, ~G5 119 2 5, ~D5 121 6 6';

const WIRE =
  'E4 0 2 8, B4 2 2 6, E5 4 2 7, F#5 6 2 5, G5 8 3 7, E5 11 1 5, B4 12 4 6,' +
  'E4 16 2 7, B4 18 2 6, D5 20 2 7, E5 22 2 5, F#5 24 4 7, D5 29 3 5,' +
  'E4 32 2 8, G4 34 2 6, B4 36 2 7, D5 38 2 5, E5 40 3 7, G5 43 1 5, D5 44 4 6,' +
  'D4 48 2 7, A4 50 2 6, B4 52 2 7, D5 54 2 5, E5 56 4 7, B4 61 3 5';

const BEACON =
  'E5 0 2 8, E5 3 1 5, G5 6 2 7, F#5 11 2 6, D5 14 2 6, B4 16 4 8, E5 22 1 5, F#5 27 2 6, G5 30 1 6,' +
  'E5 32 2 8, D5 35 1 5, G5 38 2 7, B5 43 2 7, A5 46 2 6, G5 48 4 8, E5 54 1 5, D5 59 2 6, B4 62 1 6';

const PASSING =
  'E4 0 1 8 t-a, G4 3 1 6 h-a, B4 6 3 8 h-ua, F#4 11 1 6 e, E4 14 1.5 6 o,' +
  'E4 16 1 8 t-a, B4 19 1 6 h-o, D5 22 3 8 h-uai, B4 27 0.8 6 t-e, B4 28 0.8 5 t-e, G4 30 1 6 a,' +
  'E4 32 1 8 t-a, G4 35 1 6 h-a, D5 38 3 8 h-ua, B4 43 1 6 e, G4 46 1.5 6 o,' +
  'E4 48 1 8 t-a, A4 51 1 6 h-o, B4 54 3 8 h-uai, D5 59 0.8 6 t-a, D5 60 0.8 6 t-a, B4 61 0.8 5 t-a, G4 62 1 7 a';

const ALL_CLEAR =
  'B4 4 6 6 h-u, ~D5 10 3 6 ua, ~E5 13 9 8 a, B4 26 5 6 o,' +
  'G4 36 6 6 m, ~B4 42 3 6 ma, ~D5 45 9 8 ao, ~E5 56 6 6 ou,' +
  'C5 68 6 6 h-u, ~E5 74 3 7 ua, ~G5 77 9 8 a, ~E5 88 6 6 ao,' +
  'D5 100 5 6 h-o, ~B4 105 5 6 oa, ~A4 112 8 7 a, ~G4 121 6 5 u';

const UMBRELLA =
  'E4 0 1.5 6 s-a, G4 2 1.5 5 s-e, B4 4 3 7 h-o, E4 12 1.5 6 s-a, F#4 14 3 7 h-a, D4 24 3 6 h-u,' +
  'E4 32 1.5 6 s-a, G4 34 1.5 5 s-e, D5 36 3 7 h-o, B4 44 1.5 6 s-a, A4 46 3 7 h-a, G4 56 4 6 h-ua';

export const RAIN_LEADS = recipes('leads', {
  // Drops off a gutter: quick bright notes, each echoed on the other side.
  Gutter: {
    bars: 4,
    play: [line(GUTTER, digitalPluck, { humanMs: 2, velocityJitter: 0.12, panJitter: 0.3 })],
    chain: [level(0.7), echo(3, 0.42, 0.32, 5200, 600), withReverb(1.6, 1.3, 7000, 0.24)],
  },
  // One long melody over eight bars that climbs, hangs and turns.
  Swift: {
    bars: 8,
    play: [line(SWIFT, reedLead, { glideSec: 0.07, humanMs: 4, lateMs: 4 })],
    chain: [
      level(0.6),
      echo(6, 0.36, 0.28, 4200, 500),
      withReverb(2.4, 1.8, 6000, 0.3, { preSec: 0.03 }),
    ],
  },
  // A plucked wire, close and bright, in running eighths.
  Wire: {
    bars: 4,
    play: [
      line(WIRE, string({ sec: 1.6, bright: 0.4, place: 0.2, soft: 0.65, release: 0.35 }), {
        humanMs: 3,
        velocityJitter: 0.14,
        panJitter: 0.35,
      }),
      line(WIRE, glassBell, { transpose: 12, gain: 0.16, lateMs: 4, pan: 0.3 }),
    ],
    chain: [level(0.7), echo(3, 0.32, 0.22, 4800, 500), withReverb(1.8, 1.4, 6500, 0.24)],
  },
  // Wide saws calling over the roofs.
  Beacon: {
    bars: 4,
    play: [
      line(
        BEACON,
        superSaw((p) => 0.9 * sinTurn(p - 0.25), 2200),
        { humanMs: 1.5, gateShare: 0.9 },
      ),
    ],
    chain: [
      level(0.6),
      withSaturation(0.3),
      echo(3, 0.34, 0.26, 4600, 500),
      withReverb(1.6, 1.3, 6500, 0.22),
      breathe(0.35, 3, 4, 8),
    ],
  },
});

export const RAIN_VOCALS = recipes('vocals', {
  // Vowels caught from a passing car and cut to the break.
  'Passing Window': {
    bars: 4,
    play: [line(PASSING, chop(1.24), { humanMs: 1.5, panJitter: 0.35 })],
    chain: [
      level(0.7),
      withSaturation(0.3),
      echo(3, 0.44, 0.34, 4000, 600),
      withReverb(1.6, 1.2, 6000, 0.24),
    ],
  },
  // An alto sailing over everything, one phrase to a chord.
  'All Clear': {
    bars: 8,
    play: [line(ALL_CLEAR, alto, { glideSec: 0.12, lateMs: 6, gateShare: 1.02 })],
    chain: [
      level(0.7),
      echo(6, 0.36, 0.26, 3600, 500),
      withReverb(2.6, 1.9, 6000, 0.32, { preSec: 0.04 }),
    ],
  },
  // A choir in short bursts, one side answering the other.
  'Call Sign': {
    bars: 4,
    play: [
      line(
        'G4+B4+E5 0 2.5 8 h-a, G4+B4+D5 19 2 6 h-o, G4+B4+D5 32 2.5 8 h-a, A4+B4+E5 51 2 6 h-o',
        choir(3, 1.16, 0.03),
        { pan: -0.35, humanMs: 3 },
      ),
      line(
        'B4+E5 6 2.5 7 h-a, F#4+B4 22 5 7 oa, B4+D5 38 2.5 7 h-a, G4+D5 54 6 7 oau',
        choir(3, 1.08, 0.03),
        { pan: 0.35, humanMs: 3 },
      ),
    ],
    chain: [
      level(0.6),
      echo(3, 0.34, 0.24, 4200, 500),
      withReverb(2, 1.6, 6000, 0.3, { preSec: 0.02 }),
    ],
  },
  // Whispered words that almost mean something, doubled by a low hum.
  Umbrella: {
    bars: 4,
    play: [
      line(UMBRELLA, whisper, { gain: 1.8, humanMs: 4, panJitter: 0.5 }),
      line(UMBRELLA, alto, { gain: 0.32, humanMs: 3, lateMs: 8, gateShare: 1.1 }),
    ],
    chain: [level(0.7), echo(3, 0.4, 0.3, 6000, 700), withReverb(1.8, 1.4, 7000, 0.28)],
  },
});
