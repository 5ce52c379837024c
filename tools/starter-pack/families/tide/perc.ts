import type { Stereo } from '../../../../src/dsp/synth/buffer.ts';
import {
  agogoHigh,
  blockHigh,
  blockLow,
  bongoLow,
  cabasa,
  congaLow,
  congaMute,
  congaOpen,
  congaSlap,
  egg,
  rim,
  snapVoice,
  tablaHigh,
  tablaLow,
  tambourine,
  triangle,
  udu,
} from '../../drums/kit.ts';
import { saturate } from '../../fx/chain.ts';
import { delay } from '../../fx/delay.ts';
import { normalise } from '../../fx/mix.ts';
import { reverb } from '../../fx/reverb.ts';
import type { Recipe } from '../../music/family.ts';
import { beat, bus, type Session } from '../../music/session.ts';

const room = { sec: 0.8, size: 0.9, damp: 4800, preSec: 0.01, wet: 0.3, hp: 200 };

/** Clay and skin: an udu that gulps, a tabla that answers. */
function clay(s: Session): Stereo {
  const out = bus(s);
  const loose = { humanMs: 5, velocityJitter: 0.12, lateMs: 4 };
  beat(out, s, '8.....5...7..... 8..5......7..4..', udu, { ...loose, gain: 0.9, pan: -0.15 });
  beat(out, s, '...6..4.....7.54 ......6.4...7.5.', tablaHigh, { ...loose, gain: 0.75, pan: 0.28 });
  beat(out, s, '..........6..... ....6.........6.', tablaLow, { ...loose, gain: 0.8, pan: 0.1 });
  beat(out, s, '4.2.5.2.4.2.5.2.', egg, { ...loose, gain: 0.3, pan: -0.5 });
  return reverb(saturate(normalise(out, 0.8), 0.3), room);
}

/** Shells on a string: a slow cabasa, chimes of metal and wood, a tambourine laid back on two and four. */
function seaGlass(s: Session): Stereo {
  const out = bus(s);
  const loose = { humanMs: 5, velocityJitter: 0.12 };
  beat(out, s, '7.....5.7...6...', cabasa, { ...loose, gain: 0.9, pan: -0.35, lateMs: 3 });
  beat(out, s, '...4......5....4', egg, { ...loose, gain: 0.45, pan: 0.4 });
  beat(out, s, '6...4.....5..... ..4...6.....4.5.', triangle, { ...loose, gain: 0.3, pan: 0.45 });
  beat(out, s, '..........5..6.. ......4.....6..5', agogoHigh, { ...loose, gain: 0.3, pan: -0.5 });
  beat(out, s, '......5......... ...5......6.....', blockLow, { ...loose, gain: 0.5, pan: -0.15 });
  beat(out, s, '....8.......7..3', tambourine, { gain: 0.55, pan: 0.18, lateMs: 15 });
  return reverb(saturate(normalise(out, 0.8), 0.5), { ...room, wet: 0.3 });
}

/** Wood blocks like a slow clock, thrown into a long echo. */
function clockmaker(s: Session): Stereo {
  const out = bus(s);
  beat(out, s, '7.....5.....6... 7.....5...4.6..5', blockHigh, {
    gain: 0.7,
    pan: 0.35,
    humanMs: 3,
  });
  beat(out, s, '....6.....5..... ....6.....5...6.', blockLow, {
    gain: 0.75,
    pan: -0.35,
    humanMs: 3,
  });
  beat(out, s, '..3..3....3..3..', rim, { gain: 0.4, pan: 0.1, humanMs: 3 });
  beat(out, s, '........6.......', snapVoice, { gain: 0.5, pan: -0.1, lateMs: 10 });
  beat(out, s, '5............... ................', triangle, { gain: 0.25, pan: 0.5 });
  const wet = delay(out, {
    sec: (s.sixteenth * 3) / 48_000,
    feedback: 0.48,
    wet: 0.36,
    lp: 3000,
    hp: 500,
    cross: true,
  });
  return reverb(wet, room);
}

/** Congas after dark, in four bars that never say the same thing twice. */
function boardwalk(s: Session): Stereo {
  const out = bus(s);
  const loose = { humanMs: 6, velocityJitter: 0.14, lateMs: 5 };
  beat(out, s, '......7...5.6... ...5..7.....6.7. ......7...5.6... ...5..7.5.6.7.r6', congaOpen, {
    ...loose,
    pan: -0.2,
  });
  beat(out, s, '7..........6.... 7.........6..... 7..........6.... 7........6......', congaLow, {
    ...loose,
    pan: 0.22,
  });
  beat(out, s, '....8.......8... ....8........... ....8.......8... ....8..........8', congaSlap, {
    ...loose,
    gain: 0.8,
    pan: -0.1,
  });
  beat(out, s, '..3..3.3..3..3.3', congaMute, { ...loose, gain: 0.8, pan: -0.15 });
  beat(out, s, '................ ..........6.5... ................ ..6.5.....6..5..', bongoLow, {
    ...loose,
    gain: 0.7,
    pan: 0.4,
  });
  beat(out, s, '..5...5...5...5.', cabasa, { ...loose, gain: 0.35, pan: 0.5 });
  return reverb(saturate(normalise(out, 0.8), 0.3), room);
}

export const TIDE_PERC: readonly Recipe[] = [
  { name: 'Clay', category: 'perc', bars: 2, unpitched: true, render: clay },
  { name: 'Sea Glass', category: 'perc', bars: 2, unpitched: true, render: seaGlass },
  { name: 'Clockmaker', category: 'perc', bars: 2, unpitched: true, render: clockmaker },
  { name: 'Boardwalk', category: 'perc', bars: 4, unpitched: true, render: boardwalk },
];
