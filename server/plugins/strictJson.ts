import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../src/data/contract/errors.ts';

/** Objects and lists inside each other that a body may have: deeper ones are no document of ours. */
const MAX_DEPTH = 32;
/** Members and items: fifty rifffs have some 30,000. Parsing takes as long as there are many of these. */
const MAX_VALUES = 100_000;
/** Members of one object. */
const MAX_KEYS = 1000;

const bodyFault = (reason: string) => new ApiError('bad_request', `body: ${reason}`);

/** Index after the string that begins at `start` with its quote. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** The key whose text with its quotes is `[from, to)`, escapes resolved. */
function readKey(text: string, from: number, to: number): string {
  const raw = text.slice(from, to);
  if (!raw.includes('\\')) return raw.slice(1, -1);
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw;
  }
}

/**
 * Refuses JSON that names a key twice in one object, which parsers read differently, and JSON that is
 * nested too deeply. One pass over the text; whether it is JSON at all is for the parser to say.
 */
export function refuseOddJson(text: string): void {
  /** Keys of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  let isKeyNext = false;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      const keys = open.at(-1);
      if (isKeyNext && keys) {
        const key = readKey(text, at, end);
        if (keys.has(key)) throw bodyFault('names a field twice');
        keys.add(key);
        if (keys.size > MAX_KEYS) throw bodyFault('has an object with too many fields');
        isKeyNext = false;
      }
      at = end - 1;
    } else if (char === '{' || char === '[') {
      values += 1;
      open.push(char === '{' ? new Set() : null);
      if (open.length > MAX_DEPTH) throw bodyFault('is nested too deeply');
      isKeyNext = char === '{';
    } else if (char === '}' || char === ']') {
      open.pop();
      isKeyNext = false;
    } else if (char === ',') {
      values += 1;
      if (values > MAX_VALUES) throw bodyFault('has too many parts');
      isKeyNext = open.at(-1) instanceof Set;
    }
  }
}

/** In this scope JSON bodies are read strictly; prototype names are refused as everywhere. */
export function installStrictJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      try {
        refuseOddJson(body);
      } catch (error) {
        done(error as Error);
        return;
      }
      parse(request, body, done);
    },
  );
}
