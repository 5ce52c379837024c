import { crash, tightHat } from '../../../../src/dsp/recipes/drums/kit.ts';
import { normalise } from '../../../../src/dsp/recipes/fx/mix.ts';
import { reverb } from '../../../../src/dsp/recipes/fx/reverb.ts';
import {
  gate,
  impact,
  noiseSweep,
  slideTone,
} from '../../../../src/dsp/recipes/instruments/effects.ts';
import { stab } from '../../../../src/dsp/recipes/instruments/synths.ts';
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

/** A riser over four bars that breaks into sixteenths and lands on the one. */
function lift(s: Session): Stereo {
  const riser = bus(s);
  const sweep = { fromHz: 320, toHz: 7800, q: 1.3, level: (p: number) => 0.1 + 0.9 * p * p };
  addStereo(riser, noiseSweep(s.frames, sweep, s.rng.fork('riser')));
  addMono(
    riser,
    slideTone(s.frames, midiToHz(53), midiToHz(77), (p) => 0.28 * p * p * p),
    0,
  );
  const pulsed = gate(riser, `${'1'.repeat(32)}${'1110'.repeat(4)}${'10'.repeat(8)}`, s.sixteenth);
  addStereo(pulsed, impact(3.2, s.rng.fork('impact')), 0, 1.5);
  return reverb(pulsed, { sec: 2.8, size: 2, damp: 5200, wet: 0.3 });
}

/** Something passes from left to right every two bars; in the last it turns back. */
function passingCar(s: Session): Stereo {
  const out = bus(s);
  const bell = (p: number) => power(Math.max(0, sinTurn(p / 2)), 2);
  [0, 32].forEach((step, i) => {
    const side = i === 0 ? 1 : -1;
    const frames = Math.round(s.sixteenth * 28);
    const pan = (p: number) => side * (p * 1.8 - 0.9);
    const wide = { fromHz: i ? 420 : 2600, toHz: i ? 3400 : 380, q: 2.2, level: bell, pan };
    addStereo(out, noiseSweep(frames, wide, s.rng.fork(`car${i}`)), frameOf(s, step));
    const tone = slideTone(
      frames,
      midiToHz(i ? 65 : 72),
      midiToHz(i ? 72 : 65),
      (p) => bell(p) * 0.14,
    );
    addMono(out, tone, frameOf(s, step), 1, side * 0.3);
  });
  playBeat(out, s, `${'.'.repeat(44)}3.4.5.3.....${'.'.repeat(8)}`, tightHat, {
    gain: 0.25,
    panJitter: 0.6,
  });
  return reverb(out, { sec: 2.2, size: 1.6, damp: 5600, wet: 0.35 });
}

/** A siren in an echo chamber: two calls, each falling further. */
function signal(s: Session): Stereo {
  const out = bus(s);
  const call = (step: number, length: number, midi: number, rate: number, gain: number) => {
    const frames = Math.round(s.sixteenth * length);
    const level = (p: number) => Math.min(1, p * 14) * (1 - p * p);
    const wobble = { hz: (p: number) => rate * (1 - 0.6 * p), octaves: 0.16 };
    const tone = slideTone(frames, midiToHz(midi), midiToHz(midi - 12), level, wobble);
    addMono(out, tone, frameOf(s, step), gain);
  };
  call(0, 7, 77, 8.1, 0.8);
  call(20, 4, 72, 16.2, 0.5);
  call(32, 10, 80, 6.1, 0.8);
  call(56, 3, 84, 12.2, 0.4);
  const chamber = echo(3, 0.6, 0.6, 2600, 400)(normalise(out, 0.6), s);
  return reverb(chamber, { sec: 1.8, size: 1.4, damp: 4200, wet: 0.25 });
}

/** Chords played backwards into the first and third bar, with shutters of hats between. */
function shutter(s: Session): Stereo {
  const swell = bus(s);
  playLine(swell, s, 'F4+Ab4+C5+G5 0 3 8, F4+Ab4+Db5+F5 32 3 8', stab(1600, 0.5));
  const tail = reverb(swell, { sec: 2.4, size: 1.8, damp: 6000, wet: 1, dry: 0.4 });
  const out = reverse(tail);
  const hats = bus(s);
  const clicks = '................ ......3.4.5...r. ................ ..3.4.5.6.r.7.r.';
  playBeat(hats, s, clicks, tightHat, { gain: 0.5, panJitter: 0.8 });
  playBeat(hats, s, `6${'.'.repeat(31)}`, crash, { gain: 0.22 });
  const late = echo(2, 0.4, 0.4, 8000, 1500)(hats, s);
  addStereo(out, late, 0, 0.5);
  return out;
}

export const HOUSE_FX = recipes('fx', {
  Lift: { bars: 4, render: lift },
  'Passing Car': { bars: 4, render: passingCar },
  Signal: { bars: 4, render: signal },
  Shutter: { bars: 4, render: shutter },
});
