import { STAGE_LOOK_IDS } from '../../src/data/contract/stageLooks.ts';
import type { Queries } from '../ports/database/database.ts';

/**
 * Looks that count other jams than use them, credits of looks that are gone or with gaps, copies without a document, and
 * looks of shares that are gone.
 */
export async function findBrokenLooks(queries: Queries): Promise<string[]> {
  const looks = await queries.selectFrom('looks').select(['id', 'jamCount']).execute();
  const makers = await queries
    .selectFrom('lookMakers')
    .select(['lookId', 'position'])
    .orderBy('position')
    .execute();
  const uses = await queries.selectFrom('roomLooks').selectAll().execute();
  const shared = await queries
    .selectFrom('shareLooks')
    .leftJoin('shares', 'shares.id', 'shareLooks.shareId')
    .selectAll('shareLooks')
    .select('shares.id')
    .execute();
  const ids = new Set(looks.map(({ id }) => id));
  const house = new Set<string>(STAGE_LOOK_IDS);
  const groups = [...Map.groupBy(makers, ({ lookId }) => lookId)];
  const countOf = (id: string) => uses.filter(({ lookKey }) => lookKey === id).length;
  return [
    ...looks
      .filter(({ id, jamCount }) => countOf(id) !== jamCount)
      .map(({ id, jamCount }) => `look ${id} counts ${jamCount} of ${countOf(id)} jams`),
    ...groups.filter(([id]) => !ids.has(id)).map(([id]) => `credits hang on look ${id}`),
    ...groups
      .filter(([, rows]) => rows.some(({ position }, at) => position !== at))
      .map(([id]) => `the credits of look ${id} have gaps`),
    ...shared
      .filter(({ id }) => id === null)
      .map(({ shareId }) => `a look hangs on share ${shareId}, which is gone`),
    ...shared
      .filter(({ lookKey, document }) => house.has(lookKey) !== (document === null))
      .map(
        ({ shareId, lookKey }) =>
          `look ${lookKey} of share ${shareId} lacks its document, or has one`,
      ),
    ...uses
      .filter(({ lookKey, document }) => house.has(lookKey) !== (document === null))
      .map(
        ({ jamId, lookKey }) => `look ${lookKey} of jam ${jamId} lacks its document, or has one`,
      ),
  ];
}
