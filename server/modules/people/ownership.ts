import type { ExportOwned } from '../../kernel/ownership.ts';
import { mapPages, ownedRows, type RemovalStep, removalOf } from '../../ports/database/batches.ts';

/** How an account is told, and on which devices, as its export lists it; no secrets. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  return {
    noticeSettings: mapPages(
      rows('noticeSettings', ['userId'], ['choices', 'digest', 'lastDigest', 'sharesSeen']),
      (page) => page.map(({ userId: _, ...row }) => row),
    ),
    // The whole address of a device is what pushes to it.
    pushDevices: mapPages(
      rows('pushSubscriptions', ['created', 'id'], ['device', 'endpoint']),
      (page) => page.map(({ endpoint, ...row }) => ({ ...row, service: new URL(endpoint).host })),
    ),
  };
};

/** Notices and follows go with what was said and with the feed. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [
  removalOf('noticeSettings', 'userId'),
  removalOf('pushSubscriptions', 'id'),
];
