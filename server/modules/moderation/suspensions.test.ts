import { expect, it } from 'vitest';
import {
  ENDPOINTS,
  type Endpoint,
  ErrorAnswerSchema,
  endpointUrl,
  isClosedToSuspended,
} from '../../../src/data/contract/endpoints.ts';
import type { AuditEntry } from '../../../src/data/contract/sharing.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { callsAs, callsOf, credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';

const HOUR_MS = 3_600_000;

describeDatabases('suspended people', (open, { itOnce }) => {
  const environment = {
    RONDO_MODERATORS: 'moderator,second_',
    RONDO_ADMINS: 'chief',
    RATE_LIMIT: '1000000',
  };
  const server = useTestServer({ openDatabase: open, environment });
  const mod = useAccount(server, 'moderator');
  const second = useAccount(server, 'second_');
  const admin = useAccount(server, 'chief');
  const bo = useAccount(server, 'bo_');
  const call = callsAs(server);
  const api = callsOf(server);
  let made = 0;
  const newcomer = () => {
    made += 1;
    return makeAccount(server.database, `guest${made}`);
  };
  const act = (userId: string, action: string, body: object = {}, who = mod) =>
    call('POST', `/moderation/people/${userId}/${action}`, who, { reason: 'Spam', ...body });
  const suspended = async (body: object = {}) => {
    const who = await newcomer();
    expect((await act(who.userId, 'suspend', body)).status).toBe(200);
    return who;
  };
  const auditOf = async (userId: string): Promise<AuditEntry[]> => {
    const { body } = await call('GET', '/moderation/audit', mod);
    const { entries } = ENDPOINTS.audit.data.parse(body.data);
    return entries.filter(({ user }) => user === userId);
  };
  const own = async (who: TestAccount) => {
    const { status, body } = await call('GET', '/accounts/suspension', who);
    expect(status).toBe(200);
    return ENDPOINTS.ownSuspension.data.parse(body.data);
  };
  const appeal = (who: TestAccount, text = 'It was not me') =>
    call('POST', '/accounts/appeals', who, { text });
  const appeals = async () => {
    const { body } = await call('GET', '/moderation/appeals', mod);
    return ENDPOINTS.appeals.data.parse(body.data).appeals;
  };

  itOnce(
    'lets a suspended account read, leave and appeal, and refuses all other calls with the reason',
    async () => {
      const until = Date.now() + 48 * HOUR_MS;
      const who = await suspended({ reason: 'Sold ring tones', until });
      const { body: session } = await call('GET', '/auth/session', who);
      expect(session.data.suspension).toMatchObject({ reason: 'Sold ring tones', until });
      expect((await own(who)).suspension).toMatchObject({ reason: 'Sold ring tones', until });
      const day = new Date(until).toISOString().slice(0, 10);
      const writing = Object.values<Endpoint>(ENDPOINTS).filter(isClosedToSuspended);
      for (const endpoint of writing) {
        const url = endpointUrl(endpoint).replace(/:\w+/g, 'x').replace('/api', '');
        const answer = await call(
          endpoint.method,
          url,
          who,
          endpoint.method === 'POST' ? {} : undefined,
        );
        const { error } = ErrorAnswerSchema.parse(answer.body);
        expect([endpoint.name, answer.status, error.code]).toEqual([
          endpoint.name,
          403,
          'forbidden',
        ]);
        if (endpoint.access === 'moderator' || endpoint.access === 'admin') continue;
        expect(error.message).toBe(
          `Your account is suspended: Sold ring tones. It ends on ${day}. You can appeal on your account page`,
        );
      }
      expect(writing.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'share',
          'postRifff',
          'uploadLoop',
          'changeProfile',
          'like',
          'pinTrack',
        ]),
      );
      for (const path of [
        '/accounts/settings',
        '/jam/my-jams',
        '/rifff-feed/query',
        '/accounts/export',
      ]) {
        expect([path, (await call('GET', path, who)).status]).toEqual([path, 200]);
      }
      expect((await appeal(who)).status).toBe(200);
      expect((await call('POST', '/auth/logout', who)).status).toBe(200);
    },
  );

  it('lets a suspended person sign in and delete the account, with what moderation keeps of it', async () => {
    await api.signup('leaver');
    expect((await act('leaver', 'suspend')).status).toBe(200);
    const login = await api.login('leaver');
    expect(login.status).toBe(200);
    const as = credentialOf(login);
    expect((await api.post('/accounts/appeals', { text: 'Sorry' }, { as })).status).toBe(200);
    const taken = await api.get('/accounts/export', as);
    expect(JSON.stringify(taken)).toContain('Sorry');
    expect((await api.post('/accounts/delete', { password: TEST_PASSWORD }, { as })).status).toBe(
      200,
    );
    for (const table of ['appeals', 'suspensions'] as const) {
      expect(await rowsOf(server.database, table, 'userId', 'leaver')).toEqual([]);
    }
    expect(await auditOf('leaver')).toEqual([]);
  });

  it('ends a suspension by itself when its time is over, and when it is lifted', async () => {
    const who = await suspended({ until: Date.now() + HOUR_MS });
    const write = async () =>
      (
        await call('POST', '/accounts/my-access-rights', who, {
          access: 'none',
          license: 'cc0-1.0',
        })
      ).status;
    expect(await write()).toBe(403);
    await server.database.queries
      .updateTable('suspensions')
      .set({ until: Date.now() - 1 })
      .where('userId', '=', who.userId)
      .execute();
    expect(await write()).toBe(200);
    expect((await own(who)).suspension).toBeNull();
    expect((await appeal(who)).status).toBe(409);
    expect((await act(who.userId, 'suspend', { reason: 'Again' })).status).toBe(200);
    expect(await write()).toBe(403);
    expect((await act(who.userId, 'lift', { reason: 'Sorry' })).status).toBe(200);
    expect((await act(who.userId, 'lift', { reason: 'Sorry' })).status).toBe(200);
    expect(await write()).toBe(200);
    const actions = (await auditOf(who.userId)).map(({ action }) => action);
    expect(actions).toEqual(['lift', 'suspend', 'suspend']);
  });

  itOnce(
    'suspends no moderator and no administrator, nobody unknown, and not into the past',
    async () => {
      for (const by of [mod, admin]) {
        for (const of of [mod, second, admin]) {
          expect((await act(of.userId.toUpperCase(), 'suspend', {}, by)).status).toBe(403);
        }
      }
      expect((await act('nobody_here', 'suspend')).status).toBe(404);
      expect((await act('bo_', 'suspend', { until: Date.now() - 1 })).status).toBe(400);
      expect((await act('bo_', 'suspend', { reason: ' ' })).status).toBe(400);
      const { body } = await call('GET', '/moderation/suspensions', mod);
      const names = ENDPOINTS.suspensions.data.parse(body.data).people.map(({ user }) => user);
      expect(names).not.toContain('bo_');
    },
  );

  it('has one appeal open at a time, also of many at once, of 2,000 characters at most', async () => {
    const who = await suspended();
    expect((await appeal(who, 'x'.repeat(2001))).status).toBe(400);
    expect((await appeal(who, '  ')).status).toBe(400);
    const text = `${'x'.repeat(1990)} <b>`;
    const many = await Promise.all(Array.from({ length: 5 }, () => appeal(who, text)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await appeal(who)).status).toBe(409);
    const mine = (await appeals()).filter(({ user }) => user === who.userId);
    expect(mine).toMatchObject([{ text, suspension: { reason: 'Spam', until: null } }]);
    expect((await appeal(bo)).status).toBe(409);
  });

  it('accepts and refuses appeals once, with the answer and a line', async () => {
    const decide = (id: string, how: string, who: TestAccount | null = mod) =>
      call('POST', `/moderation/appeals/${id}/${how}`, who, { reason: `${how}, for a reason` });
    const who = await suspended();
    const idOf = async () => (await appeals()).find(({ user }) => user === who.userId)!.id;
    await appeal(who, 'First');
    const first = await idOf();
    for (const [by, status] of [
      [null, 401],
      [bo, 403],
      [who, 403],
    ] as const) {
      expect((await decide(first, 'accept', by)).status).toBe(status);
    }
    expect((await decide(first, 'refuse')).status).toBe(200);
    expect((await decide(first, 'accept')).status).toBe(404);
    expect((await own(who)).suspension).not.toBeNull();
    expect((await appeal(who, 'Second')).status).toBe(200);
    const next = await idOf();
    const both = await Promise.all([decide(next, 'accept'), decide(next, 'accept')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await own(who)).toMatchObject({
      suspension: null,
      appeals: [
        { text: 'Second', state: 'accepted', answer: 'accept, for a reason' },
        { text: 'First', state: 'refused', answer: 'refuse, for a reason' },
      ],
    });
    const actions = (await auditOf(who.userId)).map(({ action }) => action);
    expect(actions).toEqual(['accept-appeal', 'refuse-appeal', 'suspend']);
    expect((await decide(newId(), 'accept')).status).toBe(404);
  });

  itOnce('is for moderators and administrators alone', async () => {
    const closed = Object.values<Endpoint>(ENDPOINTS).filter(
      ({ access }) => access === 'moderator',
    );
    expect(closed.length).toBeGreaterThan(10);
    const who = await suspended();
    for (const { method, path } of closed) {
      const url = path.replace(/:\w+/g, 'bo_');
      const body = method === 'POST' ? { reason: 'why', parts: ['bio'] } : undefined;
      for (const [by, status] of [
        [null, 401],
        [bo, 403],
        [who, 403],
      ] as const) {
        expect([path, (await call(method, url, by, body)).status]).toEqual([path, status]);
      }
    }
  });
});
