import { crash, tightHat } from '../../../../src/dsp/recipes/drums/kit.ts';
import { eq } from '../../../../src/dsp/recipes/fx/chain.ts';
import { normalise, sum } from '../../../../src/dsp/recipes/fx/mix.ts';
import { reverb } from '../../../../src/dsp/recipes/fx/reverb.ts';
import {
  crackle,
  gate,
  impact,
  noiseSweep,
  slideTone,
} from '../../../../src/dsp/recipes/instruments/effects.ts';
import { glassBell } from '../../../../src/dsp/recipes/instruments/keys.ts';
import { superSaw } from '../../../../src/dsp/recipes/instruments/synths.ts';
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

/** Eight bars of rain that thickens, then a clap of thunder on the one. */
function cloudburst(s: Session): Stereo {
  const rain = bus(s);
  const sweep = {
    fromHz: 1400,
    toHz: 6800,
    q: 0.6,
    level: (p: number) => 0.06 + 0.7 * p * p,
    pan: (p: number) => 0.3 * sinTurn(p * 3),
  };
  addStereo(rain, noiseSweep(s.frames, sweep, s.rng.fork('rain')));
  const drops = crackle(s.frames, 60, s.rng.fork('drops'));
  const thunder = impact(4, s.rng.fork('thunder'));
  addStereo(rain, thunder, 0, 1.4);
  const rumble = {
    fromHz: 420,
    toHz: 160,
    q: 0.8,
    level: (p: number) => (1 - p) * (1 - p) * (0.7 + 0.3 * sinTurn(p * 23)),
  };
  addStereo(rain, noiseSweep(Math.round(s.frames * 0.5), rumble, s.rng.fork('rumble')), 0, 1.2);
  return reverb(sum([rain, 1], [drops, 0.4]), { sec: 2.4, size: 2.2, damp: 6000, wet: 0.3 });
}

/** A riser in four bars, stuttering faster and faster. */
function stairwell(s: Session): Stereo {
  const riser = bus(s);
  addMono(
    riser,
    slideTone(s.frames, midiToHz(52), midiToHz(76), (p) => 0.5 * p * p),
    0,
    1,
    -0.2,
  );
  addMono(
    riser,
    slideTone(s.frames, midiToHz(59), midiToHz(83), (p) => 0.4 * p * p),
    0,
    1,
    0.25,
  );
  const sweep = { fromHz: 500, toHz: 9000, q: 1, level: (p: number) => 0.05 + 0.6 * p * p };
  addStereo(riser, noiseSweep(s.frames, sweep, s.rng.fork('air')));
  const cut = gate(
    riser,
    `${'1110'.repeat(4)}${'1110'.repeat(4)}${'10'.repeat(8)}${'10'.repeat(6)}0000`,
    s.sixteenth,
    0.004,
  );
  addStereo(cut, impact(2.2, s.rng.fork('land')), 0, 1.1);
  return reverb(cut, { sec: 1.8, size: 1.6, damp: 7000, wet: 0.26 });
}

/** Radar: a ping on the tonic that circles the room, chirps in the gaps. */
function radar(s: Session): Stereo {
  const out = bus(s);
  const ping = (step: number, midi: number, gain: number, pan: number) => {
    const frames = Math.round(s.sixteenth * 6);
    const tone = slideTone(
      frames,
      midiToHz(midi + 0.3),
      midiToHz(midi),
      (p) => Math.min(1, p * 60) * power(1 - p, 4),
    );
    addMono(out, tone, frameOf(s, step), gain, pan);
  };
  [0, 16, 32, 48].forEach((step, i) => {
    ping(step, 88, 0.8, sinTurn(i / 4) * 0.8);
  });
  [6, 27, 38, 59].forEach((step, i) => {
    ping(step, i % 2 ? 95 : 91, 0.35, -sinTurn(i / 4 + 0.1) * 0.8);
  });
  for (let i = 0; i < 6; i++) {
    const chirp = slideTone(Math.round(s.sixteenth * 0.7), midiToHz(98), midiToHz(86), (p) =>
      power(1 - p, 2),
    );
    addMono(out, chirp, frameOf(s, 50 + i * 2), 0.1 + i * 0.05, i % 2 ? 0.6 : -0.6);
  }
  const wet = echo(3, 0.55, 0.5, 3800, 600)(out, s);
  return reverb(wet, { sec: 2.6, size: 1.9, damp: 5200, wet: 0.35 });
}

/** A chord drawn backwards into the first and fifth bar, splinters of glass after it. */
function inhale(s: Session): Stereo {
  const forward = bus(s);
  playLine(
    forward,
    s,
    'E4+B4+F#5 0 4 8, A4+E5+G5 64 4 8',
    superSaw(() => 0.6, 1600),
    { humanMs: 0 },
  );
  playBeat(forward, s, `7${'.'.repeat(63)}`, crash, { gain: 0.22, humanMs: 0 });
  const back = reverse(
    reverb(normalise(forward, 0.6), { sec: 3.2, size: 2.2, damp: 7000, wet: 0.9, dry: 0.3 }),
  );
  const glass = bus(s);
  const chimes =
    'B5 2 4 6, E6 5 4 5, F#6 7 4 4, D6 10 4 4, E6 66 4 6, B5 69 4 5, G6 71 4 4, A5 74 4 4';
  playLine(glass, s, chimes, glassBell, { gain: 0.3, panJitter: 0.8 });
  playBeat(glass, s, `${'.'.repeat(48)}........3.4.5.r.`, tightHat, { gain: 0.26, panJitter: 0.8 });
  const late = echo(3, 0.5, 0.5, 7000, 800)(glass, s);
  return eq(sum([back, 1], [late, 0.7]), { kind: 'high', hz: 8000, db: -1 });
}

export const RAIN_FX = recipes('fx', {
  Cloudburst: { bars: 8, render: cloudburst },
  Stairwell: { bars: 4, render: stairwell },
  Radar: { bars: 4, render: radar },
  Inhale: { bars: 8, render: inhale },
});
