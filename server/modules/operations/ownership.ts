import type { ExportOwned } from '../../kernel/ownership.ts';
import { ownedRows, type RemovalStep, removalOf } from '../../ports/database/batches.ts';

/** Mails to the account that could not be sent yet; what they say may hold a token, and is in the mail itself. */
export const exportOwned: ExportOwned = (queries, userId) => ({
  waitingMails: ownedRows(queries, userId)(
    'waitingMails',
    ['created', 'id'],
    ['recipient', 'subject'],
  ),
});

/** They go before all else: nothing is sent to a person who left. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [removalOf('waitingMails', 'id')];
