import type { Queries } from '../../ports/database/database.ts';
import type { MediaRow } from '../../ports/database/schema.ts';

/** The content behind a media key; not that of a removed loop. */
export function findMedia(
  queries: Queries,
  key: string,
): Promise<Pick<MediaRow, 'hash' | 'mime' | 'size'> | undefined> {
  return queries
    .selectFrom('media')
    .innerJoin('loops', 'loops.id', 'media.loopId')
    .select(['media.hash', 'media.mime', 'media.size'])
    .where('media.key', '=', key)
    .where('loops.isRemoved', '=', false)
    .executeTakeFirst();
}
