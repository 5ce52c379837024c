import type * as z from 'zod';
import type {
  Notice,
  NoticesQuerySchema,
  NoticesSchema,
} from '../../../src/data/contract/notices.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countOf } from '../../ports/database/rows.ts';
import type { NoticeRow } from '../../ports/database/schemaJams.ts';
import { presentReadable } from '../jams/present.ts';
import { findJams, keyText, type RifffKey } from '../jams/repo.ts';

/** What these calls tell of; `GET /notifications` tells of everything. */
const KINDS = ['answer', 'remix', 'knock'] as const;

type Shown = NoticeRow & { from: string | null; displayName: string | null };

/** Notices of an account without those of people whom it does not hear by now. */
const selectNotices = (queries: Queries, userId: string) =>
  queries
    .selectFrom('notices')
    .where('notices.userId', '=', userId)
    .where('notices.kind', 'in', KINDS)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blocks')
            .select('blocks.blockedId')
            .whereRef('blocks.userId', '=', 'notices.userId')
            .whereRef('blocks.blockedId', '=', 'notices.fromId'),
        ),
      ),
    );

function findNotices(
  queries: Queries,
  userId: string,
  { fromCreatedTime, limit }: z.output<typeof NoticesQuerySchema>,
): Promise<Shown[]> {
  let query = selectNotices(queries, userId)
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'notices.fromId').on('accounts.isDeleted', '=', false),
    )
    .selectAll('notices')
    .select(['accounts.id as from', 'accounts.displayName']);
  if (fromCreatedTime !== undefined) query = query.where('notices.created', '<', fromCreatedTime);
  return query
    .orderBy('notices.created', 'desc')
    .orderBy('notices.id', 'desc')
    .limit(limit + 1)
    .execute();
}

async function countUnread(queries: Queries, userId: string): Promise<number> {
  return countOf(selectNotices(queries, userId).where('notices.isRead', '=', false));
}

/** Both rifffs of a notice, by their keys. */
function keysOf({ jamId, rifffId, parentJamId, parentId }: NoticeRow) {
  const key = (jam: string | null, rifff: string | null): RifffKey | null =>
    jam !== null && rifff !== null ? { jamId: jam, rifffId: rifff } : null;
  return { answer: key(jamId, rifffId), parent: key(parentJamId, parentId) };
}

async function presentNotices(
  queries: Queries,
  reader: Identity,
  rows: readonly Shown[],
  publicUrl: string | undefined,
): Promise<Notice[]> {
  const keys = rows.flatMap((row) => {
    const { answer, parent } = keysOf(row);
    return [answer, parent].filter((key) => key !== null);
  });
  const byKey = await presentReadable(queries, reader, keys, publicUrl);
  const shown = (key: RifffKey | null): Rifff | null => (key && byKey.get(keyText(key))) ?? null;
  const jams = await findJams(queries, [...new Set(rows.map(({ jamId }) => jamId))]);
  return rows.map((row) => {
    const { id, kind, created, isRead, jamId, from, displayName } = row;
    const { answer, parent } = keysOf(row);
    const rifff = shown(answer);
    const isTold = rifff !== null || kind === 'knock';
    return {
      id,
      kind: kind as Notice['kind'],
      created,
      isRead,
      user: from ?? '',
      displayName: displayName ?? '',
      // Which jam it is, is told to those who still see what came from it.
      jamId: isTold ? jamId : null,
      jamName: isTold ? (jams.get(jamId)?.name ?? '') : '',
      rifff,
      parent: shown(parent),
    };
  });
}

export type NoticesService = ReturnType<typeof noticesService>;

/** "A person answered you". */
export function noticesService({ database, publicUrl }: Pick<Server, 'database' | 'publicUrl'>) {
  const { queries } = database;
  return {
    /** A page of the caller's notices, newest first. */
    async list(
      identity: Identity,
      query: z.output<typeof NoticesQuerySchema>,
    ): Promise<z.output<typeof NoticesSchema>> {
      const rows = await findNotices(queries, identity.userId, query);
      const page = rows.slice(0, query.limit);
      return {
        notices: await presentNotices(queries, identity, page, publicUrl),
        unread: await countUnread(queries, identity.userId),
        isLast: rows.length <= query.limit,
      };
    },

    /** Everything up to and with `until` (milliseconds since the epoch) counts as read. */
    async read({ userId }: Identity, until: number): Promise<{ unread: number }> {
      await writeFor(database, userId, async (transaction) => {
        await transaction
          .updateTable('notices')
          .set({ isRead: true })
          .where('userId', '=', userId)
          .where('kind', 'in', KINDS)
          .where('created', '<=', until)
          .where('isRead', '=', false)
          .execute();
      });
      return { unread: await countUnread(queries, userId) };
    },
  };
}
