import { ApiError } from '../../../../src/data/contract/errors.ts';
import type { LinkedProviders } from '../../../../src/data/contract/providers.ts';
import { writeFor } from '../../../plugins/accountLock.ts';
import type { Identity } from '../../../plugins/identity.ts';
import { hasRow, listRows, takeRows } from '../../../ports/database/rows.ts';
import type { AccountsContext } from '../context.ts';
import { tellOwner } from '../factorMails.ts';
import { requireWayIn } from '../factors.ts';
import { findById } from '../repo.ts';
import { settleOfficeOf } from './entering.ts';
import type { ProviderLines } from './lines.ts';

/** Accounts elsewhere of the caller's own account. */
export function linkService(context: AccountsContext, lines: ProviderLines) {
  const { database, settings } = context;
  const { queries } = database;

  /** What people call a provider; its id, where the settings do not have it any more. */
  const nameOf = (provider: string) => lines.get(provider)?.provider.name ?? provider;

  return {
    async list({ userId }: Identity): Promise<LinkedProviders> {
      const columns = ['id', 'provider', 'label', 'created'] as const;
      const rows = await listRows(queries, 'providerLinks', { userId }, ['created', 'id'], {
        columns,
      });
      const account = await findById(queries, userId);
      return {
        linked: rows.map((row) => ({ ...row, name: nameOf(row.provider) })),
        hasPassword: typeof account?.passwordHash === 'string',
      };
    },

    /**
     * Unlinks; the office that came from there goes with the last link to it. Throws `not_found` for a link of anyone else,
     * `conflict` where it is the last way in.
     */
    async unlink(id: string, { userId }: Identity): Promise<Record<string, never>> {
      const nowMs = Date.now();
      const provider = await writeFor(database, userId, async (transaction) => {
        const [gone] = await takeRows(transaction, 'providerLinks', { id, userId }, ['provider']);
        if (!gone) throw new ApiError('not_found', 'You have no such link');
        const { provider } = gone;
        const about = { id: provider, name: nameOf(provider) };
        const isLast = !(await hasRow(transaction, 'providerLinks', { userId, provider }));
        if (isLast) await settleOfficeOf(transaction, userId, about, null, nowMs);
        await requireWayIn(transaction, settings, userId);
        return provider;
      });
      tellOwner(context, userId, { kind: 'provider unlinked', name: nameOf(provider) });
      return {};
    },
  };
}

export type LinkService = ReturnType<typeof linkService>;
