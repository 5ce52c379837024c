/** The end of the chain: looper and audition → master gain → limiter → analyser → loudspeaker. */
import { ANALYSER_FFT_SIZE } from '../../data/contract/constants.ts';
import { rampGain } from '../looper/effects/ramp.ts';
import { createNativeLimiter } from './nativeLimiter.ts';
import { addProcessors } from './processors.ts';

/** True peak that nothing leaves the engine above. */
export const CEILING_DBTP = -1;

/** Linear gain of decibels: 10^(dB/20). */
export function gainOfDb(gainDb: number): number {
  return 10 ** (gainDb / 20);
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
