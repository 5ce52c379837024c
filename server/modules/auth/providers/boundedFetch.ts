import type { CustomFetch } from 'openid-client';
import { isLocalHost } from '../../../providerSettings.ts';

/** Documents, keys and claims of a provider have a few kB each. */
const MOST_BYTES = 512 * 1024;
/** Answers that have no body: https://fetch.spec.whatwg.org/#null-body-status */
const EMPTY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** The body of an answer. Throws where it is longer than a provider has reason for; what comes then is not read. */
async function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.byteLength;
    // Leaving the loop ends the connection.
    if (length > MOST_BYTES) throw new Error('the answer is too long');
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/**
 * `fetch` for requests to a provider: follows no redirect, reads no long answer, and speaks plain http with this machine
 * alone. How long it may take says the signal, which counts until the last byte.
 */
export const boundedFetch: CustomFetch = async (url, { body, ...options }) => {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocalHost(hostname))) {
    throw new Error('the address of a provider has to be https');
  }
  const answer = await fetch(url, {
    ...options,
    body: (body ?? null) as NonNullable<RequestInit['body']> | null,
    redirect: 'manual',
  });
  const { status, headers } = answer;
  const bytes = await readBody(answer);
  return new Response(EMPTY.has(status) ? null : bytes, { status, headers });
};
