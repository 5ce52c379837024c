import { expect, it } from 'vitest';
import { callsOf, credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { readOutbox, waitForMail } from '../../testing/outbox.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { noteSignIn } from './signIns.ts';

const HOME = '203.0.113.1';
const ELSEWHERE = '198.51.100.7';
const SUBJECT = 'A new device is signed in';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

describeDatabases('what signed in before', (open, { itOnce }) => {
  const environment = { TRUST_PROXY: '1', REGION_HEADER: 'X-Country' };
  const server = useTestServer({ openDatabase: open, environment });
  const calls = callsOf(server);

  /** Signs in as Firefox on Windows would, from behind the proxy. */
  async function login(username: string, address: string, country?: string) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username, password: TEST_PASSWORD },
      headers: {
        'user-agent': FIREFOX,
        'x-forwarded-for': address,
        ...(country && { 'x-country': country }),
      },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return credentialOf(answer.json());
  }
  const history = async (as: string) => (await calls.get('/accounts/sign-ins', as)).data.signIns;
  const alarms = async (name: string) => {
    const mails = await readOutbox(server.folder);
    return mails.filter(
      (mail) => mail.to === `${name}@mail.example` && mail.subject.startsWith(SUBJECT),
    );
  };
  async function tokenTo(name: string, count = 1) {
    const to = `${name}@mail.example`;
    const { text } = await waitForMail(server.folder, { to, subject: SUBJECT, count });
    return { text, token: /\/not-me\?token=([\w-]+)/.exec(text)?.[1] ?? '' };
  }

  it('is listed, the newest first, with device, region and way; a new device is mailed, a known one is not', async () => {
    await calls.signup('Ada');
    await login('Ada', HOME, 'DE');
    const as = await login('Ada', HOME, 'DE');
    await login('Ada', ELSEWHERE, 'FR');
    expect(await history(as)).toMatchObject([
      { way: 'password', device: 'Firefox on Windows', region: 'FR', isNew: true, count: 1 },
      { way: 'password', device: 'Firefox on Windows', region: 'DE', isNew: false },
      { way: 'password', device: 'Firefox on Windows', region: 'DE', isNew: true },
      { way: 'signup', device: 'Chrome on Linux', region: null, isNew: false },
    ]);
    const { text } = await tokenTo('Ada', 2);
    expect(text).toMatch(/Firefox on Windows in (DE|FR), on \d+ \w+ \d{4}/);
    await login('Ada', ELSEWHERE, 'FR');
    const { data } = await calls.get('/accounts/sessions', as);
    expect(data.sessions.map(({ region }: { region: string | null }) => region)).toContain('FR');
    expect(await alarms('Ada')).toHaveLength(2);
  });

  it('one tap in the mail signs every device out and sets a new password, once', async () => {
    await calls.signup('Bea');
    // Wrong guesses from there make the place no known one.
    const guess = { username: 'Bea', password: 'Wrong Horse' };
    const headers = { 'user-agent': FIREFOX, 'x-forwarded-for': ELSEWHERE };
    const url = '/api/auth/login';
    await server.app.inject({ method: 'POST', url, payload: guess, headers });
    const refused = () => rowsOf(server.database, 'signIns', 'way', 'refused');
    await expect
      .poll(async () => (await refused()).some(({ userId }) => userId === 'Bea'))
      .toBe(true);
    const thief = await login('Bea', ELSEWHERE);
    const { token } = await tokenTo('Bea');
    // A thief who changes the password cannot take the link from the owner.
    const change = {
      currentPassword: TEST_PASSWORD,
      newPassword: 'Stolen Horse',
      confirmPassword: 'Stolen Horse',
    };
    const changed = await calls.post('/auth/password-change', change, { as: thief });
    expect(changed.status, changed.message).toBe(200);
    expect((await calls.post('/auth/not-me/show', { token })).data).toMatchObject({
      device: 'Firefox on Windows',
    });
    const both = await Promise.all([
      calls.post('/auth/not-me', { token }),
      calls.post('/auth/not-me', { token }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { resetToken } = both.find(({ status }) => status === 200)?.data ?? {};
    expect((await calls.get('/auth/session', credentialOf(changed))).status).toBe(401);
    const mine = { token: resetToken, password: 'Mine Again 1', confirmPassword: 'Mine Again 1' };
    expect((await calls.post('/auth/password-reset', mine)).status).toBe(200);
    expect((await calls.login('Bea', 'Mine Again 1', HOME)).status).toBe(200);
    const stale = await calls.post('/auth/not-me/show', { token });
    expect([stale.status, stale.message]).toEqual([
      400,
      expect.stringMatching(/^This link was used already/),
    ]);
  });

  it('counts refused tries in one line an hour, and keeps fifty lines and those of new devices', async () => {
    const as = credentialOf(await calls.signup('Cleo'));
    for (const wrong of ['One', 'Two', 'Three']) await calls.login('Cleo', wrong, ELSEWHERE);
    const refusals = async (): Promise<{ count: number; device: string }[]> =>
      (await history(as)).filter(({ way }: { way: string }) => way === 'refused');
    const counted = async () => (await refusals()).reduce((sum, { count }) => sum + count, 0);
    // They are written behind the answers.
    await expect.poll(counted).toBe(3);
    const lines = await refusals();
    // Three in one line, or in two where the hour went over between them.
    expect(lines.length).toBeLessThanOrEqual(2);
    expect(lines[0]?.device).toBe('Chrome on Linux');
    await login('Cleo', ELSEWHERE);
    const { token } = await tokenTo('Cleo');
    const caller = { address: HOME, device: 'Firefox on Windows', region: null };
    const nowMs = Date.now();
    // A thief who signs in again and again does not push the line out that the mail leads to.
    for (let at = 1; at <= 60; at++) {
      const entry = { userId: 'Cleo', caller, way: 'password', nowMs: nowMs + at } as const;
      await noteSignIn(server.database.queries, entry);
    }
    expect(await history(as)).toHaveLength(50);
    expect((await calls.post('/auth/not-me/show', { token })).status).toBe(200);
  });

  itOnce('shows no region that is no name of one', async () => {
    await calls.signup('Dora');
    const as = await login('Dora', HOME, '<b>DE</b>');
    const unknown = await login('Dora', HOME, 'XX');
    expect(unknown).toBeTruthy();
    const regions = (await history(as)).map(({ region }: { region: string | null }) => region);
    expect(regions).toEqual([null, null, null]);
  });
});
