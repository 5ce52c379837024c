/** What the worker itself has to remember, as small JSON documents in a cache. */
import type { Keeping } from './scope.ts';

const CACHE = 'rondo/notes';
/** Caches know addresses only; this one begins where the worker itself lies. */
const addressOf = (name: string) => `.notes/${name}`;

/** @returns null where it was never written, or cannot be read */
export async function readNote<T>(
  { caches }: Pick<Keeping, 'caches'>,
  name: string,
): Promise<T | null> {
  try {
    const found = await (await caches.open(CACHE)).match(addressOf(name));
    return found ? ((await found.json()) as T) : null;
  } catch {
    return null;
  }
}

/** @throws where the device has no room */
export async function writeNote(
  { caches }: Pick<Keeping, 'caches'>,
  name: string,
  note: unknown,
): Promise<void> {
  await (await caches.open(CACHE)).put(addressOf(name), new Response(JSON.stringify(note)));
}
