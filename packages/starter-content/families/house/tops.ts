import { vibraphone } from '../../../../src/dsp/recipes/instruments/keys.ts';
import { glideLead, nasalLead, softPluck } from '../../../../src/dsp/recipes/instruments/synths.ts';
import {
  alto,
  choir,
  chop,
  tenor,
  whisper,
} from '../../../../src/dsp/recipes/instruments/voices.ts';
import { line } from '../../../../src/dsp/recipes/music/recipe.ts';
import {
  breathe,
  echo,
  level,
  withChorus,
  withReverb,
  withSaturation,
} from '../../../../src/dsp/recipes/music/steps.ts';
import { recipes } from '../family.ts';
import { arpeggio } from '../harmony.ts';

const SODIUM =
  'C5 0 1 8, Eb5 2 1 6, G4 3 1 5, C5 5 1 7, F5 8 2 8, Eb5 11 2 6,' +
  'C5 16 1 8, Eb5 18 1 6, Ab4 19 1 5, C5 21 1 7, F5 24 1 7, Ab5 26 3 8,' +
  'Db5 32 1 8, F5 34 1 6, Bb4 35 1 5, Db5 37 1 7, F5 40 2 8, Eb5 43 1 6, Db5 45 1 5,' +
  'Bb4 48 1 8, F5 50 1 6, G4 51 1 5, C5 53 3 7, Bb4 58 1 6, G4 59 3 7';

const LOW_FLAME =
  'C5 0 3 7, ~Eb5 3 5 8, F5 10 1 5, Eb5 11 1 6, ~C5 12 3 7,' +
  'Ab4 18 2 6, ~C5 20 6 7, Eb5 28 2 5, ~F5 30 2 7,' +
  '~F5 32 4 8, Ab5 36 1 6, ~G5 37 1 5, F5 38 2 6, ~Db5 40 6 7,' +
  'Bb4 50 2 6, C5 52 1 5, ~Eb5 53 5 8, ~C5 59 4 6';

const CHIMES =
  'G5 2 2 6, Eb5 4 2 5, C5 6 4 7, Ab4 12 2 5, C5 14 2 6, Eb5 18 2 6, C5 20 2 5, Ab4 22 6 7, F5 30 2 5,' +
  'F5 34 2 6, Db5 36 2 5, Bb4 38 4 7, Ab4 44 2 5, Bb4 46 2 6, C5 50 2 6, Bb4 52 2 5, G4 54 4 7, Bb4 60 1 5, Eb5 61 1 6, F5 62 2 7';

const SAY_IT_BACK =
  'C5 0 1 8 t-a, C5 3 1 6 a, Eb5 6 2 8 h-ua, G4 11 1 6 t-o, C5 14 1.5 7 e,' +
  'C5 16 1 8 t-a, C5 19 1 6 a, F5 22 2 8 h-ua, Eb5 27 1 6 e, C5 29 1 5 o,' +
  'Db5 32 1 8 t-a, Db5 35 1 6 a, F5 38 2 8 h-ua, Ab4 43 1 6 t-o, Db5 46 1.5 7 e,' +
  'Bb4 48 1 8 t-a, C5 51 1 6 a, Eb5 54 3 8 h-uai, C5 59 0.5 5 t-a, C5 60 0.5 6 t-a, C5 61 2 7 a';

const COME_ROUND =
  'C4 2 2 6 h-u, ~Eb4 4 2 7 ua, ~G4 6 5 8 ao, F4 12 1 5 o, ~Eb4 13 2 6 e,' +
  'C4 18 2 6 m, ~Eb4 20 2 7 ma, ~F4 22 6 8 ae, ~Eb4 29 2 5 e,' +
  'Db4 34 2 6 h-u, ~F4 36 2 7 ua, ~Ab4 38 5 8 aO, G4 44 1 5 O, ~F4 45 2 6 o,' +
  'Eb4 50 1 5 e, F4 51 1 6 a, ~G4 52 6 8 aou, ~Eb4 59 4 5 u';

const HALF_ASLEEP =
  'F4 4 2 6 s-a, Ab4 7 3 7 h-o, C5 12 3 6 h-a, F4 20 2 6 s-e, Ab4 23 6 7 h-ao,' +
  'Bb4 36 2 6 s-a, Db5 39 3 7 h-u, F5 44 3 6 h-a, Bb4 52 2 6 s-e, G4 55 6 7 h-oa';

