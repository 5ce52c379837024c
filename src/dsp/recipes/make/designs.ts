/** Effects by rule: what leads somewhere, passes, calls or falls like dust. Their tones are on notes of the key. */
import { addMono, addStereo, reverse, type Stereo } from '../../synth/buffer.ts';
import { midiToHz, power, sinTurn } from '../../synth/math.ts';
import { normalise, sum } from '../fx/mix.ts';
import { reverb } from '../fx/reverb.ts';
import { crackle, gate, impact, noiseSweep, slideTone } from '../instruments/effects.ts';
import {
  bus,
  type DrumVoice,
  frameOf,
  type NoteVoice,
  playBeat,
  playLine,
  type Session,
} from '../music/session.ts';
import { echo } from '../music/steps.ts';
import type { Chance } from './chance.ts';
import { barsOf } from './rhythm.ts';
import type { FxKind } from './style.ts';
import { chordTones, type Key, rootAbove, scoreOf, semitones, voicing } from './tones.ts';

const hall = (x: Stereo, c: Chance, sec: number): Stereo =>
  reverb(x, {
    sec: sec * c.between('hall', 0.8, 1.2),
    size: c.between('hall size', 1.3, 2.2),
    damp: c.between('hall damp', 4200, 6400),
    wet: c.between('hall wet', 0.26, 0.42),
  });

/** MIDI numbers of the root and of what stands for its fifth. */
function pillars(key: Key, low: number): [root: number, fifth: number] {
  const root = rootAbove(key, low);
  return [root, root + semitones(key, chordTones(key, 0)[2]!)];
}

/** Quick repeats of a gate for the end of a riser. */
const STUTTERS = ['1110', '10', '1101', '1011', '1100'];

/** A riser that breaks up towards the end of the loop and lands on the one. */
export const riser: FxKind = (s, c, key) => {
  const [root] = pillars(key, 52);
  const out = bus(s);
  // It begins with the loop, or only in its second half.
  const frames = Math.round(s.frames * c.between('share', 0.45, 1));
  const gathering = c.between('gathering', 1, 3.5);
  const sweep = {
    fromHz: c.between('from', 160, 900),
    toHz: c.between('to', 4200, 9500),
    q: c.between('q', 0.6, 2.2),
    level: (p: number) => 0.06 + 0.87 * power(p, gathering),
  };
  addStereo(out, noiseSweep(frames, sweep, s.rng.fork('riser')), s.frames - frames);
  const rise = c.one('rise', [7, 12, 12, 24, 24]);
  const curve = c.between('curve', 1.4, 3.4);
  const loud = c.between('tone', 0.15, 0.5);
  const level = (p: number) => loud * power(p, curve);
  const tone = slideTone(frames, midiToHz(root), midiToHz(root + rise), level);
  addMono(out, tone, s.frames - frames, 1, c.between('side', -0.3, 0.3));
  const last = s.steps >> 2;
  const stutter = c.one('stutter', STUTTERS).repeat(16);
  const pulsed = c.is('broken', 0.75)
    ? gate(out, '1'.repeat(s.steps - last) + stutter.slice(0, last), s.sixteenth, 0.004)
    : out;
  addStereo(pulsed, impact(c.between('fall', 1.8, 3.4), s.rng.fork('impact')), 0, 1.3);
  return hall(pulsed, c, 2.4);
};

/** Something passes from side to side, a few times, each in its own way. */
export const passing: FxKind = (s, c, key) => {
  const [root, fifth] = pillars(key, 60);
  const out = bus(s);
  const count = Math.max(1, Math.min(s.steps / 16, c.one('count', [1, 2, 2, 3, 4])));
  const bell = (p: number) => power(Math.max(0, sinTurn(p / 2)), 2);
  for (let i = 0; i < count; i++) {
    const step = Math.round((i * s.steps) / count);
    const frames = Math.round((s.frames / count) * c.between(`length ${i}`, 0.55, 0.95));
    const side = (i % 2 === 0 ? 1 : -1) * (c.is('mirror', 0.5) ? 1 : -1);
    const isRising = c.is(`rising ${i}`, 0.5);
    const [lowHz, highHz] = [c.between(`low ${i}`, 300, 700), c.between(`high ${i}`, 2200, 4600)];
    const sweep = {
      fromHz: isRising ? lowHz : highHz,
      toHz: isRising ? highHz : lowHz,
      q: c.between(`q ${i}`, 1.2, 2.6),
      level: bell,
      pan: (p: number) => side * (p * 1.8 - 0.9),
    };
    addStereo(out, noiseSweep(frames, sweep, s.rng.fork(`pass ${i}`)), frameOf(s, step));
    const [from, to] = isRising ? [root, fifth] : [fifth, root];
    const tone = slideTone(frames, midiToHz(from), midiToHz(to), (p) => bell(p) * 0.14);
    addMono(out, tone, frameOf(s, step), 1, side * 0.3);
  }
  return hall(out, c, 2);
};

