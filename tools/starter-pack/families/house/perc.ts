import type { Stereo } from '../../../../src/dsp/synth/buffer.ts';
import {
  agogoHigh,
  agogoLow,
  blockHigh,
  blockLow,
  bongoHigh,
  bongoLow,
  bongoSlap,
  cabasa,
  clave,
  congaLow,
  congaMute,
  congaOpen,
  congaSlap,
  cowbell,
  egg,
  rim,
  shake,
  snapVoice,
  tambourine,
  triangle,
} from '../../drums/kit.ts';
import { saturate } from '../../fx/chain.ts';
import { delay } from '../../fx/delay.ts';
import { normalise } from '../../fx/mix.ts';
import { reverb } from '../../fx/reverb.ts';
import type { Recipe } from '../../music/family.ts';
import { beat, bus, type Session } from '../../music/session.ts';

const room = { sec: 0.55, size: 0.7, damp: 5500, preSec: 0.006, wet: 0.28, hp: 200 };

/** Two congas talking: open tones answer the slaps. */
function handOverHand(s: Session): Stereo {
  const out = bus(s);
  const loose = { humanMs: 4, velocityJitter: 0.12 };
  beat(out, s, '......67......6. ...5..67....6.78', congaOpen, { ...loose, pan: -0.22 });
  beat(out, s, '...........67... .......5........', congaLow, { ...loose, pan: 0.2 });
  beat(out, s, '....8.......8... ....8........5..', congaSlap, { ...loose, gain: 0.8, pan: -0.14 });
  beat(out, s, '35.3.3..35.3.3.. 35.3.3..3.53....', congaMute, { ...loose, gain: 0.7, pan: -0.1 });
  beat(out, s, '4.2.4.2.4.2.4.2.', egg, { ...loose, gain: 0.16, pan: 0.5 });
  return reverb(saturate(normalise(out, 0.8), 0.25), room);
}

/** Shaker in sixteenths that leans into the off-beat, tambourine on two and four. */
function salt(s: Session): Stereo {
  const out = bus(s);
  beat(out, s, '5283528352835284', shake, {
    gain: 0.9,
    pan: -0.3,
    humanMs: 2.5,
    velocityJitter: 0.12,
  });
  beat(out, s, '2.4.2.4.2.4.2.5.', cabasa, { gain: 0.45, pan: 0.4, humanMs: 3 });
  beat(out, s, '....8..3....8.4.', tambourine, { gain: 0.5, pan: 0.22, lateMs: 4 });
  return reverb(saturate(normalise(out, 0.8), 0.6), { ...room, wet: 0.18 });
}

/** Bell pattern in seven strokes with a rim that fills the holes; echoes on the dotted eighth. */
function looseChange(s: Session): Stereo {
  const out = bus(s);
  beat(out, s, '7..6..5.6..6.5.. 7..6..5.6.5.6..4', agogoHigh, {
    gain: 0.55,
    pan: 0.25,
    humanMs: 3,
  });
  beat(out, s, '..5..5......5... ..5..5.....5..5.', agogoLow, {
    gain: 0.55,
    pan: -0.2,
    humanMs: 3,
  });
  beat(out, s, '.4..3..4.3...3.4', rim, { gain: 0.5, pan: -0.4, humanMs: 2 });
  beat(out, s, '....6.......6...', snapVoice, { gain: 0.55, pan: 0.1 });
  const wet = delay(out, {
    sec: (s.sixteenth * 3) / 48_000,
    feedback: 0.32,
    wet: 0.26,
    lp: 3600,
    hp: 500,
    cross: true,
  });
  return reverb(wet, room);
}

/** Bongos and wood in question and answer over four bars, a triangle keeps the time. */
function dryLeaves(s: Session): Stereo {
  const out = bus(s);
  const loose = { humanMs: 3.5, velocityJitter: 0.12 };
  const question = '7.57..7.5.......';
  const answer = '........7.57.755';
  const again = '7.57..7.5..7.5..';
  const turn = '........77577.r5';
  beat(out, s, `${question}${answer}${again}${turn}`, bongoHigh, {
    ...loose,
    pan: 0.25,
    gain: 0.8,
  });
  beat(out, s, '..6....6..7..... ..........6..6.. ..6....6..7..... ..........6...6.', bongoLow, {
    ...loose,
    pan: -0.1,
  });
  beat(out, s, '....7....... .... ............8... ....7........... ............8...', bongoSlap, {
    ...loose,
    gain: 0.8,
    pan: 0.3,
  });
  beat(out, s, '...........6.4.6 .4.6............ ...........6.4.6 .4.6.4..........', blockHigh, {
    ...loose,
    gain: 0.5,
    pan: -0.5,
  });
  beat(out, s, '............5.5. ..5............. ............5.5. ..5..5..........', blockLow, {
    ...loose,
    gain: 0.5,
    pan: -0.32,
  });
  beat(out, s, '5.......4....... 5.......4..3....', triangle, { gain: 0.22, pan: 0.45 });
  beat(out, s, `${'.'.repeat(60)}6.7.`, clave, { gain: 0.4, pan: 0.1 });
  beat(out, s, `5${'.'.repeat(31)}`, cowbell, { gain: 0.3, pan: -0.2 });
  return reverb(saturate(normalise(out, 0.8), 0.2), room);
}

export const HOUSE_PERC: readonly Recipe[] = [
  { name: 'Hand Over Hand', category: 'perc', bars: 2, unpitched: true, render: handOverHand },
  { name: 'Salt', category: 'perc', bars: 1, unpitched: true, render: salt },
  { name: 'Loose Change', category: 'perc', bars: 2, unpitched: true, render: looseChange },
  { name: 'Dry Leaves', category: 'perc', bars: 4, unpitched: true, render: dryLeaves },
];
