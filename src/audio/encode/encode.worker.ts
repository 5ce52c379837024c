/** Encodes off the main thread: one encoder a worker. It is cancelled by ending the worker. */
import {
  type Bytes,
  type EncoderCore,
  type EncoderKind,
  type EncoderOptions,
  joined,
  type Pcm,
} from './format.ts';

export type EncodeRequest =
  | { readonly type: 'open'; readonly kind: EncoderKind; readonly options: EncoderOptions }
  | { readonly type: 'write'; readonly channels: Pcm }
  | { readonly type: 'end' };

/** One answer to each request, in order. */
export type EncodeAnswer =
  | { readonly type: 'bytes'; readonly bytes: Bytes }
  | { readonly type: 'error'; readonly error: string };

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<EncodeRequest>) => void) | null;
  postMessage(answer: EncodeAnswer, transfer: Transferable[]): void;
};

let core: EncoderCore | null = null;

async function openCore(kind: EncoderKind, options: EncoderOptions): Promise<EncoderCore> {
  if (kind === 'ogg') return (await import('./oggCore.ts')).openOgg(options);
  return (await import('./flacCore.ts')).openFlac(options);
}

/** What is no number would spread in an encoder: it becomes silence. */
function withoutHoles(channels: Pcm): Pcm {
  for (const channel of channels) {
    for (let at = 0; at < channel.length; at++) {
      if (!Number.isFinite(channel[at])) channel[at] = 0;
    }
  }
  return channels;
}

async function answerTo(request: EncodeRequest): Promise<EncodeAnswer> {
  if (request.type === 'open') {
    core = await openCore(request.kind, request.options);
    return { type: 'bytes', bytes: joined([]) };
  }
  if (!core) throw new Error('no encoder is open');
  const made = request.type === 'end' ? core.end() : core.write(withoutHoles(request.channels));
  return { type: 'bytes', bytes: joined(await made) };
}

let before: Promise<void> = Promise.resolve();
scope.onmessage = ({ data }) => {
  before = before.then(async () => {
    const answer = await answerTo(data).catch(
      (error: unknown): EncodeAnswer => ({ type: 'error', error: String(error) }),
    );
    scope.postMessage(answer, answer.type === 'bytes' ? [answer.bytes.buffer] : []);
  });
};
