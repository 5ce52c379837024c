/**
 * Where takes lie, in the page: the loudspeaker is joined to the microphone with a delay of our choosing, the engine
 * plays a click on every beat, the recorder records it lap after lap, and the loops that the takes become are
 * compared with the beats.
 */
import { createEngine } from '../../../src/audio/createEngine.ts';
import { getPcm } from '../../../src/audio/local/pcmStore.ts';
import { recording } from '../../../src/audio/state/recording.ts';
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

/**
 * Calibrates and records `count` takes of a bar over clicks.
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
    // As a panel does: without one the input is let go after the calibration, and a new opening has its own latency.
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
    await recorder.toggle();
    await until(() => recording.numTakes >= count, `${count} takes`);
    await recorder.toggle();
    await until(() => recording.phase === 'off', 'the last take');
    engine.stop();
    const offMs: number[] = [];
    for (const take of recording.takes.slice(0, count)) {
      const loop = await recorder.makeLoop(take.id, 'bench');
      const sound = await getPcm(loop._id);
      offMs.push(...offOf(sound!.channels[0]!));
    }
    const measuredMs = recording.latency.ms;
    leave();
    recorder.clear();
    return { offMs, takes: count, measuredMs, heard, spreadMs, guessedMs };
  } finally {
    loopback.release();
    await engine.dispose();
  }
}
