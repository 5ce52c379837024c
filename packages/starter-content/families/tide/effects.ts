import { crash, dustyHat } from '../../../../src/dsp/recipes/drums/kit.ts';
import { eq } from '../../../../src/dsp/recipes/fx/chain.ts';
import { chorus } from '../../../../src/dsp/recipes/fx/delay.ts';
import { normalise, sum } from '../../../../src/dsp/recipes/fx/mix.ts';
import { reverb } from '../../../../src/dsp/recipes/fx/reverb.ts';
import {
  crackle,
  impact,
  noiseSweep,
  slideTone,
} from '../../../../src/dsp/recipes/instruments/effects.ts';
import { glassBell } from '../../../../src/dsp/recipes/instruments/keys.ts';
import {
  bus,
  frameOf,
  playBeat,
  playLine,
  type Session,
} from '../../../../src/dsp/recipes/music/session.ts';
import { echo } from '../../../../src/dsp/recipes/music/steps.ts';
import { addMono, addStereo, reverse, type Stereo } from '../../../../src/dsp/synth/buffer.ts';
import { midiToHz, power, sinTurn } from '../../../../src/dsp/synth/math.ts';
import { recipes } from '../family.ts';

/** The run-out groove: dust, a needle going round, far chimes. */
function runOut(s: Session): Stereo {
  const dust = crackle(s.frames, 26, s.rng.fork('dust'));
  const needle = bus(s);
  playBeat(needle, s, '5.......4.......', dustyHat, { gain: 0.16, pan: -0.3, humanMs: 12 });
  const chimes = 'E5 6 6 4, B5 14 6 3, G5 29 6 4, E6 38 6 3, D6 52 6 4, B5 55 6 3';
  playLine(needle, s, chimes, glassBell, { gain: 0.6, panJitter: 0.6, humanMs: 20 });
  return reverb(sum([dust, 0.55], [needle, 1]), { sec: 1.8, size: 1.2, damp: 4200, wet: 0.3 });
}

/** A wave comes in over two bars, breaks, and draws back. */
function breaker(s: Session): Stereo {
  const out = bus(s);
  const half = Math.round(s.frames / 2);
  const rise = {
    fromHz: 260,
    toHz: 3600,
    q: 0.8,
    level: (p: number) => 0.08 + 0.92 * p * p * p,
    pan: (p: number) => p * 0.8 - 0.6,
  };
  const fall = {
    fromHz: 5200,
    toHz: 300,
    q: 0.7,
    level: (p: number) => power(1 - p, 3),
    pan: (p: number) => 0.3 - p * 0.7,
  };
  addStereo(out, noiseSweep(half, rise, s.rng.fork('rise')), half);
  addStereo(out, noiseSweep(half, fall, s.rng.fork('fall')), 0);
  addStereo(out, impact(2.6, s.rng.fork('break')), 0, 0.8);
  return reverb(chorus(out, 3, 0.004, 0.4), { sec: 2.6, size: 2, damp: 5200, wet: 0.3 });
}

/** A foghorn on the tonic and fifth, answered from far away. */
function foghorn(s: Session): Stereo {
  const out = bus(s);
  const horn = (step: number, length: number, midi: number, gain: number, pan: number) => {
    const frames = Math.round(s.sixteenth * length);
    const level = (p: number) => Math.min(1, p * 6) * Math.min(1, (1 - p) * 5);
    const wobble = { hz: () => 5, octaves: 0.004 };
    const tone = slideTone(frames, midiToHz(midi - 0.4), midiToHz(midi), level, wobble);
    addMono(out, tone, frameOf(s, step), gain, pan);
  };
  horn(0, 10, 57, 1, -0.3);
  horn(0, 10, 64, 0.5, -0.1);
  horn(22, 6, 69, 0.35, 0.6);
  horn(32, 12, 57, 0.9, -0.3);
  horn(32, 12, 62, 0.5, 0);
  horn(54, 5, 76, 0.25, 0.7);
  const wet = echo(6, 0.45, 0.4, 1800, 200)(normalise(out, 0.6), s);
  return reverb(wet, { sec: 3.4, size: 2.4, damp: 3200, preSec: 0.05, wet: 0.5 });
}

/** Bells and a cymbal played backwards into every second bar. */
function rewind(s: Session): Stereo {
  const forward = bus(s);
  playLine(forward, s, 'A4+E5+B5 0 3 8, G4+D5+B5 32 3 8, E5 48 2 5', glassBell, { humanMs: 0 });
  playBeat(forward, s, `6${'.'.repeat(31)}`, crash, { gain: 0.3, humanMs: 0 });
  const tail = reverb(normalise(forward, 0.6), { sec: 3, size: 2, damp: 6000, wet: 0.9, dry: 0.6 });
  const back = reverse(tail);
  const out = chorus(back, 6, 0.003, 0.4);
  const tick = bus(s);
  const clicks = '................ ..........3.4.5. ................ ......3.4.3.5.r.';
  playBeat(tick, s, clicks, dustyHat, { gain: 0.3, panJitter: 0.7 });
  addStereo(out, tick, 0, 0.5);
  const pan = (p: number) => 0.4 * sinTurn(p * 2);
  addStereo(
    out,
    noiseSweep(
      s.frames,
      { fromHz: 2400, toHz: 2400, q: 0.5, level: (p) => 0.03 * (1 + sinTurn(p * 4 - 0.25)), pan },
      s.rng.fork('air'),
    ),
  );
  return eq(out, { kind: 'high', hz: 7000, db: -2 });
}

export const TIDE_FX = recipes('fx', {
  'Run-out': { bars: 4, render: runOut },
  Breaker: { bars: 4, render: breaker },
  Foghorn: { bars: 4, render: foghorn },
  Rewind: { bars: 4, render: rewind },
});
