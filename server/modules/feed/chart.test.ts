import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ChartSchema } from '../../../src/data/contract/chart.ts';
import { type SharedRifff, SharedRifffSchema } from '../../../src/data/contract/sharing.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { createEvents } from '../../kernel/events.ts';
import { runSteps } from '../../ports/database/batches.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { jamCalls } from '../../testing/jamCalls.ts';
import { postable, storeRifff } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount } from '../accounts/closing.ts';
import { REMOVAL_STEPS } from './ownership.ts';
import { decideWeeks } from './winners.ts';

/** A Monday, 00:00 UTC. */
const MONDAY_MS = Date.UTC(2026, 9, 5);
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

describeDatabases('the chart of a week', (open) => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_MS }));
  afterAll(() => void vi.useRealTimers());
  const setClock = (ms: number) => void vi.setSystemTime(ms);
  const environment = { RONDO_MODERATORS: 'moderator', RATE_LIMIT: '1000000' };
  const server = useTestServer({ openDatabase: open, environment });
  const ada = useAccount(server, 'Ada');
  const bo = useAccount(server, 'bo_');
  const mod = useAccount(server, 'moderator');
  const fans: TestAccount[] = [];
  const call = callsAs(server);
  const jams = jamCalls(server);

  beforeAll(async () => {
    for (let at = 0; at < 6; at++) fans.push(await makeAccount(server.database, `fan${at}`));
    await keepSessions();
  });

  /** Everyone stays signed in however far the clock is set. */
  const keepSessions = () =>
    server.database.queries
      .updateTable('sessions')
      .set({ expires: MONDAY_MS + 200 * WEEK_MS })
      .execute();
  const keep = (who: TestAccount) =>
    storeRifff(server.database.queries, { jamId: who.userId, userId: who.userId });
  const share = async (who: TestAccount, atMs: number, more: object = {}): Promise<string> => {
    setClock(atMs);
    const body = { jamId: who.userId, rifffId: await keep(who), shareId: newId(), ...more };
    const answer = await call('POST', '/rifff-feed/share', who, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return body.shareId;
  };
  const like = async (
    id: string,
    who: readonly TestAccount[],
    method: 'POST' | 'DELETE' = 'POST',
  ) => {
    for (const one of who) {
      expect((await call(method, `/rifff-feed/${id}/like`, one)).status).toBe(200);
    }
  };
  const comment = (id: string, who: TestAccount, message = 'Lovely') =>
    call('POST', `/rifff-feed/${id}/comments`, who, { message });
  const chartOf = async (query = '', who?: TestAccount) => {
    const { status, body } = await call('GET', `/rifff-feed/chart?${query}`, who);
    expect(status, JSON.stringify(body)).toBe(200);
    return ChartSchema.strict().parse(body.data);
  };
  const placesOf = async (query = '', who?: TestAccount) =>
    (await chartOf(query, who)).rifffs.map(({ _id, chart }) => [_id, chart?.points, chart?.people]);
  const winners = async (query = '', who?: TestAccount): Promise<SharedRifff[]> => {
    const { status, body } = await call('GET', `/v3/feed/rifff-of-the-week?${query}`, who);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data.map((one: unknown) => SharedRifffSchema.strict().parse(one));
  };
  const turn = (nowMs: number) => {
    setClock(nowMs);
    return decideWeeks(server.database, nowMs, createEvents());
  };
  /** Monday 00:00 of the week so many after the first; each test has its own weeks. */
  const week = (at: number) => MONDAY_MS + at * WEEK_MS;

  it('counts each person once, for the most that they did, and never whoever made it', async () => {
    const id = await share(ada, week(0) + HOUR_MS);
    const other = await share(bo, week(0) + HOUR_MS + 1);
    const { rifffId } = (await rowsOf(server.database, 'shares', 'id', id))[0]!;
    await like(id, [ada, bo, fans[0]!]);
    await comment(id, ada);
    await comment(id, fans[0]!);
    await comment(id, fans[0]!, 'Again');
    await like(other, [fans[0]!, fans[1]!]);
    expect(await placesOf()).toEqual([
      [id, 3, 2],
      [other, 2, 2],
    ]);
    const parent = { jamId: 'Ada', rifffId };
    await server.database.queries
      .updateTable('jams')
      .set({ access: 'public' })
      .where('id', '=', 'Ada')
      .execute();
    const answer = await jams.commit(fans[1]!, postable([1], { parent }));
    await jams.commit(fans[1]!, postable([2], { parent }));
    await jams.commit(ada, postable([3], { parent }));
    expect((await chartOf()).rifffs[0]).toMatchObject({
      _id: id,
      chart: { place: 1, points: 6, people: 3 },
      commentCount: 3,
    });
    for (const row of await rowsOf(server.database, 'rifffs', 'userId', 'fan1')) {
      const gone = await call('DELETE', `/jam/fan1/rifffs/${row.id}`, fans[1]!);
      expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    }
    expect(answer.id).toBeDefined();
    await like(id, [bo], 'DELETE');
    expect(await placesOf()).toEqual([
      [id, 2, 1],
      [other, 2, 2],
    ]);
  });

  it('does not count guests, nor whoever has not confirmed an address', async () => {
    const id = await share(ada, week(3) + HOUR_MS);
    const { queries } = server.database;
    await queries
      .updateTable('accounts')
      .set({ guestOf: 'Ada' })
      .where('id', '=', 'fan4')
      .execute();
    await queries
      .updateTable('accounts')
      .set({ awaitsConfirmation: true })
      .where('id', '=', 'fan5')
      .execute();
    await call('POST', `/rifff-feed/${id}/like`, fans[4]);
    await like(id, [fans[5]!]);
    expect(await placesOf()).toEqual([]);
    await queries
      .updateTable('accounts')
      .set({ guestOf: null, awaitsConfirmation: false })
      .execute();
    await like(id, [fans[0]!]);
    expect(await placesOf()).toEqual([[id, 1, 1]]);
  });

  it('gives every share seven days, and freezes a week at its turn', async () => {
    const early = await share(ada, week(6) + HOUR_MS);
    const late = await share(bo, week(7) - HOUR_MS);
    await like(early, fans.slice(0, 3));
    await like(late, fans.slice(0, 1));
    const last = [
      [early, 3, 3],
      [late, 1, 1],
    ];
    expect(await placesOf()).toEqual(last);
    setClock(week(7));
    expect((await chartOf()).meta).toMatchObject({ isOpen: true, previousWeeks: 0 });
    await like(late, fans.slice(1, 5));
    await like(early, fans.slice(3, 4));
    expect(await placesOf('previousWeeks=1')).toEqual(last);
    expect(await chartOf('previousWeeks=1')).toMatchObject({
      start: week(6),
      startISO: '2026-11-16T00:00:00.000Z',
      end: week(7),
      endISO: '2026-11-23T00:00:00.000Z',
      meta: { isOpen: false, previousWeeks: 1, limit: 50, skip: 0, isLastPage: true },
    });
    const complete = [
      [late, 5, 5],
      [early, 4, 4],
    ];
    expect(await placesOf()).toEqual(complete);
    // The seven days of the early one are over, those of the late one are not.
    setClock(week(7) + 2 * HOUR_MS);
    await like(early, fans.slice(4));
    await like(early, fans.slice(0, 2), 'DELETE');
    await like(late, fans.slice(5));
    await like(late, fans.slice(0, 1), 'DELETE');
    expect(await placesOf()).toEqual(complete);
    setClock(week(8));
    await like(late, fans.slice(1, 4), 'DELETE');
    expect(await placesOf()).toEqual([]);
    expect(await placesOf('previousWeeks=1')).toEqual(complete);
    expect(await placesOf('previousWeeks=2')).toEqual(last);
  });

  it('shows nothing that is private, removed, hidden, blocked, or of who left', async () => {
    const leaver = await makeAccount(server.database, 'leaver');
    await keepSessions();
    const ids = {
      seen: await share(ada, week(10) + 1),
      private: await share(ada, week(10) + 2, { private: true }),
      removed: await share(ada, week(10) + 3),
      hidden: await share(ada, week(10) + 4),
      taken: await share(ada, week(10) + 5),
      blocked: await share(bo, week(10) + 6),
      left: await share(leaver, week(10) + 7),
    };
    for (const id of Object.values(ids)) await like(id, fans.slice(0, 2));
    await like(ids.seen, [leaver]);
    const reason = 'Stolen';
    await call('POST', `/moderation/shares/${ids.removed}/remove`, mod, { reason });
    await call('POST', `/rifff-feed/${ids.hidden}/hide`, mod);
    await call('POST', '/accounts/blocked/bo_', mod);
    await call('DELETE', `/rifff-feed/${ids.taken}`, ada);
    await closeAccount(server.database, 'leaver', Date.now());
    const shown = async (who?: TestAccount) => (await placesOf('', who)).map(([id]) => id);
    expect(await shown()).toEqual([ids.seen, ids.hidden, ids.blocked]);
    expect(await shown(mod)).toEqual([ids.seen]);
    for (const table of ['chart', 'chartVoices'] as const) {
      for (const id of [ids.private, ids.taken]) {
        expect(await rowsOf(server.database, table, 'shareId', id)).toEqual([]);
      }
    }
    expect((await chartOf()).rifffs[0]?.chart?.people).toBe(3);
    await server.database.transaction((queries) => runSteps(REMOVAL_STEPS, queries, 'leaver'));
    expect((await chartOf()).rifffs[0]?.chart).toMatchObject({ points: 2, people: 2 });
    expect(await rowsOf(server.database, 'chartVoices', 'userId', 'leaver')).toEqual([]);
    await call('POST', `/moderation/shares/${ids.removed}/restore`, mod, { reason });
    expect(await shown()).toContain(ids.removed);
  });

  it('pages, and says which page is the last', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 4; at++) {
      const id = await share(ada, week(13) + at);
      ids.push(id);
      await like(id, fans.slice(0, at < 2 ? 1 : 2));
    }
    const [first, second, third, fourth] = ids;
    const read = async (query: string) => {
      const { rifffs, meta } = await chartOf(query);
      return [rifffs.map(({ _id, chart }) => [_id, chart?.place]), meta.isLastPage];
    };
    expect(await read('limit=3')).toEqual([
      [
        [third, 1],
        [fourth, 2],
        [first, 3],
      ],
      false,
    ]);
    expect(await read('limit=3&skip=2')).toEqual([
      [
        [first, 3],
        [second, 4],
      ],
      true,
    ]);
    for (const wrong of ['limit=0', 'limit=101', 'previousWeeks=-1', 'skip=x', 'other=1']) {
      expect((await call('GET', `/rifff-feed/chart?${wrong}`)).status, wrong).toBe(400);
    }
  });

  it('finds a winner at the turn: strangers weigh more than followers, and winners rest', async () => {
    const { queries } = server.database;
    for (const fan of fans.slice(0, 5)) {
      const row = { followerId: fan.userId, userId: 'Ada', created: 1 };
      await queries.insertInto('follows').values(row).execute();
    }
    const loved = await share(ada, week(20) + HOUR_MS);
    const small = await share(bo, week(21) - HOUR_MS);
    await like(loved, fans.slice(0, 5));
    setClock(week(21) + HOUR_MS / 2);
    await like(small, fans.slice(0, 3));
    await turn(week(22));
    expect((await winners()).map(({ _id }) => _id)).not.toContain(small);
    await turn(week(22) + 2 * 60_000);
    const [won] = await winners('size=1');
    expect(won).toMatchObject({
      _id: small,
      wonWeek: {
        start: week(21),
        end: week(22),
        by: 'rule',
        reason: '',
        points: 3,
        people: 3,
        strangers: 3,
      },
    });
    // Bo rests, however much the next is liked.
    setClock(week(22) + 3 * 60_000);
    const more = await share(bo, week(22) + 4 * 60_000);
    const less = await share(ada, week(22) + 5 * 60_000);
    await like(more, fans);
    await like(less, fans.slice(0, 3));
    await turn(week(24) + 2 * 60_000);
    await turn(week(24) + 3 * 60_000);
    const latest = (await winners('size=2')).map(({ _id }) => _id);
    expect(latest).toEqual([less, small]);
    expect((await winners('size=1&from=1')).map(({ _id }) => _id)).toEqual([small]);
    // A winner that is taken back leaves its week without one.
    await call('DELETE', `/rifff-feed/${less}`, ada);
    expect((await winners('size=1')).map(({ _id }) => _id)).toEqual([small]);
  });

  it('needs three people for a winner, and prefers people to the demo', async () => {
    const two = await share(ada, week(40) + 1);
    await like(two, fans.slice(0, 2));
    await turn(week(42) + 2 * 60_000);
    expect((await winners('size=100')).map(({ _id }) => _id)).not.toContain(two);
    const real = await share(ada, week(43) + 1);
    const staged = await share(bo, week(43) + 2);
    const { queries } = server.database;
    const setDemo = (isDemo: boolean) =>
      queries.updateTable('accounts').set({ isDemo }).where('id', '=', 'bo_').execute();
    await setDemo(true);
    await like(real, fans.slice(0, 3));
    await like(staged, fans);
    const alone = await share(bo, week(44) + 3);
    await like(alone, fans);
    await turn(week(46) + 2 * 60_000);
    await setDemo(false);
    const found = (await winners('size=2')).map(({ _id }) => _id);
    expect(found).toEqual([alone, real]);
  });

  it('lets a moderator choose a winner, or nobody, with a reason that is kept', async () => {
    const by = await share(ada, week(60) + 1);
    await like(by, fans);
    const chosen = await share(bo, week(61) + 1);
    await like(chosen, fans.slice(0, 1));
    await turn(week(62) + 2 * 60_000);
    const choose = (who: TestAccount | null, shareId: string | null, start = week(61)) =>
      call('POST', `/moderation/weeks/${start}/winner`, who, { shareId, reason: 'So much work' });
    expect((await winners('size=1'))[0]).toMatchObject({ _id: by, wonWeek: { by: 'rule' } });
    const statuses = [
      await choose(null, chosen),
      await choose(ada, chosen),
      await choose(mod, chosen, week(62)),
      await choose(mod, chosen, week(61) + 1),
      await choose(mod, chosen, week(60)),
      await choose(mod, newId()),
      await choose(mod, chosen),
      await choose(mod, chosen),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 403, 400, 400, 400, 404, 200, 200]);
    expect((await winners('size=1'))[0]).toMatchObject({
      _id: chosen,
      wonWeek: { by: 'moderator', reason: 'So much work', points: 1, people: 1 },
    });
    const trail = async (): Promise<unknown[]> => {
      const { entries } = (await call('GET', '/moderation/audit', mod)).body.data;
      return entries.filter(({ action }: { action: string }) => action.endsWith('-winner'));
    };
    const choice = { action: 'choose-winner', shareId: chosen, moderator: 'moderator' };
    expect(await trail()).toMatchObject([{ ...choice, reason: 'So much work' }]);
    setClock(week(62) + 3 * 60_000);
    expect((await choose(mod, null)).status).toBe(200);
    expect(await trail()).toMatchObject([{ action: 'clear-winner', shareId: chosen }, choice]);
    await turn(week(62) + 3 * 60_000);
    expect((await winners('size=1'))[0]?.wonWeek?.start).not.toBe(week(61));
    const blocked = await winners('size=100', mod);
    expect(blocked.map(({ user }) => user)).not.toContain('bo_');
  });

  it('is the same for many who react at once', async () => {
    const id = await share(ada, week(70) + 1);
    await Promise.all(
      fans.flatMap((fan) => [
        call('POST', `/rifff-feed/${id}/like`, fan),
        comment(id, fan),
        call('DELETE', `/rifff-feed/${id}/like`, fan),
        call('POST', `/rifff-feed/${id}/like`, fan),
      ]),
    );
    expect(await placesOf()).toEqual([[id, 12, 6]]);
  });
});
