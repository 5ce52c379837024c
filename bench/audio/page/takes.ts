/**
 * Where takes lie, in the page: the loudspeaker is joined to the microphone with a delay of our choosing, the engine
 * plays a click on every beat, the recorder records it pass after pass, and the loops that the takes become are
 * compared with the beats.
 */
import { createEngine } from '../../../src/audio/engine/createEngine.ts';
import { getPcm } from '../../../src/audio/loading/pcmStore.ts';
import { recording } from '../../../src/audio/state/recording.ts';
import type { Recorder } from '../../../src/audio/studio/record/Recorder.ts';
import { joinLoopback } from '../../../tests/audio/loopback.ts';
import { impulse, makeLoop, makeRifff } from '../../../tests/audio/loops.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (isSo: () => boolean, what: string) => {
  for (let n = 0; n < 1200; n++) {
    if (isSo()) return;
    await wait(50);
  }
  throw new Error(`Waited in vain for ${what}: ${recording.message ?? recording.phase}`);
};

/** 240 bpm, a click on every beat: a bar lasts one second. */
const BPS = 4;
const BEATS = 4;

export interface TakesFigures {
  /** Distance of every beat of every take from where it should lie, in ms; the sign says late. */
  readonly offMs: readonly number[];
  /** The same of the second half of them, recorded after the panel was left and opened again. */
  readonly offAgainMs: readonly number[];
  readonly takes: number;
  readonly measuredMs: number;
  readonly heard: number;
  readonly spreadMs: number;
  /** What the browser itself declared before it was measured. */
  readonly guessedMs: number;
}

/** Distances of the clicks of a loop from its beats, in ms. */
function offOf(wave: Float32Array): number[] {
  const beat = wave.length / BEATS;
  return Array.from({ length: BEATS }, (_, n) => {
    const at = (k: number) => Math.abs(wave[(k + wave.length) % wave.length]!);
    const from = Math.round((n - 0.45) * beat);
    let best = from;
    for (let k = from; k < (n + 0.45) * beat; k++) if (at(k) > at(best)) best = k;
    return ((best - n * beat) / 48_000) * 1000;
  });
}

/** Longer than the recorder waits for the next panel, in ms. */
const AWAY_MS = 1000;

/** Records until there are so many takes. */
async function record(recorder: Recorder, count: number): Promise<void> {
  await recorder.toggle();
  await until(() => recording.numTakes >= count, `${count} takes`);
  await recorder.stop();
}

/**
 * Calibrates and records `count` takes of a bar over clicks, half of them after the panel was left and opened again.
 * @param delaySec way from the loudspeaker to the microphone
 * @param isCalibrated leave it out to see what the browser's own figures are worth
 */
export async function alignment(
  delaySec: number,
  count: number,
  isCalibrated = true,
): Promise<TakesFigures> {
  localStorage.clear();
  const loopback = joinLoopback();
  loopback.delaySec = delaySec;
  const engine = createEngine();
  try {
    const { recorder } = await engine.studio();
    await recorder.restore();
    recorder.clear();
    const leave = recorder.use();
    await recorder.open();
    const guessedMs = recording.latency.ms;
    if (isCalibrated) await recorder.calibrate();
    const { heard, spreadMs, refusal } = recording.calibration;
    if (isCalibrated && refusal) throw new Error(refusal);
    await engine.setRifff(
      makeRifff([makeLoop({ sound: impulse(0.9), bps: BPS, length16ths: 4, barLength: 16 })]),
    );
    recorder.setTakeLength(1);
    recorder.setCountIn(false);
    const half = Math.ceil(count / 2);
    await record(recorder, half);
    const first = recording.takes.slice(0, half);
    const before = recording.numTakes;
    engine.stop();
    leave();
    await wait(AWAY_MS);
    const leaveAgain = recorder.use();
    await recorder.open();
    await record(recorder, before + count - half);
    const again = recording.takes.slice(before, before + count - half);
    engine.stop();
    const offOfAll = async (takes: typeof first) => {
      const offMs: number[] = [];
      for (const take of takes) {
        const loop = await recorder.makeLoop(take.id, 'bench');
        const sound = await getPcm(loop._id);
        offMs.push(...offOf(sound!.channels[0]!));
      }
      return offMs;
    };
    const offAgainMs = await offOfAll(again);
    const offMs = [...(await offOfAll(first)), ...offAgainMs];
    const measuredMs = recording.latency.ms;
    leaveAgain();
    await recorder.leave();
    recorder.clear();
    return { offMs, offAgainMs, takes: count, measuredMs, heard, spreadMs, guessedMs };
  } finally {
    loopback.release();
    await engine.dispose();
  }
}
