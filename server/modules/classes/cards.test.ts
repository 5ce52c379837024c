import { describe, expect, it } from 'vitest';
import { type TestAccount, useAccount } from '../../testing/accounts.ts';
import { callsOf, credentialOf } from '../../testing/calls.ts';
import { classCalls } from '../../testing/classCalls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';

const TEACHERS = { RATE_LIMIT: '1000000', RONDO_TEACHERS: '*' };

describeDatabases('cards of pupils', (open, { itOnce }) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { ...TEACHERS, SIGN_UPS: 'closed' },
  });
  const tina = useAccount(server, 'tina');
  const { call, send, make, ok, enter, pupil } = classCalls(server);
  const isIn = async (who: TestAccount) => (await send('GET', '/class', who)).status === 200;

  itOnce('sign in on any device, however they are written', async () => {
    const { class: made, cards } = await make(tina);
    const [{ code, userId }] = cards;
    const bare = code.replaceAll('-', '');
    for (const spelling of [code, bare, bare.toLowerCase(), ` ${code.replaceAll('-', ' ')} `]) {
      const answer = await enter(spelling);
      expect(answer, spelling).toMatchObject({ status: 200, user_id: userId });
      const { clubId } = made;
      expect(answer.data).toMatchObject({
        profile: { displayName: 'Ada' },
        roles: ['user'],
      });
      const may = { isOpen: false, isMuted: false, isPaused: false };
      expect(answer.data.pupilOf).toEqual({ classId: made.id, clubId, ...may });
    }
    const sessions = await rowsOf(server.database, 'sessions', 'userId', userId);
    expect(sessions).toHaveLength(4);
    // A card can be copied: it proves nothing.
    expect(sessions.every(({ proven }) => proven === 0)).toBe(true);
    const signIns = await rowsOf(server.database, 'signIns', 'userId', userId);
    expect(signIns.every(({ way, isToTell }) => way === 'card' && !isToTell)).toBe(true);
    const [{ lastSeen }] = (await ok(call('GET', `/${made.id}`, tina))).members;
    expect(lastSeen).toBeGreaterThan(0);
  });

  itOnce('leave a session that is renewed with what the class lets its pupil do now', async () => {
    const { class: made, cards } = await make(tina, ['Ada']);
    const ada = await pupil(cards[0].code);
    await ok(call('POST', `/${made.id}`, tina, { isPaused: true, isOpen: true }));
    const may = { isOpen: true, isMuted: false, isPaused: true };
    const renewed = await ok(send('POST', '/auth/refresh', ada));
    expect(renewed.pupilOf).toEqual({ classId: made.id, clubId: made.clubId, ...may });
    const now = {
      userId: ada.userId,
      headers: { authorization: `Bearer ${renewed.token}:${renewed.password}` },
    };
    expect((await ok(send('GET', '/auth/session', now))).pupilOf).toEqual(renewed.pupilOf);
  });

  itOnce('are answered the same for all that is wrong', async () => {
    const { class: made, cards } = await make(tina, ['Ada', 'Ben', 'Cleo']);
    const [ada, ben] = cards;
    await ok(call('POST', `/${made.id}/end-cards`, tina, { userIds: [ada.userId] }));
    await ok(call('DELETE', `/${made.id}/pupils/${ben.userId}`, tina));
    const other = await make(tina);
    await ok(call('POST', `/${other.class.id}/delete`, tina));
    const codes = ['AAAA-AAAA-AAAA', 'x', '-', ada.code, ben.code, other.cards[0]!.code];
    const answers = [];
    for (const code of codes) answers.push(await enter(code, '203.0.113.9'));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401 });
  });

  it('end with their sessions: all, or those of some', async () => {
    const { class: made, cards } = await make(tina);
    const [ada, ben] = cards;
    const [first, again, other] = [
      await pupil(ada.code),
      await pupil(ada.code),
      await pupil(ben.code),
    ];
    const page = await ok(call('POST', `/${made.id}/end-cards`, tina, { userIds: [ada.userId] }));
    expect(page.members).toMatchObject([{ hasCard: false }, { hasCard: true }]);
    expect([await isIn(first), await isIn(again), await isIn(other)]).toEqual([false, false, true]);
    expect((await enter(ada.code)).status).toBe(401);
    const renewed = await ok(call('POST', `/${made.id}/cards`, tina));
    expect(renewed.cards.map(({ userId }: never) => userId)).toEqual([ada.userId, ben.userId]);
    expect(await isIn(other)).toBe(false);
    expect((await enter(ben.code)).status).toBe(401);
    for (const { code } of renewed.cards) expect(await isIn(await pupil(code))).toBe(true);
    await ok(call('POST', `/${made.id}/end-cards`, tina));
    for (const { code } of renewed.cards) expect((await enter(code)).status).toBe(401);
  });

  it('leave one good card where two are made at once, and no session where one ends meanwhile', async () => {
    const { class: made, cards } = await make(tina, ['Ada']);
    const [{ userId }] = cards;
    const both = await Promise.all([
      ok(call('POST', `/${made.id}/cards`, tina)),
      ok(call('POST', `/${made.id}/cards`, tina)),
    ]);
    const codes = both.map(({ cards: [card] }) => card.code as string);
    const good = [];
    for (const code of codes) if ((await enter(code)).status === 200) good.push(code);
    expect(good).toHaveLength(1);
    let code = good[0]!;
    for (let round = 0; round < 5; round++) {
      const [, renewed] = await Promise.all([
        enter(code),
        ok(call('POST', `/${made.id}/cards`, tina)),
        enter(code),
      ]);
      expect(await rowsOf(server.database, 'sessions', 'userId', userId)).toEqual([]);
      code = renewed.cards[0].code;
    }
  });

  itOnce('ask for a proof where they are made, and none where they end', async () => {
    const { class: made } = await make(tina);
    const unproven = { proven: 0 };
    const { queries } = server.database;
    await queries.updateTable('sessions').set(unproven).where('userId', '=', 'tina').execute();
    const refused = await call('POST', `/${made.id}/cards`, tina);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'proof_required' } } });
    expect((await call('POST', `/${made.id}/delete`, tina)).status).toBe(403);
    expect((await call('POST', `/${made.id}/end-cards`, tina)).status).toBe(200);
    await queries
      .updateTable('sessions')
      .set({ proven: Date.now() })
      .where('userId', '=', 'tina')
      .execute();
  });

  itOnce(
    'are counted by class where they are right, and by address where they are wrong',
    async () => {
      const { class: made, cards } = await make(tina, ['Ada']);
      const [{ code }] = cards;
      const school = '198.51.100.7';
      for (let at = 0; at < 120; at++) expect((await enter(code, school)).status).toBe(200);
      for (let at = 0; at < 100; at++) {
        expect((await enter('AAAA-AAAA-AAAA', school)).status).toBe(401);
      }
      expect((await enter('AAAA-AAAA-AAAA', school)).status).toBe(429);
      // One prankster locks out no school.
      expect((await enter(code, school)).status).toBe(200);
      expect((await enter('AAAA-AAAA-AAAA', '198.51.100.8')).status).toBe(401);

      await server.database.queries
        .updateTable('limits')
        .set({ count: 599 })
        .where('key', '=', `card:${made.id}`)
        .execute();
      expect((await enter(code, school)).status).toBe(200);
      expect((await enter(code, '198.51.100.8')).status).toBe(429);
      const other = await make(tina, ['Ada']);
      expect((await enter(other.cards[0].code, school)).status).toBe(200);
    },
  );
});

describe('cards where passwords are hidden', () => {
  const provider = {
    id: 'school',
    name: 'Hill School',
    issuer: 'https://id.example',
    clientId: 'rondo',
    clientSecret: 'a secret',
  };
  const server = useTestServer({
    environment: {
      ...TEACHERS,
      HIDE_PASSWORDS: 'on',
      PUBLIC_URL: 'https://rondo.example',
      OIDC_PROVIDERS: JSON.stringify([provider]),
    },
  });
  const tina = useAccount(server, 'tina');
  const { call, make, enter } = classCalls(server);

  it('sign in, and nobody moves out to a password', async () => {
    const { class: made, cards } = await make(tina);
    const [{ code, userId }] = cards;
    expect((await enter(code)).status).toBe(200);
    expect((await call('POST', `/${made.id}/pupils/${userId}/move`, tina)).status).toBe(403);
  });

  it('let a pupil read what their class is', async () => {
    const { cards } = await make(tina);
    const as = credentialOf(await enter(cards[0]!.code));
    const answer = await callsOf(server).get('/class', as);
    expect(answer.data).toMatchObject({ teacher: 'tina' });
  });
});
