/** Measurements on the running engine: from a click to the loudspeaker, decoding, rendering. */
import { createEngine } from '../../../src/audio/engine/createEngine.ts';
import type { Engine } from '../../../src/audio/engine/Engine.ts';
import { PatternMaker } from '../../../src/audio/loading/patternMaker.ts';
import { patchKeys, patchMidi } from '../../../src/audio/state/play.ts';
import { MidiInstruments } from '../../../src/audio/studio/play/midiPort.ts';
import type { Studio } from '../../../src/audio/studio/Studio.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { setTempo } from '../../../src/data/rules/draft/draft.ts';
import { makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import { tapLoudspeaker } from '../../../tests/audio/recorder.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const steady = () => makeRifff([makeLoop({ sound: sine(880, 0.5), length16ths: 32 })]);

/**
 * Page time at which a frame of the context leaves the loudspeaker: the later of what the browser's output
 * clock says, and of when the frame was rendered plus the output latency (the output clock is not settled
 * right after a context starts).
 */
async function audibleAt(context: AudioContext, frame: number): Promise<number> {
  const { contextTime, performanceTime } = context.getOutputTimestamp();
  const sec = frame / context.sampleRate;
  const stamped = performanceTime! + (sec - contextTime!) * 1000;
  let ahead = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 200; i++) {
    ahead = Math.min(ahead, performance.now() - context.currentTime * 1000);
    await wait(1);
  }
  return Math.max(stamped, sec * 1000 + ahead + context.outputLatency * 1000);
}

const onClick = (id: string) =>
  new Promise<MouseEvent>((resolve) =>
    document.getElementById(id)!.addEventListener('click', resolve, { once: true }),
  );

let engine: Engine | null = null;
const tap = tapLoudspeaker();

/** Loads the engine and a rifff without making a sound, as the first page does while it is looked at. */
export async function warm(): Promise<void> {
  engine = createEngine();
  await engine.setRifff(steady());
}

/**
 * Milliseconds from a click to the first frame that is heard of it, output latency and all. The context is
 * made by the first click; its recorder may miss a moment then, which makes that figure larger, never smaller.
 * @throws Error when nothing was recorded
 */
export async function tapToAudible(): Promise<number> {
  const recording = tap.start(5);
  const event = await onClick('play');
  await engine!.play();
  await recording;
  await wait(500);
  const context = tap.context() as AudioContext;
  const { wave, firstFrame } = await tap.stop();
  const first = wave.findIndex((x) => Math.abs(x) > 1e-3);
  if (first < 0) throw new Error('Nothing was recorded after the tap');
  const heard = await audibleAt(context, firstFrame + first);
  engine!.stop();
  await wait(300);
  return heard - event.timeStamp;
}

/** Milliseconds from a click that mutes a ring to the first changed frame in the audio thread. */
export async function gestureToSound(): Promise<{ ms: number; outputLatencyMs: number }> {
  await engine!.play();
  await wait(400);
  await tap.start(4);
  await wait(200);
  const context = tap.context() as AudioContext;
  const event = await onClick('ring');
  // The click's own time on the clock of the context: what the loudspeaker did then, plus what was on its way.
  const { contextTime, performanceTime } = context.getOutputTimestamp();
  const latency = context.outputLatency;
  const atSec = contextTime! + (event.timeStamp - performanceTime!) / 1000 + latency;
  engine!.setSlotGain(0, 0);
  await wait(300);
  const { wave, firstFrame } = await tap.stop();
  engine!.setSlotGain(0, 1);
  engine!.stop();
  const window = 220;
  const peakIn = (from: number) => {
    let peak = 0;
    for (let n = from; n < from + window; n++) peak = Math.max(peak, Math.abs(wave[n] ?? 0));
    return peak;
  };
  const full = peakIn(1000);
  let frame = 0;
  while (frame + window < wave.length && peakIn(frame) > full * 0.5) frame += 16;
  return {
    ms: ((firstFrame + frame) / context.sampleRate - atSec) * 1000,
    outputLatencyMs: latency * 1000,
  };
}