/** Calls on root and fifth into an echo: a horn, a siren, or a ping. */
export const calls =
  (kind: 'horn' | 'siren' | 'ping'): FxKind =>
  (s, c, key) => {
    const [root, fifth] = pillars(key, { horn: 52, siren: 66, ping: 80 }[kind]);
    const out = bus(s);
    const cells = [
      '8.......5.......',
      '8.....5.........',
      '........7..5....',
      '8..............5',
      '6....5....4.....',
    ];
    const form = 'ABCD'.slice(0, Math.min(4, s.steps / 16)).repeat(Math.max(1, s.steps / 64));
    const bars = barsOf(form, cells, { density: 0.5, rng: c.rng('calls'), moves: 1 });
    const rng = c.rng('tones');
    const length = { horn: c.between('length', 5, 12), siren: c.between('length', 3, 9), ping: 5 }[
      kind
    ];
    const level = {
      horn: (p: number) => Math.min(1, p * 6) * Math.min(1, (1 - p) * 5),
      siren: (p: number) => Math.min(1, p * 14) * (1 - p * p),
      ping: (p: number) => Math.min(1, p * 60) * power(1 - p, 4),
    }[kind];
    const speed = c.between('speed', 5, 9);
    const wobble = {
      hz: () => speed,
      octaves: kind === 'siren' ? c.between('wide', 0.06, 0.16) : 0.004,
    };
    bars.forEach((bar, at) => {
      [...bar].forEach((sign, step) => {
        if (sign === '.') return;
        const midi = rng.next() < 0.6 ? root : fifth;
        const to = kind === 'siren' ? midi - 12 : midi;
        const frames = Math.round(s.sixteenth * length * (0.7 + 0.6 * rng.next()));
        const tone = slideTone(
          frames,
          midiToHz(midi),
          midiToHz(to),
          level,
          kind === 'ping' ? undefined : wobble,
        );
        addMono(out, tone, frameOf(s, at * 16 + step), Number(sign) / 9, rng.bipolar() * 0.8);
      });
    });
    const wet = echo(
      c.one('echo', [3, 3, 4, 6]),
      c.between('feedback', 0.4, 0.6),
      0.5,
      2800,
      350,
    )(normalise(out, 0.6), s);
    return hall(wet, c, 2.4);
  };

/** Chords played backwards into the bars that they lead to, with ticks between them. */
export const backwards =
  (voice: NoteVoice, tick: DrumVoice): FxKind =>
  (s, c, key) => {
    const forward = bus(s);
    const rng = c.rng('chords');
    const every = s.steps >= 64 ? c.one('every', [16, 32, 32]) : Math.min(s.steps, 16);
    const notes = Array.from({ length: s.steps / every }, (_, at) => {
      const tone = at === 0 ? 0 : [0, 3, 4, 5][Math.floor(rng.next() * 4)]!;
      const tones = chordTones(key, tone).slice(0, c.one('notes', [3, 4]));
      return { midis: voicing(key, tones, 64, true), step: at * every, length: 4, velocity: 8 };
    });
    playLine(forward, s, scoreOf(notes), voice, { humanMs: 0 });
    const tail = reverb(normalise(forward, 0.6), {
      sec: c.between('tail', 1.2, 3.4),
      size: 2,
      damp: 6200,
      wet: 0.9,
      dry: 0.4,
    });
    const ticks = bus(s);
    const cells = [
      '................',
      '......3.4...5.r.',
      '..3.4.5.6.r.7.r.',
      '........3.4.5...',
      '..........3.4.5.',
    ];
    const pattern = barsOf('ABCD'.slice(0, Math.min(4, s.steps / 16)), cells, {
      density: 0.5,
      rng: c.rng('ticks'),
      moves: 1,
    }).join('');
    playBeat(ticks, s, pattern, tick, { gain: 0.32, panJitter: 0.8 });
    const late = echo(c.one('echo', [2, 3]), 0.4, 0.4, 8000, 1200)(ticks, s);
    return sum([reverse(tail), 1], [late, c.between('ticks', 0.3, 0.6)]);
  };

