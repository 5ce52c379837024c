import { FIRST_RIFFF_ID } from '../data/contract/constants.ts';
import type { StarterRifff } from '../data/contract/library.ts';

function read(): StarterRifff | null {
  const block = document.getElementById(FIRST_RIFFF_ID)?.textContent;
  if (!block) return null;
  try {
    return JSON.parse(block) as StarterRifff;
  } catch {
    return null; // the page asks the server for it
  }
}

let named: StarterRifff | null | undefined;

/** The rifff that the first page begins with, as its document names it; null where it names none. */
export function firstRifff(): StarterRifff | null {
  named ??= read();
  return named;
}
