import { createEngine } from '../../src/audio/engine/createEngine.ts';
import type { Engine } from '../../src/audio/engine/Engine.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { setSlotGain, setSlotOn } from '../../src/data/rules/draft/draft.ts';
import { gesture } from './gesture.ts';
import { makeLoop, makeRifff, sine } from './loops.ts';
import { worstBend } from './offline.ts';
import { tapLoudspeaker } from './recorder.ts';
import { aloneOf, idleContext, watchUnderruns } from './underruns.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Holds the main thread up. */
export function stall(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/**
 * Plays a rifff of one sine and seven changing slots for a while, with the main thread stalled for 500 ms in
 * every two seconds, and tells how smooth the sine was.
 * @param meanwhile what is done instead while it plays, told the engine and what it plays
 * @returns `bend`: worst second difference against that of an undisturbed sine; holes; underruns that the browser told
 * of, and those among them that an idle context beside it did not have at the same time
 */
export async function playSteadily(
  seconds: number,
  meanwhile?: (engine: Engine, rifff: Rifff) => Promise<void>,
) {
  await gesture();
  const tap = tapLoudspeaker();
  const idle = await idleContext();
  const engine = createEngine();
  try {
    const loops = [440, 880, 12, 24, 48, 36, 60, 72].map((periods, i) =>
      makeLoop({ sound: sine(periods, i === 0 ? 0.5 : 1e-6), length16ths: i === 5 ? 12 : 32 }),
    );
    let rifff = makeRifff(loops);
    await engine.setRifff(rifff);
    await engine.play();
    await wait(500);
    await tap.start(seconds);
    const stops = [tap.context()!, idle].map(watchUnderruns);
    const until = performance.now() + seconds * 1000;
    if (meanwhile) await meanwhile(engine, rifff);
    for (let step = 0; performance.now() < until; step++) {
      rifff = setSlotOn(setSlotGain(rifff, 1 + (step % 7), 0.5), 1 + (step % 7), step % 3 > 0);
      void engine.setRifff(rifff);
      await wait(1500);
      stall(500);
    }
    // A machine that stood still is late with the sound too.
    await tap.heard(seconds);
    const { wave, holes } = await tap.stop();
    const w = (2 * Math.PI * 440) / (4 * 48_000);
    const steady = 0.5 * 10 ** (-6 / 20) * 4 * Math.sin(w / 2) ** 2;
    const [own, machine] = stops.map((stop) => stop());
    const frames = wave.length;
    return {
      bend: worstBend(wave, 1, frames) / steady,
      frames,
      holes,
      underruns: own && machine ? aloneOf(own, machine).length : undefined,
      told: own?.length,
    };
  } finally {
    tap.release();
    await engine.dispose();
    await idle.close();
  }
}
