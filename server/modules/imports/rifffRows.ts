import { type Insertable, sql } from 'kysely';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows, updateRows } from '../../ports/database/rows.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import type { RifffRow } from '../../ports/database/schemaJams.ts';
import type { StoredRifff } from '../jams/repo.ts';
import { countBrought } from './context.ts';

/** Moments of a jam that are read at a time. */
const MOMENTS = 2000;

/** A rifff that is ready to be stored but for its place in time. */
export interface NewRifff {
  /** `created` is when it was made there. */
  readonly doc: Rifff;
  readonly loopIds: readonly string[];
  readonly row: Omit<Insertable<RifffRow>, 'created' | 'doc'>;
}

/** Gives moments that no rifff of the jam has, each once: the one asked for, or the first behind it. */
function momentsOf(queries: Queries, jamId: string) {
  const taken = new Set<number>();
  /** Everything from here to there was read. */
  let read = { from: 0, to: -1 };
  return async (wanted: number): Promise<number> => {
    for (let moment = wanted; ; moment += 1) {
      if (moment < read.from || moment > read.to) {
        const rows = await queries
          .selectFrom('rifffs')
          .select('created')
          .where('jamId', '=', jamId)
          .where('created', '>=', moment)
          .orderBy('created')
          .limit(MOMENTS)
          .execute();
        for (const { created } of rows) taken.add(created);
        const isAll = rows.length < MOMENTS;
        read = { from: moment, to: isAll ? Number.MAX_SAFE_INTEGER : rows.at(-1)!.created };
      }
      if (taken.has(moment)) continue;
      taken.add(moment);
      return moment;
    }
  };
}

const ROWS = 100;

/** Stores rifffs with what they hold and counts them, in the caller's transaction, which holds the lock of the jam. */
export async function storeRifffs(
  queries: Queries,
  source: Pick<ImportRow, 'id' | 'jamId'>,
  rifffs: readonly NewRifff[],
): Promise<void> {
  if (rifffs.length === 0) return;
  const { jamId } = source;
  const nextMoment = momentsOf(queries, jamId);
  const rows: Insertable<RifffRow>[] = [];
  for (const { row, doc } of rifffs) {
    const created = await nextMoment(doc.created);
    rows.push({ ...row, created, doc: JSON.stringify({ ...doc, created }) });
  }
  await insertRows(queries, 'rifffs', rows);
  const held = rifffs.flatMap(({ row, loopIds }) =>
    loopIds.map((loopId) => ({ jamId, rifffId: row.id, loopId })),
  );
  for (let from = 0; from < held.length; from += ROWS) {
    await insertRows(queries, 'rifffLoops', held.slice(from, from + ROWS));
  }
  const newest = Math.max(...rows.map(({ created }) => created));
  const latest = sql.ref('latest');
  await queries
    .updateTable('jams')
    .set((build) => ({
      rifffCount: build('rifffCount', '+', rows.length),
      latest: sql<number>`case when ${latest} > ${newest} then ${latest} else ${newest} end`,
    }))
    .where('id', '=', jamId)
    .execute();
  await countBrought(queries, source, 'rifffs', rows.length);
}

/** Colours of its used slots tell how much of a rifff was there when it was derived. */
const soundingSlots = ({ layerColours = [] }: Pick<Rifff, 'layerColours'>) => layerColours.length;

/** Derives a stored rifff anew where more of its loops have come since. */
export async function refreshRifff(
  queries: Queries,
  { jamId, id, doc }: StoredRifff,
  { doc: now }: NewRifff,
): Promise<void> {
  if (soundingSlots(now) <= soundingSlots(doc)) return;
  const { layerColours, magnitude, brightness, peakData, state } = now;
  const whole: Rifff = { ...doc, layerColours, magnitude, brightness, peakData, state };
  await updateRows(queries, 'rifffs', { jamId, id }, { doc: JSON.stringify(whole) });
}
