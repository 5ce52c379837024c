/** The family of a rifff as a piece of music: the question, the answers up to it, itself, and where it went. */
import type { LineageEntry, RifffLineage } from '../../contract/jams.ts';

/** What a rifff is in the piece. */
export type FamilyRole = 'question' | 'answer' | 'winner' | 'onward';

export interface FamilyPart<T> {
  readonly role: FamilyRole;
  readonly one: T;
}

/** Words beside a part. */
export const FAMILY_WORDS: Readonly<Record<FamilyRole, string>> = {
  question: 'The question',
  answer: 'An answer',
  winner: 'The rifff of the week',
  onward: 'Where it went',
};

/** So many answers before it are played at most, and so many that came of it. */
export const MAX_ANSWERS = 3;
export const MAX_ONWARD = 3;

/** An entry of which the reader knows what it is. */
export type Known<T = LineageEntry> = T & { readonly jamId: string; readonly rifffId: string };

/** Does the reader know the rifff of an entry? */
export const isKnown = <T extends LineageEntry>(entry: T): entry is Known<T> =>
  entry.isReadable && entry.jamId !== null && entry.rifffId !== null;

const isHeard = <T extends LineageEntry>(entry: T): entry is Known<T> =>
  isKnown(entry) && !entry.hasLeft;

/**
 * The order of the piece: the oldest rifff that may be heard asks, the last few before the winner answer, the winner
 * comes, and then what came of it, the oldest first. What may not be heard is left out. A winner without a family is
 * played alone.
 *
 * @param self the winner as an entry of its own line
 * @param lineage ancestors from the parent upwards, children newest first
 */
export function familyPiece<T extends LineageEntry>(
  self: Known<T>,
  lineage: { readonly ancestors: readonly T[]; readonly children: readonly T[] } | RifffLineage,
): FamilyPart<Known<T>>[] {
  const line = (lineage.ancestors as readonly T[]).filter(isHeard).toReversed();
  const [question, ...answers] = line;
  const onward = (lineage.children as readonly T[])
    .filter(isHeard)
    .toSorted((a, b) => a.created - b.created || (a.rifffId < b.rifffId ? -1 : 1));
  const part = (role: FamilyRole) => (one: Known<T>) => ({ role, one });
  const parts = [
    ...(question ? [part('question')(question)] : []),
    ...answers.slice(-MAX_ANSWERS).map(part('answer')),
    part('winner')(self),
    ...onward.slice(0, MAX_ONWARD).map(part('onward')),
  ];
  const seen = new Set<string>();
  return parts.filter(({ one }) => {
    const key = `${one.jamId}/${one.rifffId}`;
    return !seen.has(key) && seen.add(key);
  });
}