/** One wave or two: each gathers, breaks and draws back; the first breaks on the one. */
export const wave: FxKind = (s, c) => {
  const out = bus(s);
  const count = c.one('waves', [1, 2]);
  const frames = Math.floor(s.frames / count);
  const side = c.one('side', [-1, 1]);
  const gathering = c.between('gathering', 1.2, 5);
  const drawing = c.between('drawing', 1.2, 5);
  for (let n = 0; n < count; n++) {
    const breaks = n * frames;
    const rising = Math.round(frames * c.between(`rise ${n}`, 0.2, 0.8));
    const rise = {
      fromHz: c.between('low', 120, 800),
      toHz: c.between('high', 1600, 7000),
      q: c.between('rise q', 0.5, 2.5),
      level: (p: number) => 0.08 + 0.92 * power(p, gathering),
      pan: (p: number) => side * (p * 0.8 - 0.6),
    };
    const fall = {
      fromHz: c.between('break', 2400, 7000),
      toHz: c.between('back', 140, 700),
      q: c.between('fall q', 0.5, 2),
      level: (p: number) => power(1 - p, drawing),
      pan: (p: number) => side * (0.3 - p * 0.7),
    };
    const before = (breaks + s.frames - rising) % s.frames;
    addStereo(out, noiseSweep(rising, rise, s.rng.fork(`rise ${n}`)), before);
    addStereo(out, noiseSweep(frames - rising, fall, s.rng.fork(`fall ${n}`)), breaks);
    const hit = impact(c.between('sec', 1.6, 3), s.rng.fork(`break ${n}`));
    addStereo(out, hit, breaks, c.between('hit', 0.4, 1));
  }
  return hall(out, c, 2.4);
};

/** Dust, or drops, with bells of the key far away. */
export const dust =
  (bell: NoteVoice, tick: DrumVoice): FxKind =>
  (s: Session, c: Chance, key: Key) => {
    const grains = crackle(s.frames, c.between('grains', 14, 60), s.rng.fork('dust'));
    const out = bus(s);
    const root = rootAbove(key, 72);
    const rng = c.rng('bells');
    const count = Math.max(2, Math.round((s.steps / 16) * c.between('bells', 0.8, 2.4)));
    const notes = Array.from({ length: count }, () => {
      const chord = chordTones(key, 0);
      const tone =
        rng.next() < 0.7 ? chord[Math.floor(rng.next() * 4)]! : Math.floor(rng.next() * 7);
      const step = Math.floor(rng.next() * s.steps);
      return {
        midis: [root + semitones(key, tone)],
        step,
        length: 5,
        velocity: 4 + Math.floor(rng.next() * 3),
      };
    }).sort((a, b) => a.step - b.step);
    playLine(out, s, scoreOf(notes), bell, { gain: 0.6, panJitter: 0.7, humanMs: 12 });
    const cells = ['5.......4.......', '..4.......3.....', '5...........3...', '......4.......3.'];
    const bar = barsOf('A', cells, { density: 0.5, rng: c.rng('ticks') }).join('');
    playBeat(out, s, bar, tick, { gain: 0.14, pan: -0.3, humanMs: 10 });
    const late = echo(
      c.one('echo', [3, 4, 6]),
      c.between('feedback', 0.35, 0.6),
      0.4,
      5200,
      600,
    )(out, s);
    return hall(sum([grains, c.between('dust', 0.3, 0.6)], [late, 1]), c, 2);
  };
