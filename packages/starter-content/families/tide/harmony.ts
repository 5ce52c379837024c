import { normalise, sum } from '../../../../src/dsp/recipes/fx/mix.ts';
import { reverb } from '../../../../src/dsp/recipes/fx/reverb.ts';
import { crackle, noiseSweep } from '../../../../src/dsp/recipes/instruments/effects.ts';
import { electricPiano, feltPiano, string } from '../../../../src/dsp/recipes/instruments/keys.ts';
import {
  airPad,
  organ,
  stringPad,
  warmPad,
} from '../../../../src/dsp/recipes/instruments/synths.ts';
import { choir } from '../../../../src/dsp/recipes/instruments/voices.ts';
import { line } from '../../../../src/dsp/recipes/music/recipe.ts';
import { bus, playLine, type Session } from '../../../../src/dsp/recipes/music/session.ts';
import {
  breathe,
  echo,
  level,
  withChorus,
  withEq,
  withReverb,
  withSaturation,
  withUnder,
} from '../../../../src/dsp/recipes/music/steps.ts';
import { addStereo, type Stereo } from '../../../../src/dsp/synth/buffer.ts';
import { power, sinTurn } from '../../../../src/dsp/synth/math.ts';
import { recipes } from '../family.ts';
import { comp, held } from '../harmony.ts';

/** A minor 9 | C major 9 | D 9 | E minor 7. */
const KEYS = ['G3+B3+C4+E4', 'G3+B3+D4+E4', 'F#3+A3+C4+E4', 'G3+B3+D4+F#4'];

const PIER = [
  '0 6 7, 7 1 4, 10 5 6',
  '0 4 6, 6 2 5, 11 4 6',
  '0 6 7, 7 1 4, 10 5 6',
  '0 3 6, 4 2 4, 8 2 5, 12 4 6',
];

const HARBOUR = ['0 3 7, 6 2 5', '0 3 6, 6 1 5, 7 2 6', '0 3 7, 6 2 5', '0 2 6, 3 2 5, 10 4 6'];
const HARBOUR_STRINGS_GUITAR = string({
  sec: 2.4,
  bright: 0.2,
  place: 0.2,
  soft: 0.85,
  release: 0.3,
});

const FERRY =
  'E4 3 3 6, G4 6 2 5, B4 8 6 7, A4 14 2 5, G4 19 3 6, E4 22 2 5, D4 24 6 6, B3 30 2 4,' +
  'E4 35 3 6, A4 38 2 5, C5 40 5 7, B4 45 3 5, G4 51 3 6, F#4 54 2 5, D4 56 4 6, B3 60 4 5';

const SMOKE = [
  '2 1 7, 5 3 6, 10 1 6, 11 2 7',
  '2 1 7, 6 4 6, 13 1 5, 14 2 6',
  '2 1 7, 5 3 6, 10 1 6, 11 2 7',
  '2 1 7, 4 1 5, 6 3 6, 12 3 7',
];

/** A choir across the water, two breaths to a chord, over breaking waves. */
function farShore(s: Session): Stereo {
  const out = bus(s);
  const score =
    'C4+E4+G4 0 7 6 mo, B3+E4+G4 9 6 5 u, B3+D4+E4 16 7 6 mo, B3+D4+G4 25 6 5 u,' +
    'C4+E4+F#4 32 7 7 ma, C4+E4+A4 41 6 6 o, B3+D4+G4 48 7 6 ma, B3+D4+F#4 57 6 5 u';
  playLine(out, s, score, choir(4, 1.12, 0.5), { gateShare: 0.95 });
  const sea = bus(s);
  const wave = (p: number) => power(Math.max(0, sinTurn(p / 2)), 3);
  for (const [part, at] of [
    [0, 0],
    [1, 0.5],
  ] as const) {
    const frames = Math.round(s.frames * 0.62);
    const sweep = {
      fromHz: part ? 900 : 500,
      toHz: part ? 420 : 1500,
      q: 0.7,
      level: wave,
      pan: (p: number) => (part ? 0.5 - p : p - 0.5),
    };
    addStereo(sea, noiseSweep(frames, sweep, s.rng.fork(`wave${part}`)), Math.round(s.frames * at));
  }
  return reverb(sum([normalise(out, 0.6), 1], [normalise(sea, 0.6), 0.16]), {
    sec: 3.4,
    size: 2.2,
    damp: 4600,
    preSec: 0.04,
    wet: 0.42,
  });
}
const LUNGS_BREATH = (p: number) => 0.9 * sinTurn(p * 4 - 0.25) + 0.5 * sinTurn(p - 0.5);

