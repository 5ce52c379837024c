import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../../plugins/limits.ts';
import type { Arrived } from './arrived.ts';
import { readText, tooLarge } from './bodyText.ts';
import { badParameter, badRequest, CouchError } from './couchError.ts';

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
      throw badRequest(`${name} must be valid JSON`);
    }
  }
}

/** What a body of one kind may be. */
export interface BodyLimits {
  /** Bytes beside the content of attachments. */
  readonly mostBytes: number;
  /** Takes the content of attachments, which then may come. */
  readonly arrived?: Arrived;
}

/** Bodies of which no more is known than that a call comes: names, passwords, checkpoints. */
export const SMALL: BodyLimits = { mostBytes: 16 * 1024 };
/** Lists of ids and revisions: PouchDB asks for a hundred documents at a time. */
export const LIST: BodyLimits = { mostBytes: 512 * 1024 };
/** Text of documents that come together: a hundred drafts of 40 kB, or four of the longest. */
export const MOST_TEXT_BYTES = 4 * 1024 * 1024;
/** Text with the content of attachments in it: the longest take, in base64. */
export const MOST_BODY_BYTES = 64 * 1024 * 1024;

/** Text that is held in memory at one time on this node, and of it that of one caller. */
const [MOST_HELD_BYTES, MOST_HELD_OF_ONE] = [128 * 1024 * 1024, 8 * 1024 * 1024];
/** Bodies of one caller that come at one time. */
const MOST_BODIES_OF_ONE = 20;

/** Counts what lies in memory of bodies, by who sends them; only what has come counts. */
export class BodyRoom {
  #heldBytes = 0;
  readonly #callers = new Map<string, { bodies: number; bytes: number; turn: Promise<void> }>();

  /** Bytes that are held of everybody. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * Begins a body of a caller.
   * @returns what counts its bytes as they come, what forgets all of them, and `turn`, which is to be waited for before
   * each piece is worked on: one piece of a caller in a turn of the event loop, however many bodies come at once
   * @throws CouchError 429 where the caller has too much on its way, 503 where all have
   */
  begin(key: string): { keep(bytes: number): void; turn(): Promise<void>; end(): void } {
    const caller = this.#callers.get(key) ?? { bodies: 0, bytes: 0, turn: Promise.resolve() };
    if (caller.bodies >= MOST_BODIES_OF_ONE) throw tooMuch();
    this.#callers.set(key, caller);
    caller.bodies += 1;
    let own = 0;
    return {
      keep: (bytes) => {
        if (caller.bytes + bytes > MOST_HELD_OF_ONE) throw tooMuch();
        if (this.#heldBytes + bytes > MOST_HELD_BYTES) {
          throw new CouchError(
            503,
            'unavailable',
            'Others are sending much: try again in a moment',
          );
        }
        own += bytes;
        caller.bytes += bytes;
        this.#heldBytes += bytes;
      },
      turn: () => {
        const own = caller.turn;
        caller.turn = own.then(() => setImmediate());
        return own;
      },
      end: () => {
        caller.bytes -= own;
        this.#heldBytes -= own;
        own = 0;
        caller.bodies -= 1;
        if (caller.bodies === 0) this.#callers.delete(key);
      },
    };
  }
}

const tooMuch = () =>
  new CouchError(429, 'too_many_requests', 'You are sending much at once: try again in a moment');

/** Reads bodies of JSON for this scope, as far as what they are allowed to be. Prototype names are refused. */
export function createJsonReader(scope: FastifyInstance, room = new BodyRoom()) {
  const parse = scope.getDefaultJsonParser('error', 'error');

  /**
   * The body of a request, undefined for none; and what is to be called when nothing of it is needed any more.
   * @throws CouchError as soon as it passes a limit, without reading on
   */
  return async (
    request: FastifyRequest,
    { mostBytes, arrived }: BodyLimits,
  ): Promise<{ body: unknown; end(): void }> => {
    const source = request.body as Readable | undefined;
    if (!source) return { body: undefined, end: () => {} };
    const mostWithContent = arrived ? MOST_BODY_BYTES : mostBytes;
    if (Number(request.headers['content-length'] ?? 0) > mostWithContent) {
      throw tooLarge(mostWithContent);
    }
    const { keep, turn, end } = room.begin(request.identity?.userId ?? addressKey(request.ip));
    try {
      const text = await readText(source, {
        mostBytes,
        mostWithContent,
        keep,
        turn,
        ...(arrived && { openContent: () => arrived.open() }),
      });
      if (text.trim() === '') return { body: undefined, end };
      await turn();
      const body = await new Promise((resolve, reject) => {
        parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
      });
      return { body, end };
    } catch (error) {
      end();
      throw error;
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
