/**
 * The DSP of signalsmith-stretch, taken out of its worklet. The package (1.3.2, MIT) offers only a worklet node, but
 * the processor that it registers holds the whole library as a WebAssembly module; with the four globals of a
 * worklet's scope in place it can be made in any worker. Its own calls then work on blocks of any length with any
 * number of frames in and out, which is what offline rendering needs and the node does not offer.
 */

/** Calls of the module; frames are per channel. Source: signalsmith-stretch `web/emscripten/main.cpp`. */
export interface StretchCore {
  readonly HEAP8?: Int8Array;
  readonly exports?: { readonly memory: WebAssembly.Memory };
  /** @returns address of inputs then outputs, one block of `frames` floats after the other */
  _setBuffers(channels: number, frames: number): number;
  _presetDefault(channels: number, sampleRate: number): void;
  _configure(channels: number, block: number, interval: number, isSplit: boolean): void;
  _reset(): void;
  _inputLatency(): number;
  _outputLatency(): number;
  _setTransposeSemitones(semitones: number, tonalityLimit: number): void;
  _process(framesIn: number, framesOut: number): void;
}

interface WorkletScope {
  sampleRate?: number;
  currentTime?: number;
  AudioWorkletProcessor?: unknown;
  registerProcessor?: unknown;
}

interface Processor {
  wasmModule: StretchCore;
}
type ProcessorClass = new (options: object) => Processor;

/** How long the module may take to come up. */
const START_TIMEOUT_MS = 8000;

/** Makes the module in this worker. @throws Error when WebAssembly is refused or it does not come up */
export async function openStretch(sampleRate: number): Promise<StretchCore> {
  const scope = globalThis as WorkletScope;
  const registered: ProcessorClass[] = [];
  let ready = (): void => undefined;
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  scope.sampleRate = sampleRate;
  scope.currentTime = 0;
  scope.AudioWorkletProcessor = class {
    readonly port = { onmessage: null, postMessage: () => ready() };
  };
  scope.registerProcessor = (_name: string, processor: ProcessorClass) => {
    registered.push(processor);
  };
  // @ts-expect-error the package has no types and exports nothing that is used here
  await import('signalsmith-stretch');
  const Made = registered[0];
  if (!Made) throw new Error('signalsmith-stretch registered nothing');
  const processor = new Made({ numberOfOutputs: 1, outputChannelCount: [2] });
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('signalsmith-stretch did not start')), START_TIMEOUT_MS),
  );
  await Promise.race([isReady, timeout]);
  return processor.wasmModule;
}
