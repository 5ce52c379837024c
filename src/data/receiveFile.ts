/** Answers that may be far too long to be held in memory, received piece by piece as a file. */
import { addressOf, isReplaced, readAnswer, unreachable } from './client.ts';
import type { CallTarget } from './contract/calls.ts';
import { HTTP_TIMEOUT_MS } from './contract/constants.ts';
import { ApiError } from './contract/errors.ts';
import { callerHeaders, readStoredCredential } from './credential.ts';

/** A line on which nothing moves for this long is dead; a slow one may take its time. */
const STILL_MS = HTTP_TIMEOUT_MS;
/** Pieces of more than this are handed to the browser, which keeps them on the disk where memory is short. */
const HELD_BYTES = 8 * 1024 * 1024;
const NEWLINE = 10;
/** What stands around the `data` of an answer. */
const [BEFORE, AFTER] = ['{"ok":true,"data":', '}'];

/** How far a file has come. */
export interface Received {
  readonly bytes: number;
  /** Lines that have begun: one for each row of an export. */
  readonly lines: number;
}

const brokenOff = (cause: unknown) =>
  new ApiError(
    'unavailable',
    'The download broke off before its end, so nothing was saved. Start it again.',
    cause,
  );

function countLines(piece: Uint8Array): number {
  let count = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Takes a body to its end. @throws whatever the connection throws when it breaks */
async function takeAll(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPiece: (received: Received) => void,
): Promise<Blob> {
  const files: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let [heldBytes, bytes, lines] = [0, 0, 0];
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob([...files, ...held]);
    held.push(value);
    heldBytes += value.byteLength;
    bytes += value.byteLength;
    lines += countLines(value);
    if (heldBytes > HELD_BYTES) {
      files.push(new Blob(held));
      held = [];
      heldBytes = 0;
    }
    onPiece({ bytes, lines });
  }
}

/** The `data` of an answer that came whole. @throws ApiError for anything else */
async function unwrap(answer: Blob): Promise<Blob> {
  const [start, end] = await Promise.all([
    answer.slice(0, BEFORE.length).text(),
    answer.slice(-2).text(),
  ]);
  if (start !== BEFORE || end !== `}${AFTER}`) throw brokenOff(null);
  return answer.slice(BEFORE.length, answer.size - AFTER.length, 'application/json');
}

/**
 * Calls an endpoint that answers a long document with the credential of this device, and gives its `data` as a file
 * of JSON.
 * @param params of the address of the call
 * @throws ApiError with the HTTP status; `unavailable` when it broke off or nothing moved for 60 s, and with status 0
 *   when the server could not be reached
 */
export async function receiveFile(
  target: CallTarget,
  onProgress: (received: Received) => void,
  params: Record<string, unknown> = {},
): Promise<Blob> {
  const credential = readStoredCredential();
  const stop = new AbortController();
  let still: ReturnType<typeof setTimeout> | undefined;
  const moved = () => {
    clearTimeout(still);
    still = setTimeout(() => stop.abort(), STILL_MS);
  };
  try {
    moved();
    const response = await fetch(addressOf(target, params), {
      method: target.method,
      headers: {
        accept: 'application/json',
        ...callerHeaders(),
      },
      signal: stop.signal,
    }).catch((cause: unknown) => {
      throw unreachable(cause);
    });
    const { status, statusText, headers, ok, body } = response;
    if (status === 401 && isReplaced(credential))
      return await receiveFile(target, onProgress, params);
    if (!ok || !body) {
      const head = { status, statusText, retryAfter: headers.get('retry-after') };
      readAnswer(target.name, head, await response.json().catch(() => null));
      throw brokenOff(null);
    }
    const answer = await takeAll(body, (received) => {
      moved();
      onProgress(received);
    }).catch((cause: unknown) => {
      throw brokenOff(cause);
    });
    return await unwrap(answer);
  } finally {
    clearTimeout(still);
  }
}
