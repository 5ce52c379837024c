import type { Transaction } from 'kysely';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { getRow } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { Announcer } from '../../ports/fanOut/announcer.ts';
import type { Settings } from '../../settings.ts';
import { appendEvent, lockJam, type NewEvent } from '../jams/events.ts';

/** What the calls of rooms share. */
export interface RoomsContext extends Pick<Server, 'database' | 'presence' | 'publicUrl'> {
  readonly announcer: Announcer;
  readonly settings: Pick<Settings, 'admins' | 'moderators' | 'accounts'>;
}

type Stores = Pick<RoomsContext, 'database' | 'announcer'>;

/**
 * Writes to a jam for an account: `work` answers what happened, or nothing, which is stored with it and told afterwards.
 * @param jamId short id
 */
export async function happenIn(
  { database, announcer }: Stores,
  { userId }: Pick<Identity, 'userId'>,
  jamId: string,
  work: (transaction: Transaction<Schema>) => Promise<Pick<NewEvent, 'kind' | 'ref'> | undefined>,
): Promise<JamEvent | undefined> {
  const event = await writeFor(database, userId, async (transaction) => {
    await lockJam(database, transaction, jamId);
    const happened = await work(transaction);
    const more = { jamId, userId, nowMs: Date.now() };
    return happened && appendEvent(database, transaction, { ...happened, ...more });
  });
  if (event) announcer.announce(jamId, [event]);
  return event;
}

/** The row of a jam inside a transaction that holds its lock. */
export const readJam = (queries: Queries, jamId: string) => getRow(queries, 'jams', { id: jamId });
