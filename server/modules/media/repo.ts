import type { Queries } from '../../ports/database/database.ts';
import type { JamFileRow, JamRow, MediaRow } from '../../ports/database/schema.ts';
import { isOpenJam } from '../jams/repo.ts';
import { isSoundBarred } from './barred.ts';

/** The content behind an address, and what it belongs to where that is not for everyone by itself. */
export interface Content extends Pick<MediaRow, 'hash' | 'mime' | 'size'> {
  /** The loop that somebody uploaded. */
  readonly loop?: {
    readonly id: string;
    readonly creatorId: string;
    /** A moderator took its sound out. */
    readonly isBarred: boolean;
  };
  /** The track of a jam: who brought it, and what the jam is. */
  readonly jamTrack?: Pick<JamRow, 'ownerId'> & {
    readonly isOpen: boolean;
    readonly userId: string;
  };
  /** A picture or voice of a jam, or its cover. */
  readonly jamFile?: Pick<JamFileRow, 'jamId' | 'messageId'>;
}

/** The content behind a media key: sound of a loop that was not removed, a track, or the picture of an account. */
export async function findMedia(queries: Queries, key: string): Promise<Content | undefined> {
  return (
    (await findSound(queries, key)) ??
    (await findAvatar(queries, key)) ??
    (await findTrack(queries, key)) ??
    (await findJamFile(queries, key))
  );
}

async function findTrack(queries: Queries, key: string): Promise<Content | undefined> {
  const row = await queries
    .selectFrom('tracks')
    .leftJoin('jams', 'jams.id', 'tracks.jamId')
    .select(['tracks.hash', 'tracks.mime', 'tracks.size', 'tracks.userId', 'tracks.isPinned'])
    .select('jams.ownerId')
    .select(() => [isOpenJam().as('isOpen')])
    .where('tracks.key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  const { hash, mime, size, userId, isPinned, isOpen, ownerId } = row;
  const content = { hash, mime, size };
  if (isPinned) return content;
  // A jam that is gone is nobody's.
  const jam = { isOpen: Boolean(isOpen), ownerId: ownerId ?? userId };
  return { ...content, jamTrack: { ...jam, userId } };
}

async function findJamFile(queries: Queries, key: string): Promise<Content | undefined> {
  const row = await queries
    .selectFrom('jamFiles')
    .select(['hash', 'mime', 'size', 'jamId', 'messageId'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  const { jamId, messageId, ...content } = row;
  return { ...content, jamFile: { jamId, messageId } };
}

function findAvatar(queries: Queries, key: string): Promise<Content | undefined> {
  return queries
    .selectFrom('avatars')
    .select(['hash', 'mime', 'size'])
    .where('key', '=', key)
    .executeTakeFirst();
}

async function findSound(queries: Queries, key: string): Promise<Content | undefined> {
  const row = await queries
    .selectFrom('media')
    .innerJoin('loops', 'loops.id', 'media.loopId')
    .select(['media.hash', 'media.mime', 'media.size'])
    .select(['loops.id', 'loops.creatorId', 'loops.origin', 'loops.isLibrary'])
    .select(() => [isSoundBarred().as('isBarred')])
    .where('media.key', '=', key)
    .where('loops.isRemoved', '=', false)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, creatorId, origin, isLibrary, isBarred, ...content } = row;
  if (origin !== 'upload' || isLibrary) return content;
  return { ...content, loop: { id, creatorId, isBarred: Boolean(isBarred) } };
}
