import type { Queries } from '../../ports/database/database.ts';
import type { MediaRow } from '../../ports/database/schema.ts';

type Content = Pick<MediaRow, 'hash' | 'mime' | 'size'>;

/** The content behind a media key: sound of a loop that was not removed, a track, or the picture of an account. */
export async function findMedia(queries: Queries, key: string): Promise<Content | undefined> {
  return (
    (await findSound(queries, key)) ??
    (await findAvatar(queries, key)) ??
    (await findTrack(queries, key))
  );
}

function findTrack(queries: Queries, key: string): Promise<Content | undefined> {
  return queries
    .selectFrom('tracks')
    .select(['hash', 'mime', 'size'])
    .where('key', '=', key)
    .executeTakeFirst();
}

function findAvatar(queries: Queries, key: string): Promise<Content | undefined> {
  return queries
    .selectFrom('avatars')
    .select(['hash', 'mime', 'size'])
    .where('key', '=', key)
    .executeTakeFirst();
}

function findSound(queries: Queries, key: string): Promise<Content | undefined> {
  return queries
    .selectFrom('media')
    .innerJoin('loops', 'loops.id', 'media.loopId')
    .select(['media.hash', 'media.mime', 'media.size'])
    .where('media.key', '=', key)
    .where('loops.isRemoved', '=', false)
    .executeTakeFirst();
}
