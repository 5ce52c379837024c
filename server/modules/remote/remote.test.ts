import { beforeAll, expect, it } from 'vitest';
import { callsOf, credentialOf } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { readOutbox, waitForMail } from '../../testing/outbox.ts';
import { useTestServer } from '../../testing/testApp.ts';

const REMOTE = '/accounts/auth/remote-login';
const EMAIL = '/accounts/auth/email-login';

describeDatabases('signing a device in from elsewhere', (open) => {
  const server = useTestServer({ openDatabase: open });
  const calls = callsOf(server);
  let ines: string;
  beforeAll(async () => {
    ines = credentialOf(await calls.signup('Ines'));
  });

  const start = async (device?: string) =>
    (await calls.post(`${REMOTE}/start`, device === undefined ? {} : { device })).data;
  const claim = (remoteToken: string, secret: string) =>
    calls.post(`${REMOTE}/claim`, { remoteToken, secret });
  const decide = (remoteToken: string, approve: boolean, as = ines) =>
    calls.post(REMOTE, { remoteToken, approve }, { as });
  const age = () =>
    server.database.queries
      .updateTable('remoteLogins')
      .set({ expires: Date.now() - 1 })
      .execute();

  it('shows device and code, waits, and gives the session to the device once', async () => {
    const { remoteToken, secret, code, expires } = await start('Studio wall');
    expect(code).toMatch(/^[34679ACDEFGHJKMNPQRTUVWXY]{6}$/);
    expect(expires - Date.now()).toBeGreaterThan(110_000);
    expect(expires - Date.now()).toBeLessThanOrEqual(120_000);
    expect((await claim(remoteToken, secret)).data).toEqual({ state: 'waiting' });
    expect((await calls.get(`${REMOTE}/${remoteToken}`)).status).toBe(401);
    expect((await calls.get(`${REMOTE}/${remoteToken}`, ines)).data).toEqual({
      device: 'Studio wall',
      code,
      expires,
      state: 'waiting',
    });
    expect((await decide(remoteToken, true)).data).toEqual({ state: 'approved' });
    expect((await decide(remoteToken, false)).status).toBe(409);
    expect((await claim(remoteToken, 'x'.repeat(32))).status).toBe(404);
    const both = await Promise.all([claim(remoteToken, secret), claim(remoteToken, secret)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const claimed = both.find(({ status }) => status === 200);
    expect(claimed?.data).toMatchObject({ state: 'approved', login: { user_id: 'Ines' } });
    const device = credentialOf(claimed!);
    const { sessions } = (await calls.get('/accounts/sessions', device)).data;
    expect(sessions[0]).toMatchObject({ device: 'Studio wall', isCurrent: true });
    expect((await claim(remoteToken, secret)).status).toBe(404);
  });

  it('says no to a device that was refused, and takes its name from its browser', async () => {
    const { remoteToken, secret } = await start();
    expect((await calls.get(`${REMOTE}/${remoteToken}`, ines)).data.device).toBe('Chrome on Linux');
    expect((await decide(remoteToken, false)).data).toEqual({ state: 'refused' });
    expect((await claim(remoteToken, secret)).data).toEqual({ state: 'refused' });
    expect((await decide(remoteToken, true)).status).toBe(409);
  });

  it('is over after two minutes, approved or not', async () => {
    const one = await start();
    const two = await start();
    await decide(two.remoteToken, true);
    await age();
    expect((await decide(one.remoteToken, true)).status).toBe(404);
    expect((await claim(one.remoteToken, one.secret)).status).toBe(404);
    expect((await claim(two.remoteToken, two.secret)).status).toBe(404);
  });

  it('is over when the password changes before the device has collected', async () => {
    const as = credentialOf(await calls.signup('Hasty'));
    const { remoteToken, secret } = await start();
    await decide(remoteToken, true, as);
    const passwords = {
      currentPassword: 'Correct horse',
      newPassword: 'New Horse',
      confirmPassword: 'New Horse',
    };
    expect((await calls.post('/auth/password-change', passwords, { as })).status).toBe(200);
    expect((await claim(remoteToken, secret)).status).toBe(404);
  });

  it('stores neither token nor secret', async () => {
    const { remoteToken, secret } = await start();
    const rows = await server.database.queries.selectFrom('remoteLogins').selectAll().execute();
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(remoteToken);
    expect(stored).not.toContain(secret);
  });

  it('is approved by mail, which shows the same device and code, once', async () => {
    const { remoteToken, secret, code } = await start('Tower');
    const ask = (email: string) => calls.post(EMAIL, { email, remoteToken });
    const known = await ask('INES@mail.example');
    expect(known).toMatchObject({ status: 200, data: {} });
    expect(await ask('nobody@mail.example')).toEqual(known);
    const to = 'Ines@mail.example';
    const mail = await waitForMail(server.folder, { to, subject: 'on another device' });
    expect(mail.text).toContain(
      `A device asks to be signed in to your account. The code on its screen is ${code}.`,
    );
    expect(mail.text).toContain('It calls itself “Tower”. That is what was typed there');
    const [, verificationToken = ''] = /verify-email\?token=([\w-]+)/.exec(mail.text) ?? [];
    expect((await calls.post(`${EMAIL}/show`, { verificationToken })).data).toMatchObject({
      device: 'Tower',
      code,
      state: 'waiting',
    });
    const verify = (approve: boolean) =>
      calls.post(`${EMAIL}/verify`, { verificationToken, approve });
    const both = await Promise.all([verify(true), verify(true)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const claimed = await claim(remoteToken, secret);
    expect(claimed.data).toMatchObject({ state: 'approved', login: { user_id: 'Ines' } });
    // The device itself has shown nothing.
    const as = credentialOf(claimed);
    expect((await calls.post('/auth/time-codes/start', undefined, { as })).status).toBe(403);
    expect((await verify(false)).status).toBe(404);
    const mails = await readOutbox(server.folder);
    expect(mails.filter((one) => one.to.startsWith('nobody'))).toEqual([]);
  });

  it('mails nothing that strangers typed but one short line without links', async () => {
    const device = 'Your account is closed: https://evil.example/login';
    const victim = credentialOf(await calls.signup('Victim'));
    const profile = { displayName: 'Win at https://evil.example', bio: '', externalLinks: {} };
    expect(await calls.post('/accounts/profile', profile, { as: victim })).toMatchObject({
      status: 200,
    });
    const lines = await calls.post(`${REMOTE}/start`, { device: 'Closed:\n\nsign in' });
    expect(lines.status).toBe(200);
    const { remoteToken } = await start(device);
    const to = 'Victim@mail.example';
    await calls.post(EMAIL, { email: to, remoteToken });
    await calls.post('/auth/forgot-password', { email: to });
    const mails = [
      await waitForMail(server.folder, { to, subject: 'on another device' }),
      await waitForMail(server.folder, { to, subject: 'A new password' }),
    ];
    for (const { text, html } of mails) {
      expect(text).toContain('Hello Victim,');
      for (const body of [text, html]) expect(body).not.toMatch(/evil\.example|Win at/);
    }
    expect(mails[0]?.text).toContain('“Your account is closed https evil exampl…”');
  });

  it('needs a device that waits before it mails', async () => {
    const body = { email: 'ines@mail.example', remoteToken: 'x'.repeat(32) };
    expect((await calls.post(EMAIL, body)).status).toBe(404);
  });
});