export const HOUSE_LEADS = recipes('leads', {
  // A plucked hook that leaves the ends of its bars open.
  Sodium: {
    bars: 4,
    play: [line(SODIUM, softPluck(820, 0.24), { humanMs: 2, velocityJitter: 0.1 })],
    chain: [level(0.7), echo(3, 0.36, 0.3, 4200, 500), withReverb(1.4, 1.1, 6000, 0.2)],
  },
  // Climbing figures, a new shape on every chord.
  'Fire Escape': {
    bars: 4,
    play: [
      line(
        arpeggio(
          ['F4+Ab4+C5+Eb5+G5', 'F4+Ab4+C5+Db5+Eb5', 'F4+Ab4+Bb4+Db5+F5', 'F4+G4+Bb4+C5+Eb5'],
          16,
          '0213 .42. 0314 2.1.',
          1,
          0.8,
        ),
        nasalLead,
        { humanMs: 1.5, gain: 0.9, pan: -0.1 },
      ),
    ],
    chain: [
      level(0.6),
      withSaturation(0.25),
      echo(3, 0.3, 0.22, 5000, 600),
      withReverb(0.9, 0.8, 6000, 0.16),
      breathe(0.3, 2),
    ],
  },
  // A lead that slides from phrase to phrase, question then answer.
  'Low Flame': {
    bars: 4,
    play: [line(LOW_FLAME, glideLead(1200), { glideSec: 0.09, lateMs: 6, humanMs: 4 })],
    chain: [
      level(0.6),
      echo(6, 0.3, 0.24, 3200, 400),
      withReverb(1.7, 1.4, 5200, 0.22, { preSec: 0.03 }),
    ],
  },
  // Vibraphone, late at night.
  'Chimes at One': {
    bars: 4,
    play: [
      line(CHIMES, vibraphone, { lateMs: 8, humanMs: 5, velocityJitter: 0.12, panJitter: 0.15 }),
    ],
    chain: [level(0.6), withReverb(1.9, 1.5, 5200, 0.26, { preSec: 0.02 })],
  },
});

export const HOUSE_VOCALS = recipes('vocals', {
  // Chopped syllables thrown round the room.
  'Say It Back': {
    bars: 4,
    play: [line(SAY_IT_BACK, chop(1.2), { humanMs: 2, panJitter: 0.3 })],
    chain: [
      level(0.7),
      withSaturation(0.2),
      echo(3, 0.42, 0.34, 3600, 500),
      withReverb(1.3, 1, 5600, 0.2),
    ],
  },
  // Four voices in a doorway: swells that answer the chords.
  Doorway: {
    bars: 4,
    play: [
      line(
        'Ab3+C4+Eb4+G4 0 10 7 ma, Ab3+C4+Eb4+F4 16 7 6 ua, Ab3+C4+F4 25 5 7 oa,' +
          'Bb3+Db4+F4+Ab4 32 10 8 ma, G3+Bb3+Eb4+F4 48 6 6 uo, G3+C4+F4+Bb4 56 7 8 oa',
        choir(4, 1.1, 0.22),
        { gateShare: 0.9 },
      ),
    ],
    chain: [level(0.6), withReverb(2.2, 1.7, 5000, 0.32, { preSec: 0.02 }), breathe(0.3, 3)],
  },
  // A sung phrase that comes back to where it began.
  'Come Round': {
    bars: 4,
    play: [
      line(COME_ROUND, tenor, { glideSec: 0.1, lateMs: 10, gateShare: 1.02 }),
      line(COME_ROUND, alto, { transpose: 12, gain: 0.3, lateMs: 22, glideSec: 0.12, pan: 0.3 }),
    ],
    chain: [
      level(0.7),
      echo(3, 0.3, 0.18, 3200, 400),
      withReverb(1.8, 1.4, 5200, 0.24, { preSec: 0.03 }),
    ],
  },
  // Whispers with a hummed line beneath.
  'Half Asleep': {
    bars: 4,
    play: [
      line(HALF_ASLEEP, whisper, { gain: 1.6, panJitter: 0.4, humanMs: 8 }),
      line(
        'Ab3+C4 0 7 6 m, Ab3+F4 16 9 6 mo, Bb3+Db4 32 7 6 m, G3+Bb3 48 10 6 mu',
        choir(2, 1.02, 0.2),
        { gain: 0.9 },
      ),
    ],
    chain: [
      level(0.6),
      withChorus(3, 0.003, 0.4),
      withReverb(2.4, 1.6, 6000, 0.36, { preSec: 0.03 }),
    ],
  },
});
