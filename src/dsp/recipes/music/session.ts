import { addMono, addStereo, RATE, type Stereo, stereo } from '../../synth/buffer.ts';
import { midiToHz } from '../../synth/math.ts';
import { type Random, random } from '../../synth/random.ts';
import type { Note } from '../synth/analog.ts';
import { parseLine, parsePattern } from './score.ts';

/** The place where one loop is played: its length, its grid and its own chance. */
export interface Session {
  readonly frames: number;
  readonly steps: number;
  /** Frames of a sixteenth; not whole. */
  readonly sixteenth: number;
  readonly bpm: number;
  /** Place of the off-beat sixteenths: 0.5 is straight, 0.667 a triplet. */
  readonly swing: number;
  readonly rng: Random;
}

/** Frames of `length16ths` sixteenths at `bps` quarter notes per second. */
export function loopFrames(length16ths: number, bps: number): number {
  return Math.round((length16ths / (4 * bps)) * RATE);
}

/** A session of `bars` bars of 4/4. */
export function session(label: string, bpm: number, bars: number, swing: number): Session {
  const steps = bars * 16;
  const frames = loopFrames(steps, bpm / 60);
  return { frames, steps, sixteenth: frames / steps, bpm, swing, rng: random(label) };
}

/** Frame of a step (fractions allowed), swung. */
export function frameOf(s: Session, step: number, swing = s.swing): number {
  const whole = Math.floor(step + 1e-9);
  const part = step - whole;
  // An off-beat sixteenth moves by (2·swing − 1); what lies between moves in proportion.
  const late = (2 * swing - 1) * (whole % 2 ? 1 - part : part);
  return Math.round((step + late) * s.sixteenth);
}

export interface PlayOptions {
  readonly gain?: number;
  readonly pan?: number;
  /** Pan that changes from hit to hit by up to this much. */
  readonly panJitter?: number;
  readonly swing?: number;
  /** Milliseconds behind the grid: a lazy snare, an eager hat. */
  readonly lateMs?: number;
  readonly humanMs?: number;
  /** Random share of velocity 0..1. */
  readonly velocityJitter?: number;
  /** First step, and steps after which the pattern comes again. */
  readonly from?: number;
  readonly every?: number;
}

interface Hit {
  readonly step: number;
  readonly velocity: number;
}

function placeOf(s: Session, step: number, options: PlayOptions, rng: Random): number {
  const human = rng.bipolar() * (options.humanMs ?? 1.2) + (options.lateMs ?? 0);
  return frameOf(s, step, options.swing) + Math.round((human * RATE) / 1000);
}

/** A voice of the drum machine. */
export type DrumVoice = (velocity: number, rng: Random, index: number) => Float32Array;

/**
 * Plays a drum pattern: digits 1–9 are velocities, `.` rests, `r` a ruff of two thirty-seconds, spaces and bars
 * are ignored. It comes again until the loop is full.
 */
export function playBeat(
  bus: Stereo,
  s: Session,
  pattern: string,
  voice: DrumVoice,
  options: PlayOptions = {},
): void {
  const { hits, length } = parsePattern(pattern);
  const rng = s.rng.fork(`beat ${pattern} ${options.pan ?? 0} ${options.gain ?? 1}`);
  if (length % 16 !== 0 || s.steps % length !== 0) {
    throw new Error(`a pattern of ${length} steps does not fit ${s.steps}: ${pattern}`);
  }
  const every = options.every ?? length;
  let index = 0;
  for (let at = options.from ?? 0; at < s.steps; at += every) {
    for (const hit of hits) {
      if (at + hit.step >= s.steps + (options.from ?? 0)) continue;
      strike(bus, s, { step: at + hit.step, velocity: hit.velocity }, voice, options, rng, index++);
    }
  }
}

function strike(
  bus: Stereo,
  s: Session,
  hit: Hit,
  voice: DrumVoice,
  options: PlayOptions,
  rng: Random,
  index: number,
): void {
  const jitter = 1 + rng.bipolar() * (options.velocityJitter ?? 0.06);
  const velocity = Math.min(1, hit.velocity * jitter);
  const pan = (options.pan ?? 0) + rng.bipolar() * (options.panJitter ?? 0);
  const place = placeOf(s, hit.step, options, rng);
  addMono(bus, voice(velocity, rng, index), place, options.gain ?? 1, pan);
}

export interface LineOptions extends PlayOptions {
  /** Semitones added to every note. */
  readonly transpose?: number;
  /** Share of the written length that sounds. */
  readonly gateShare?: number;
  readonly glideSec?: number;
}

/** A melodic voice: answers a stereo or mono note. `label` is the word after the note, if any. */
export type NoteVoice = (note: Note, label: string, index: number) => Stereo | Float32Array;

/**
 * Plays a line written as `C4 step length velocity label, …`; several names joined by `+` are a chord, `~` before
 * a name slides from the note before it. It comes again every `every` steps.
 */
export function playLine(
  bus: Stereo,
  s: Session,
  score: string,
  voice: NoteVoice,
  options: LineOptions = {},
): void {
  const rng = s.rng.fork(`line ${score}`);
  const events = parseLine(score);
  const every = options.every ?? s.steps;
  let index = 0;
  for (let at = options.from ?? 0; at < s.steps; at += every) {
    let before = 0;
    for (const event of events) {
      const start = placeOf(s, at + event.step, options, rng);
      const gate = Math.round(event.length * s.sixteenth * (options.gateShare ?? 0.96));
      const jitter = 1 + rng.bipolar() * (options.velocityJitter ?? 0.05);
      const pan = (options.pan ?? 0) + rng.bipolar() * (options.panJitter ?? 0);
      event.midis.forEach((midi, i) => {
        const hz = midiToHz(midi + (options.transpose ?? 0));
        const slide = event.slide && before > 0;
        const note: Note = {
          hz,
          gate,
          velocity: Math.min(1, event.velocity * jitter),
          rng: rng.fork(`${at} ${event.step} ${i}`),
          start: ((start % s.frames) + s.frames) % s.frames,
          loopFrames: s.frames,
          ...(slide ? { fromHz: before, glideSec: options.glideSec ?? 0.08 } : {}),
        };
        const sound = voice(note, event.label, index);
        // A strum: the notes of a chord never fall on one frame.
        const strum = i * 0.0016 * RATE;
        const place = start + Math.round(strum);
        if (sound instanceof Float32Array) addMono(bus, sound, place, options.gain ?? 1, pan);
        else addStereo(bus, sound, place, options.gain ?? 1, pan);
        if (i === 0) before = hz;
      });
      index++;
    }
  }
}

/** An empty bus of the session's length. */
export function bus(s: Session): Stereo {
  return stereo(s.frames);
}

/** Frames of the quarter notes of the loop, for ducking. */
export function quarters(s: Session, offset = 0, every = 4): number[] {
  const hits: number[] = [];
  for (let step = offset; step < s.steps; step += every) hits.push(frameOf(s, step, 0.5));
  return hits;
}
