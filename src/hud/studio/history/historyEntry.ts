/** The rifffs of a jam as its page shows them: what the server has and, in one's own, what still waits here. */
import { isImportedId } from '../../../data/contract/accountOptions.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { OWN_JAM } from '../../../data/outbox/rules.ts';
import type { NameOf } from '../../../data/rules/sharing/accountText.ts';
import type { CommitEntry } from '../../../data/stores/commitState.ts';
import { numberTitle } from '../../parts/controls/format.ts';

export interface HistoryEntry {
  rifff: Rifff;
  /** For people: `Nº 12`, or what a commit that waits is called. */
  title: string;
  /** When, in milliseconds since the epoch. */
  created: number;
  /** Its parent in this jam, or null. */
  parentId: string | null;
  /** Account whose rifff of another jam it is a remix of, '' where that is not known; null when it is none, or answers one that is here. */
  remixOf: string | null;
  /** Its commit while it has not arrived. */
  unsent: CommitEntry | null;
}

const ROOM = /^band[0-9a-f]{10}$/;
/** Account whose rifff a remix was made of, as far as it says. */
function remixOf(rifff: Rifff): string | null {
  const { originalId, parent, creators, userName } = rifff;
  if (!originalId) return null;
  if (parent && isImportedId(parent.jamId)) return parent.jamId;
  if (parent && !ROOM.test(parent.jamId) && parent.jamId.length <= 16) return parent.jamId;
  return creators?.findLast((name) => name !== userName) ?? '';
}

/**
 * @param rifffs oldest first; the newest of `total`
 * @param waiting commits of this device for this jam
 * @param numbers of rifffs that the whole tree knows, from 1; the others are counted back from the newest
 */
export function historyEntries(
  rifffs: readonly Rifff[],
  total: number,
  waiting: readonly CommitEntry[],
  jamId: string | null,
  numbers: ReadonlyMap<string, number> = new Map(),
): HistoryEntry[] {
  const first = Math.max(0, total - rifffs.length);
  const isHere = (jam: string) => jam === jamId || jam === OWN_JAM;
  const parentIn = ({ parent }: Rifff) => (parent && isHere(parent.jamId) ? parent.rifffId : null);
  const known = new Set(rifffs.map(({ _id }) => _id));
  const newest = rifffs.at(-1)?.created ?? 0;
  const kept = rifffs.map(
    (rifff, index): HistoryEntry => ({
      rifff,
      title: numberTitle(numbers.get(rifff._id) ?? first + index + 1),
      created: rifff.created,
      parentId: parentIn(rifff),
      remixOf: parentIn(rifff) === null ? remixOf(rifff) : null,
      unsent: null,
    }),
  );
  const unsent = waiting
    .filter(({ id }) => !known.has(id))
    .map(
      (entry, index): HistoryEntry => ({
        rifff: entry.rifff,
        title: 'Unsent',
        // Clocks differ: what waits comes after all that has arrived.
        created: Math.max(newest + index + 1, entry.queued),
        parentId: parentIn(entry.rifff),
        remixOf: parentIn(entry.rifff) === null ? remixOf(entry.rifff) : null,
        unsent: entry,
      }),
    );
  return [...kept, ...unsent];
}

/** Where an entry comes from, for instance `from Nº 11` or `a remix of Ada`; empty for a fresh one. */
export function originText(
  entry: HistoryEntry,
  all: readonly HistoryEntry[],
  nameOf: NameOf,
): string {
  const { remixOf: other, rifff: own } = entry;
  const who = other && nameOf(other, own);
  const parent = all.find(({ rifff }) => rifff._id === entry.parentId);
  const parts = [
    other !== null && `a remix of ${who || 'another person'}`,
    parent && `from ${parent.unsent ? 'an unsent one' : parent.title}`,
    !parent && entry.parentId !== null && 'from an older one',
  ];
  return parts.filter(Boolean).join(', ');
}
