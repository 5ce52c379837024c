import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  CollectibleJam,
  CollectibleJamsQuerySchema,
  CollectibleJamsSchema,
} from '../../../src/data/contract/market.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { countOf, updateRows, valuesOf } from '../../ports/database/rows.ts';
import { findOwnJam, findReadableJam, type JamFor, withRoles } from '../jams/access.ts';
import { keepsOrder } from '../jams/clubs.ts';
import { presentJams } from '../jams/presentJam.ts';
import { findJams, isOpenJam } from '../jams/repo.ts';
import type { MarketContext } from './context.ts';
import { isCollectible } from './judging.ts';
import { countOpen, findOpen } from './openRifffs.ts';

type Reader = Identity | null;

/** Open rifffs of one jam in a list, and on its own page. */
const MOST_LISTED = 6;
const MOST_SHOWN = 100;
/** Open rifffs of a whole list; each jam has one at least. */
const MOST_IN_LIST = 120;

/** May the reader of this jam say whether its rifffs can be collected? */
const mayChange = (jam: JamFor): boolean =>
  keepsOrder(jam.role) && jam.access === 'public' && (jam.club?.closes ?? null) === null;

/** Why rifffs of a jam cannot be made collectible. */
function refusalOf({ kind, club }: JamFor): string {
  if (club) return 'Only channels that anyone may hear can be collected from';
  return kind === 'personal'
    ? 'Let others use what you keep first: your access rights say that it is for you alone'
    : 'Only rifffs of public jams can be collected: make this jam public first';
}

/** Which jams can be collected from. */
export function collectibleJamCalls(context: Pick<MarketContext, 'database' | 'publicUrl'>) {
  const { database } = context;
  const { queries } = database;

  async function show(jams: readonly JamFor[], most: number): Promise<CollectibleJam[]> {
    const now = Date.now();
    const ids = jams.filter(isCollectible).map(({ id }) => id);
    const [shown, counts, open] = await Promise.all([
      presentJams(queries, jams, context.publicUrl),
      countOpen(queries, ids, now),
      findOpen({ queries, publicUrl: context.publicUrl }, ids, { most, nowMs: now }),
    ]);
    return jams.map((jam, at) => ({
      jam: shown[at]!,
      isCollectible: isCollectible(jam),
      mayChange: mayChange(jam),
      open: open.get(jam.id) ?? [],
      openCount: counts.get(jam.id) ?? 0,
      now,
    }));
  }

  async function one(reader: Reader, jamId: string): Promise<CollectibleJam> {
    const [shown] = await show([await findReadableJam(queries, reader, jamId)], MOST_SHOWN);
    return shown!;
  }

  return {
    /** Jams that can be collected from, those with the newest rifff first, empty ones last. */
    async list(
      reader: Reader,
      { pageSize, pageNo }: z.output<typeof CollectibleJamsQuerySchema>,
    ): Promise<z.output<typeof CollectibleJamsSchema>> {
      const all = queries
        .selectFrom('jams')
        .where('jams.isCollectible', '=', true)
        .where(isOpenJam());
      const [rows, total] = await Promise.all([
        all
          .select('jams.id')
          .orderBy((order) => order.case().when('jams.latest', 'is', null).then(1).else(0).end())
          .orderBy('jams.latest', 'desc')
          .orderBy('jams.id')
          .limit(pageSize)
          .offset(pageNo * pageSize)
          .execute(),
        countOf(all),
      ]);
      const found = await findJams(queries, valuesOf(rows, 'id'));
      const jams = await withRoles(
        queries,
        reader,
        rows.flatMap(({ id }) => found.get(id) ?? []),
      );
      const each = Math.floor(MOST_IN_LIST / Math.max(1, jams.length));
      const most = Math.max(1, Math.min(MOST_LISTED, each));
      return { jams: await show(jams, most), total };
    },

    /** One jam by its id or long id. Throws `not_found`. */
    jam: one,

    /**
     * Says whether rifffs of a jam can be collected; what was collected stays. A jam that is made private later cannot be
     * collected from until it is public again. Throws `not_found`, `forbidden`, and `conflict` for a jam that is not open.
     */
    async set(identity: Identity, jamId: string, isOn: boolean): Promise<CollectibleJam> {
      await writeFor(database, identity.userId, async (transaction) => {
        const jam = await findOwnJam(transaction, identity, jamId);
        if (isOn && jam.access !== 'public') throw new ApiError('conflict', refusalOf(jam));
        await updateRows(transaction, 'jams', { id: jam.id }, { isCollectible: isOn });
      });
      return one(identity, jamId);
    },
  };
}
