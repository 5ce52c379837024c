/** Flies through a field of the arcade on an OfflineAudioContext, and measures what leaves it. */
import type { FieldNear } from '../../src/audio/arcade/FieldSound.ts';
import { Field } from '../../src/audio/arcade/field.ts';
import { PatternMaker } from '../../src/audio/loading/patternMaker.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import type { FieldMusic } from '../../src/data/rules/arcade/fieldMusic.ts';
import { makeLoop, makeRifff, sine } from './loops.ts';
import { RATE } from './offline.ts';

/** Ticks of the engine are some fifty milliseconds apart: a whole number of the blocks that a context renders. */
const TICK_SEC = (19 * 128) / RATE;
export const MUSIC: FieldMusic = { bps: 2, barLength: 16, root: 0, scale: 0 };
/** A distance at which no rifff is heard. */
export const FAR = 9;

/** A place with no rifff near. */
export function nowhere(): FieldNear {
  return {
    distance: new Float32Array(128).fill(FAR),
    soon: new Float32Array(128).fill(FAR),
    pan: new Float32Array(128),
    focus: -1,
    open: 0,
    heard: new Uint8Array(128),
  };
}

/** A loop of one tone, of so many whole periods in two seconds. */
export const toneLoop = (periods: number, amplitude = 0.1) =>
  makeLoop({ sound: sine(periods, amplitude) });

/** A rifff of one tone, of so many whole periods in two seconds. */
export const tone = (periods: number, amplitude = 0.1) => makeRifff([toneLoop(periods, amplitude)]);

/** Waits until everything that is wanted is here. */
export async function settled(field: Field): Promise<void> {
  while (field.isFetching) await new Promise((resolve) => setTimeout(resolve, 2));
}

interface Flown {
  readonly left: Float32Array;
  readonly right: Float32Array;
  /** Frame of the field's first bar, −1 where it never sounded. */
  readonly originFrame: number;
}

/** What hands do in a flight: asked before each tick. `frame` is what is rendered next. */
type Move = (near: FieldNear, sec: number, field: Field, frame: number) => void;

/** Opens a place to fly from: its loops are decoded once. */
export function openFlights() {
  const maker = new PatternMaker();

  async function fly(
    rifffs: readonly Rifff[],
    seconds: number,
    move: Move,
    music: FieldMusic = MUSIC,
  ): Promise<Flown> {
    const context = new OfflineAudioContext(2, Math.round(seconds * RATE), RATE);
    let tick = () => {};
    const field = new Field({
      open: async () => ({ context, output: context.destination }),
      maker,
      stop: () => {},
      hold: () => () => {},
      onTick(listener) {
        tick = listener;
        return () => {};
      },
      listen: () => {},
    });
    const near = nowhere();
    const frameNow = () => Math.round(context.currentTime * RATE);
    const step = async (sec: number) => {
      move(near, sec, field, frameNow());
      tick();
      await settled(field);
      tick();
    };
    field.enter(rifffs, near, music);
    move(near, 0, field, 0);
    field.tick();
    await settled(field);
    await field.start();
    for (let at = 1; at * TICK_SEC < seconds - TICK_SEC; at++) {
      void context.suspend(at * TICK_SEC).then(async () => {
        // Also when it fails: the test shall fail by what it expects and not by waiting.
        try {
          await step(at * TICK_SEC);
        } finally {
          await context.resume();
        }
      });
    }
    const rendered = await context.startRendering();
    const { originFrame } = field;
    field.leave();
    return { left: rendered.getChannelData(0), right: rendered.getChannelData(1), originFrame };
  }

  return { maker, fly, close: () => maker.dispose() };
}

/** Amplitude of a tone of so many periods in two seconds (Goertzel, as a plain sum), over whole periods of it. */
export function amplitudeOf(
  wave: Float32Array,
  periods: number,
  from: number,
  frames = 2 * RATE,
): number {
  let [real, imaginary] = [0, 0];
  for (let n = 0; n < frames; n++) {
    const angle = (Math.PI * periods * n) / RATE;
    real += wave[from + n]! * Math.cos(angle);
    imaginary += wave[from + n]! * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / frames;
}

/** Frames on which a signal has a peak above a level. */
export function hitsOf(wave: Float32Array, least: number): number[] {
  return [...wave.keys()].filter((n) => {
    const level = Math.abs(wave[n]!);
    return (
      level > least && level >= Math.abs(wave[n - 1] ?? 0) && level > Math.abs(wave[n + 1] ?? 0)
    );
  });
}
