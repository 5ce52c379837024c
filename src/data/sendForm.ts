/** Forms with files, sent so that one can see how far they are. */
import { readAnswer, unreachable } from './client.ts';
import { HTTP_TIMEOUT_MS } from './contract/constants.ts';
import { readStoredCredential } from './credential.ts';

export interface FormOptions {
  readonly signal?: AbortSignal;
  /** Bytes of the form that have left, of all of them. */
  onProgress?(sentBytes: number, totalBytes: number): void;
}

/** A line on which nothing moves for this long is dead; a slow one may take its time. */
const STILL_MS = HTTP_TIMEOUT_MS;

/**
 * Sends a form with files to this server, with the credential of this device, and gives the `data` of its answer.
 * @param name of the call, as in the endpoint table
 * @param address from `/api` on
 * @throws ApiError with the HTTP status; status 0 when the server could not be reached or nothing moves for 60 s
 */
export function sendForm(
  name: string,
  address: string,
  form: FormData,
  { signal, onProgress }: FormOptions = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let still: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      clearTimeout(still);
      still = setTimeout(() => request.abort(), STILL_MS);
    };
    const stop = () => request.abort();
    const end = (settle: () => void) => {
      clearTimeout(still);
      signal?.removeEventListener('abort', stop);
      settle();
    };
    const failed = () =>
      end(() => reject(signal?.aborted ? signal.reason : unreachable(new Error('no answer'))));
    request.open('POST', address);
    request.setRequestHeader('accept', 'application/json');
    const credential = readStoredCredential();
    if (credential) request.setRequestHeader('authorization', `Bearer ${credential}`);
    request.upload.onprogress = ({ loaded, total }) => {
      moved();
      onProgress?.(loaded, total);
    };
    request.onprogress = moved;
    request.onerror = failed;
    request.onabort = failed;
    request.onload = () =>
      end(() => {
        try {
          const { status, statusText, responseText } = request;
          const retryAfter = request.getResponseHeader('retry-after');
          resolve(readAnswer(name, { status, statusText, retryAfter }, parse(responseText)));
        } catch (error) {
          reject(error);
        }
      });
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) return failed();
    moved();
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
