import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../src/data/contract/errors.ts';
import { formError } from './errors.ts';
import { ValidationFailure } from './validation.ts';

/** Boundaries after which a form is read no further; the exact number of parts is for the limits of each call. */
const MOST_BOUNDARIES = 64;

/** What stands between the parts of a form; undefined where its head does not say. */
function boundaryOf({ headers }: FastifyRequest): Buffer | undefined {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(headers['content-type'] ?? '') ?? [];
  const text = quoted ?? plain;
  return text === undefined ? undefined : Buffer.from(`\r\n--${text}`, 'latin1');
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
    if (!boundary) return;
    let at = chunk.indexOf(boundary);
    for (; at >= 0 && count < MOST_BOUNDARIES; count++) {
      at = chunk.indexOf(boundary, at + boundary.length);
    }
    if (at < 0) return;
    // The parser still gets this piece, and one of 64 kB can hold thousands of boundaries.
    chunk.fill(0, at);
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

/**
 * Reads a form, one part after the other, each to its end.
 * @param field which the refusal names of what is no form
 * @throws ValidationFailure, what `take` throws, and ApiError for a form that cannot be read
 */
export async function readForm(
  request: FastifyRequest,
  field: string,
  take: (part: Multipart) => Promise<void> | void,
): Promise<void> {
  if (!request.isMultipart()) {
    throw new ValidationFailure({ [field]: 'must come as multipart/form-data' });
  }
  try {
    for await (const part of formParts(request)) await take(part);
  } catch (error) {
    throw formError(error);
  }
}
