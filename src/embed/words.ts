/** What an embed says. */
import { categoryOf } from '../data/contract/categories.ts';
import type { Rifff } from '../data/contract/rifff.ts';
import { loopInSlot, playingSlot } from '../data/rules/draft/draft.ts';
import type { Mix } from './mix.ts';
import type { SoundState } from './sound.ts';

/** Names as a sentence has them: `Ada`, `Ada and Bo`, `Ada, Bo and Cy`. */
export function namesText(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Category and name of a ring, for instance `Bass, Rubber line`. */
export function ringName(rifff: Rifff, slot: number): string {
  const loop = loopInSlot(rifff, slot);
  const { title } = categoryOf(playingSlot(rifff, slot)?.category ?? loop?.category);
  return loop?.name ? `${title}, ${loop.name}` : title;
}

/** Name of a ring and what it does in the mix, for instance `Bass, Rubber line: muted`. */
export function ringState({ rifff, solo }: Mix, slot: number): string {
  const isOn = playingSlot(rifff, slot)?.on ?? false;
  const state = solo === slot ? 'solo' : !isOn ? 'muted' : solo >= 0 ? 'behind the solo' : 'on';
  return `${ringName(rifff, slot)}: ${state}`;
}

/** A sentence about loading, or nothing. @param count rings of the rifff */
export function soundText(state: SoundState, failed: number, count: number): string {
  if (state === 'failed') return 'The sound cannot be played here now. Tap to try again.';
  if (failed === 0) return '';
  return failed === 1
    ? `One of ${count} loops could not be loaded.`
    : `${failed} of ${count} loops could not be loaded.`;
}
