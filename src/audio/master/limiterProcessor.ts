/** The limiter as an AudioWorklet processor. Runs in the audio thread; allocates nothing while it plays. */
import { Limiter } from '../../dsp/limiter.ts';

// What AudioWorkletGlobalScope provides; TypeScript's DOM library does not describe it.
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: unknown): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

interface LimiterOptions {
  readonly processorOptions: { readonly ceilingDb: number };
}

class LimiterProcessor extends AudioWorkletProcessor {
  private readonly limiter: Limiter;

  constructor(options: LimiterOptions) {
    super();
    this.limiter = new Limiter(options.processorOptions.ceilingDb, 2, sampleRate);
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const output = outputs[0]!;
    this.limiter.process(inputs[0]!, output, output[0]!.length);
    return true;
  }
}

registerProcessor('rondo-limiter', LimiterProcessor);