export const TIDE_CHORDS = recipes('chords', {
  // Electric piano through an old tape, wobbling a little.
  Pier: {
    bars: 4,
    play: [
      line(comp(KEYS, PIER), electricPiano(1.5), { lateMs: 14, humanMs: 8, velocityJitter: 0.14 }),
      line(
        'E5 7 1 4, D5 8 2 4, B4 24 1 4, D5 25 3 4, C5 39 1 4, A4 40 3 4, B4 56 1 4, D5 57 2 5, E5 59 3 4',
        electricPiano(1.7),
        { lateMs: 18, gain: 0.8, pan: 0.25 },
      ),
    ],
    chain: [
      level(0.7),
      withSaturation(0.5),
      withChorus(7, 0.0022, 0.55),
      withEq({ kind: 'lp', hz: 7500 }),
      withReverb(1.2, 1, 3800, 0.2),
    ],
  },
  // Nylon strings, broken slowly, with the fingers audible.
  'Harbour Strings': {
    bars: 4,
    play: [
      line(
        'A2 0 12 7, E3 2 6 5, B3 4 6 6, C4 6 6 5, E4 8 8 7, B3 11 4 4, C4 13 3 5,' +
          'C3 16 12 7, G3 18 6 5, D4 20 6 6, E4 22 6 5, B3 24 8 6, G3 27 4 4, D4 29 3 5,' +
          'D3 32 12 7, A3 34 6 5, C4 36 6 6, F#4 38 6 5, E4 40 8 7, C4 43 4 4, A3 45 3 5,' +
          'E3 48 12 7, B3 50 6 5, D4 52 6 6, G4 54 6 6, F#4 56 8 7, D4 59 4 4, B3 61 3 5',
        HARBOUR_STRINGS_GUITAR,
        { lateMs: 6, humanMs: 7, velocityJitter: 0.14, panJitter: 0.15 },
      ),
      line(comp(['B4+E5', 'D5+E5', 'C5+E5', 'B4+D5'], HARBOUR), HARBOUR_STRINGS_GUITAR, {
        lateMs: 12,
        gain: 0.45,
        pan: 0.3,
      }),
    ],
    chain: [level(0.7), withReverb(1.5, 1.1, 5200, 0.24, { preSec: 0.012 })],
  },
  // Felt piano: the chords are struck once and left to ring, the top moves on its own.
  'Last Ferry': {
    bars: 4,
    play: [
      line(held(['A2+G3+C4', 'C3+G3+B3', 'D3+F#3+C4', 'E3+G3+D4'], 16, 6), feltPiano, {
        lateMs: 4,
        humanMs: 6,
        gateShare: 0.94,
      }),
      line(FERRY, feltPiano, { lateMs: 8, humanMs: 8, velocityJitter: 0.12, gain: 1.1 }),
    ],
    chain: [
      level(0.7),
      withUnder((s) => crackle(s.frames, 5, s.rng.fork('felt')), 0.03),
      withReverb(2, 1.5, 4200, 0.28, { preSec: 0.02 }),
    ],
  },
  // Organ chops off the beat, soaked in a spring and thrown into a slow echo.
  'Smoke Break': {
    bars: 4,
    play: [
      line(comp(['C4+E4+G4', 'B3+E4+G4', 'C4+E4+A4', 'B3+D4+G4'], SMOKE), organ, {
        lateMs: 5,
        humanMs: 3,
        gateShare: 0.75,
      }),
    ],
    chain: [
      level(0.7),
      withSaturation(0.6),
      echo(3, 0.5, 0.4, 1900, 450),
      withReverb(1.8, 0.5, 3600, 0.26),
    ],
  },
});

export const TIDE_PADS = recipes('pads', {
  // Wide saws under a filter that opens like a tide over eight bars.
  Ebb: {
    bars: 8,
    play: [
      line(
        held(
          [
            'A2+G3+C4+E4',
            'C3+G3+B3+D4',
            'D3+A3+C4+F#4',
            'E3+G3+B3+D4',
            'A2+E3+B3+C4',
            'C3+E3+B3+G4',
            'D3+F#3+C4+E4',
            'E3+B3+D4+F#4',
          ],
          16,
          7,
        ),
        warmPad((p) => 1.4 * sinTurn(p - 0.25), 560, 0.9),
      ),
    ],
    chain: [level(0.6), withChorus(5, 0.004, 0.5), withReverb(3, 2, 3800, 0.34, { preSec: 0.03 })],
  },
  'Far Shore': { bars: 4, render: farShore },
  // Hollow tones that breathe: a long breath out over each chord, and the second pair of bars deeper.
  Lungs: {
    bars: 4,
    play: [
      line(
        'E4+G4+B4 0 9 8, D4+G4+B4 16 7 5, E4+F#4+A4 32 10 7, D4+G4+B4 48 6 4',
        airPad(LUNGS_BREATH),
      ),
      line(
        'A2+E3 0 13 7, C3+G3 16 8 4, D3+A3 32 13 6, E3+B3 48 8 4',
        warmPad(LUNGS_BREATH, 480, 0.4),
        { gain: 0.7 },
      ),
    ],
    chain: [level(0.6), withReverb(2, 1.8, 5000, 0.3, { preSec: 0.02 }), breathe(0.55, 5, 4, 8)],
  },
  // Tape strings, a little out of tune, that lean into each change.
  'Old Maps': {
    bars: 8,
    play: [
      line(
        held(
          [
            'C4+E4+G4+B4',
            'B3+D4+G4',
            'A3+C4+F#4',
            'B3+D4+E4+G4',
            'E4+G4+B4+C5',
            'D4+G4+B4',
            'E4+A4+C5',
            'D4+F#4+B4',
          ],
          16,
          6,
        ),
        stringPad((p) => 0.9 * sinTurn(p * 4 - 0.25), 1100),
        { gateShare: 0.82 },
      ),
    ],
    chain: [
      level(0.6),
      withSaturation(0.5),
      withChorus(11, 0.003, 0.6),
      withEq({ kind: 'lp', hz: 6500 }),
      withReverb(2, 1.5, 4200, 0.3),
    ],
  },
});
