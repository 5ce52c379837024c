import { chorus } from '../../../../src/dsp/recipes/fx/delay.ts';
import {
  electricPiano,
  glassBell,
  housePiano,
} from '../../../../src/dsp/recipes/instruments/keys.ts';
import {
  airPad,
  organ,
  stab,
  stringPad,
  warmPad,
} from '../../../../src/dsp/recipes/instruments/synths.ts';
import { choir } from '../../../../src/dsp/recipes/instruments/voices.ts';
import { line } from '../../../../src/dsp/recipes/music/recipe.ts';
import {
  breathe,
  echo,
  level,
  withChorus,
  withEq,
  withReverb,
  withSaturation,
} from '../../../../src/dsp/recipes/music/steps.ts';
import { sinTurn } from '../../../../src/dsp/synth/math.ts';
import { recipes } from '../family.ts';
import { comp, held } from '../harmony.ts';

/** F minor 9 | D flat major 9 | B flat minor 9 | E flat 6/9. */
const CLOSE = ['Ab3+C4+Eb4+G4', 'Ab3+C4+Eb4+F4', 'Ab3+C4+Db4+F4', 'G3+Bb3+C4+F4'];
const WIDE = ['F3+C4+Eb4+G4+Ab4', 'F3+C4+Eb4+Ab4+Bb4', 'F3+Db4+Ab4+C5', 'G3+Bb3+F4+C5'];

const NEON = [
  '2 2 8, 5 1.2 5, 11 3 7',
  '2 2 8, 8 1 5, 11 2 6, 14 1 5',
  '2 2 8, 5 1.2 5, 11 3 7',
  '3 2 7, 6 1 5, 10 1 6, 13 2 7',
];

const SEAT = [
  '0 5 7, 6 1 4, 10 4 6',
  '0 3 6, 3 2 5, 8 1 4, 10 5 6',
  '0 5 7, 7 1 4, 11 4 6',
  '0 3 6, 4 2 5, 10 2 6, 13 3 5',
];

const PIANO = [
  '0 1.5 8, 3 1 6, 6 1.5 8, 10 2 7, 14 1 6',
  '1 1 6, 3 1.5 8, 6 1 6, 10 2 7, 13 1 6',
  '0 1.5 8, 3 1 6, 6 1.5 8, 10 2 7, 14 1 6',
  '1 1 6, 3 1.5 8, 6 1 6, 8 1 6, 11 1.5 8, 14 2 7',
];

const ROPE = [
  '0 1 8, 3 1 6, 4 3 7, 11 1 5, 12 1 7',
  '0 1 8, 3 1 6, 4 3 7, 10 1 5, 14 2 7',
  '0 1 8, 3 1 6, 4 3 7, 11 1 5, 12 1 7',
  '0 1 8, 2 1 5, 5 1 7, 8 4 7, 14 1 6',
];

export const HOUSE_CHORDS = recipes('chords', {
  // Stabs in a dub chamber: every chord throws an echo into the next.
  'Neon Sign': {
    bars: 4,
    play: [line(comp(CLOSE, NEON), stab(820, 0.3), { humanMs: 2, gateShare: 0.8 })],
    chain: [
      level(0.7),
      echo(3, 0.5, 0.42, 2200, 420),
      withReverb(1.6, 1.3, 4200, 0.2, { preSec: 0.02 }),
      breathe(0.35, 2.6),
    ],
  },
  // Electric piano comping behind the beat, with little answers above the chords.
  'Window Seat': {
    bars: 4,
    play: [
      line(comp(WIDE, SEAT), electricPiano(1.1), { lateMs: 9, humanMs: 5, velocityJitter: 0.12 }),
      line(
        'C5 6 1 4, Eb5 7 2 5, F5 22 1 5, Eb5 23 2 4, C5 38 1 4, Db5 39 2 5, Bb4 54 1 5, C5 55 4 5',
        electricPiano(1.8),
        { lateMs: 12, gain: 0.8, pan: 0.2 },
      ),
    ],
    chain: [
      level(0.7),
      withSaturation(0.22),
      withChorus(4, 0.0018, 0.4),
      withReverb(1.1, 0.9, 4500, 0.16),
    ],
  },
  // Bright piano in octaves that pushes against the kick.
  'House Keys': {
    bars: 4,
    play: [
      line(
        comp(['F3+Ab4+C5+Eb5', 'F3+Ab4+C5+Db5', 'F3+Bb4+Db5+F5', 'G3+Bb4+Eb5+F5'], PIANO),
        housePiano,
        { humanMs: 3, gateShare: 0.85, velocityJitter: 0.1 },
      ),
    ],
    chain: [
      level(0.7),
      withChorus(6, 0.0012, 0.3),
      withEq({ kind: 'low', hz: 350, db: -2 }),
      withSaturation(0.3),
      withReverb(1.2, 0.8, 7000, 0.2),
    ],
  },
  // Drawbar organ, short and churchy, leaning on a rotating speaker.
  'Velvet Rope': {
    bars: 4,
    play: [
      line(comp(['C4+Eb4+Ab4', 'C4+F4+Ab4', 'Db4+F4+Bb4', 'C4+F4+Bb4'], ROPE), organ, {
        humanMs: 2,
        gateShare: 0.9,
      }),
    ],
    chain: [
      level(0.7),
      withSaturation(0.5),
      (x, s) => chorus(x, Math.round(s.frames / 48_000) * 5, 0.0007, 0.7),
      withReverb(0.8, 0.7, 5000, 0.18),
      breathe(0.25, 2),
    ],
  },
});

