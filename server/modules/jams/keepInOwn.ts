import type { Database } from '../../ports/database/database.ts';

/** Stands in until the channels' own. */
export async function keepInOwnJams(_database: Database, _jamId: string): Promise<void> {}
