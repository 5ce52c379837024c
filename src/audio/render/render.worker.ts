/** Renders passes off the main thread. One message in, one out; a job is cancelled by ending the worker. */
import { type Rendered, type RenderJob, runJob } from './renderPass.ts';

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

scope.onmessage = ({ data }) => {
  try {
    const rendered = runJob(data);
    scope.postMessage(
      { id: data.id, ...rendered },
      rendered.passes.flatMap((channels) => channels.map((channel) => channel.buffer)),
    );
  } catch (error) {
    scope.postMessage({ id: data.id, error: String(error) }, []);
  }
};
