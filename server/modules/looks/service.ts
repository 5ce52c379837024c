import type { Transaction } from 'kysely';
import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  LookChangesBodySchema,
  LooksQuerySchema,
  NewLookBodySchema,
  SavedLook,
} from '../../../src/data/contract/savedLooks.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { findPersonId } from '../../plugins/accounts.ts';
import { storeNew } from '../../plugins/clientIds.ts';
import { hasOffice, type Identity, type Reader } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { givenOf } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { storeReport } from '../audit/audit.ts';
import { isBlocked } from '../feed/commentsRepo.ts';
import { isHouseKey, type ShownLook } from '../feed/lookCopies.ts';
import type { ShowLooks } from '../feed/shownLooks.ts';
import {
  countCall,
  findVisibleLook,
  keptDocument,
  type LooksContext,
  refuseKeptId,
  requireOwn,
  storeLook,
} from './changing.ts';
import * as repo from './repo.ts';
import { takeOutLook } from './takeOut.ts';

/** Shared with the reports of shares, comments and profiles. */
const REPORTS = { max: 60, windowMs: 3_600_000 };

/** Looks as the reader sees them, in the same order. The reader may see them: the caller has seen to that. */
async function presentLooks(
  queries: Queries,
  reader: Reader,
  looks: readonly ShownLook[],
): Promise<SavedLook[]> {
  const makers = await repo.findMakers(
    queries,
    looks.map(({ id }) => id),
  );
  const keys = [...makers.values()].flat().map(({ madeFromKey }) => madeFromKey);
  const kept = new Set(keys.filter((key) => !isHouseKey(key)));
  const visible = await repo.findVisibleIds(queries, reader, [...kept]);
  return looks.map(
    ({ id, ownerId, document, displayName, access, created, changed, jamCount }) => ({
      id,
      document,
      access,
      user: ownerId,
      displayName,
      created,
      changed,
      makers: (makers.get(id) ?? []).map(({ madeFromKey: key, name, ...maker }) => ({
        key: isHouseKey(key) || visible.has(key) ? key : null,
        name,
        user: maker.user ?? '',
        displayName: maker.displayName ?? '',
      })),
      jamCount,
      mayEdit: ownerId === reader?.userId,
    }),
  );
}

/** Looks that people keep and share. */
export function looksService(context: LooksContext) {
  const { database, shownLooks } = context;
  const { queries } = database;

  async function look(reader: Reader, id: string): Promise<{ look: SavedLook }> {
    const found = await findVisibleLook(queries, reader, id);
    const [shown] = await presentLooks(queries, reader, [found]);
    return { look: shown! };
  }

  return {
    look,

    /** A page of public looks, without those of people whom the reader blocks. */
    async list(
      reader: Reader,
      query: z.output<typeof LooksQuerySchema>,
    ): Promise<{ looks: SavedLook[]; total: number }> {
      const { looks, total } = await repo.findListed(queries, reader, query);
      return { looks: await presentLooks(queries, reader, looks), total };
    },

    async mine(identity: Identity): Promise<{ looks: SavedLook[] }> {
      const looks = await repo.findOwn(queries, identity.userId);
      return { looks: await presentLooks(queries, identity, looks) };
    },

    /** Public looks of a person, of oneself all; none of a person whom the reader blocks. Throws `not_found`. */
    async of(reader: Reader, name: string): Promise<{ looks: SavedLook[] }> {
      const userId = await findPersonId(queries, name);
      if (userId === undefined) throw new ApiError('not_found', 'No one goes by this name');
      if (await isBlocked(queries, reader?.userId ?? '', userId)) return { looks: [] };
      const looks = await repo.findOf(queries, reader, userId);
      return { looks: await presentLooks(queries, reader, looks) };
    },

    /**
     * Keeps a look; the same id of the same account is the stored one. Throws `forbidden` past the most that there may be,
     * `conflict`, `not_found` for what it was made from, and `bad_request` for a public one that may not be shown.
     */
    async make(
      identity: Identity,
      { id = newId(), document, ...more }: z.output<typeof NewLookBodySchema>,
    ): Promise<{ look: SavedLook }> {
      refuseKeptId(id);
      const kept = { ...more, id, document: keptDocument(identity, document) };
      await countCall(queries, 'look', identity);
      const store = () =>
        shownLooks.showing(identity.userId, (show) =>
          writeFor(database, identity.userId, async (transaction) => {
            await storeLook(transaction, identity, kept);
            if (kept.access === 'public') show([kept.document]);
          }),
        );
      await storeNew(context, 'look', store);
      return look(identity, id);
    },

    /**
     * Changes what is given; for its owner. Jams and shares that use it keep it as they took it. Throws `bad_request` for a
     * public one that may not be shown; then it stays as it was.
     */
    async change(
      identity: Identity,
      id: string,
      { document, access }: z.output<typeof LookChangesBodySchema>,
    ): Promise<{ look: SavedLook }> {
      const kept = document && keptDocument(identity, document);
      await countCall(queries, 'look', identity);
      const store = async (transaction: Transaction<Schema>, show: ShowLooks) => {
        const before = await requireOwn(transaction, identity, id);
        const set = givenOf({ document: kept && JSON.stringify(kept), access });
        if (Object.keys(set).length === 0) return;
        const isShown = (access ?? before.access) === 'public';
        if (isShown && (kept || before.access === 'private')) show([kept ?? before.document]);
        await updateRows(transaction, 'looks', { id }, { ...set, changed: Date.now() });
      };
      await shownLooks.showing(identity.userId, (show) =>
        writeFor(database, identity.userId, (transaction) => store(transaction, show)),
      );
      return look(identity, id);
    },

    /**
     * Deletes a look; jams and shares that use it keep their copies. A moderator of this server takes out a public one of others, the
     * copies too, which is written down.
     */
    async remove(identity: Identity, id: string): Promise<Record<string, never>> {
      await countCall(queries, 'look', identity);
      const { ownerId, document } = await findVisibleLook(queries, identity, id);
      if (ownerId !== identity.userId && hasOffice(identity.roles)) {
        await takeOutLook(context, identity, id, document.name);
        return {};
      }
      await writeFor(database, identity.userId, async (transaction) => {
        await requireOwn(transaction, identity, id);
        await repo.deleteLooks(transaction, [id]);
      });
      return {};
    },

    /** Tells the moderators of this server; again: with the new reason. Throws `bad_request` for one's own. */
    async report(identity: Identity, id: string, reason: string): Promise<Record<string, never>> {
      const { userId } = identity;
      const { ownerId } = await findVisibleLook(queries, identity, id);
      if (ownerId === userId) throw new ApiError('bad_request', 'This is your own look');
      await limit(queries, `report:${userId}`, { ...REPORTS, nowMs: Date.now() });
      const row = {
        kind: 'look',
        jamId: id,
        ref: id,
        userId,
        reason,
        created: Date.now(),
      } as const;
      await writeFor(database, userId, (transaction) => storeReport(transaction, row));
      return {};
    },
  };
}
