import { describe, expect, it } from 'vitest';
import { makeAccount } from '../testing/accounts.ts';
import { describeOnce } from '../testing/databases.ts';
import { findIdentity, readCredential } from './identity.ts';

const NOBODY = { admins: new Set<string>(), moderators: new Set<string>() };

describe('reading a credential', () => {
  const pair = `${'a'.repeat(32)}:${'B'.repeat(32)}`;
  const credential = { token: 'a'.repeat(32), password: 'B'.repeat(32) };
  it('takes the pair plain and in base64', () => {
    expect(readCredential(`Bearer ${pair}`)).toEqual(credential);
    expect(readCredential(`bearer ${Buffer.from(pair).toString('base64')}`)).toEqual(credential);
  });
  it.each([undefined, '', 'Bearer', `Basic ${pair}`, 'Bearer x:y', `Bearer ${pair} more`])(
    'takes %j for none',
    (header) => expect(readCredential(header)).toBeNull(),
  );
});

describeOnce('finding an identity', (open) => {
  it('finds it by both halves, until the session ends', async () => {
    const database = await open();
    await database.migrate();
    const { headers } = await makeAccount(database, 'Ines-1');
    const credential = readCredential(headers.authorization);
    if (!credential) throw new Error('no credential');
    const find = (change: Partial<typeof credential>, later = 0, settings = NOBODY) =>
      findIdentity(database.queries, settings, { ...credential, ...change }, Date.now() + later);
    expect(await find({})).toMatchObject({ userId: 'Ines-1', roles: ['user'] });
    expect(await find({ password: 'x'.repeat(32) })).toBeNull();
    expect(await find({ token: 'x'.repeat(32) })).toBeNull();
    expect(await find({}, 3_600_001)).toBeNull();
    const roles = { admins: new Set(['ines-1']), moderators: new Set<string>() };
    expect((await find({}, 0, roles))?.roles).toEqual(['user', 'admin']);
  });
});
