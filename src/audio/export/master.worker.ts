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
  readonly error?: string;
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<MasterRequest>) => void) | null;
  postMessage(answer: MasterAnswer, transfer: Transferable[]): void;
};

let stream = new MasterStream(0);
let depth: WavDepth | null = null;

function answerTo(request: MasterRequest): MasterAnswer {
  if (request.type === 'open') {
    stream = new MasterStream(request.leadIn);
    depth = request.depth;
    return { channels: [], bytes: null };
  }
  const channels = request.type === 'push' ? stream.push(request.channels) : stream.end();
  if (depth === null) return { channels, bytes: null };
  return { channels: [], bytes: wavFrames(channels, depth) };
}

scope.onmessage = ({ data }) => {
  try {
    const answer = answerTo(data);
    const buffers = answer.channels.map(({ buffer }) => buffer);
    scope.postMessage(answer, answer.bytes ? [answer.bytes.buffer] : buffers);
  } catch (error) {
    scope.postMessage({ channels: [], bytes: null, error: String(error) }, []);
  }
};
