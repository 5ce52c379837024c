/** What an engine that plays for long loses, moment by moment. */
import { createEngine } from '../../../src/audio/engine/createEngine.ts';
import { editSlot, setSlotGain, setSlotOn } from '../../../src/data/rules/draft/draft.ts';
import { makeLoop, makeRifff, noise } from '../../../tests/audio/loops.ts';
import { tapLoudspeaker } from '../../../tests/audio/recorder.ts';
import { stall } from '../../../tests/audio/steady.ts';
import { idleContext, watchUnderruns } from '../../../tests/audio/underruns.ts';

const SETTLE_MS = 2000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/**
 * Plays eight stereo loops, one with every effect, behind master and limiter. Every two seconds a slot changes, and the
 * page's thread is held up for half a second.
 * @returns when the browser noticed each underrun; null where it does not tell
 */
export async function playSteady(seconds: number): Promise<number[] | null> {
  const tap = tapLoudspeaker();
  const engine = createEngine();
  const loops = Array.from({ length: 8 }, (_, at) =>
    makeLoop({ sound: noise(at, 1, 0.1), length16ths: 64, channels: 2 }),
  );
  const effects = { reverb: 0.3, delay: 0.3, pan: 0.2, lowCutHz: 100, highCutHz: 8000 };
  let rifff = editSlot(makeRifff(loops), 0, { effects });
  await engine.setRifff(rifff);
  await engine.play();
  await wait(SETTLE_MS);
  let step = 0;
  const busy = setInterval(() => {
    const slot = 1 + (step % 7);
    rifff = setSlotOn(setSlotGain(rifff, slot, 0.5), slot, step++ % 3 > 0);
    void engine.setRifff(rifff);
    stall(500);
  }, 2000);
  const stop = watchUnderruns(tap.context()!);
  await wait(seconds * 1000);
  const times = stop();
  clearInterval(busy);
  tap.release();
  await engine.dispose();
  return times;
}

/** What a context beside it loses that does nothing. */
export async function idleSteady(seconds: number): Promise<number[] | null> {
  const context = await idleContext();
  await wait(SETTLE_MS);
  const stop = watchUnderruns(context);
  await wait(seconds * 1000);
  const times = stop();
  await context.close();
  return times;
}
