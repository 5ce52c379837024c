/** Limits an export off the main thread and writes it as WAV where that is wished. One export a worker. */
import { type WavDepth, wavFrames } from '../../dsp/wavWrite.ts';
import { MasterStream } from './masterStream.ts';

export type MasterRequest =
  | { readonly type: 'open'; readonly depth: WavDepth | null; readonly leadIn: number }
  | { readonly type: 'push'; readonly channels: readonly Float32Array<ArrayBuffer>[] }
  | { readonly type: 'end' };

/** The samples, or their bytes where a depth was named. */
export interface MasterAnswer {
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** Largest magnitude of the piece. */
  readonly peak: number;
  readonly error?: string;
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<MasterRequest>) => void) | null;
  postMessage(answer: MasterAnswer, transfer: Transferable[]): void;
};

let stream = new MasterStream(0);
let depth: WavDepth | null = null;

function peakOf(channels: readonly Float32Array[]): number {
  let peak = 0;
  for (const channel of channels) {
    for (let n = 0; n < channel.length; n++) peak = Math.max(peak, Math.abs(channel[n]!));
  }
  return peak;
}

function answerTo(request: MasterRequest): MasterAnswer {
  if (request.type === 'open') {
    stream = new MasterStream(request.leadIn);
    depth = request.depth;
    return { channels: [], bytes: null, peak: 0 };
  }
  const channels = request.type === 'push' ? stream.push(request.channels) : stream.end();
  const peak = peakOf(channels);
  if (depth === null) return { channels, bytes: null, peak };
  return { channels: [], bytes: wavFrames(channels, depth), peak };
}

scope.onmessage = ({ data }) => {
  try {
    const answer = answerTo(data);
    const buffers = answer.channels.map(({ buffer }) => buffer);
    scope.postMessage(answer, answer.bytes ? [answer.bytes.buffer] : buffers);
  } catch (error) {
    scope.postMessage({ channels: [], bytes: null, peak: 0, error: String(error) }, []);
  }
};
