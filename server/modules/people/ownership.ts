import { inPages, mapPages, type Pages, type RemovalStep } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';

const PAGE = 100;

/** How an account is told, and on which devices, as its export lists it; no secrets. */
export function exportOwned(queries: Queries, userId: string): Record<string, Pages> {
  const settings = queries
    .selectFrom('noticeSettings')
    .select(['userId', 'choices', 'digest', 'lastDigest', 'sharesSeen'])
    .where('userId', '=', userId);
  const devices = queries
    .selectFrom('pushSubscriptions')
    .select(['id', 'device', 'created', 'endpoint'])
    .where('userId', '=', userId);
  return {
    noticeSettings: mapPages(inPages(settings, ['userId'], PAGE), (page) =>
      page.map(({ userId: _, ...row }) => row),
    ),
    // The whole address of a device is what pushes to it.
    pushDevices: mapPages(inPages(devices, ['created', 'id'], PAGE), (page) =>
      page.map(({ endpoint, ...row }) => ({ ...row, service: new URL(endpoint).host })),
    ),
  };
}

const rowsIn =
  (table: 'noticeSettings' | 'pushSubscriptions'): RemovalStep =>
  async (queries, userId) => {
    await queries.deleteFrom(table).where('userId', '=', userId).execute();
    return null;
  };

/** Notices and follows go with what was said and with the feed. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [
  rowsIn('noticeSettings'),
  rowsIn('pushSubscriptions'),
];
