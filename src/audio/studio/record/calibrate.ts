/**
 * Measures the way there and back: bursts of noise go out by the loudspeaker and are looked for in what comes in.
 * Source of the method: loopback by maximum length sequences, as in acoustic measurement (M. R. Schroeder, "Integrated
 * impulse method measuring sound decay without using impulses", JASA 66, 1979).
 */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { createMls, type FoundDelay } from '../../../dsp/mls.ts';
import { toBuffer } from '../../loading/audioBuffer.ts';
import { studioPool } from '../../workers/studioPool.ts';

const ORDER = 15;
export const BURSTS = 3;
/** −12 dBFS before the master. */
const AMPLITUDE = 0.25;
const LEAD_FRAMES = 0.3 * SAMPLE_RATE_HZ;
/** Latest return that is looked for. */
const MAX_LAG_FRAMES = 0.5 * SAMPLE_RATE_HZ;
/** Silence between bursts, longer than the latest return. */
const GAP_FRAMES = 0.55 * SAMPLE_RATE_HZ;
/** Mere noise stays below 14 dB at this many lags. */
const HEARD_DB = 18;
/** Bursts that lie closer than this tell the same. */
const AGREE_FRAMES = 0.002 * SAMPLE_RATE_HZ;

/** Bursts that have been scheduled. */
export interface Bursts {
  readonly probe: Float32Array<ArrayBuffer>;
  readonly startFrames: readonly number[];
  /** Frame by which the last of them must have come back. */
  readonly endFrame: number;
}

/** Schedules the bursts through `output`. */
export function playBursts(context: BaseAudioContext, output: AudioNode): Bursts {
  const probe = createMls(ORDER);
  const buffer = toBuffer({ channels: [probe], sampleRate: SAMPLE_RATE_HZ });
  const level = new GainNode(context, { gain: AMPLITUDE });
  level.connect(output);
  const first = Math.round(context.currentTime * SAMPLE_RATE_HZ + LEAD_FRAMES);
  const startFrames = Array.from(
    { length: BURSTS },
    (_, n) => first + n * (probe.length + GAP_FRAMES),
  );
  startFrames.forEach((frame, n) => {
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(level);
    source.start(frame / SAMPLE_RATE_HZ);
    if (n === BURSTS - 1) source.onended = () => level.disconnect();
  });
  const endFrame = startFrames.at(-1)! + probe.length + MAX_LAG_FRAMES;
  return { probe, startFrames, endFrame };
}

/** What the bursts say together. */
export interface Measured {
  /** Null when too few of them were heard, or they do not agree. */
  readonly frames: number | null;
  readonly heard: number;
  readonly spreadFrames: number;
}

/** Judges what was found: at least two bursts must stand clear of the noise and agree. */
export function judge(found: readonly FoundDelay[]): Measured {
  const lags = found
    .filter(({ peakDb }) => peakDb >= HEARD_DB)
    .map(({ lagFrames }) => lagFrames)
    .sort((a, b) => a - b);
  const middle = lags[Math.floor(lags.length / 2)] ?? 0;
  const agreeing = lags.filter((lag) => Math.abs(lag - middle) <= AGREE_FRAMES);
  const spreadFrames = agreeing.length > 0 ? agreeing.at(-1)! - agreeing[0]! : 0;
  const isSure = agreeing.length >= 2;
  return { frames: isSure ? middle : null, heard: agreeing.length, spreadFrames };
}

/**
 * Finds the bursts in what was recorded.
 * @param read answers one channel of recorded frames
 */
export async function findBursts(
  bursts: Bursts,
  read: (fromFrame: number, frames: number) => Float32Array<ArrayBuffer>,
): Promise<Measured> {
  const { probe, startFrames } = bursts;
  const frames = probe.length + MAX_LAG_FRAMES;
  const recordings = startFrames.map((frame) => read(frame, frames));
  const job = { probe, recordings, maxLagFrames: MAX_LAG_FRAMES };
  return judge(await studioPool.run('calibrate', job));
}
