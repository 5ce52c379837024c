import { expect, it } from 'vitest';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { callsOf, credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeDatabases, describeOnce, migrateUpTo } from '../../testing/databases.ts';
import { readOutbox, waitForMail } from '../../testing/outbox.ts';
import { postable } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';

const SUBJECT = 'Confirm your address';

describeDatabases('confirming an address', (open, { itOnce }) => {
  const environment = { CONFIRM_EMAIL: 'on', UNCONFIRMED_QUOTA_MB: '3', ACCOUNT_QUOTA_MB: '7' };
  const server = useTestServer({ openDatabase: open, environment });
  const calls = callsOf(server);
  const signup = async (name: string) => credentialOf(await calls.signup(name));
  const tokenTo = async (to: string, count = 1) => {
    const { text } = await waitForMail(server.folder, { to, subject: SUBJECT, count });
    return /\/confirm-email\?token=([\w-]+)/.exec(text)?.[1] ?? '';
  };
  const confirm = (token: string) => calls.post('/accounts/email/confirm', { token });
  const awaits = async (as: string) => {
    const { data } = await calls.get('/accounts/settings', as);
    return data.awaitsConfirmation;
  };
  const quota = async (as: string) => (await calls.get('/accounts/storage', as)).data.quotaBytes;

  it('takes one use of the link in the mail; the account works at once, with little room', async () => {
    const ada = await signup('Ada');
    expect([await awaits(ada), await quota(ada)]).toEqual([true, 3 * 1024 ** 2]);
    const token = await tokenTo('Ada@mail.example');
    const both = await Promise.all([confirm(token), confirm(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([await awaits(ada), await quota(ada)]).toEqual([false, 7 * 1024 ** 2]);
    expect((await confirm(newId())).status).toBe(400);
    const again = await calls.post('/accounts/email/confirmation', undefined, { as: ada });
    expect([again.status, again.error.code]).toEqual([409, 'conflict']);
  });

  itOnce('public sharing waits for it, keeping and sharing by link do not', async () => {
    const lia = await signup('Lia');
    const rifff = postable([1, 2], { jamId: 'Lia', userName: 'Lia' });
    const kept = await calls.post('/jam/Lia/rifffs', { rifff }, { as: lia });
    expect(kept.status, kept.message).toBe(200);
    const share = (isPrivate: boolean) => {
      const about = { jamId: 'Lia', rifffId: rifff._id, shareId: newId(), title: 'Mine' };
      return calls.post('/rifff-feed/share', { ...about, private: isPrivate }, { as: lia });
    };
    expect((await share(true)).status).toBe(200);
    const refused = await share(false);
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
    expect(refused.message).toMatch(/^Confirm your e-mail address first/);
    await confirm(await tokenTo('Lia@mail.example'));
    expect((await share(false)).status).toBe(200);
  });

  itOnce('is asked for again five times an hour at most, by its account alone', async () => {
    const una = await signup('Una');
    expect((await calls.post('/accounts/email/confirmation')).status).toBe(401);
    const statuses = [];
    for (let at = 0; at < 7; at++) {
      statuses.push((await calls.post('/accounts/email/confirmation', {}, { as: una })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    await waitForMail(server.folder, { to: 'Una@mail.example', subject: SUBJECT, count: 6 });
    const mails = await readOutbox(server.folder);
    expect(mails.filter(({ to }) => to === 'Una@mail.example')).toHaveLength(6);
  });

  itOnce(
    'a mistyped address is mended by whoever knows the password; the old link is dead',
    async () => {
      await signup('Taken');
      const ole = await signup('Ole');
      const old = await tokenTo('Ole@mail.example');
      const change = (email: string, password = TEST_PASSWORD) =>
        calls.post('/accounts/email', { email, password }, { as: ole });
      expect((await change('right@mail.example', 'Wrong Horse')).validationErrors).toEqual({
        password: 'This is not your password',
      });
      expect((await change('TAKEN@mail.example')).validationErrors).toEqual({
        email: 'This address already has an account',
      });
      const changed = await change('right@mail.example');
      expect([changed.status, changed.data]).toEqual([200, { email: 'right@mail.example' }]);
      expect((await confirm(old)).status).toBe(400);
      expect(await awaits(ole)).toBe(true);
      expect((await confirm(await tokenTo('right@mail.example'))).status).toBe(200);
      expect(await awaits(ole)).toBe(false);
      expect((await change('other@mail.example')).status).toBe(409);
    },
  );

  itOnce('a password that was set by mail confirms it as well', async () => {
    await signup('Pia');
    await calls.post('/auth/forgot-password', { email: 'pia@mail.example' });
    const to = { to: 'Pia@mail.example', subject: 'A new password' };
    const { text } = await waitForMail(server.folder, to);
    const token = /\/reset-password\?token=([\w-]+)/.exec(text)?.[1];
    const password = 'Battery Staple';
    const body = { token, password, confirmPassword: password };
    expect((await calls.post('/auth/password-reset', body)).status).toBe(200);
    expect(await awaits(credentialOf(await calls.login('Pia', password)))).toBe(false);
  });
});

describeOnce('where no mail is set up', (open) => {
  const server = useTestServer({ openDatabase: open });
  const calls = callsOf(server);

  it('nobody is asked to confirm an address', async () => {
    const as = credentialOf(await calls.signup('Free'));
    expect((await calls.get('/accounts/settings', as)).data.awaitsConfirmation).toBe(false);
    const { data } = await calls.get('/accounts/storage', as);
    expect(data).toMatchObject({ awaitsConfirmation: false, quotaBytes: 1024 ** 3 });
    await waitForMail(server.folder, { to: 'Free@mail.example', subject: 'Welcome' });
    expect((await calls.post('/accounts/email/confirmation', {}, { as })).status).toBe(409);
  });
});

describeDatabases('accounts of an earlier version', (_, { openEmpty: open }) => {
  it('count as confirmed, and their files as theirs', async () => {
    const database = await open();
    const { queries } = database;
    await migrateUpTo(database, '0008-room');
    await makeAccount(database, 'early', { hasJam: false });
    for (const [id, origin] of [
      ['own', 'upload'],
      ['house', 'starter'],
    ] as const) {
      const about = { category: 'fx', packId: null, nameFolded: '', approval: 'approved' } as const;
      const rest = { isLibrary: false, isRemoved: false, doc: '{}', digest: null, created: 0 };
      const row = { id, creatorId: 'early', origin, ...about, ...rest };
      await queries.insertInto('loops').values(row).execute();
      const file = { key: id, hash: id, mime: 'audio/ogg', size: 1, loopId: id };
      await queries.insertInto('media').values(file).execute();
    }
    await database.migrate();
    const account = await queries
      .selectFrom('accounts')
      .select('awaitsConfirmation')
      .where('id', '=', 'early')
      .executeTakeFirstOrThrow();
    expect(account.awaitsConfirmation).toBe(false);
    const files = queries.selectFrom('media').select(['key', 'userId']).orderBy('key');
    expect(await files.execute()).toEqual([
      { key: 'house', userId: null },
      { key: 'own', userId: 'early' },
    ]);
  });
});
