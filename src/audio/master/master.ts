/** The end of the chain: looper and audition → master gain → limiter → analyser → loudspeaker. */
import { ANALYSER_FFT_SIZE } from '../../data/contract/constants.ts';
import { rampGain } from '../looper/effects/ramp.ts';
import { addProcessors } from './processors.ts';

/** True peak that nothing leaves the engine above. */
export const CEILING_DBTP = -1;

/** Linear gain of decibels: 10^(dB/20). */
export function gainOfDb(gainDb: number): number {
  return 10 ** (gainDb / 20);
}

/** Below this the compressor lets everything through. */
const THRESHOLD_DB = -2;
const RATIO = 20;
/** The compressor makes up for its own reduction at 0 dBFS to this share. Source: Web Audio API, 1.20.4. */
const MAKEUP_SHARE = 0.6;
/** Up to this share of the ceiling the curve is a straight line. */
const STRAIGHT = 0.97;
/** Loudest sample that the curve knows; it is flat beyond. */
const REACH = 4;
/** Odd, so that silence is a point of the curve. */
const POINTS = 16_385;

function ceilingCurve(ceiling: number): Float32Array<ArrayBuffer> {
  const straight = STRAIGHT * ceiling;
  const room = ceiling - straight;
  return Float32Array.from({ length: POINTS }, (_, i) => {
    const x = ((2 * i) / (POINTS - 1) - 1) * REACH;
    const size = Math.abs(x);
    const held = size <= straight ? size : straight + room * Math.tanh((size - straight) / room);
    return Math.sign(x) * held;
  });
}

/**
 * What limits where the browser has no AudioWorklet (a page without HTTPS that is not on localhost): the browser's
 * own compressor, and behind it a curve that nothing gets through above the ceiling. It has no true-peak detection,
 * so tips between samples may stand over the ceiling; `limiter.browser.test.ts` says by how much.
 * @param ceilingDb highest sample that leaves it
 * @returns its nodes from first to last, connected to each other
 */
function createNativeLimiter(
  context: BaseAudioContext,
  ceilingDb: number,
): readonly [AudioNode, ...AudioNode[]] {
  const compressor = new DynamicsCompressorNode(context, {
    threshold: THRESHOLD_DB,
    knee: 0,
    ratio: RATIO,
    attack: 0.001,
    release: 0.12,
  });
  const fullDb = THRESHOLD_DB - THRESHOLD_DB / RATIO;
  const unmake = new GainNode(context, { gain: gainOfDb(fullDb * MAKEUP_SHARE) / REACH });
  const shaper = new WaveShaperNode(context, { curve: ceilingCurve(gainOfDb(ceilingDb)) });
  compressor.connect(unmake).connect(shaper);
  return [compressor, unmake, shaper];
}

export interface Master {
  /** Where voices connect to. */
  readonly input: GainNode;
  readonly analyser: AnalyserNode;
  /** `native` where the browser has no AudioWorklet (a page without HTTPS). */
  readonly limiter: 'worklet' | 'native';
  setGainDb(gainDb: number): void;
  dispose(): void;
}

async function makeLimiter(context: BaseAudioContext): Promise<AudioNode | null> {
  if (!(await addProcessors(context))) return null;
  try {
    return new AudioWorkletNode(context, 'rondo-limiter', {
      numberOfInputs: 1,
      numberOfOutputs: 1,
      outputChannelCount: [2],
      channelCount: 2,
      channelCountMode: 'explicit',
      processorOptions: { ceilingDb: CEILING_DBTP },
    });
  } catch (error) {
    console.warn('The limiter could not be made; the browser’s own takes its place', error);
    return null;
  }
}

/**
 * Builds the master on a context, live or offline, and connects it to the destination. It brings our processors with
 * it, for everything that is made on the context afterwards.
 */
export async function createMaster(context: BaseAudioContext, gainDb: number): Promise<Master> {
  const worklet = await makeLimiter(context);
  const limiter = worklet ? [worklet] : createNativeLimiter(context, CEILING_DBTP);
  const input = new GainNode(context, { gain: gainOfDb(gainDb) });
  const analyser = new AnalyserNode(context, {
    fftSize: ANALYSER_FFT_SIZE,
    smoothingTimeConstant: 0.6,
  });
  input.connect(limiter[0]!);
  limiter.at(-1)!.connect(analyser);
  analyser.connect(context.destination);
  return {
    input,
    analyser,
    limiter: worklet ? 'worklet' : 'native',
    setGainDb(db) {
      rampGain(input.gain, gainOfDb(db), context.currentTime);
    },
    dispose() {
      input.disconnect();
      for (const node of limiter) node.disconnect();
      analyser.disconnect();
    },
  };
}
