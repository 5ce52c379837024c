import type { Queries } from '../../ports/database/database.ts';

/**
 * Bytes that the files of an account occupy in the store: of its loops, its tracks, its picture and what it brought to
 * jams and clubs, each content once however often the account uses it. Summed up whenever it is asked, so that it cannot differ from what is there:
 * `bench/room` prints what that costs.
 */
export async function usedBytes(queries: Queries, userId: string): Promise<number> {
  const loops = queries
    .selectFrom('media')
    .where('userId', '=', userId)
    // The index has them by content, so that nothing is sorted however many there are.
    .groupBy('hash')
    .select((build) => ['hash', build.fn.max('size').as('size')]);
  const others = queries
    .selectFrom('tracks')
    .where('userId', '=', userId)
    .select(['hash', 'size'])
    .union(queries.selectFrom('avatars').where('userId', '=', userId).select(['hash', 'size']))
    .union(queries.selectFrom('jamFiles').where('userId', '=', userId).select(['hash', 'size']))
    .union(queries.selectFrom('clubImages').where('userId', '=', userId).select(['hash', 'size']))
    .as('others');
  const isNoLoop = queries
    .selectFrom(others)
    .select(['others.hash', 'others.size'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('media')
            .where('media.userId', '=', userId)
            .whereRef('media.hash', '=', 'others.hash')
            .select('media.key'),
        ),
      ),
    );
  const { total } = await queries
    .selectFrom(loops.unionAll(isNoLoop).as('contents'))
    .select((build) => build.fn.sum<number | string | null>('contents.size').as('total'))
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}
