import type { Server } from '../../kernel/module.ts';
import type { Queries } from '../../ports/database/database.ts';
import { getRow } from '../../ports/database/rows.ts';
import type { Announcer } from '../../ports/fanOut/announcer.ts';
import type { Settings } from '../../settings.ts';

/** What the calls of rooms share. */
export interface RoomsContext extends Pick<Server, 'database' | 'presence' | 'publicUrl'> {
  readonly announcer: Announcer;
  readonly settings: Pick<Settings, 'admins' | 'moderators' | 'accounts'>;
}

/** The row of a jam inside a transaction that holds its lock. */
export const readJam = (queries: Queries, jamId: string) => getRow(queries, 'jams', { id: jamId });
