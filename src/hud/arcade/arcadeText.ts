/** Rifffs of the field in words. */
import { categoryOf } from '../../data/contract/categories.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { tempoText } from '../parts/listening/describeRifff.ts';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'] as const;

/** What a rifff of the field is called. */
export const titleOf = ({ title, displayName }: SharedRifff) =>
  title || `A rifff by ${displayName}`;

/** Maker, tempo and loops of a rifff, for instance `mira, 112 bpm, five loops`. */
export function lineOf({ displayName, rifff }: SharedRifff): string {
  const count = rifff.loops.length;
  const loops = `${NUMBERS[count] ?? count} ${count === 1 ? 'loop' : 'loops'}`;
  return `${displayName}, ${tempoText(rifff.state.bps)} bpm, ${loops}`;
}

/** The rifff in front as screen readers say it: its name, maker, tempo, kinds of loops, and where it is in the field. */
export function describeShare(share: SharedRifff, index: number, count: number): string {
  const kinds = share.rifff.loops.map(({ category }) => categoryOf(category).title.toLowerCase());
  return `${titleOf(share)}, by ${lineOf(share)}: ${kinds.join(', ')}. ${index + 1} of ${count}`;
}
