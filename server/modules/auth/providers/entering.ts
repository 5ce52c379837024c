import type { Transaction } from 'kysely';
import type { Login } from '../../../../src/data/contract/auth.ts';
import { ApiError } from '../../../../src/data/contract/errors.ts';
import { newId } from '../../../../src/data/rules/ids.ts';
import { type Office, settleOffice } from '../../../plugins/offices.ts';
import type { Queries } from '../../../ports/database/database.ts';
import { countRows, insertRows } from '../../../ports/database/rows.ts';
import type { Schema } from '../../../ports/database/schema.ts';
import type { Provider } from '../../../providerSettings.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { AccountsContext } from '../context.ts';
import { type Entry, enter } from '../entering.ts';
import type { Person } from './claims.ts';

/** Accounts elsewhere that one account has. */
const MOST_LINKS = 10;

/** As the audit names who did it. */
const BY_PROVIDER = { userId: 'a provider' };

/** Another account has what is being linked. */
export const linkedElsewhere = (): ApiError =>
  new ApiError('conflict', 'This account there belongs to another account here: sign in with it');

/**
 * Inside a transaction that holds the lock of the account: links an account elsewhere to it. Throws a unique violation where it
 * is linked already, and `forbidden` for one too many.
 * @returns the id of the link
 */
export async function addLink(
  queries: Queries,
  userId: string,
  { provider, person, nowMs }: LinkedPerson,
): Promise<string> {
  if ((await countRows(queries, 'providerLinks', { userId })) >= MOST_LINKS) {
    throw new ApiError('forbidden', `An account has ${MOST_LINKS} links to other accounts at most`);
  }
  const id = newId(nowMs);
  const { issuer, subject, label } = person;
  const row = { id, issuer, subject, label, userId, provider: provider.id, created: nowMs };
  await insertRows(queries, 'providerLinks', row);
  return id;
}

/** A person of a provider, and when. */
export interface LinkedPerson {
  readonly provider: Pick<Provider, 'id' | 'name'>;
  readonly person: Pick<Person, 'issuer' | 'subject' | 'label'>;
  readonly nowMs: number;
}

/** Inside a transaction: gives or takes the office that the provider says, and writes it down. */
export async function settleOfficeOf(
  transaction: Queries,
  userId: string,
  { id, name }: Pick<Provider, 'id' | 'name'>,
  office: Office | null,
  nowMs: number,
): Promise<void> {
  const change = await settleOffice(transaction, userId, { provider: id, office }, nowMs);
  if (change === null) return;
  const deeds = { admin: 'make-admin', moderator: 'make-moderator', ended: 'end-office' } as const;
  const deed = { action: deeds[change], userId, reason: `By a claim of ${name}` };
  await writeAudit(transaction, BY_PROVIDER, deed);
}

/** A person who comes in by a link. */
export interface LinkEntry extends Pick<Entry, 'owner' | 'caller' | 'nowMs'> {
  readonly provider: Pick<Provider, 'id' | 'name'>;
  readonly linkId: string;
  readonly sid: string | null;
  readonly office: Office | null;
}

/** Inside a transaction that holds the lock of the account: signs in by a link, with the office that the provider says. */
export async function enterByLink(
  transaction: Transaction<Schema>,
  settings: AccountsContext['settings'],
  { provider, linkId, sid, office, ...entry }: LinkEntry,
): Promise<Login> {
  await settleOfficeOf(transaction, entry.owner.userId, provider, office, entry.nowMs);
  const link = { id: linkId, sid };
  return enter(transaction, settings, { ...entry, way: 'provider', link });
}
