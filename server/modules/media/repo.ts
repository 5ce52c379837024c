import type { Queries } from '../../ports/database/database.ts';
import { findRow } from '../../ports/database/rows.ts';
import type { MediaRow } from '../../ports/database/schemaLibrary.ts';
import { isOpenJam } from '../jams/repo.ts';
import { isSoundBarred } from './barred.ts';

/** The content behind an address, and what it belongs to where that is not for everyone by itself. */
export interface Content extends Pick<MediaRow, 'hash' | 'mime' | 'size'> {
  /** The loop that was uploaded, or that is in a partner's collection. */
  readonly loop?: {
    readonly id: string;
    /** Account of its maker; '' for one of a collection. */
    readonly creatorId: string;
    /** What unlocks it; null for one that was uploaded. */
    readonly product: string | null;
    /** A moderator took its sound out. */
    readonly isBarred: boolean;
  };
  /** The track, picture or voice of a jam: which jam, may anyone read it, who brought it, and the message that shows it. */
  readonly ofJam?: {
    readonly jamId: string;
    readonly isOpen: boolean;
    readonly userId: string;
    readonly messageId?: string | null;
  };
}

/**
 * The content behind a media key: sound of a loop that was not removed, the picture of an account, a
 * track, a file of a jam, or a picture of a club.
 */
export async function findMedia(queries: Queries, key: string): Promise<Content | undefined> {
  return (
    (await findSound(queries, key)) ??
    (await findAvatar(queries, key)) ??
    (await findTrack(queries, key)) ??
    (await findJamFile(queries, key)) ??
    (await findClubImage(queries, key))
  );
}

async function findTrack(queries: Queries, key: string): Promise<Content | undefined> {
  const row = await queries
    .selectFrom('tracks')
    .leftJoin('jams', 'jams.id', 'tracks.jamId')
    .select(['tracks.hash', 'tracks.mime', 'tracks.size', 'tracks.userId', 'tracks.isPinned'])
    .select('tracks.jamId')
    .select(() => [isOpenJam().as('isOpen')])
    .where('tracks.key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  const { hash, mime, size, userId, isPinned, isOpen, jamId } = row;
  const content = { hash, mime, size };
  if (isPinned) return content;
  return { ...content, ofJam: { jamId: jamId ?? '', isOpen: Boolean(isOpen), userId } };
}

/** A picture or voice of a chat, or the cover of a jam. */
async function findJamFile(queries: Queries, key: string): Promise<Content | undefined> {
  const row = await queries
    .selectFrom('jamFiles')
    .innerJoin('jams', 'jams.id', 'jamFiles.jamId')
    .select(['jamFiles.hash', 'jamFiles.mime', 'jamFiles.size', 'jamFiles.jamId'])
    .select(['jamFiles.userId', 'jamFiles.messageId'])
    .select(() => [isOpenJam().as('isOpen')])
    .where('jamFiles.key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  const { jamId, userId, messageId, isOpen, ...content } = row;
  return { ...content, ofJam: { jamId, isOpen: Boolean(isOpen), userId, messageId } };
}

function findAvatar(queries: Queries, key: string): Promise<Content | undefined> {
  return findRow(queries, 'avatars', { key }, ['hash', 'mime', 'size']);
}

/** People who are shown a club by a code see its pictures. */
function findClubImage(queries: Queries, key: string): Promise<Content | undefined> {
  return findRow(queries, 'clubImages', { key }, ['hash', 'mime', 'size']);
}

/**
 * A file that a token names, by the SHA-256 of its content. What a moderator took out is not served from here any more,
 * whatever the chain says.
 */
export async function findTokenFile(queries: Queries, hash: string): Promise<Content | undefined> {
  return queries
    .selectFrom('tokenFiles')
    .select(['hash', 'mime', 'size'])
    .where('hash', '=', hash)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('barred')
            .select('barred.origin')
            .where('barred.kind', '=', 'sound')
            .whereRef('barred.value', '=', 'tokenFiles.hash'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
}

async function findSound(queries: Queries, key: string): Promise<Content | undefined> {
  const row = await queries
    .selectFrom('media')
    .innerJoin('loops', 'loops.id', 'media.loopId')
    .select(['media.hash', 'media.mime', 'media.size'])
    .select(['loops.id', 'loops.creatorId', 'loops.origin', 'loops.isLibrary', 'loops.product'])
    .select(() => [isSoundBarred().as('isBarred')])
    .where('media.key', '=', key)
    .where('loops.isRemoved', '=', false)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, creatorId, origin, isLibrary, isBarred, product, ...content } = row;
  const about = { id, isBarred: Boolean(isBarred) };
  if (product != null) return { ...content, loop: { ...about, product, creatorId: '' } };
  if (origin !== 'upload' || isLibrary) return content;
  return { ...content, loop: { ...about, product: null, creatorId } };
}
