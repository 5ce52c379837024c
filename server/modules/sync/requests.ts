import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badParameter, badRequest, CouchError } from './couchError.ts';

/** Bodies with attachments in them; longer ones have to come in smaller batches. */
export const MOST_BODY_BYTES = 64 * 1024 * 1024;
/** Bodies that are read at one time on this node, all of them together. */
const MOST_AT_ONCE_BYTES = 4 * MOST_BODY_BYTES;

/** Parts of a path under `/db`, each decoded once, so that a slash in an id stays in it. Throws for one that cannot be. */
export function partsOf(url: string): string[] {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/);
  try {
    const parts = path.split('/').slice(2).map(decodeURIComponent);
    return parts.at(-1) === '' ? parts.slice(0, -1) : parts;
  } catch {
    throw badRequest('the address is not valid');
  }
}

/** Parameters of an address, as CouchDB reads them; each method throws for a value that is not of its kind. */
export class Parameters {
  readonly #values: Record<string, unknown>;

  constructor(values: unknown) {
    this.#values = values as Record<string, unknown>;
  }

  text(name: string): string | undefined {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
    if (value === undefined || typeof value === 'string') return value;
    throw badParameter(`${name} must be given once`);
  }

  flag(name: string, otherwise = false): boolean {
    const value = this.text(name);
    if (value === undefined || value === '') return otherwise;
    if (value === 'true' || value === 'false') return value === 'true';
    throw badParameter(`${name} must be true or false`);
  }

  whole(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined || value === '') return undefined;
    if (/^\d{1,15}$/.test(value)) return Number(value);
    throw badParameter(`${name} must be a whole number`);
  }

  /** Text that is written as JSON. */
  jsonText(name: string): string | undefined {
    const value = this.json(name);
    if (value === undefined || typeof value === 'string') return value;
    throw badParameter(`${name} must be text in quotes`);
  }

  json(name: string): unknown {
    const value = this.text(name);
    if (value === undefined) return undefined;
    try {
      return JSON.parse(value);
    } catch {
      throw badParameter(`${name} must be valid JSON`);
    }
  }
}

const tooLarge = () =>
  new CouchError(413, 'too_large', `A body may have ${MOST_BODY_BYTES} bytes: send fewer at once`);

/** Reads bodies of JSON; what is read at one time is bounded for all callers together. */
export function createJsonReader(scope: FastifyInstance) {
  const parse = scope.getDefaultJsonParser('error', 'error');
  let reading = 0;

  async function readText(body: Readable): Promise<string> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MOST_BODY_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  /** The body of a request, undefined for none. Prototype names are refused. */
  return async (request: FastifyRequest): Promise<unknown> => {
    const body = request.body as Readable | undefined;
    if (!body) return undefined;
    const declared = Number(request.headers['content-length'] ?? MOST_BODY_BYTES);
    if (declared > MOST_BODY_BYTES) throw tooLarge();
    if (reading + declared > MOST_AT_ONCE_BYTES) {
      throw new CouchError(503, 'unavailable', 'Others are sending much: try again in a moment');
    }
    reading += declared;
    try {
      const text = await readText(body);
      if (text.trim() === '') return undefined;
      return await new Promise((resolve, reject) => {
        parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
      });
    } finally {
      reading -= declared;
    }
  };
}

/** A body that has to be an object. */
export function asObject(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>;
  }
  throw badRequest('Request body must be a JSON object');
}

/** A member that has to be a list of so many at most. */
export function asList(value: unknown, name: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw badRequest(`${name} must be a list`);
  if (value.length > most) throw new CouchError(413, 'too_large', `${name}: at most ${most}`);
  return value;
}
