/** Renders passes off the main thread. One message in, one out; a job is cancelled by ending the worker. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { type Rendered, type RenderJob, runJob, type Stretcher } from './renderPass.ts';

export interface RenderRequest extends RenderJob {
  readonly id: number;
}

export type RenderAnswer =
  | ({ readonly id: number } & Rendered)
  | { readonly id: number; readonly error: string };

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<RenderRequest>) => void) | null;
  postMessage(answer: RenderAnswer, transfer: Transferable[]): void;
};

/** The vocoder, fetched with the first loop that needs it. */
const stretch: Stretcher = async (channels, outFrames) => {
  const { stretchCore } = await import('./stretch/signalsmith.ts');
  const { stretchLoop } = await import('./stretch/stretchLoop.ts');
  return stretchLoop(await stretchCore(SAMPLE_RATE_HZ), channels, outFrames);
};

scope.onmessage = async ({ data }) => {
  try {
    const rendered = await runJob(data, stretch);
    scope.postMessage(
      { id: data.id, ...rendered },
      rendered.passes.flatMap((channels) => channels.map((channel) => channel.buffer)),
    );
  } catch (error) {
    scope.postMessage({ id: data.id, error: String(error) }, []);
  }
};
