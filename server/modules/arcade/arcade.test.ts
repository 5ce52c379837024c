import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  BoardSchema,
  type MissionAnswer,
  MissionAnswerSchema,
  type Move,
  RunSchema,
} from '../../../src/data/contract/arcade.ts';
import { SharedRifffSchema } from '../../../src/data/contract/sharing.ts';
import { indexField } from '../../../src/data/rules/arcade/field.ts';
import { makeMission } from '../../../src/data/rules/arcade/mission.ts';
import { dayOf } from '../../../src/data/rules/arcade/seeds.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { runSteps } from '../../ports/database/batches.ts';
import { makeAccount, useAccount } from '../../testing/accounts.ts';
import { allOf } from '../../testing/afterwards.ts';
import { runBody, winningMoves } from '../../testing/arcade.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { shareStored } from '../../testing/rifffs.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { removeUnclaimed } from './repo.ts';

// Runs of these tests began a minute ago: at noon that is the same day.
beforeAll(() => {
  const now = new Date().setUTCHours(12, 0, 0, 0);
  vi.useFakeTimers({ toFake: ['Date'], now, shouldAdvanceTime: true });
});
afterAll(() => void vi.useRealTimers());

describeDatabases('the arcade', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { RATE_LIMIT: '1000000' } });
  const call = callsAs(server);
  const [ada, bo] = [useAccount(server, 'Ada'), useAccount(server, 'bo_')];
  let today: MissionAnswer;
  const shares: string[] = [];

  beforeAll(async () => {
    const { queries } = server.database;
    for (let at = 0; at < 4; at++) {
      const loopIds = [at, at + 5, at + 10].map((n) => fixtureLoopId(n));
      const userId = at % 2 ? 'bo_' : 'Ada';
      shares.push(await shareStored(queries, { userId, loopIds, extra: { root: 3, scale: 1 } }));
    }
    await shareStored(queries, { userId: 'Ada', isPrivate: true, title: 'secret' });
    today = MissionAnswerSchema.parse((await call('GET', '/arcade/missions/today')).body.data);
  });

  const list = async (query = '', who = bo as typeof bo | undefined) => {
    const { body } = await call('GET', `/v3/feed/arcade${query}`, who);
    return SharedRifffSchema.array().parse(body.data);
  };
  const ids = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);
  const winning = (on = today, mode?: string) => winningMoves(server.database.queries, on, mode);
  const body = async (change: Parameters<typeof runBody>[3] = {}, moves?: readonly Move[]) =>
    runBody(
      server.database.queries,
      today.mission,
      moves ?? (await winning(today, change?.mode)),
      change,
    );
  const post = (payload: object, who?: typeof ada) => call('POST', '/arcade/runs', who, payload);

  it('lists the field of the day as the feed has it, filled up by the house, and keeps it', async () => {
    const all = await list();
    expect(ids(all)).toEqual(today.field.rifffs.map(({ id }) => id));
    expect(ids(all)).toEqual(expect.arrayContaining(shares));
    expect(all.at(-1)).toMatchObject({ title: 'Opening', jamId: '', image: false });
    expect(ids(await list('?size=2'))).toEqual(ids(all).slice(0, 2));
    expect(ids(await list('?days=1')).sort()).toEqual(ids(all).sort());
    const late = await shareStored(server.database.queries, { userId: 'Ada' });
    expect(ids(await list())).not.toContain(late);
    expect((await call('GET', '/v3/feed/arcade?size=101')).status).toBe(400);
  });

  it('shows nothing that is hidden, removed or of somebody blocked', async () => {
    const { queries } = server.database;
    const [hidden, removed] = [shares[0]!, shares[2]!];
    const reader = await makeAccount(server.database, 'reader');
    await call('POST', `/rifff-feed/${hidden}/hide`, reader);
    const remove = (isRemoved: boolean) =>
      queries.updateTable('shares').set({ isRemoved }).where('id', '=', removed).execute();
    await remove(true);
    await queries
      .insertInto('blocks')
      .values({ userId: 'reader', blockedId: 'bo_', created: 1 })
      .execute();
    const shown = ids(await list('', reader));
    expect(shown.filter((id) => shares.includes(id))).toEqual([]);
    expect(
      ids(await list())
        .filter((id) => shares.includes(id))
        .sort(),
    ).toEqual(shares.filter((id) => id !== removed).sort());
    await remove(false);
  });

  it('gives everybody the same mission of the day, and any other by its seed', async () => {
    const bySeed = await call('GET', `/arcade/missions/${today.mission.seed}`, bo);
    expect(bySeed.body.data).toEqual(today);
    const other = await call('GET', `/arcade/missions/${today.mission.seed}-7`);
    expect(MissionAnswerSchema.parse(other.body.data).field).toEqual(today.field);
    expect((await call('GET', '/arcade/missions/19990101')).status).toBe(404);
    expect((await call('GET', '/arcade/missions/99991231')).status).toBe(404);
    expect((await call('GET', '/arcade/missions/today-1')).status).toBe(400);
    expect(JSON.stringify(today)).not.toMatch(/Ada|bo_|secret/);
  });

  it('plays a run again, stores it once, and counts the better one for the board', async () => {
    const [first] = await winning();
    const weak = await body({}, [first!, { t: first!.t + 777, do: 'place' }]);
    const strong = await body();
    const low = RunSchema.parse((await post(weak, ada)).body.data);
    const high = RunSchema.parse((await post(strong, ada)).body.data);
    expect(high.score).toBeGreaterThan(low.score);
    expect(high).toMatchObject({ player: { user: 'Ada' }, isForBoard: true, kept: null });
    expect(high.met).toEqual(today.mission.conditions.map(() => true));
    expect(high.parts.brief).toBeGreaterThan(0);
    expect((await post(strong, ada)).body.data).toEqual(high);
    expect((await post(strong, bo)).status).toBe(409);
    expect((await post({ ...strong, moves: weak.moves }, ada)).status).toBe(409);
    expect((await call('GET', `/arcade/runs/${high.id}`, ada)).body.data).toEqual(high);
    await post(await body({}, weak.moves), ada);
    const others = [{ ...first!, t: first!.t - 1 }, weak.moves[1]!];
    expect((await post(await body({}, others), bo)).status).toBe(200);
    const board = BoardSchema.parse((await call('GET', '/arcade/board', bo)).body.data);
    expect(board.entries).toMatchObject([
      { place: 1, user: 'Ada', runId: high.id, score: high.score },
      { place: 2, user: 'bo_', score: low.score },
    ]);
    expect(board.own).toMatchObject({ place: 2, user: 'bo_' });
    expect(board.players).toBe(2);
    const before = await call('GET', '/arcade/board?day=20200101', bo);
    expect(before.body.data).toEqual({ day: '20200101', entries: [], own: null, players: 0 });
  });

  it('shows how a run was played to its player alone until the day is over', async () => {
    const { queries } = server.database;
    const run = RunSchema.parse((await post(await body(), ada)).body.data);
    expect(run.moves!.length).toBeGreaterThan(0);
    const seenBy = async (who: typeof ada | null) =>
      RunSchema.parse((await call('GET', `/arcade/runs/${run.id}`, who)).body.data);
    for (const who of [null, bo]) expect(await seenBy(who)).toEqual({ ...run, moves: null });
    expect(await seenBy(ada)).toEqual(run);
    // What the page holds is not enough to make the answer: the mission comes out of chance that stays here.
    const { answer } = makeMission(today.mission.seed, indexField(today.field));
    const solved = (await winning()).flatMap((move) => ('loop' in move ? [move.loop] : []));
    expect(answer.map(({ loop }) => loop.id)).not.toEqual(solved);
    const yesterday = dayOf(Date.now() - 2 * 86_400_000);
    await queries
      .insertInto('arcadeFields')
      .columns(['day', 'field', 'salt', 'created'])
      .expression(
        queries
          .selectFrom('arcadeFields')
          .select((the) => [the.val(yesterday).as('day'), 'field', 'salt', 'created']),
      )
      .execute();
    await queries
      .updateTable('arcadeRuns')
      .set({ seed: yesterday })
      .where('id', '=', run.id)
      .execute();
    expect((await seenBy(null)).moves).toEqual(run.moves);
  });

  it('takes no run that is a copy of another one, on the beat or a little beside it', async () => {
    const leader = await body();
    expect((await post(leader, ada)).status).toBe(200);
    const later = (ms: number) => leader.moves.map((move) => ({ ...move, t: move.t + ms }) as Move);
    for (const who of [bo, null]) {
      for (const ms of [0, 3, -20]) {
        const answer = await post(await body({}, later(ms)), who as typeof bo);
        expect([ms, answer.status, answer.body.message]).toEqual([
          ...[ms, 409, 'These are the moves of another run'],
        ]);
      }
    }
    // The same loops in the same order by another hand, and one's own run again, are runs.
    expect((await post(await body(), bo)).status).toBe(200);
    expect((await post(await body({}, leader.moves), ada)).status).toBe(200);
    // Of two copies at once one is taken.
    const twice = later(150);
    const dee = await makeAccount(server.database, 'dee_');
    const both = await Promise.all([bo, dee].map(async (who) => post(await body({}, twice), who)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('lets no forged score in', async () => {
    const good = await body();
    const moves = await winning();
    const refused = async (change: object, field: string) => {
      const answer = await post({ ...good, ...change }, ada);
      expect([answer.status, Object.keys(answer.body.validationErrors ?? {})]).toEqual([
        400,
        [field],
      ]);
    };
    const [text, signature] = good.token.split('.');
    const forged = Buffer.from(JSON.stringify([good.runId, 'mission', good.missionSeed, 0]));
    await refused({ token: `${forged.toString('base64url')}.${signature}` }, 'token');
    await refused({ token: `${text}.` }, 'token');
    await refused({ token: `${text}.${signature}.x` }, 'token');
    await refused({ runId: newId() }, 'token');
    await refused({ mode: 'explorer' }, 'token');
    await refused({ missionSeed: `${good.missionSeed}-1` }, 'token');
    await refused({ moves: [{ ...moves[0], loop: 'elsewhere' }] }, 'moves.0');
    await refused({ moves: [moves[1]] }, 'moves.0');
    await refused({ moves: [moves[1], moves[0]] }, 'moves.0');
    await refused(
      {
        moves: [
          { ...moves[0], t: 10 },
          { t: 40, do: 'place' },
        ],
      },
      'moves.1',
    );
    await refused({ moves: [...moves, { t: 65_000, do: 'end' }] }, 'moves');
    const early = await body({ agoMs: 1000 });
    expect((await post(early, ada)).status).toBe(400);
    expect((await post({ ...good, score: 9999 }, ada)).status).toBe(400);
    const late = await body({ agoMs: 10 * 60_000 });
    expect((await post(late, ada)).body.data).toMatchObject({ isForBoard: false });
    const free = await call('GET', `/arcade/missions/${today.mission.seed}-7`);
    const other = await runBody(
      server.database.queries,
      free.body.data.mission,
      await winning(free.body.data),
    );
    expect((await post(other, ada)).body.data).toMatchObject({ isForBoard: false });
  });

  it('begins a run by its own clock, and hands out a token that is good for it', async () => {
    const start = { runId: newId(), missionSeed: today.mission.seed, mode: 'mission' };
    const { data } = (await call('POST', '/arcade/runs/start', null, start)).body;
    expect(Math.abs(data.startedMs - Date.now())).toBeLessThan(60_000);
    const run = await post({ ...start, token: data.token, moves: [] });
    expect(run.body.data).toMatchObject({ player: null, score: 0, startedMs: data.startedMs });
    const never = { ...start, missionSeed: '19990101' };
    expect((await call('POST', '/arcade/runs/start', null, never)).status).toBe(404);
  });

  it('keeps the rifff of a run in the jam of its player, and shares it under its source', async () => {
    for (const [mode, source] of [
      ['mission', 'beat_machine_mission'],
      ['explorer', 'beat_machine_sound_explorer'],
    ] as const) {
      const run = await body({ mode });
      expect((await post(run, bo)).status).toBe(200);
      const keep = (who: typeof bo, more: object = {}) =>
        call('POST', `/arcade/runs/${run.runId}/keep`, who, { title: `By ${mode}`, ...more });
      expect((await keep(ada)).status).toBe(404);
      const only = (await keep(bo, { share: false })).body.data;
      expect(only).toMatchObject({ kept: { jamId: 'bo_', shareId: null }, notShared: null });
      const kept = (await keep(bo)).body.data;
      expect(kept.kept).toMatchObject({ rifffId: only.kept.rifffId });
      expect((await keep(bo)).body.data).toEqual(kept);
      const { body: found } = await call('GET', `/rifff-feed/query?source=${source}`);
      const [shared] = SharedRifffSchema.array().parse(found.data.rifffs);
      expect(shared).toMatchObject({ _id: kept.kept.shareId, user: 'bo_', title: `By ${mode}` });
      const { rifff } = shared!;
      const placed = (await winning(today, 'explorer')).map((move) => 'loop' in move && move.loop);
      expect(rifff.state.bps).toBe(today.mission.bps);
      expect(rifff.state.playback.flatMap(({ slot }) => slot.current?.currentLoop ?? [])).toEqual(
        placed,
      );
      // The maker of what it was taken from is named, and the rifff that gave most is its parent.
      expect(rifff.creators).toEqual(expect.arrayContaining(['bo_']));
      if (rifff.parent) expect(['Ada', 'bo_']).toContain(rifff.parent.jamId);
    }
  });

  it('gives a run without a name to whoever brings its code, once', async () => {
    const run = await body();
    const played = RunSchema.parse((await post(run)).body.data);
    expect(played).toMatchObject({ player: null, isForBoard: true });
    const { runId, token } = run;
    const make = (bring: object) => call('POST', '/arcade/claims', null, bring);
    expect((await make({ runId, token: `${token}x` })).status).toBe(400);
    const first = (await make({ runId, token })).body.data;
    const { code, expires } = (await make({ runId, token })).body.data;
    expect(code).toMatch(/^([A-Z2-9]{4}-){2}[A-Z2-9]{4}$/);
    expect(expires).toBeGreaterThan(Date.now());
    const stored = await server.database.queries.selectFrom('codes').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''));
    expect((await call('GET', `/arcade/claims/${first.code}`)).status).toBe(404);
    const shown = (await call('GET', `/arcade/claims/${code.toLowerCase()}`)).body.data;
    expect(shown).toMatchObject({ runId, mode: 'mission', score: played.score });
    expect(shown.categories.length).toBeGreaterThan(0);
    const use = (who?: typeof ada) => call('POST', `/arcade/claims/${code}`, who, {});
    expect((await use()).status).toBe(401);
    const cy = await makeAccount(server.database, 'cy_');
    const both = await Promise.all([use(cy), use(cy)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(both.find(({ status }) => status === 200)?.body.data).toMatchObject({
      runId,
      kept: { jamId: 'cy_' },
      notShared: null,
    });
    expect((await call('GET', `/arcade/runs/${runId}`)).body.data).toMatchObject({
      player: { user: 'cy_' },
    });
    const board = BoardSchema.parse((await call('GET', '/arcade/board', cy)).body.data);
    expect(board.own).toMatchObject({ runId, score: played.score });
    expect((await make({ runId, token })).status).toBe(409);
    expect((await call('GET', `/arcade/claims/${code}`)).status).toBe(404);
  });

  it('lets a code run out', async () => {
    const run = await body();
    await post(run);
    const { runId, token } = run;
    const { code } = (await call('POST', '/arcade/claims', null, { runId, token })).body.data;
    await server.database.queries.updateTable('codes').set({ expires: 1 }).execute();
    expect((await call('GET', `/arcade/claims/${code}`)).status).toBe(404);
    expect((await call('POST', `/arcade/claims/${code}`, ada, {})).status).toBe(404);
  });

  it('leaves nobody who is gone, blocked or suspended on the board, and forgets an account', async () => {
    const { queries } = server.database;
    const leaver = await makeAccount(server.database, 'leaver');
    const run = await body();
    await post(run, leaver);
    const users = async (who = ada) => {
      const { data } = (await call('GET', '/arcade/board', who)).body;
      return BoardSchema.parse(data).entries.map(({ user }) => user);
    };
    expect(await users()).toContain('leaver');
    const suspension = { userId: 'leaver', reason: 'x', since: 1, until: null };
    await queries.insertInto('suspensions').values(suspension).execute();
    expect(await users()).not.toContain('leaver');
    await queries.deleteFrom('suspensions').execute();
    await queries
      .insertInto('blocks')
      .values({ userId: 'Ada', blockedId: 'leaver', created: 1 })
      .execute();
    expect(await users()).not.toContain('leaver');
    expect((await call('GET', `/arcade/runs/${run.runId}`, ada)).status).toBe(404);
    const owned = await allOf(exportOwned(queries, 'leaver'));
    expect(owned).toMatchObject({ runs: [{ id: run.runId, moves: run.moves }] });
    await runSteps(REMOVAL_STEPS, queries, 'leaver');
    expect(await users(bo)).not.toContain('leaver');
    expect((await call('GET', `/arcade/runs/${run.runId}`)).status).toBe(404);
    expect(await allOf(exportOwned(queries, 'leaver'))).toEqual({ runs: [] });
  });

  it('forgets in time what nobody claimed', async () => {
    const { queries } = server.database;
    const [nobodys, owned] = [await body(), await body()];
    await post(nobodys);
    await post(owned, ada);
    const ages = { nowMs: Date.now(), sinceMs: Date.now() + 1 };
    await removeUnclaimed(queries, ages);
    expect((await call('GET', `/arcade/runs/${nobodys.runId}`)).status).toBe(404);
    expect((await call('GET', `/arcade/runs/${owned.runId}`)).status).toBe(200);
  });
});
