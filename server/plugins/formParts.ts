import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../src/data/contract/errors.ts';

/** Boundaries after which a form is read no further; the exact number of parts is for the limits of each call. */
const MOST_BOUNDARIES = 64;

/** What stands between the parts of a form; undefined where its head does not say. */
function boundaryOf({ headers }: FastifyRequest): Buffer | undefined {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(headers['content-type'] ?? '') ?? [];
  const text = quoted ?? plain;
  return text === undefined ? undefined : Buffer.from(`\r\n--${text}`, 'latin1');
}

/** How often `needle` stands in `chunk`. */
function countIn(chunk: Buffer, needle: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(needle); at >= 0; at = chunk.indexOf(needle, at + needle.length)) {
    count += 1;
  }
  return count;
}

/**
 * The parts of a form as they come. The parser makes a stream for each part, those over its limits too, so a body of
 * nothing but boundaries would keep the event loop for seconds: it is given no more after 64 of them. However
 * reading ends, the rest of the body is dropped without being parsed, so that the sender gets to read the answer.
 * @throws ApiError `too_large` for too many parts, and what the parser refuses
 */
export async function* formParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  const { raw } = request;
  const boundary = boundaryOf(request);
  const flood = Promise.withResolvers<never>();
  flood.promise.catch(() => {});
  let file: Extract<Multipart, { type: 'file' }>['file'] | undefined;
  let count = 0;
  const watch = (chunk: Buffer) => {
    count += boundary ? countIn(chunk, boundary) : 0;
    if (count <= MOST_BOUNDARIES) return;
    raw.off('data', watch);
    raw.unpipe();
    const error = new ApiError('too_large', 'The form has too many parts');
    // Who reads a file waits for no more of it.
    file?.destroy(error);
    flood.reject(error);
  };
  const parts = request.parts();
  raw.on('data', watch);
  try {
    for (;;) {
      const { done, value } = await Promise.race([parts.next(), flood.promise]);
      if (done) return;
      file = value.type === 'file' ? value.file : undefined;
      yield value;
    }
  } finally {
    raw.off('data', watch);
    raw.unpipe();
    raw.resume();
  }
}
