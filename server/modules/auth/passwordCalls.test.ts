import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MESSAGES } from '../../../src/data/contract/messages.ts';
import { callsOf, credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeOnce, rowsOf } from '../../testing/databases.ts';
import { readOutbox, waitForMail } from '../../testing/outbox.ts';
import { useTestServer } from '../../testing/testApp.ts';

const NEW = 'Battery Staple';

describeOnce('forgotten and changed passwords', (open) => {
  const server = useTestServer({ openDatabase: open });
  const calls = callsOf(server);

  const isSignedIn = async (as: string) => (await calls.get('/auth/session', as)).status === 200;
  const askFor = async (name: string, count = 1) => {
    const to = `${name}@mail.example`;
    expect(await calls.post('/auth/forgot-password', { email: to.toUpperCase() })).toMatchObject({
      status: 200,
      data: {},
    });
    const mail = await waitForMail(server.folder, { to, subject: 'A new password', count });
    const [, token = ''] = /\/reset-password\?token=([\w-]+)/.exec(mail.text) ?? [];
    return { mail, token };
  };
  const reset = (token: string, password = NEW) =>
    calls.post('/auth/password-reset', { token, password, confirmPassword: password });

  it('are set anew with the token of a mail, once; every session ends', async () => {
    const before = credentialOf(await calls.signup('Ada'));
    const { mail, token } = await askFor('Ada');
    // Neither PUBLIC_URL nor Host: the address that the server listens on.
    expect(mail.text).toContain('http://localhost:4000/reset-password?token=');
    expect(mail.html).toContain(`href="http://localhost:4000/reset-password?token=${token}"`);
    const weak = await reset(token, 'weak');
    expect(weak.validationErrors).toEqual({ password: MESSAGES.password });
    const both = await Promise.all([reset(token), reset(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await reset(token)).status).toBe(400);
    expect(await isSignedIn(before)).toBe(false);
    expect((await calls.login('Ada')).status).toBe(401);
    expect((await calls.login('Ada', NEW)).status).toBe(200);
    await waitForMail(server.folder, { to: 'Ada@mail.example', subject: 'was changed' });
  });

  it('say the same about an address that nobody has, and mail nothing', async () => {
    const known = await calls
      .signup('Known')
      .then(() => calls.post('/auth/forgot-password', { email: 'known@mail.example' }));
    const unknown = await calls.post('/auth/forgot-password', { email: 'unknown@mail.example' });
    expect(unknown).toEqual(known);
    await waitForMail(server.folder, { to: 'Known@mail.example', subject: 'A new password' });
    const mails = await readOutbox(server.folder);
    expect(mails.filter(({ to }) => to.includes('unknown'))).toEqual([]);
  });

  it('send an account five mails an hour at most, from wherever they are asked for', async () => {
    await calls.signup('Flooded');
    const statuses = [];
    for (let at = 0; at < 8; at += 1) {
      const body = { email: 'flooded@mail.example' };
      const address = `203.0.113.${at + 10}`;
      statuses.push((await calls.post('/auth/forgot-password', body, { address })).status);
    }
    expect(statuses).toEqual(Array(8).fill(200));
    const to = 'Flooded@mail.example';
    await waitForMail(server.folder, { to, subject: 'A new password', count: 5 });
    const waiting = await server.database.queries
      .selectFrom('tickets')
      .select('tokenHash')
      .where('userId', '=', 'Flooded')
      .execute();
    expect(waiting).toHaveLength(5);
  });

  it('are not set with a token that is too old, nor is the token stored', async () => {
    await calls.signup('Late');
    const { token } = await askFor('Late');
    const { queries } = server.database;
    const rows = await rowsOf(server.database, 'tickets', 'userId', 'Late');
    expect(JSON.stringify(rows)).not.toContain(token);
    await queries
      .updateTable('tickets')
      .set({ expires: Date.now() - 1 })
      .where('userId', '=', 'Late')
      .execute();
    expect((await reset(token)).status).toBe(400);
    expect((await calls.login('Late')).status).toBe(200);
  });

  it('are changed by who knows the old one; every other session ends', async () => {
    const here = credentialOf(await calls.signup('Change'));
    const there = credentialOf(await calls.login('Change'));
    const change = (currentPassword: string, as = here) =>
      calls.post(
        '/auth/password-change',
        { currentPassword, newPassword: NEW, confirmPassword: NEW },
        { as },
      );
    expect(await change('Wrong horse')).toMatchObject({
      status: 400,
      validationErrors: { currentPassword: 'This is not your password' },
    });
    expect(await isSignedIn(there)).toBe(true);
    const changed = await change(TEST_PASSWORD);
    expect(changed).toMatchObject({ status: 200, data: { user_id: 'Change' } });
    expect(await isSignedIn(here)).toBe(false);
    expect(await isSignedIn(there)).toBe(false);
    expect(await isSignedIn(credentialOf(changed))).toBe(true);
    expect((await calls.login('Change', NEW)).status).toBe(200);
    await waitForMail(server.folder, { to: 'Change@mail.example', subject: 'was changed' });
  });

  it('leave no session behind that was begun with the old one', async () => {
    await calls.signup('Racer');
    const { token } = await askFor('Racer');
    const [done, ...logins] = await Promise.all([
      reset(token),
      ...Array.from({ length: 6 }, () => calls.login('Racer')),
    ]);
    expect(done.status).toBe(200);
    for (const login of logins) {
      if (login.status === 200) expect(await isSignedIn(credentialOf(login))).toBe(false);
    }
  });

  it('answer any token and any address without a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 150 }), async (text) => {
        const answers = [
          await calls.post('/auth/password-reset', {
            token: text,
            password: NEW,
            confirmPassword: NEW,
          }),
          await calls.post('/auth/login', { username: text, password: text }),
          await calls.post('/accounts/auth/availability', { email: text, username: text }),
        ];
        for (const { status } of answers) expect([200, 400, 401, 429]).toContain(status);
      }),
      { numRuns: 40 },
    );
  });
});
