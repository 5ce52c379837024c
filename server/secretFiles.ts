import { closeSync, openSync, readSync } from 'node:fs';
import { StartError } from './startError.ts';

/** More than any address or key has. A file may also be a pipe, which says no size before it is read. */
const MOST_BYTES = 64 * 1024;

/** Settings in JSON, which may have several lines. */
const OF_LINES: ReadonlySet<string> = new Set(['OIDC_PROVIDERS']);

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this account may not read it',
  EPERM: 'this account may not read it',
  EISDIR: 'it is a folder',
};

/** The first `MOST_BYTES` of a file, and one more where there are more. */
function readHead(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(MOST_BYTES + 1);
    let length = 0;
    while (length < head.length) {
      const count = readSync(file, head, length, head.length - length, null);
      if (count === 0) break;
      length += count;
    }
    return head.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/**
 * The value in the file of one setting, or a sentence about what is wrong. The sentence repeats neither content nor path: by
 * mistake the path may be the secret itself.
 */
function secretIn(name: string, path: string): { value: string } | { sentence: string } {
  const expected = `it must name a file with the value of ${name} and nothing else`;
  const refuse = (fault: string) => ({
    sentence: `The setting ${name}_FILE cannot be used (${fault}): ${expected}.`,
  });
  let head: Buffer;
  try {
    head = readHead(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return refuse(REASONS[code] ?? code);
  }
  if (head.length > MOST_BYTES) return refuse('the file is too long');
  const value = head.toString('utf8').trim();
  if (value === '') return refuse('the file is empty');
  const isOdd = OF_LINES.has(name) ? value.includes('\0') : /[\r\n\0]/.test(value);
  if (isOdd) return refuse('the file has more than one line');
  return { value };
}

/**
 * Takes settings out of files, as Docker's secrets and systemd's credentials come: where `NAME_FILE` is set, the file that
 * it names holds the value of `NAME`. White space around the value does not count.
 *
 * @param names of the settings that may come so
 * @returns the variables with these values added. Throws a `StartError` with one sentence for each that is set twice, or whose
 * file cannot be read, is empty, or holds more than one line.
 */
export function withSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
  names: Iterable<string>,
): Readonly<Record<string, string | undefined>> {
  const read: Record<string, string> = {};
  const sentences: string[] = [];
  for (const name of names) {
    const path = environment[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (environment[name]?.trim()) {
      sentences.push(`The settings ${name} and ${name}_FILE are both set: keep one of them.`);
      continue;
    }
    const found = secretIn(name, path);
    if ('value' in found) read[name] = found.value;
    else sentences.push(found.sentence);
  }
  if (sentences.length > 0) throw new StartError(sentences.join('\n'));
  return { ...environment, ...read };
}
