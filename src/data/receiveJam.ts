/** A whole jam as one file, received piece by piece: onto the disk where the browser lets pages write there. */
import { addressOf, isReplaced, readAnswer, unreachable } from './client.ts';
import { BUNDLE_MIME } from './contract/bundle.ts';
import { IMPORT_CALLS } from './contract/calls.ts';
import { ApiError } from './contract/errors.ts';
import { callerHeaders, readStoredCredential } from './credential.ts';

/** A file that is being written; closing it makes it whole, aborting it leaves nothing behind. */
export interface FileSink {
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** Last bytes that are compared: a tar ends with two empty blocks, and one that was cut off does not. */
const END_BYTES = 1024;

/** A sink that keeps the file as a Blob, which browsers hold on the disk where it is large. */
export function blobSink(done: (file: Blob) => void): FileSink {
  const parts: Blob[] = [];
  return {
    async write(piece) {
      parts.push(new Blob([piece]));
    },
    async close() {
      done(new Blob(parts, { type: BUNDLE_MIME }));
    },
    async abort() {
      parts.length = 0;
    },
  };
}

/**
 * Writes the bundle of a jam into a sink, and closes it once all of it has come.
 * @param goesTo the page of its taker on the server that it goes to; '' where they named none
 * @throws ApiError with the HTTP status, or `unavailable` when it broke off: the sink is aborted then; the signal's reason
 */
export async function receiveJam(
  { jamId, goesTo }: { readonly jamId: string; readonly goesTo: string },
  sink: FileSink,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const target = IMPORT_CALLS.exportJam;
  try {
    const credential = readStoredCredential();
    const response = await fetch(
      addressOf(target, { id: jamId }, goesTo === '' ? {} : { goesTo }),
      {
        headers: callerHeaders(),
        signal,
      },
    ).catch((cause: unknown) => {
      throw unreachable(cause);
    });
    const { status, statusText, headers, ok, body } = response;
    if (status === 401 && isReplaced(credential)) {
      await receiveJam({ jamId, goesTo }, sink, onBytes, signal);
      return;
    }
    if (!ok || !body) {
      const head = { status, statusText, retryAfter: headers.get('retry-after') };
      readAnswer(target.name, head, await response.json().catch(() => null));
      throw unreachable(null);
    }
    let bytes = 0;
    let end = new Uint8Array(0);
    const reader = body.getReader();
    for (;;) {
      const { done, value: piece } = await reader.read();
      if (done) break;
      await sink.write(piece);
      bytes += piece.byteLength;
      const joined = new Uint8Array(end.byteLength + Math.min(piece.byteLength, END_BYTES));
      joined.set(end);
      joined.set(piece.subarray(-END_BYTES), end.byteLength);
      end = joined.subarray(-END_BYTES);
      onBytes(bytes);
    }
    if (end.byteLength < END_BYTES || end.some((byte) => byte !== 0)) throw new Error('cut off');
    await sink.close();
  } catch (cause) {
    await sink.abort().catch(() => {});
    signal.throwIfAborted();
    if (cause instanceof ApiError) throw cause;
    const sentence = 'It broke off before its end, so nothing was saved. Start it again.';
    throw new ApiError('unavailable', sentence, cause);
  }
}
