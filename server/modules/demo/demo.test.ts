import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ArcadeField, BoardSchema, RunBodySchema } from '../../../src/data/contract/arcade.ts';
import { ClubPageSchema } from '../../../src/data/contract/clubs.ts';
import { type JamRifffsSchema, JamSchema } from '../../../src/data/contract/jams.ts';
import { PlaylistAnswerSchema } from '../../../src/data/contract/playlists.ts';
import { RifffSchema } from '../../../src/data/contract/rifff.ts';
import { type SharedRifff, SharedRifffSchema } from '../../../src/data/contract/sharing.ts';
import { indexField } from '../../../src/data/rules/arcade/field.ts';
import { judgeRun } from '../../../src/data/rules/arcade/judge.ts';
import { missionOf } from '../../../src/data/rules/arcade/mission.ts';
import { dayOf } from '../../../src/data/rules/arcade/seeds.ts';
import { DEMO_PEOPLE } from '../../../src/data/rules/demo/people.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { createEvents } from '../../kernel/events.ts';
import type { Database } from '../../ports/database/database.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { storedDemo } from '../../testing/demo.ts';
import { silentLog } from '../../testing/starterFixture.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';
import { purgeClubs } from '../clubs/purge.ts';
import { decideWeeks } from '../feed/winners.ts';
import { seedStarter } from '../starter/service.ts';
import { applyDemo } from './service.ts';

const STARTER = fileURLToPath(new URL('../../../assets/starter', import.meta.url));
const YEAR_MS = 365 * 86_400_000;
const FIRST_START_MS = 1_790_000_000_000;
const DEMO_IDS = DEMO_PEOPLE.map(({ userId }) => userId);

