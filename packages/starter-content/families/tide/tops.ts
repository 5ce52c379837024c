import {
  marimba,
  musicBox,
  reedLead,
  string,
} from '../../../../src/dsp/recipes/instruments/keys.ts';
import { glideLead } from '../../../../src/dsp/recipes/instruments/synths.ts';
import {
  alto,
  choir,
  chop,
  tenor,
  whisper,
} from '../../../../src/dsp/recipes/instruments/voices.ts';
import { line } from '../../../../src/dsp/recipes/music/recipe.ts';
import { bus, playLine, type Session } from '../../../../src/dsp/recipes/music/session.ts';
import {
  echo,
  level,
  withChorus,
  withEq,
  withReverb,
  withSaturation,
} from '../../../../src/dsp/recipes/music/steps.ts';
import { addStereo, type Stereo } from '../../../../src/dsp/synth/buffer.ts';
import { recipes } from '../family.ts';

const KITE =
  'E5 2 2 6, G5 4 1 6, ~E5 5 3 7, D5 9 1 5, ~C5 10 4 7,' +
  'B4 18 1 5, D5 19 1 6, ~E5 20 5 8, G5 26 1 5, ~F#5 27 1 5, ~E5 28 3 6,' +
  'F#5 34 2 7, A5 36 1 6, ~F#5 37 3 7, E5 41 1 5, ~C5 42 5 7,' +
  'D5 50 1 6, E5 51 1 6, ~G5 52 4 8, F#5 57 1 5, ~D5 58 1 5, ~B4 59 4 6';

const PEBBLES =
  'A4 0 1 7, C5 1 1 5, E5 3 1 6, B4 6 1 5, E5 7 1 6, G5 10 1 7, E5 12 1 5, B4 13 1 4,' +
  'G4 16 1 7, B4 17 1 5, D5 19 1 6, E5 22 1 5, G5 23 1 6, B5 26 1 7, G5 28 1 5, D5 29 1 4,' +
  'A4 32 1 7, C5 33 1 5, F#5 35 1 6, E5 38 1 5, A5 39 1 6, F#5 42 1 7, E5 44 1 5, C5 45 1 4,' +
  'G4 48 1 7, B4 49 1 5, D5 51 1 6, F#5 54 1 5, G5 55 1 6, D5 58 1 7, B4 60 1 5, D5 61 1 5, E5 62 1 6';

const POSTCARD =
  'E5 0 3 7, B5 4 2 6, A5 7 1 5, G5 8 4 7, D5 14 2 5,' +
  'E5 16 3 7, G5 20 2 6, B5 23 1 5, D6 24 5 7,' +
  'C6 32 3 7, A5 36 2 6, F#5 39 1 5, E5 40 5 7, A5 46 2 5,' +
  'G5 48 3 7, F#5 52 2 6, D5 55 1 5, B4 56 3 6, D5 60 2 5, G5 62 1 5';

const LONG_WAY =
  'A4 6 2 6, ~C5 8 1 6, ~B4 9 1 5, ~G4 10 4 7,' +
  'G4 20 2 6, A4 22 1 5, ~B4 23 5 8, D5 29 1 5, ~E5 30 6 7,' +
  '~F#5 36 3 7, E5 40 1 5, ~D5 41 1 5, ~C5 42 4 6,' +
  'B4 50 2 6, D5 52 2 6, ~B4 54 2 6, ~G4 56 5 7, E4 62 2 5';

const TELL_NO_ONE =
  'E4 2 3 6 h-o, ~G4 5 2 6 oa, ~E4 8 4 7 a, D4 13 1 5 e, ~C4 14 3 6 u,' +
  'B3 19 2 5 m, ~D4 21 2 6 ma, ~E4 24 6 7 ao,' +
  'F#4 34 3 7 h-o, ~A4 37 3 8 oa, ~E4 41 4 7 a, D4 46 1 5 e,' +
  '~E4 47 1 5 e, D4 50 2 6 o, ~B3 53 2 6 u, ~G3 56 6 6 um';

const RADIO =
  'A3 0 1 8 t-a, A3 1.5 1 6 e, C4 4 2 8 h-oa, E4 10 1 6 t-e, D4 12 2 7 a,' +
  'G3 16 1 8 t-o, G3 17.5 1 6 a, B3 20 2 8 h-ua, E4 26 0.5 6 t-e, E4 27 0.5 5 t-e, D4 28 2 7 o,' +
  'A3 32 1 8 t-a, A3 33.5 1 6 e, D4 36 2 8 h-oa, F#4 42 1 6 t-e, E4 44 2 7 a,' +
  'G3 48 1 8 t-o, B3 49.5 1 6 a, D4 52 3 8 h-uai, E4 58 0.5 5 t-a, E4 59 0.5 6 t-a, G4 60 2 7 e';

