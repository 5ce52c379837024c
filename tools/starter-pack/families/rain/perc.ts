import type { Stereo } from '../../../../src/dsp/synth/buffer.ts';
import {
  agogoHigh,
  agogoLow,
  blockHigh,
  bongoHigh,
  bongoLow,
  bongoSlap,
  clave,
  congaMute,
  congaOpen,
  congaSlap,
  cowbell,
  egg,
  rim,
  shake,
  snapVoice,
  tablaHigh,
  tablaLow,
  tambourine,
  triangle,
} from '../../drums/kit.ts';
import { saturate } from '../../fx/chain.ts';
import { delay } from '../../fx/delay.ts';
import { normalise } from '../../fx/mix.ts';
import { reverb } from '../../fx/reverb.ts';
import type { Recipe } from '../../music/family.ts';
import { beat, bus, type Session } from '../../music/session.ts';

const room = { sec: 0.5, size: 0.6, damp: 6500, preSec: 0.005, wet: 0.24, hp: 250 };

/** Bongos at full run, accents crossing the bar in threes. */
function hailstones(s: Session): Stereo {
  const out = bus(s);
  const loose = { humanMs: 2, velocityJitter: 0.14 };
  beat(out, s, '7..5.67..5.6..75 6..75.6..7..5676', bongoHigh, { ...loose, gain: 0.8, pan: 0.25 });
  beat(out, s, '..6.5...6.5..6.. .6..5.6...5.6...', bongoLow, { ...loose, pan: -0.2 });
  beat(out, s, '....8.......8... ....8.......8...', bongoSlap, { ...loose, gain: 0.8, pan: 0.1 });
  beat(out, s, '4.3.4.3.4.3.4.3.', egg, { ...loose, gain: 0.3, pan: -0.5 });
  return reverb(saturate(normalise(out, 0.8), 0.3), room);
}

/** Shaker that never stops, drops of wood falling through it, tambourine that pushes the second half. */
function drizzle(s: Session): Stereo {
  const out = bus(s);
  const loose = { humanMs: 1.5, velocityJitter: 0.12 };
  beat(out, s, '7354736573547365', shake, { ...loose, gain: 0.6, pan: -0.3 });
  beat(out, s, '...6..5...4..6.. .5....6..4.5...7', blockHigh, { ...loose, gain: 0.75, pan: 0.5 });
  beat(out, s, '......5....4..5. ...4....5....6..', bongoHigh, { ...loose, gain: 0.5, pan: -0.5 });
  beat(out, s, '....7.......7... ....7.......7.5.', tambourine, { gain: 0.6, pan: 0.2 });
  const wet = delay(out, {
    sec: (s.sixteenth * 3) / 48_000,
    feedback: 0.3,
    wet: 0.18,
    lp: 6000,
    hp: 700,
    cross: true,
  });
  return reverb(saturate(normalise(wet, 0.8), 0.4), { ...room, wet: 0.2 });
}

/** Bells, clave and wood in a pattern of eleven strokes, echoing in eighths. */
function telegraph(s: Session): Stereo {
  const out = bus(s);
  beat(out, s, '7..6..6...6.6... 7..6..6...6.5.5.', clave, { gain: 0.6, pan: 0.3, humanMs: 1.5 });
  beat(out, s, '....6..5....6... ....6..5.5..6..5', agogoLow, {
    gain: 0.42,
    pan: -0.3,
    humanMs: 2,
  });
  beat(out, s, '..5......5....5. ..5......5......', agogoHigh, {
    gain: 0.36,
    pan: 0.5,
    humanMs: 2,
  });
  beat(out, s, '.4.3...4..3..4.. .4.3...4..3.4.3.', blockHigh, {
    gain: 0.4,
    pan: -0.5,
    humanMs: 2,
  });
  beat(out, s, '............5... ............5.4.', cowbell, { gain: 0.24, pan: 0.1 });
  const wet = delay(out, {
    sec: (s.sixteenth * 3) / 48_000,
    feedback: 0.35,
    wet: 0.25,
    lp: 4000,
    hp: 600,
    cross: true,
  });
  return reverb(wet, room);
}

/** Four bars for hands: tabla asks, congas answer, snaps keep watch. */
function backstreet(s: Session): Stereo {
  const out = bus(s);
  const loose = { humanMs: 2.5, velocityJitter: 0.14 };
  beat(out, s, '7.5.67.5.6.7.... ................ 7.5.67.5.6.75.6. ................', tablaHigh, {
    ...loose,
    gain: 0.8,
    pan: 0.3,
  });
  beat(out, s, '6.......5....... ................ 6.......5....6.. ..............6.', tablaLow, {
    ...loose,
    gain: 0.8,
    pan: 0.15,
  });
  beat(out, s, '................ 6..6.5..7..6.5.. ................ 6..6.5..7.56.7r6', congaOpen, {
    ...loose,
    pan: -0.25,
  });
  beat(out, s, '................ ....8.......8... ................ ....8.......8...', congaSlap, {
    ...loose,
    gain: 0.8,
    pan: -0.15,
  });
  beat(out, s, '.3.3.3.3.3.3.3.3', congaMute, { ...loose, gain: 0.55, pan: -0.35 });
  beat(out, s, '....6.......6... ....6.......6..4', snapVoice, { gain: 0.5, pan: 0.05 });
  beat(out, s, '.........4....4. .....4......4.4.', rim, { gain: 0.4, pan: 0.45 });
  beat(out, s, `5${'.'.repeat(31)}`, triangle, { gain: 0.25, pan: 0.5 });
  return reverb(saturate(normalise(out, 0.8), 0.25), { ...room, sec: 0.7, wet: 0.3 });
}

export const RAIN_PERC: readonly Recipe[] = [
  { name: 'Hailstones', category: 'perc', bars: 2, unpitched: true, render: hailstones },
  { name: 'Drizzle', category: 'perc', bars: 2, unpitched: true, render: drizzle },
  { name: 'Telegraph', category: 'perc', bars: 2, unpitched: true, render: telegraph },
  { name: 'Backstreet', category: 'perc', bars: 4, unpitched: true, render: backstreet },
];
