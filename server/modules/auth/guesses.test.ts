import { expect, it } from 'vitest';
import { callsOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { waitForMail } from '../../testing/outbox.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { rememberPlace } from './places.ts';

const HOME = '203.0.113.1';
const ELSEWHERE = '203.0.113.77';

describeDatabases('guessing passwords', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open });
  const calls = callsOf(server);
  const addressOf = (at: number) => `198.18.${Math.floor(at / 200)}.${(at % 200) + 1}`;

  it('is slowed by account, from however many addresses, by name and by mail address alike', async () => {
    await calls.signup('Target');
    expect((await calls.login('Target', TEST_PASSWORD, HOME)).status).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 300; at += 1) {
      const name = ['Target', 'TARGET', 'target@mail.example'][at % 3] as string;
      statuses.push((await calls.login(name, `Wrong ${at}`, addressOf(at))).status);
    }
    // Twenty and one a minute from places that are new to the account, as HOME was once.
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(280);
    // The owner, where they signed in before.
    expect((await calls.login('target@mail.example', TEST_PASSWORD, HOME)).status).toBe(200);
    // Elsewhere they wait a minute at most, or have the mail.
    const slowed = await server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'Target', password: TEST_PASSWORD },
      remoteAddress: ELSEWHERE,
    });
    expect(slowed.statusCode).toBe(429);
    expect(Number(slowed.headers['retry-after'])).toBeLessThanOrEqual(60);
    const email = 'Target@mail.example';
    await calls.post('/auth/forgot-password', { email }, { address: ELSEWHERE });
    const mail = await waitForMail(server.folder, { to: email, subject: 'A new password' });
    const [, token = ''] = /token=([\w-]+)/.exec(mail.text) ?? [];
    const password = 'Battery Staple';
    const body = { token, password, confirmPassword: password };
    await calls.post('/auth/password-reset', body, { address: ELSEWHERE });
    expect((await calls.login('Target', password, ELSEWHERE)).status).toBe(200);
  });

  itOnce('answers alike for an account and for a name that nobody has', async () => {
    await calls.signup('Exists');
    const tries = async (name: string, first: number) => {
      const found = [];
      for (let at = first; at < first + 25; at += 1) {
        const { status, error } = await calls.login(name, 'Wrong', addressOf(at));
        found.push([status, error.code]);
      }
      return found;
    };
    expect(await tries('Exists', 400)).toEqual(await tries('nobody-here', 500));
  });

  // In turns that are kept in the process.
  itOnce('stands in no honest way: who signs in while 150 guess is let in', async () => {
    const honest = Array.from({ length: 10 }, (_, at) => `honest-${at}`);
    for (const name of honest) await calls.signup(name);
    const guesses = Array.from({ length: 150 }, (_, at) =>
      calls.login(`victim-${at}`, `Wrong ${at}`, addressOf(600 + at)),
    );
    const answers = await Promise.all(
      honest.map((name, at) => calls.login(name, TEST_PASSWORD, `203.0.113.${100 + at}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(honest.map(() => 200));
    const rest = new Set((await Promise.all(guesses)).map(({ status }) => status));
    expect([...rest].filter((status) => ![401, 503].includes(status))).toEqual([]);
  });

  it('remembers places as hashes, the last twenty of an account', async () => {
    await calls.signup('Places');
    const nowMs = Date.now();
    for (let at = 0; at < 25; at += 1) {
      const place = { userId: 'Places', address: addressOf(at), nowMs: nowMs + at };
      await rememberPlace(server.database.queries, place);
    }
    const rows = await rowsOf(server.database, 'signInPlaces', 'userId', 'Places');
    expect(rows).toHaveLength(20);
    expect(JSON.stringify(rows)).not.toContain('198.18');
  });
});
