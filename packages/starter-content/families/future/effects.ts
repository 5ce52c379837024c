import { reverb } from '../../../../src/dsp/recipes/fx/reverb.ts';
import {
  gate,
  impact,
  noiseSweep,
  slideTone,
} from '../../../../src/dsp/recipes/instruments/effects.ts';
import { bus, frameOf, type Session } from '../../../../src/dsp/recipes/music/session.ts';
import { echo } from '../../../../src/dsp/recipes/music/steps.ts';
import { addMono, addStereo, type Stereo } from '../../../../src/dsp/synth/buffer.ts';
import { midiToHz, power, sinTurn } from '../../../../src/dsp/synth/math.ts';
import { recipes } from '../family.ts';

/** Engines brake for four bars, sixteenths closing up, and the clamps take hold on the one. */
function docking(s: Session): Stereo {
  const out = bus(s);
  const sweep = {
    fromHz: 5200,
    toHz: 260,
    q: 1.1,
    level: (p: number) => 0.12 + 0.7 * p * p,
    pan: (p: number) => 0.5 * sinTurn(p * 2),
  };
  addStereo(out, noiseSweep(s.frames, sweep, s.rng.fork('jets')));
  const fall = slideTone(s.frames, midiToHz(88), midiToHz(40), (p) => 0.3 * p * p);
  addMono(out, fall, 0);
  const cut = gate(
    out,
    `${'1'.repeat(32)}${'110'.repeat(5)}1${'10'.repeat(6)}0000`,
    s.sixteenth,
    0.008,
  );
  addStereo(cut, impact(3.4, s.rng.fork('clamps')), 0, 1.5);
  return reverb(cut, { sec: 2.8, size: 2.2, damp: 5600, wet: 0.32 });
}

/** Figures sent home: short tones on the notes of the key, in bursts, from side to side. */
function telemetry(s: Session): Stereo {
  const out = bus(s);
  const notes = [88, 91, 95, 83, 90, 86, 93, 79];
  const bursts = [0, 11, 16, 22, 32, 43, 48, 53];
  bursts.forEach((step, burst) => {
    const count = 2 + (burst % 3);
    for (let i = 0; i < count; i++) {
      const hz = midiToHz(notes[(burst * 3 + i) % notes.length]!);
      const tone = slideTone(
        Math.round(s.sixteenth * 0.7),
        hz,
        hz,
        (p) => Math.min(1, p * 30) * power(1 - p, 2),
      );
      addMono(out, tone, frameOf(s, step + i), 0.5, 0.7 * sinTurn((burst + i) / 5));
    }
  });
  const wet = echo(3, 0.5, 0.45, 5200, 800)(out, s);
  return reverb(wet, { sec: 2.2, size: 1.8, damp: 6500, wet: 0.3 });
}

export const FUTURE_FX = recipes('fx', {
  Docking: { bars: 4, render: docking },
  Telemetry: { bars: 4, render: telemetry },
});