describeDatabases('demo content', (open, { itOnce }) => {
  let server: TestServer;
  let database: Database;
  let ines: TestAccount;
  beforeAll(async () => {
    database = await open();
    server = await startTestServer({ openDatabase: async () => database });
    const { blobs } = server;
    await seedStarter({ database, blobs, log: silentLog, folder: STARTER, hasPlans: true });
    ines = await makeAccount(database, 'ines');
  });
  afterAll(() => server?.close());

  const apply = (isOn: boolean, nowMs = FIRST_START_MS) =>
    applyDemo({ database, log: silentLog, isOn, nowMs });
  const call = async (
    url: string,
    {
      as,
      body,
      method = body ? 'POST' : 'GET',
    }: {
      as?: TestAccount;
      body?: Record<string, unknown>;
      method?: 'GET' | 'POST' | 'DELETE';
    } = {},
  ) => {
    const answer = await server.app.inject({
      method,
      url: `/api${url}`,
      headers: as?.headers ?? {},
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, ...answer.json() };
  };
  const feed = async (query = 'limit=100') =>
    (await call(`/rifff-feed/query?${query}`)).data.rifffs as SharedRifff[];
  const stored = () => storedDemo(database.queries);
  let before: Awaited<ReturnType<typeof stored>>;
  let made: Awaited<ReturnType<typeof stored>>;

  it('is not made where it is off', async () => {
    before = await stored();
    expect(await apply(false)).toBe('none');
    expect(await stored()).toEqual(before);
  });

  it('is made once, by two nodes at once too, and again it is only looked at', async () => {
    await Promise.all([apply(true), apply(true)]);
    made = await stored();
    expect(await apply(true, FIRST_START_MS + YEAR_MS)).toBe('kept');
    expect(await stored()).toEqual(made);
    expect(made.accounts).toHaveLength(before.accounts.length + DEMO_PEOPLE.length);
    expect(made.shares.length).toBeGreaterThanOrEqual(55);
    const count = (kind: string) => made.found.filter((one) => one.kind === kind).length;
    expect(count('rifffs')).toBe(made.shares.length);
    expect(count('people')).toBe(DEMO_PEOPLE.length);
    expect(count('jams')).toBe(made.jams.filter(({ ownerId }) => ownerId !== 'ines').length);
  });

  it('has charts and rifffs of the week, by its own accounts', async () => {
    const { queries } = database;
    const before = await queries.selectFrom('chart').selectAll().execute();
    expect(before.length).toBeGreaterThan(50);
    await decideWeeks(database, FIRST_START_MS, createEvents());
    const winners = await queries
      .selectFrom('weekWinners')
      .innerJoin('accounts', 'accounts.id', 'weekWinners.userId')
      .select(['weekWinners.week', 'accounts.isDemo'])
      .execute();
    expect(winners.length).toBeGreaterThan(5);
    expect(winners.every(({ isDemo }) => isDemo)).toBe(true);
  });

  itOnce(
    'has jams with branches and remixes by many hands, all of them in the year before',
    async () => {
      const { queries } = database;
      const rooms = await queries
        .selectFrom('jams')
        .selectAll()
        .where('kind', '=', 'room')
        .execute();
      expect(rooms.length).toBeGreaterThanOrEqual(6);
      for (const room of rooms) {
        expect(room).toMatchObject({ isDemo: true, access: 'public' });
        expect(room.id).toMatch(/^band[0-9a-f]{10}$/);
        const rifffs = made.rifffs.filter(({ jamId }) => jamId === room.id);
        expect(rifffs.length).toBe(room.rifffCount);
        expect(rifffs.length).toBeGreaterThanOrEqual(10);
        expect(rifffs.length).toBeLessThanOrEqual(40);
        expect(new Set(rifffs.map(({ userId }) => userId)).size).toBeGreaterThan(5);
        const parents = rifffs.flatMap(({ parentId }) => parentId ?? []);
        expect(parents.length).toBe(rifffs.length - 1);
        // Some rifff has several answers.
        expect(new Set(parents).size).toBeLessThan(parents.length);
        expect(new Set(rifffs.map(({ created }) => created)).size).toBe(rifffs.length);
      }
      const byKey = new Map(made.rifffs.map((row) => [`${row.jamId} ${row.id}`, row]));
      for (const row of made.rifffs) {
        expect(FIRST_START_MS - row.created).toBeGreaterThan(0);
        expect(FIRST_START_MS - row.created).toBeLessThanOrEqual(YEAR_MS);
        if (row.parentId === null) continue;
        const parent = byKey.get(`${row.parentJamId} ${row.parentId}`);
        expect(parent!.created).toBeLessThan(row.created);
        expect(row.originalId).toBe(parent!.userId === row.userId ? null : row.parentId);
      }
      const created = made.shares.map((share) => share.created);
      expect(FIRST_START_MS - Math.min(...created)).toBeGreaterThan(0.8 * YEAR_MS);
      expect(FIRST_START_MS - Math.max(...created)).toBeLessThan(YEAR_MS / 365);
    },
  );

  itOnce('answers documents of the contract, as a commit would have stored them', async () => {
    const { queries } = database;
    for (const room of await queries.selectFrom('jams').selectAll().execute()) {
      if (room.access !== 'public') continue;
      JamSchema.parse((await call(`/jam/${room.id}`)).data ?? {});
      const page = (await call(`/jam/${room.id}/rifffs?pageSize=100`)).data as ReturnType<
        typeof JamRifffsSchema.parse
      >;
      for (const rifff of page.rifffs) {
        RifffSchema.parse(rifff);
        expect(rifff.loops.length).toBe(rifff.layerColours?.length);
        expect(rifff.loops.every(({ isRemoved }) => isRemoved === undefined)).toBe(true);
        expect(rifff.peakData).toHaveLength(1536);
        expect(rifff.creators).toContain(rifff.userName);
        expect(rifff.magnitude).toBeGreaterThan(0.1);
      }
    }
  });

  itOnce('fills the first pages of the feed, and says of each that it is demo', async () => {
    const shares = await feed();
    expect(shares).toHaveLength(made.shares.length);
    for (const share of shares) {
      SharedRifffSchema.parse(share);
      expect(share.isDemo).toBe(true);
      expect(share.displayName).toMatch(/^Demo: /);
    }
    expect(new Set(shares.map(({ title }) => title)).size).toBe(shares.length);
    const first = shares.slice(0, 12);
    const tempos = new Set(first.map(({ rifff }) => Math.round(60 * rifff.state.bps)));
    expect(tempos.size).toBeGreaterThanOrEqual(4);
    expect(new Set(first.map(({ rifff }) => rifff.root)).size).toBeGreaterThanOrEqual(4);
    const counts = shares.map(
      ({ rifff }) => rifff.state.playback.filter(({ slot }) => slot.current?.on).length,
    );
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(7);
    const likes = (await feed('limit=100&sort=likes')).map((one) => one.react_counts.like);
    expect(likes[0]).toBeGreaterThanOrEqual(8);
    // Few are liked by nearly all, half of them by two at most.
    expect(likes[Math.floor(likes.length / 2)]).toBeLessThanOrEqual(3);
  });

  itOnce(
    'has a club with channels and playlists that every visitor hears, and says that it is demo',
    async () => {
      const { clubs } = (await call('/clubs')).data;
      expect(clubs).toHaveLength(1);
      const { data } = await call(`/clubs/${clubs[0].id}`);
      const club = ClubPageSchema.parse(data.club ?? data);
      expect(club.name).toMatch(/^Demo: /);
      expect(club).toMatchObject({ isDemo: true, memberCount: DEMO_PEOPLE.length });
      expect(club.channels).toHaveLength(3);
      for (const { jamId, rifffCount, newest, name, isDemo } of club.channels) {
        expect([name, isDemo]).toEqual([expect.stringMatching(/^Demo: /), true]);
        expect(newest).not.toBeNull();
        expect(rifffCount).toBeGreaterThanOrEqual(10);
        expect((await call(`/jam/${jamId}`)).data).toMatchObject({ isDemo: true });
      }
      expect(club.playlists).toHaveLength(2);
      const own = (await call(`/accounts/${clubs[0].owner}/playlists`)).data.playlists;
      expect(own).toHaveLength(1);
      for (const { id } of [...club.playlists, ...own]) {
        const { playlist } = PlaylistAnswerSchema.parse((await call(`/playlists/${id}`)).data);
        expect([playlist.name, playlist.isDemo]).toEqual([expect.stringMatching(/^Demo: /), true]);
        expect(playlist.items.length).toBeGreaterThanOrEqual(4);
        for (const item of playlist.items) {
          if (item.type !== 'audio') throw new Error('a track');
          expect(item.data?.loops.length).toBeGreaterThan(0);
          expect(item.title).not.toBe('');
          expect(item.created).toBeGreaterThan(item.data!.created);
          expect(item.created).toBeGreaterThanOrEqual(playlist.created);
          expect(item.created).toBeLessThanOrEqual(playlist.changed);
          expect(playlist.changed).toBeLessThan(FIRST_START_MS);
        }
      }
    },
  );

  itOnce(
    'has boards of the days until the first start, of moves that the server plays again',
    async () => {
      expect(made.fields).toHaveLength(7);
      expect(made.best).toHaveLength(made.runs.length);
      for (const { day, field, salt } of made.fields) {
        const board = BoardSchema.parse((await call(`/arcade/board?day=${day}`)).data);
        expect(board.entries.length).toBeGreaterThanOrEqual(5);
        expect(board.entries[0]!.score).toBeGreaterThan(500);
        expect(new Set(board.entries.map(({ score }) => score)).size).toBeGreaterThan(2);
        const mission = missionOf(day, field as ArcadeField, salt);
        for (const { runId, displayName } of board.entries) {
          expect(displayName).toMatch(/^Demo: /);
          const run = made.runs.find(({ id }) => id === runId)!;
          const moves = RunBodySchema.shape.moves.parse(run.moves);
          const { score, parts, met, unlocks, started, created } = run;
          expect(judgeRun(mission, indexField(field as ArcadeField), 'mission', moves)).toEqual({
            ...{ score, parts, met, unlocks },
          });
          expect(dayOf(started)).toBe(day);
          expect(created - started).toBeGreaterThan(moves.at(-1)!.t);
          expect(created).toBeLessThan(FIRST_START_MS);
          expect(await call(`/arcade/runs/${runId}`)).toMatchObject({ status: 200 });
        }
      }
    },
  );

  it('has a room to collect from where money is play money, and only there', async () => {
    const open = async () => (await call('/marketplace/collectible-jams')).data.jams;
    expect(await open()).toEqual([]);
    await applyDemo({ database, log: silentLog, isOn: true, hasPlayMoney: true });
    expect(await open()).toMatchObject([{ jam: { isDemo: true }, isCollectible: true }]);
    await apply(true);
    expect(await open()).toEqual([]);
  });

  it('counts likes as they are stored', async () => {
    const { queries } = database;
    for (const share of await queries.selectFrom('shares').selectAll().execute()) {
      const likes = made.likes.filter(({ shareId }) => shareId === share.id);
      expect(share.likeCount).toBe(likes.length);
      for (const { userId, created } of likes) {
        expect(userId).not.toBe(share.userId);
        expect(created).toBeGreaterThanOrEqual(share.created);
        expect(created).toBeLessThan(FIRST_START_MS);
      }
    }
  });

  itOnce('has profiles that say what they are', async () => {
    for (const userId of DEMO_IDS) {
      const { data } = await call(`/accounts/profile/${userId}`);
      expect(data).toMatchObject({ user_id: userId, isDemo: true });
      expect(data.displayName).toMatch(/^Demo: /);
      expect(data.bio).toMatch(/^This server made this account/);
    }
  });

  itOnce('lets nobody sign in, take a name like it, or ask for a new password', async () => {
    const { queries } = database;
    const secrets = await queries
      .selectFrom('accounts')
      .select(['passwordHash', 'email', 'emailFolded'])
      .where('isDemo', '=', true)
      .execute();
    expect(new Set(secrets.flatMap((row) => Object.values(row)))).toEqual(new Set([null]));
    for (const password of ['', 'null', 'Correct horse']) {
      const body = { username: 'demo-bass', password };
      expect((await call('/auth/login', { body })).status).not.toBe(200);
    }
    const body = {
      username: 'demo-other',
      email: 'other@mail.example',
      password: 'Correct horse',
      confirmPassword: 'Correct horse',
    };
    expect((await call('/signup', { body })).validationErrors).toHaveProperty('username');
  });

  describe('taken out', () => {
    let remixId: string;
    let above: { jamId: string; id: string }[];

    let liked: SharedRifff;

    it('leaves nothing where nobody built on it but what members liked', async () => {
      [liked] = (await feed()) as [SharedRifff];
      await call(`/rifff-feed/${liked._id}/like`, { as: ines, body: {} });
      expect(await apply(false)).toBe('removed');
      const { likes, ...others } = await stored();
      expect({ ...others, likes: [] }).toEqual(before);
      expect(likes).toMatchObject([{ userId: 'ines', shareId: liked._id }]);
      const { data } = await call('/rifff-feed/query?liked=true', { as: ines });
      expect(data.rifffs).toEqual([]);
      expect(await apply(false)).toBe('none');
    });

    it('comes back as it was', async () => {
      expect(await apply(true, FIRST_START_MS + 1000)).toBe('stored');
      const again = (await feed()).find(({ _id }) => _id === liked._id)!;
      expect(again.react_counts.like).toBe(liked.react_counts.like + 1);
      await call(`/rifff-feed/${liked._id}/like`, { as: ines, method: 'DELETE' });
      expect(await stored()).toEqual(made);
    });

    itOnce('leaves the lineage of what members made of it, and names nobody', async () => {
      const share = (await feed()).find(({ rifff }) => rifff.parent)!;
      remixId = newId();
      const { rifff } = share;
      const remix = {
        _id: remixId,
        created: Date.now(),
        userName: 'ines',
        state: rifff.state,
        loops: [],
        parent: { jamId: share.jamId, rifffId: rifff._id },
      };
      const posted = await call('/jam/ines/rifffs', { as: ines, body: { rifff: remix } });
      expect(posted.status).toBe(200);
      expect(await apply(false)).toBe('removed');
      expect(await feed()).toEqual([]);
      const { data } = await call(`/jam/ines/rifffs/${remixId}`, { as: ines });
      const { loops, creators } = data.rifff ?? data;
      expect(loops.every((loop: { isRemoved?: boolean }) => !loop.isRemoved)).toBe(true);
      expect(creators.filter((name: string) => name.startsWith('demo-'))).toEqual([]);
      const rows = await database.queries
        .selectFrom('rifffs')
        .selectAll()
        .where('userId', 'in', DEMO_IDS)
        .orderBy('created', 'desc')
        .execute();
      above = rows;
      expect(rows[0]).toMatchObject({ jamId: share.jamId, id: rifff._id, digest: '' });
      // The line goes up to its root, without a gap, and nothing else is left.
      rows.forEach((row, at) => {
        expect(row.doc).toMatchObject({ isRemoved: true, userName: '', loops: [] });
        expect(row.parentId).toBe(rows[at + 1]?.id ?? null);
      });
      for (const userId of DEMO_IDS) {
        expect((await call(`/accounts/profile/${userId}`)).status).toBe(404);
      }
      expect((await call(`/jam/${share.jamId}`)).status).toBe(404);
    });

    itOnce('comes back around it', async () => {
      expect(await apply(true)).toBe('stored');
      const now = await stored();
      expect(now.rifffs.filter(({ id }) => id !== remixId)).toEqual(made.rifffs);
      expect(now.accounts).toEqual(made.accounts);
      expect(now.shares).toEqual(made.shares);
      expect(above.length).toBeGreaterThan(0);
    });

    itOnce(
      'leaves what members played in a channel as a jam, which is a channel again later',
      async () => {
        const { clubs } = (await call('/clubs')).data;
        const { channels } = (await call(`/clubs/${clubs[0].id}`)).data;
        const [{ jamId }] = channels;
        const [share] = await feed();
        const { state } = share!.rifff;
        const rifff = { _id: newId(), created: Date.now(), userName: 'ines', state, loops: [] };
        await call(`/clubs/${clubs[0].id}/join`, { as: ines, body: {} });
        const posted = await call(`/jam/${jamId}/rifffs`, { as: ines, body: { rifff } });
        expect(posted.status).toBe(200);
        await apply(false);
        expect((await call(`/clubs/${clubs[0].id}`)).status).toBe(404);
        await purgeClubs({ database, blobs: server.blobs }, Date.now());
        expect((await call(`/jam/${jamId}/rifffs/${rifff._id}`)).status).toBe(200);
        await apply(true);
        const again = (await call(`/clubs/${clubs[0].id}`)).data.channels;
        expect(again[0]).toMatchObject({ jamId, rifffCount: channels[0].rifffCount + 1 });
      },
    );

    itOnce('leaves out what a moderator removed', async () => {
      const [share] = await feed();
      const at = { id: newId(), moderatorId: 'ines', shareId: share!._id, reason: 'test' };
      await database.queries
        .insertInto('audit')
        .values({ ...at, action: 'remove', created: FIRST_START_MS })
        .execute();
      await apply(false);
      await apply(true);
      expect((await feed()).map(({ _id }) => _id)).not.toContain(share!._id);
    });
  });
});
