import { gate } from '../../../../src/dsp/recipes/instruments/effects.ts';
import { glassBell } from '../../../../src/dsp/recipes/instruments/keys.ts';
import { airPad, stab, superSaw, warmPad } from '../../../../src/dsp/recipes/instruments/synths.ts';
import { line } from '../../../../src/dsp/recipes/music/recipe.ts';
import {
  breathe,
  echo,
  level,
  withChorus,
  withEq,
  withReverb,
} from '../../../../src/dsp/recipes/music/steps.ts';
import { sinTurn } from '../../../../src/dsp/synth/math.ts';
import { recipes } from '../family.ts';
import { comp, held } from '../harmony.ts';

/** C major 7 with the raised fourth | D over C | E minor 7 | D. */
const WIDE = ['C3+G3+B3+E4+F#4', 'C3+F#3+A3+D4+E4', 'E3+G3+B3+D4+F#4', 'D3+F#3+A3+B3+E4'];
const CLOSE = ['G3+B3+E4+F#4', 'F#3+A3+D4+E4', 'G3+B3+D4+F#4', 'F#3+A3+B3+E4'];

const PYLONS = ['0 1 8, 3 1 6, 6 1 7, 11 1 6, 14 1 7', '0 1 7, 3 1 6, 8 1 7, 11 1 6, 12 2 8'];

export const FUTURE_CHORDS = recipes('chords', {
  // Saw chords cut short, standing in a row to the horizon.
  Pylons: {
    bars: 4,
    play: [
      line(comp(CLOSE, PYLONS), stab(), {
        humanMs: 0,
        gateShare: 0.8,
        velocityJitter: 0.05,
      }),
    ],
    chain: [level(0.7), echo(3, 0.48, 0.4, 3800, 500), withReverb(1.6, 1.5, 6500, 0.24)],
  },
  // A wall of saws behind a shutter in sixteenths that opens at the end of every second bar.
  Skyway: {
    bars: 4,
    play: [
      line(
        held(WIDE, 16, 7),
        superSaw((p) => 0.9 * sinTurn(p - 0.25), 1500),
        { gateShare: 0.98, humanMs: 0 },
      ),
    ],
    chain: [
      level(0.6),
      (x, s) => gate(x, '1.1.11.11.1.11.1 1.11.11.1.111111', s.sixteenth, 0.01),
      echo(3, 0.28, 0.22, 5000, 500),
      withEq({ kind: 'high', hz: 5000, db: -2 }),
      withReverb(1.6, 1.4, 7000, 0.22),
    ],
  },
});

export const FUTURE_PADS = recipes('pads', {
  // Eight bars round the planet: the light comes up over the edge and goes again.
  'Low Orbit': {
    bars: 8,
    play: [
      line(
        held(['C3+G3+B3+E4', 'C3+A3+D4+F#4', 'E3+G3+B3+D4', 'D3+A3+B3+E4'], 32, 7),
        warmPad((p) => 1.5 * sinTurn(p - 0.25), 820, 0.8),
        { humanMs: 0 },
      ),
    ],
    chain: [
      level(0.6),
      withChorus(6, 0.004, 0.5),
      withReverb(3.2, 2.4, 6000, 0.38, { preSec: 0.03 }),
      breathe(0.35, 6, 0, 16),
    ],
  },
  // Hollow wind in large sheets, and a few stars.
  'Solar Sail': {
    bars: 4,
    play: [
      line(
        held(['E4+B4', 'D4+A4', 'G4+B4', 'F#4+A4'], 16, 7),
        airPad((p) => 0.8 * sinTurn(p * 2)),
        { gateShare: 0.94, humanMs: 0 },
      ),
      line('B5 6 6 5, F#6 10 4 4, E6 23 6 4, D6 38 6 5, G6 43 4 4, A5 55 6 4', glassBell, {
        gain: 0.35,
        panJitter: 0.8,
      }),
    ],
    chain: [level(0.6), echo(5, 0.4, 0.3, 6000, 700), withReverb(3, 2.4, 6500, 0.42)],
  },
});
