import { randomBytes } from 'node:crypto';
import { beforeAll } from 'vitest';
import { newId } from '../../src/data/rules/ids.ts';
import { createPersonalJam } from '../modules/jams/personalJam.ts';
import { sha256 } from '../plugins/identity.ts';
import type { Database } from '../ports/database/database.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import type { TestServer } from './testApp.ts';

const HOUR_MS = 3_600_000;

export interface TestAccount {
  readonly userId: string;
  /** Headers of a call by this account. */
  readonly headers: { authorization: string };
}

/**
 * An account with its personal jam and a session, stored directly. It has no password to sign in with.
 * @param options for a database of an earlier version: `hasJam` false where its jams are of another shape, `isProven` false
 * where its sessions say nothing of proofs
 */
export async function makeAccount(
  { queries }: Pick<Database, 'queries'>,
  userId: string,
  { hasJam = true, isProven = hasJam }: { hasJam?: boolean; isProven?: boolean } = {},
): Promise<TestAccount> {
  const now = Date.now();
  const [token, password] = [newId(), randomBytes(24).toString('base64url')];
  await queries
    .insertInto('accounts')
    .values({
      id: userId,
      idFolded: userId.toLowerCase(),
      displayName: userId,
      email: `${userId}@rondo.test`,
      emailFolded: `${userId}@rondo.test`.toLowerCase(),
      passwordHash: null,
      created: now,
      isDemo: false,
      isDeleted: false,
      termsVersionAccepted: 1,
      productUpdates: false,
      bio: '',
      externalLinks: '{}',
      avatarKey: null,
      access: 'none',
      license: 'all-rights-reserved',
      client: 'test',
      referralId: null,
    })
    .execute();
  if (hasJam)
    await createPersonalJam(queries, { userId, displayName: userId, isDemo: false, nowMs: now });
  await queries
    .insertInto('sessions')
    .values({
      tokenHash: sha256(token),
      passwordHash: sha256(password),
      id: newId(),
      userId,
      created: now,
      expires: now + HOUR_MS,
      lastUsed: now,
      device: 'test',
      // Earlier versions have no such column.
      ...(isProven && { proven: now }),
    })
    .execute();
  return { userId, headers: { authorization: `Bearer ${token}:${password}` } };
}

/** An account of `makeAccount` for the tests of one suite. */
export function useAccount(server: Pick<TestServer, 'database'>, userId: string): TestAccount {
  let made: TestAccount | undefined;
  beforeAll(async () => {
    made = await makeAccount(server.database, userId);
  });
  return {
    userId,
    get headers() {
      if (!made) throw new Error('the account is made with the first test of its suite');
      return made.headers;
    },
  };
}

/** So many accounts in a database that is not open yet, named after `name` with a number. */
export async function makeAccounts(
  place: Parameters<typeof openDatabase>[0],
  name: string,
  count: number,
): Promise<TestAccount[]> {
  const database = await openDatabase(place);
  await database.migrate();
  const accounts: TestAccount[] = [];
  for (let at = 0; at < count; at++) accounts.push(await makeAccount(database, `${name}${at}`));
  await database.close();
  return accounts;
}
