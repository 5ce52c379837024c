/** Ids, names and people of other places as documents here take them. */
import { cleanName } from '../../../data/contract/cleanText.ts';
import { ID_PATTERN } from '../../../data/contract/fields.ts';
import { hexOf } from '../../../data/rules/ids.ts';

/** A text as a name in one line of at most so many UTF-16 units; `otherwise` where nothing is left of it. */
export function nameText(text: unknown, max: number, otherwise = ''): string {
  if (typeof text !== 'string') return otherwise;
  const clean = cleanName(text.toWellFormed().normalize('NFC').replace(/\s+/g, ' '));
  let cut = '';
  for (const letter of clean) {
    if (cut.length + letter.length > max) break;
    cut += letter;
  }
  return cut.trim() || otherwise;
}

/** Who made something, as documents hold it. */
export const personName = (text: unknown): string => nameText(text, 64, 'unknown');

/** 32 hex digits that stand for a text, always the same: the first half of its SHA-256. */
export async function idOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return hexOf(new Uint8Array(digest, 0, 16));
}

/** An id of another place under which a document can stand here, and the other's own where that had to change. */
export interface KeptId {
  readonly id: string;
  /** Goes into the document as a key of its own. */
  readonly originalKey?: { readonly importedId: string };
}

/** Keeps an id that ids here may be; another is hashed, and kept beside it. */
export async function keptId(text: string): Promise<KeptId> {
  if (ID_PATTERN.test(text)) return { id: text };
  return { id: await idOf(text), originalKey: { importedId: text.slice(0, 200) } };
}

/** The last part of a path. */
export const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** What stands before the last part of a path; empty for none. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