/** Time to have eight loops ready whose files are in the browser's cache; and the bytes that they take. */
export async function decode(loops: readonly Loop[]) {
  const rifff: Rifff = makeRifff(loops);
  const cold = new PatternMaker();
  const coldFrom = performance.now();
  await cold.preload(rifff);
  const coldMs = performance.now() - coldFrom;
  cold.dispose();
  const maker = new PatternMaker();
  const from = performance.now();
  await maker.preload(rifff);
  const ms = performance.now() - from;
  const { bytes } = maker;
  const tempoFrom = performance.now();
  await maker.preload(setTempo(rifff, rifff.state.bps * 1.07));
  const tempoMs = performance.now() - tempoFrom;
  const totalBytes = maker.bytes;
  maker.dispose();
  return { coldMs, ms, bytes, tempoMs, totalBytes, loops: loops.length };
}

/** What plays an instrument: a real key of the keyboard, a real press of the mouse, a message of a MIDI port. */
export type Player = 'pads' | 'keys' | 'midi';

/** The next press, by the time that the browser gives it. */
function nextPress(player: Player): Promise<number> {
  const type = player === 'pads' ? 'keydown' : 'pointerdown';
  return new Promise((resolve) =>
    document.addEventListener(type, ({ timeStamp }) => resolve(timeStamp), { once: true }),
  );
}

/** A port as Web MIDI has it, with nothing plugged in that anybody could play. */
async function midiPort(studio: Studio): Promise<(...bytes: number[]) => void> {
  const input = { id: 'bench', name: 'Bench', state: 'connected' } as unknown as MIDIInput;
  const access = { inputs: new Map([['bench', input]]) } as unknown as MIDIAccess;
  await new MidiInstruments(studio.pads, studio.keys, async () => access).ask();
  patchMidi({ target: 'keys' });
  return (...bytes) =>
    input.onmidimessage?.call(
      input,
      new MIDIMessageEvent('midimessage', { data: Uint8Array.from(bytes) }),
    );
}

/** Has the instruments ready, as an open panel has. */
export async function readyInstruments(): Promise<void> {
  const studio = await engine!.studio();
  patchKeys({ patch: 'pluck' });
  await studio.pads.load();
  studio.pads.hit(0, 1);
  studio.keys.noteOn('ready', 60, 0.5);
  studio.keys.noteOff('ready');
  await wait(1500);
}

/**
 * Milliseconds from a press to its first frame in the audio thread, the master's limiter among them; and what the
 * machine adds on its way to the loudspeaker.
 * @throws Error when nothing was heard
 */
export async function pressToSound(
  player: Player,
): Promise<{ ms: number; outputLatencyMs: number }> {
  const studio = await engine!.studio();
  const send = player === 'midi' ? await midiPort(studio) : null;
  await tap.start(3);
  await wait(150);
  const context = tap.context() as AudioContext;
  const pressedMs = send ? performance.now() : await nextPress(player);
  if (send) send(0x90, 64, 100);
  else if (player === 'pads') studio.pads.hit(0, 1);
  else studio.keys.noteOn('bench', 64, 0.8);
  const { contextTime, performanceTime } = context.getOutputTimestamp();
  const latency = context.outputLatency;
  const atSec = contextTime! + (pressedMs - performanceTime!) / 1000 + latency;
  await wait(250);
  if (send) send(0x80, 64, 0);
  else studio.keys.noteOff('bench');
  const { wave, firstFrame } = await tap.stop();
  await wait(900);
  const first = wave.findIndex((sample) => Math.abs(sample) > 1e-4);
  if (first < 0) throw new Error(`Nothing was heard of ${player}`);
  return {
    ms: ((firstFrame + first) / context.sampleRate - atSec) * 1000,
    outputLatencyMs: latency * 1000,
  };
}
