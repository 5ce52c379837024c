import { expect, it } from 'vitest';
import { runAdmin } from '../../admin/commands.ts';
import { readSettings } from '../../settings.ts';
import { removalEnds } from '../../testing/afterwards.ts';
import { TEST_PASSWORD } from '../../testing/calls.ts';
import { describeOnce, rowsOf } from '../../testing/databases.ts';
import { factorCallsOf, PASSKEY_URL } from '../../testing/factorCalls.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { removeExpired } from './cleanup.ts';

const TABLES = ['passkeys', 'challenges', 'timeCodes', 'recoveryCodes'] as const;

describeOnce('factors of an account', (open) => {
  const environment = { PUBLIC_URL: PASSKEY_URL };
  const server = useTestServer({ openDatabase: open, environment });
  const calls = factorCallsOf(server);
  const { post, get, addPasskey, age, turnOnTimeCodes } = calls;

  const countOf = async (userId: string) => {
    const counts = [];
    for (const table of TABLES) {
      counts.push((await rowsOf(server.database, table, 'userId', userId)).length);
    }
    return counts;
  };
  /** An account with every kind of factor. */
  async function makeFull(userId: string) {
    const as = await calls.signedUp(userId);
    const { key } = await addPasskey(as);
    await turnOnTimeCodes(userId, as);
    await post('/auth/proof/start', undefined, { as });
    expect(await countOf(userId)).toEqual([1, 1, 1, 10]);
    return { as, key };
  }

  it('leave with it in the export, without keys and codes', async () => {
    const { as, key } = await makeFull('Packer');
    const { status, data } = await get('/accounts/export', as);
    expect(status).toBe(200);
    expect(data.auth).toEqual({
      passkeys: [{ name: 'Chrome on Linux', created: expect.any(Number), lastUsed: null }],
      accountsElsewhere: [],
      signIns: [expect.objectContaining({ way: 'signup', device: 'Chrome on Linux' })],
    });
    const [passkey] = await rowsOf(server.database, 'passkeys', 'userId', 'Packer');
    const [codes] = await rowsOf(server.database, 'timeCodes', 'userId', 'Packer');
    for (const secret of [passkey!.publicKey, codes!.secret, key.id]) {
      expect(JSON.stringify(data)).not.toContain(secret);
    }
  });

  it('go with it', async () => {
    const { as } = await makeFull('Leaver');
    await age('Leaver', 11 * 60_000);
    const leave = () => post('/accounts/delete', { password: TEST_PASSWORD }, { as });
    expect((await leave()).error.code).toBe('proof_required');
    await age('Leaver', 0);
    expect((await leave()).status).toBe(200);
    expect(await countOf('Leaver')).toEqual([0, 0, 0, 0]);
    await removalEnds(server.database.queries);
    const [account] = await rowsOf(server.database, 'accounts', 'id', 'Leaver');
    expect(account).toMatchObject({ isDeleted: true, hasSecondFactor: false });
  });

  it('are forgotten by the command line for a person who lost them, who is told', async () => {
    const { as } = await makeFull('Lost-1');
    const settings = readSettings({ ...environment });
    const { database } = server;
    const run = (...args: string[]) => runAdmin({ database, settings, nowMs: Date.now() }, args);
    expect((await run('forget-factors', 'lost-1')).join()).toContain('signed out everywhere');
    expect(await countOf('Lost-1')).toEqual([0, 0, 0, 0]);
    expect((await get('/auth/session', as)).status).toBe(401);
    expect((await calls.login('Lost-1')).status).toBe(200);
    const mails = await rowsOf(database, 'waitingMails', 'userId', 'Lost-1');
    expect(mails).toMatchObject([{ recipient: 'Lost-1@mail.example', tries: 0 }]);
    expect(JSON.stringify(mails[0]!.message)).toContain(
      'https://rondo.example/account?tab=sign-in',
    );
    const audit = await rowsOf(database, 'audit', 'userId', 'Lost-1');
    expect(audit).toMatchObject([{ action: 'forget-factors', moderatorId: 'command line' }]);
    expect(await run('forget-factors', 'Lost-1')).toEqual(['Lost-1 has no second factor.']);
    await expect(run('forget-factors')).rejects.toThrow('npm run admin -- forget-factors NAME');
    await expect(run('forget-factors', 'no-one')).rejects.toThrow('There is no account');
  });

  it('that were begun and left are cleaned up', async () => {
    const as = await calls.signedUp('Begun');
    await post('/auth/time-codes/start', undefined, { as });
    await post('/auth/passkeys/start', undefined, { as });
    const { queries } = server.database;
    await removeExpired(queries, Date.now());
    expect(await countOf('Begun')).toEqual([0, 1, 1, 0]);
    await removeExpired(queries, Date.now() + 3_700_000);
    expect(await countOf('Begun')).toEqual([0, 0, 0, 0]);
    const [confirmed] = await rowsOf(server.database, 'timeCodes', 'userId', 'Packer');
    expect(confirmed).toMatchObject({ isConfirmed: true });
  });
});