export const HOUSE_PADS = recipes('pads', {
  // Warm saws under a slow filter, breathing with the kick.
  'Street Lamps': {
    bars: 4,
    play: [
      line(
        held(['F3+C4+Eb4+Ab4', 'Db3+Ab3+Eb4+F4', 'Bb2+F3+Db4+Ab4', 'Eb3+Bb3+F4+G4'], 16, 7),
        warmPad((p: number) => 1.2 * sinTurn(p - 0.3) + 0.25 * sinTurn(p * 4 - 0.25), 620),
      ),
      line(
        'C5 24 6 4, ~Eb5 30 10 5, ~F5 42 5 5, ~Eb5 48 8 4',
        warmPad(() => 0.3, 900, 0.3),
        { glideSec: 0.3, gain: 0.7 },
      ),
    ],
    chain: [
      level(0.6),
      withChorus(3, 0.004, 0.5),
      withReverb(2.6, 1.8, 4200, 0.3, { preSec: 0.02 }),
      breathe(0.62, 3.6),
    ],
  },
  // Steam: hollow tones with breath in them, one swell to a chord.
  Steam: {
    bars: 4,
    play: [
      line(
        held(['Ab4+C5+Eb5', 'Ab4+C5+F5', 'Ab4+Db5+F5', 'Bb4+C5+G5'], 16, 7),
        airPad((p) => 0.7 * sinTurn(p * 4 - 0.25)),
        { gateShare: 0.72 },
      ),
      line(
        held(['F3', 'Db3', 'Bb3', 'Eb3'], 16, 5),
        airPad(() => -0.6),
        { gateShare: 0.8 },
      ),
    ],
    chain: [level(0.6), withChorus(2, 0.005, 0.5), withReverb(3, 2, 5200, 0.4, { preSec: 0.03 })],
  },
  // Strings that open over eight bars and close again.
  'Long Exposure': {
    bars: 8,
    play: [
      line(
        held(
          [
            ...['F3+Ab3+C4+G4', 'F3+Ab3+C4+Eb4', 'F3+Bb3+Db4+Ab4', 'Eb3+Bb3+F4'],
            ...['Ab3+C4+Eb4+G4', 'Ab3+C4+F4+Ab4', 'Bb3+Db4+F4+C5', 'G3+C4+F4+Bb4'],
          ],
          16,
          7,
        ),
        stringPad((p) => 1.3 * sinTurn(p - 0.25), 1000),
      ),
      line(
        'C5 60 8 5, Eb5 76 8 5, ~F5 92 8 6, ~Eb5 108 6 5, C5 116 10 4',
        stringPad(() => 0.4),
        { glideSec: 0.3 },
      ),
    ],
    chain: [level(0.6), withReverb(2.2, 1.6, 5000, 0.32, { preSec: 0.025 })],
  },
  // Glass and a far choir: bells that ring into each other over held voices.
  Hush: {
    bars: 4,
    play: [
      line(
        'C5 0 8 6, G5 3 6 4, Eb5 6 8 5, Ab4 11 6 4, C5 16 8 6, F5 19 6 5, Ab5 22 8 4, Eb5 27 6 4,' +
          'Db5 32 8 6, F5 35 6 4, C5 38 8 5, Ab4 43 6 4, Bb4 48 8 6, F5 51 6 4, G5 54 8 5, C5 59 6 4',
        glassBell,
        { panJitter: 0.5, humanMs: 8 },
      ),
      line(held(['Ab3+C4', 'Ab3+F4', 'Ab3+Db4', 'G3+Bb3'], 16, 4), choir(3, 1.05, 0.7), {
        gain: 2.2,
        gateShare: 0.8,
      }),
    ],
    chain: [level(0.6), withReverb(3.2, 2.2, 6000, 0.5, { preSec: 0.03 })],
  },
});