const SHADOWS =
  'C4 0 2 7 ia, E4 2 2 7 ea, ~G4 4 4 8 ao, E4 9 2 6 e, B3 16 2 7 ia, D4 18 2 7 ea, ~E4 20 5 8 ao,' +
  'A3 32 2 7 ia, C4 34 2 7 ea, ~F#4 36 4 8 ao, E4 41 2 6 e, D4 48 2 7 ia, E4 50 1 6 e, ~B3 51 5 7 aou';

/** The same phrase whispered an octave higher, a beat later. */
function whispered(s: Session): Stereo {
  const out = bus(s);
  playLine(out, s, SHADOWS, whisper, {
    transpose: 12,
    from: 4,
    lateMs: 12,
    gain: 2.2,
    panJitter: 0.5,
  });
  return out;
}

export const TIDE_LEADS = recipes('leads', {
  // A reed that leans into its notes and lets them go.
  Kite: {
    bars: 4,
    play: [line(KITE, reedLead, { glideSec: 0.08, lateMs: 10, humanMs: 5 })],
    chain: [
      level(0.6),
      echo(3, 0.34, 0.24, 3600, 500),
      withReverb(2, 1.5, 5200, 0.26, { preSec: 0.03 }),
    ],
  },
  // Marimba skipping in threes over the four.
  Pebbles: {
    bars: 4,
    play: [line(PEBBLES, marimba, { humanMs: 4, velocityJitter: 0.14, panJitter: 0.3 })],
    chain: [level(0.7), echo(3, 0.4, 0.26, 3800, 400), withReverb(1.3, 1, 5600, 0.22)],
  },
  // A music box with a dying spring.
  Postcard: {
    bars: 4,
    play: [
      line(POSTCARD, musicBox, { lateMs: 8, humanMs: 10, velocityJitter: 0.15, panJitter: 0.25 }),
      line(POSTCARD, string({ sec: 1.4, bright: 0.5, place: 0.12, release: 0.4 }), {
        transpose: -12,
        gain: 0.32,
        lateMs: 16,
        pan: -0.25,
      }),
    ],
    chain: [
      level(0.7),
      withSaturation(0.25),
      withChorus(9, 0.002, 0.45),
      withReverb(1.8, 1.4, 5200, 0.28, { preSec: 0.02 }),
    ],
  },
  // Slide guitar on a synthesiser: rests, then one long line.
  'Long Way': {
    bars: 4,
    play: [
      line(LONG_WAY, glideLead(760), { glideSec: 0.16, lateMs: 12, humanMs: 6, transpose: 0 }),
    ],
    chain: [
      level(0.7),
      withSaturation(0.9),
      withEq({ kind: 'lp', hz: 5200 }),
      echo(4, 0.34, 0.26, 2600, 450),
      withReverb(2.2, 1.6, 4600, 0.26, { preSec: 0.03 }),
    ],
  },
});

export const TIDE_VOCALS = recipes('vocals', {
  // A low alto who sings as if no one were listening.
  'Tell No One': {
    bars: 4,
    play: [line(TELL_NO_ONE, alto, { glideSec: 0.13, lateMs: 16, gateShare: 1.02 })],
    chain: [
      level(0.7),
      withSaturation(0.3),
      echo(4, 0.28, 0.16, 2800, 500),
      withReverb(1.8, 1.3, 5000, 0.24, { preSec: 0.03 }),
    ],
  },
  // Syllables off a radio, cut short and answered by their own echo.
  'Radio Ghost': {
    bars: 4,
    play: [line(RADIO, chop(1.05), { lateMs: 6, humanMs: 4, panJitter: 0.2 })],
    chain: [
      level(0.8),
      withSaturation(0.8),
      withEq({ kind: 'hp', hz: 260 }, { kind: 'lp', hz: 5200 }),
      echo(3, 0.45, 0.34, 2600, 600),
      withReverb(1.4, 1, 4400, 0.22),
    ],
  },
  // A small choir that hums, opens and closes its mouth again.
  'Sunday Hum': {
    bars: 4,
    play: [
      line(
        'G3+C4+E4 0 13 7 mam, G3+B3+D4 16 13 7 mom, F#3+C4+E4 32 13 8 mam, G3+B3+D4 48 7 7 mo, F#3+B3+D4 56 6 6 um',
        choir(3, 1.04, 0.25),
        { gateShare: 0.92 },
      ),
      line('E5 10 4 5 u, D5 26 4 5 u, F#5 41 5 6 ua, B4 58 4 5 u', choir(2, 1.2, 0.15), {
        gain: 0.55,
        pan: 0.2,
      }),
    ],
    chain: [level(0.6), withReverb(2.4, 1.7, 5000, 0.32, { preSec: 0.025 })],
  },
  // A tenor and his shadow: phrase in front, whisper behind.
  Shadowplay: {
    bars: 4,
    play: [
      line(SHADOWS, tenor, { glideSec: 0.09, lateMs: 8 }),
      (out, s) => addStereo(out, whispered(s), 0, 0.6),
    ],
    chain: [
      level(0.7),
      echo(3, 0.3, 0.2, 3400, 400),
      withReverb(2, 1.4, 5200, 0.24, { preSec: 0.03 }),
    ],
  },
});
