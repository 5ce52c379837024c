import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { MESSAGES } from '../../../src/data/contract/messages.ts';
import type { Events } from '../../kernel/events.ts';
import type { Job } from '../../kernel/jobs.ts';
import type { Owner } from '../../kernel/ownership.ts';
import { type Identity, requireProof } from '../../plugins/identity.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { AccountsContext } from '../auth/context.ts';
import { checkOwnPassword } from '../auth/passwordCalls.ts';
import { findById } from '../auth/repo.ts';
import { closeAccount } from './closing.ts';
import { createExporter } from './exporting.ts';

export type BelongingsService = ReturnType<typeof belongingsService>;

export interface BelongingsContext extends AccountsContext {
  readonly departures: Pick<Job, 'wake'>;
  readonly owners: readonly Owner[];
  readonly log: FastifyBaseLogger;
  readonly events: Events;
}

/** Taking everything along, and leaving. Both are about the caller's own account. */
export function belongingsService(context: BelongingsContext) {
  const { database, departures, log, announcer, events } = context;
  const startExport = createExporter(
    { queries: database.queries, rules: context.settings.accounts, owners: context.owners },
    log,
  );

  /**
   * Closes an account: answered once nothing of it can be seen; what it owned goes after that. Classes of a teacher end
   * with it. Throws `unauthorised` where it was closed already, and what `check` throws.
   */
  async function close(userId: string, check?: Parameters<typeof closeAccount>[3]): Promise<void> {
    await closeAccount(database, userId, Date.now(), check);
    announcer.recheck(userId);
    departures.wake();
    events.tell('closed', { userId });
  }

  return {
    close,

    /** Everything that the account owns, no secrets, as the text of the whole answer. */
    export: ({ userId }: Identity): Promise<Readable> => startExport(userId),

    /**
     * Deletes the account of a caller who repeats the password: answered once it is closed and nothing of it can be
     * seen; what it owned goes after that. What others built on keeps its lineage; the name is never issued again.
     * A proof stands in place of the password of an account that has none. Throws a `ValidationFailure` of `password`, or
     * `proof_required`.
     */
    async delete(identity: Identity, password: string | undefined): Promise<Record<string, never>> {
      const { userId } = identity;
      const account = await findById(database.queries, userId);
      if (account && account.passwordHash === null) requireProof(identity, 'always');
      else if (password === undefined) throw new ValidationFailure({ password: MESSAGES.required });
      else await checkOwnPassword(context, identity, { field: 'password', password });
      await close(userId);
      return {};
    },
  };
}
