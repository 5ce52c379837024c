/** Forms with files, sent so that one can see how far they are. */
import {
  addressOf,
  type CallInput,
  type DataOf,
  isReplaced,
  readAnswer,
  unreachable,
} from './client.ts';
import type { CallTarget } from './contract/calls.ts';
import { HTTP_TIMEOUT_MS } from './contract/constants.ts';
import type { EndpointName } from './contract/endpoints.ts';
import { readStoredCredential } from './credential.ts';

interface FormOptions {
  readonly signal?: AbortSignal;
  /** Bytes of the form that have left, of all of them. */
  onProgress?(sentBytes: number, totalBytes: number): void;
}

/** A line on which nothing moves for this long is dead; a slow one may take its time. */
const STILL_MS = HTTP_TIMEOUT_MS;

/** Posts a form and resolves with the request once it was answered. */
function post(
  address: string,
  form: FormData,
  credential: string | null,
  { signal, onProgress }: FormOptions,
): Promise<XMLHttpRequest> {
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
    if (credential) request.setRequestHeader('authorization', `Bearer ${credential}`);
    request.upload.onprogress = ({ loaded, total }) => {
      moved();
      onProgress?.(loaded, total);
    };
    request.onprogress = moved;
    request.onerror = failed;
    request.onabort = failed;
    request.onload = () => end(() => resolve(request));
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

/**
 * Sends a form with files to this server, with the credential of this device, and gives the `data` of its answer.
 * @param target a line of `contract/calls.ts` that takes a form
 * @throws ApiError with the HTTP status; status 0 when the server could not be reached or nothing moves for 60 s
 */
export async function sendForm<N extends EndpointName>(
  target: CallTarget<N>,
  input: CallInput<N> | Record<string, never>,
  form: FormData,
  options: FormOptions = {},
): Promise<DataOf<N>> {
  const { params, query } = input as Record<string, Record<string, unknown>>;
  const credential = readStoredCredential();
  const request = await post(addressOf(target, params, query), form, credential, options);
  const { status, statusText, responseText } = request;
  if (status === 401 && isReplaced(credential)) return sendForm(target, input, form, options);
  const retryAfter = request.getResponseHeader('retry-after');
  const head = { status, statusText, retryAfter };
  return readAnswer(target.name, head, parse(responseText)) as DataOf<N>;
}
