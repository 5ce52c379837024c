import { PatternMaker } from '../../src/audio/loading/patternMaker.ts';
import { Looper } from '../../src/audio/looper/looper.ts';
import { gridOf } from '../../src/audio/player/slotPlans.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { setSlotRate } from '../../src/data/rules/draft/draft.ts';
import { setSlotStretch } from '../../src/data/rules/draft/slotSound.ts';
import {
  barFrames,
  loopGrid,
  passStartFrame,
  rifffBars,
} from '../../src/data/rules/time/timing.ts';
import { impulse, makeLoop, makeRifff } from './loops.ts';
import { addProbe, RATE, specsOf } from './offline.ts';

const START = 4800;

/** Eight impulses in loops that share neither length, tempo nor rate, at 126.25 bpm in seven eighths. */
export function impulseRifff(): Rifff {
  const bps = 126.25 / 60;
  const shapes = [
    { length16ths: 14, bps },
    { length16ths: 28, bps: 122 / 60 },
    { length16ths: 16, bps },
    { length16ths: 11, bps: 2 },
    { length16ths: 64, bps: 170 / 60 },
    { length16ths: 12, bps: 86 / 60 },
    { length16ths: 56, bps, sampleRate: 44_100 },
    { length16ths: 14, bps: 93.7 / 60 },
  ];
  const rifff = makeRifff(
    shapes.map((shape) => makeLoop({ ...shape, barLength: 14, sound: impulse(1) })),
  );
  const rated = setSlotRate(setSlotRate(rifff, 4, 0.75), 7, 1.5);
  // Resampled: where the vocoder puts an impulse is another question than where its loop lies.
  return shapes.reduce((before, _, slot) => setSlotStretch(before, slot, false), rated);
}

/**
 * Renders `seconds` of a rifff beginning `fromSec` into it and tells on which frames each slot's passes
 * began, beside those on which they must.
 */
export async function renderGrid(rifff: Rifff, fromSec: number, seconds: number) {
  const maker = new PatternMaker();
  const frames = seconds * RATE;
  const context = new OfflineAudioContext(1, frames, RATE);
  const looper = new Looper(context, new GainNode(context), 8);
  const origin = START - Math.round(fromSec * RATE);
  looper.start(await specsOf(rifff, maker), gridOf(rifff, origin), START);
  const read = await addProbe(
    context,
    looper.voices.map((voice) => voice!.beforeEffects),
    0.25,
  );
  await suspendRegularly(context, seconds, () => looper.tick());
  await context.startRendering();
  const hits = await read();
  const framesPerBar = barFrames(rifff.state.barLength, rifff.state.bps);
  const expected = rifff.state.playback.map(({ slot }) => {
    const loop = rifff.loops.find((one) => one._id === slot.current!.currentLoop)!;
    const grid = loopGrid(loop.length16ths, rifff.state.barLength, slot.current!.playbackRate);
    const starts: number[] = [];
    for (let i = Math.floor((-origin * grid.passes) / (grid.bars * framesPerBar)); ; i++) {
      const at = origin + passStartFrame(grid, i, framesPerBar);
      if (at >= frames - 1) break;
      if (at >= START) starts.push(at);
    }
    return starts;
  });
  maker.dispose();
  return { hits, expected, bars: rifffBars(rifff) };
}

/** Calls `work` every second of rendered time, as the engine's clock would. */
export async function suspendRegularly(
  context: OfflineAudioContext,
  seconds: number,
  work: () => void,
): Promise<void> {
  for (let at = 1; at < seconds; at += 1) {
    void context.suspend(at).then(() => {
      work();
      return context.resume();
    });
  }
}
