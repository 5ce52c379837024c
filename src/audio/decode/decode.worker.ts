/** Decodes, surveys and cuts off the main thread. One message in, one out; ending the worker cancels. */
import { type DecodeJob, failureOf, type JobAnswer, runDecodeJob } from './jobs.ts';

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<{ id: number; job: DecodeJob }>) => void) | null;
  postMessage(answer: JobAnswer, transfer: Transferable[]): void;
};

/** Memory that the page may have without a copy. */
function buffersOf(result: unknown): ArrayBuffer[] {
  const channels = Array.isArray(result) ? result : (result as { channels?: unknown[] }).channels;
  return (channels ?? []).flatMap((one) =>
    one instanceof Float32Array ? [one.buffer as ArrayBuffer] : [],
  );
}

scope.onmessage = async ({ data: { id, job } }) => {
  try {
    const result = await runDecodeJob(job);
    scope.postMessage({ id, result }, buffersOf(result));
  } catch (error) {
    scope.postMessage({ id, failure: failureOf(error) }, []);
  }
};
