/** Sending many things at once, of which some may be refused. */
import { ApiError } from '../../../data/contract/errors.ts';

/**
 * Sends a batch; where the server refuses it as a whole, each thing alone, so that one does not cost all others.
 * @param onRefused told of each that was refused alone
 * @throws whatever `send` throws that is no `ApiError`
 */
export async function sendOrSplit<T>(
  batch: readonly T[],
  send: (some: readonly T[]) => Promise<unknown>,
  onRefused: (one: T, reason: string) => void,
): Promise<void> {
  if (batch.length === 0) return;
  try {
    await send(batch);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (batch.length === 1) return onRefused(batch[0]!, error.message);
    for (const one of batch) await sendOrSplit([one], send, onRefused);
  }
}

/**
 * Works through things, some of them at once. Where one fails, those that are being worked on come to their end first.
 * @throws what failed first
 */
export async function inLanes<T>(
  things: readonly T[],
  lanes: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = [...things];
  const lane = async () => {
    try {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
  const running = Array.from({ length: lanes }, lane);
  await Promise.allSettled(running);
  await Promise.all(running);
}
