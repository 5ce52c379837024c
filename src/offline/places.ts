/**
 * Whose something is that is kept: `open` is for everyone on this device; every credential has a place of its own,
 * named by a hash of it. Who signs in later asks with another credential and finds nothing of the one before.
 */
import { readNote, writeNote } from './notes.ts';
import type { Keeping } from './scope.ts';

export const OPEN = 'open';

const NOTE = 'places';
/** Renewed credentials that are remembered; each stands for months. */
const MAX_RENEWED = 20;

/** Places of renewed credentials, by the name that their own hash would give. */
type Renewed = Record<string, string>;

async function hashed(credential: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(credential));
  return [...new Uint8Array(bytes).subarray(0, 12)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** The place of a credential, as in an `Authorization` header; null for a visitor. */
export async function placeOf(keeping: Keeping, credential: string | null): Promise<string> {
  if (!credential) return OPEN;
  const own = await hashed(credential);
  return (await readNote<Renewed>(keeping, NOTE))?.[own] ?? own;
}

/** Gives the place of one credential to the one that replaces it. */
export async function renewPlace(keeping: Keeping, was: string, is: string): Promise<void> {
  const renewed = (await readNote<Renewed>(keeping, NOTE)) ?? {};
  const place = await placeOf(keeping, was);
  const all = [...Object.entries(renewed), [await hashed(is), place] as const];
  await writeNote(keeping, NOTE, Object.fromEntries(all.slice(-MAX_RENEWED)));
}

/** Forgets who went on as whom. */
export async function forgetPlaces(keeping: Keeping): Promise<void> {
  await writeNote(keeping, NOTE, {});
}

/** Deletes the caches of a kind that an account or a guest has of its own. @param kind what their names begin with, before the place */
export async function deleteOwn({ caches }: Keeping, kind: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(kind) && name !== kind + OPEN) await caches.delete(name);
  }
}
