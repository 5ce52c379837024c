import { gate } from '../../../../src/dsp/recipes/instruments/effects.ts';
import {
  electricPiano,
  glassBell,
  housePiano,
} from '../../../../src/dsp/recipes/instruments/keys.ts';
import {
  airPad,
  softPluck,
  stab,
  stringPad,
  superSaw,
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
import { arpeggio, comp, held } from '../harmony.ts';

/** Two bars each: E minor 9, C major 9, A minor 9, then G 6/9 and D with the fourth. */
const SIX = ['G3+B3+D4+F#4', 'G3+B3+D4+E4', 'G3+B3+C4+E4'];
const HIGH = ['G4+B4+D5+F#5', 'G4+B4+D5+E5', 'G4+B4+C5+E5'];
/** The four chords as bars of eight: a chord for each bar. */
const bars = (three: readonly string[], g: string, d: string) => [
  three[0]!,
  three[0]!,
  three[1]!,
  three[1]!,
  three[2]!,
  three[2]!,
  g,
  d,
];

const COMP = [
  '0 3 8, 6 2 6, 11 4 7',
  '2 2 6, 6 3 7, 14 2 5',
  '0 3 8, 6 2 6, 11 4 7',
  '3 2 6, 6 3 7, 12 3 6',
];

const PULSE = ['0 1 8, 3 1 6, 6 1 7, 10 1 6, 12 1 7', '0 1 7, 3 1 6, 6 1 8, 9 1 5, 12 1 7, 14 1 6'];

const ROLL = ['0 2 8, 3 1 5, 4 2 7, 8 1 6, 10 2 7, 14 1 5', '0 2 7, 3 2 6, 6 2 7, 11 2 7, 14 2 6'];

export const RAIN_CHORDS = recipes('chords', {
  // Electric piano, loose and bright, answering the snare.
  Windscreen: {
    bars: 8,
    play: [
      line(comp(bars(SIX, 'A3+B3+D4+E4', 'A3+D4+E4+G4'), COMP), electricPiano(1.9), {
        humanMs: 4,
        velocityJitter: 0.12,
        gateShare: 1.1,
      }),
      line(
        'E5 12 3 5, F#5 15 1 4, D5 28 4 5, B4 44 3 5, D5 47 1 4, G5 60 3 5, E5 76 3 5, G5 79 1 4, C5 92 4 5, E5 108 3 5, D5 111 4 5, A4 124 3 5',
        electricPiano(1.9),
        { gain: 0.75, humanMs: 5, pan: 0.25 },
      ),
    ],
    chain: [
      level(0.7),
      withSaturation(0.3),
      withChorus(9, 0.0016, 0.45),
      withReverb(1.5, 1.2, 5600, 0.22, { preSec: 0.015 }),
    ],
  },
  // Saw chords cut short, an echo behind each: a train over points.
  Points: {
    bars: 8,
    play: [
      line(comp(bars(SIX, 'G3+A3+D4+E4', 'A3+D4+E4+G4'), PULSE), stab(900, 0.2), {
        humanMs: 1.5,
        gateShare: 0.85,
        velocityJitter: 0.08,
      }),
    ],
    chain: [level(0.7), echo(3, 0.44, 0.34, 3200, 450), withReverb(1.4, 1.1, 5200, 0.2)],
  },
  // Rolling piano in the middle of the keyboard.
  'Upper Deck': {
    bars: 8,
    play: [
      line(
        comp(
          [
            'E4+G4+B4',
            'E4+F#4+B4',
            'E4+G4+B4',
            'D4+E4+G4',
            'C4+E4+G4',
            'C4+E4+B4',
            'B3+D4+G4',
            'A3+D4+G4',
          ],
          ROLL,
        ),
        housePiano,
        { humanMs: 4, velocityJitter: 0.12, gateShare: 0.95 },
      ),
      line(held(['E3+B3', 'C3+G3', 'A2+E3', 'G2+D3'], 32, 5), housePiano, { humanMs: 4 }),
    ],
    chain: [level(0.7), withSaturation(0.25), withReverb(1.8, 1.3, 6000, 0.26, { preSec: 0.015 })],
  },
  // Glassy figures that turn over each chord like a mobile.
  Mobile: {
    bars: 8,
    play: [
      line(
        arpeggio(
          bars(
            ['E4+B4+D5+F#5+G5', 'E4+B4+D5+E5+G5', 'E4+A4+B4+C5+G5'],
            'D4+A4+B4+D5+E5',
            'D4+A4+D5+E5+G5',
          ),
          16,
          '0.2.4.1. 3.2.1.4.',
          1,
          1.6,
        ),
        softPluck(1100, 0.3),
        { humanMs: 2, panJitter: 0.5 },
      ),
      line(held(bars(SIX, 'A3+B3+D4', 'A3+D4+G4'), 16, 4), softPluck(420, 0.9), { gateShare: 0.5 }),
    ],
    chain: [level(0.7), echo(6, 0.36, 0.28, 5200, 500), withReverb(1.8, 1.4, 7000, 0.24)],
  },
});

export const RAIN_PADS = recipes('pads', {
  // Wide, warm and slow: the sky above the breaks.
  Overcast: {
    bars: 8,
    play: [
      line(
        `${held(['E3+G3+D4+F#4', 'C3+G3+B3+E4', 'A2+G3+C4+E4'], 32, 7)}, G2+B3+D4+E4 96 16 7, D3+A3+E4+G4 112 16 7`,
        warmPad((p) => 1.2 * sinTurn(p - 0.25) + 0.3 * sinTurn(p * 4), 760, 0.6),
      ),
    ],
    chain: [
      level(0.6),
      withChorus(4, 0.004, 0.5),
      withReverb(2.8, 2, 5000, 0.34, { preSec: 0.03 }),
      breathe(0.4, 4, 4, 8),
    ],
  },
  // High strings that gather towards the fourth chord.
  'Weather Front': {
    bars: 8,
    play: [
      line(
        `${held(HIGH, 32, 6)}, G4+A4+D5+E5 96 16 7, A4+D5+E5+G5 112 16 7`,
        stringPad((p) => 1.5 * p - 0.6 - 1.5 * Math.max(0, p - 0.94) * 16, 1300),
        { gateShare: 0.94 },
      ),
      line(
        'B5 16 14 4, ~D6 48 14 5, ~E6 80 12 6, D6 96 14 6, A5 112 14 5',
        stringPad(() => 0.3),
        { glideSec: 0.4 },
      ),
    ],
    chain: [level(0.6), withReverb(2.4, 1.8, 6000, 0.34, { preSec: 0.03 })],
  },
  // A pad cut into sixteenths by a gate, each chord with its own rhythm.
  Shutters: {
    bars: 8,
    play: [
      line(
        `${held(['E3+G3+B3+F#4', 'E3+G3+B3+D4', 'E3+G3+C4+E4'], 32, 7)}, D3+G3+B3+E4 96 16 7, D3+A3+D4+G4 112 16 7`,
        superSaw((p) => 0.8 * sinTurn(p * 2 - 0.25), 1300),
      ),
    ],
    chain: [
      level(0.6),
      (x, s) => gate(x, '1.11.11.1.11.1.1 1.11.11.11.1.111', s.sixteenth, 0.012),
      echo(3, 0.3, 0.25, 5000, 400),
      withEq({ kind: 'high', hz: 5000, db: -3 }),
      withReverb(2, 1.6, 6000, 0.28),
    ],
  },
  // Voices and glass in a tunnel: swells of two bars, bells between.
  Underpass: {
    bars: 8,
    play: [
      line(
        `${held(['B3+E4+G4', 'B3+D4+G4', 'C4+E4+G4'], 32, 6)}, B3+D4+G4 96 16 6, A3+D4+G4 112 16 6`,
        choir(3, 1.1, 0.6),
        { gateShare: 0.8, gain: 1.4 },
      ),
      line(
        'B5 22 6 4, F#5 27 6 4, E5 54 6 4, D6 59 6 4, G5 86 6 4, E5 91 6 4, D5 108 6 5, A5 122 6 4',
        glassBell,
        { gain: 0.5, panJitter: 0.6, humanMs: 8 },
      ),
      line(
        held(['E3', 'C3', 'A2', 'G2'], 32, 5),
        airPad(() => -0.5),
        { gain: 0.6, gateShare: 0.9 },
      ),
    ],
    chain: [level(0.6), withReverb(3.2, 2.2, 5600, 0.44, { preSec: 0.04 })],
  },
});
