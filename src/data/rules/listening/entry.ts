/** Something that `/listen` can play: a share, or a rifff of a jam. */
import type { StarterRifff } from '../../contract/library.ts';
import type { Rifff } from '../../contract/rifff.ts';
import type { SharedRifff } from '../../contract/sharing.ts';
import { personText } from '../sharing/credits.ts';
import type { FamilyRole } from './familyPiece.ts';
import type { Queued } from './queue.ts';

/** What is remembered of it: enough to name it and to fetch it again. */
export interface ListenRef extends Queued {
  /** Id of the share, or of a rifff that is heard in its jam: two shares of one rifff have a title and a maker each. */
  readonly key: string;
  /** Null for a rifff of a jam that is not shared. */
  readonly shareId: string | null;
  readonly jamId: string;
  readonly title: string;
  /** Who made or shared it, as shown. */
  readonly by: string;
  /** What it is in the family of a rifff of the week. */
  readonly part?: { readonly role: FamilyRole; readonly winner: string };
}

/** The same with its document. */
export interface ListenEntry {
  readonly ref: ListenRef;
  /** As something to listen to. Its rifff knows its jam, so that a remix names its parent. */
  readonly item: StarterRifff;
  readonly share: SharedRifff | null;
}

const inJam = (rifff: Rifff, jamId: string): Rifff =>
  rifff.jamId === jamId ? rifff : { ...rifff, jamId };

/** What a share is called where it has no title. */
export const UNTITLED = 'Untitled';

/** A share in short, for `playNext` and `addToQueue`. */
export function refOfShare(share: SharedRifff): ListenRef {
  return {
    key: share._id,
    shareId: share._id,
    jamId: share.jamId,
    title: share.title || UNTITLED,
    by: personText(share.displayName),
  };
}

/** A share as something to play. */
export function entryOfShare(share: SharedRifff, part?: ListenRef['part']): ListenEntry {
  const ref = { ...refOfShare(share), ...(part && { part }) };
  const rifff = inJam(share.rifff, share.jamId);
  return { ref, item: { id: share._id, title: ref.title, rifff }, share };
}

/** A rifff of a jam as something to play. @param title of the share it has elsewhere, else what stands for one */
export function entryOfRifff(
  rifff: Rifff,
  jamId: string,
  title: string,
  by: string,
  part?: ListenRef['part'],
): ListenEntry {
  const ref = { key: rifff._id, shareId: null, jamId, title, by, ...(part && { part }) };
  return { ref, item: { id: rifff._id, title, rifff: inJam(rifff, jamId) }, share: null };
}

const text = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);
const ROLES: readonly unknown[] = ['question', 'answer', 'winner', 'onward'];

/** What was kept on a device as a reference, or null where it is none. */
export function readListenRef(value: unknown): ListenRef | null {
  if (typeof value !== 'object' || value === null) return null;
  const { key, shareId, jamId, title, by, isOwn, part } = value as Record<string, unknown>;
  if (!isId(key) || !isId(jamId) || !(shareId === null || isId(shareId))) return null;
  if (!text(title, 200) || !text(by, 200)) return null;
  const { role, winner } = (part ?? {}) as Record<string, unknown>;
  const hasPart = ROLES.includes(role) && isId(winner);
  return {
    // Earlier versions kept shares under the ids of their rifffs.
    key: shareId ?? key,
    shareId,
    jamId,
    title,
    by,
    ...(isOwn === true && { isOwn }),
    ...(hasPart && { part: { role: role as FamilyRole, winner } }),
  };
}

/**
 * The newest line of a jam, oldest first: its newest rifff and what that answers, as far as it is known.
 *
 * @param rifffs of one jam, in any order
 */
export function newestLine(rifffs: readonly Rifff[]): Rifff[] {
  const byId = new Map(rifffs.map((rifff) => [rifff._id, rifff]));
  const newest = rifffs.reduce<Rifff | undefined>(
    (best, rifff) => (!best || rifff.created > best.created ? rifff : best),
    undefined,
  );
  const line: Rifff[] = [];
  for (let at = newest; at && byId.delete(at._id); ) {
    line.unshift(at);
    at = at.parent ? byId.get(at.parent.rifffId) : undefined;
  }
  return line;
}
