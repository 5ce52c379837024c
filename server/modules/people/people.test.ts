import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import { makeRoom } from '../../testing/sockets.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { FOLLOWS_MAX } from './follows.ts';

describeDatabases('people', (open) => {
  const server = useTestServer({ openDatabase: open });
  const call = callsAs(server);
  let [mia, tom, eva, kim] = [] as unknown as TestAccount[];

  beforeAll(async () => {
    mia = await makeAccount(server.database, 'Mia');
    tom = await makeAccount(server.database, 'tom');
    eva = await makeAccount(server.database, 'eva');
    kim = await makeAccount(server.database, 'kim');
  });

  const follow = (who: TestAccount | undefined, userId: string) =>
    call('POST', '/accounts/following', who, { userId });
  const unfollow = (who: TestAccount | undefined, userId: string) =>
    call('DELETE', `/accounts/following/${userId}`, who);
  const list = async (path: string, who?: TestAccount) =>
    (await call('GET', `/accounts/${path}`, who)).body.data;
  const namesOf = (people: readonly { user_id: string }[]) => people.map((one) => one.user_id);
  const profile = async (id: string, who?: TestAccount) =>
    (await call('GET', `/accounts/profile/${id}`, who)).body.data;
  const commit = async (who: TestAccount, jamId: string, parts: Record<string, unknown> = {}) => {
    const answer = await call('POST', `/jam/${jamId}/rifffs`, who, { rifff: postable([1], parts) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data.id as string;
  };
  const share = async (who: TestAccount, rifffId: string, isPrivate = false) => {
    const shareId = newId();
    const body = { jamId: who.userId, rifffId, shareId, title: 'Night bus', private: isPrivate };
    expect((await call('POST', '/rifff-feed/share', who, body)).status).toBe(200);
    return shareId;
  };

  it('follow so many at most, and are told so', async () => {
    const many = await makeAccount(server.database, 'many');
    const rows = Array.from({ length: FOLLOWS_MAX }, (_, at) => ({
      ...{ followerId: many.userId, userId: at === 0 ? 'eva' : `star-${at}`, created: at },
    }));
    for (let at = 0; at < rows.length; at += 1000) {
      const some = rows.slice(at, at + 1000);
      await server.database.queries.insertInto('follows').values(some).execute();
    }
    const refused = await follow(many, 'tom');
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe(
      'You follow 5,000 people, and that is the most: unfollow one first',
    );
    // An account that is followed stays so.
    expect((await follow(many, 'eva')).body.data).toMatchObject({ isFollowed: true });
    await unfollow(many, 'eva');
    expect((await follow(many, 'tom')).body.data).toMatchObject({ isFollowed: true });
    await unfollow(many, 'tom');
  });

  it('follow each other once, in any case, and no more', async () => {
    const state = { userId: 'Mia', isFollowed: true, followers: 1 };
    expect((await follow(tom, 'mIA')).body.data).toEqual(state);
    expect((await follow(tom, 'Mia')).body.data).toEqual(state);
    expect((await follow(eva, 'Mia')).body.data).toEqual({ ...state, followers: 2 });
    await follow(tom, 'eva');
    expect(await profile('mia', tom)).toMatchObject({
      followers: 2,
      following: 0,
      isFollowed: true,
    });
    expect(await profile('tom', mia)).toMatchObject({
      followers: 0,
      following: 2,
      isFollowed: false,
    });
    expect(await profile('mia')).toMatchObject({ followers: 2, isFollowed: false });
    const several = await call('POST', '/accounts/profiles/query', tom, {
      userIds: ['eva', 'nobody_', 'MIA', 'eva'],
    });
    const { profiles } = several.body.data;
    expect(namesOf(profiles)).toEqual(['eva', 'Mia']);
    expect(profiles).toMatchObject([
      { followers: 1, following: 1, isFollowed: true },
      { followers: 2, isFollowed: true },
    ]);
    expect((await unfollow(tom, 'MIA')).body.data).toMatchObject({
      isFollowed: false,
      followers: 1,
    });
    expect((await unfollow(tom, 'Mia')).body.data).toMatchObject({
      isFollowed: false,
      followers: 1,
    });
    expect((await follow(tom, 'tom')).status).toBe(400);
    expect((await follow(tom, 'nobody_')).status).toBe(404);
    expect((await unfollow(tom, 'nobody_')).status).toBe(404);
    expect((await follow(undefined, 'Mia')).status).toBe(401);
    expect((await call('GET', '/accounts/nobody_/followers')).status).toBe(404);
    const many = Array.from({ length: 101 }, (_, at) => `name${at}`);
    expect((await call('POST', '/accounts/profiles/query', null, { userIds: many })).status).toBe(
      400,
    );
  });

  it('are listed on both sides, a page at a time, without whom the reader has blocked', async () => {
    for (const who of [tom, eva, kim]) await follow(who, 'Mia');
    const { queries } = server.database;
    // Two at the same moment stand in the order of their names.
    for (const [followerId, created] of [
      ['tom', 5],
      ['eva', 5],
      ['kim', 3],
    ] as const) {
      await queries
        .updateTable('follows')
        .set({ created })
        .where('followerId', '=', followerId)
        .where('userId', '=', 'Mia')
        .execute();
    }
    const first = await list('mia/followers?limit=2', eva);
    expect(first).toMatchObject({
      followers: [
        { user_id: 'tom', since: 5, isFollowed: false, avatarUrl: null, isDemo: false },
        { user_id: 'eva', since: 5 },
      ],
      total: 3,
    });
    const second = await list(`mia/followers?limit=2&after=${first.next}`);
    expect(namesOf(second.followers)).toEqual(['kim']);
    expect(second.next).toBeNull();
    expect(namesOf((await list('tom/following', eva)).following)).toEqual(['eva', 'Mia']);
    await call('POST', '/accounts/blocked/kim', eva);
    expect(namesOf((await list('mia/followers', eva)).followers)).toEqual(['tom', 'eva']);
    expect(namesOf((await list('mia/followers')).followers)).toEqual(['tom', 'eva', 'kim']);
    expect((await call('GET', '/accounts/mia/followers?after=here')).status).toBe(400);
    expect((await call('GET', '/accounts/mia/followers?limit=101')).status).toBe(400);
  });

  it('are followed by nobody whom they block, nor follow them, and can again after it', async () => {
    await follow(tom, 'kim');
    await follow(kim, 'tom');
    await call('POST', '/accounts/blocked/kim', tom);
    expect(await profile('kim', tom)).toMatchObject({ isFollowed: false, followers: 0 });
    expect(await profile('tom', kim)).toMatchObject({ isFollowed: false, followers: 0 });
    expect((await follow(kim, 'tom')).status).toBe(403);
    expect((await follow(tom, 'kim')).status).toBe(403);
    await call('DELETE', '/accounts/blocked/kim', tom);
    expect((await follow(kim, 'tom')).status).toBe(200);
  });

  it('show the rings that they chose, while these are public', async () => {
    const shareId = await share(mia!, await commit(mia!, 'Mia'));
    const hidden = await share(mia!, await commit(mia!, 'Mia'), true);
    const others = await share(tom!, await commit(tom!, 'tom'));
    const choose = (bannerShareId: string | null) =>
      call('POST', '/accounts/profile', mia, { bio: '', bannerShareId });
    expect((await choose(shareId)).body.data.bannerShareId).toBe(shareId);
    for (const refused of [hidden, others, newId()]) {
      const answer = await choose(refused);
      expect([answer.status, answer.body.validationErrors]).toEqual([
        400,
        { bannerShareId: 'is no public share of yours' },
      ]);
    }
    const kept = await call('POST', '/accounts/profile', mia, { bio: 'x' });
    expect(kept.body.data.bannerShareId).toBe(shareId);
    await call('DELETE', `/rifff-feed/${shareId}`, mia);
    expect((await profile('mia')).bannerShareId).toBeNull();
    expect((await choose(null)).body.data.bannerShareId).toBeNull();
  });

  it('are known by the jams that they played in, as far as the reader may read these', async () => {
    const [publicRoom, closedRoom] = [
      await makeRoom(server.database, 'eva'),
      await makeRoom(server.database, 'eva', 'private'),
    ];
    expect((await call('POST', `/jam/${publicRoom}/join`, tom, {})).status).toBe(200);
    const question = await commit(eva!, publicRoom);
    const last = await commit(eva!, publicRoom);
    await commit(tom!, publicRoom, { parent: { jamId: publicRoom, rifffId: question } });
    await commit(eva!, publicRoom, { parent: { jamId: publicRoom, rifffId: question } });
    await commit(eva!, closedRoom);
    const performances = (await list('performances/eva', mia)).performances;
    expect(performances).toMatchObject([
      { jamId: publicRoom, jamName: 'A room', rifffs: 3, answers: 1, shareId: null },
    ]);
    const [{ first, last: latest, rifff }] = performances;
    expect(latest).toBeGreaterThan(first);
    expect([question, last]).not.toContain(rifff._id);
    const own = await list('performances/EVA', eva);
    expect(own.performances.map((one: { jamId: string }) => one.jamId)).toEqual([
      closedRoom,
      publicRoom,
    ]);
    const page = await list('performances/eva?limit=1', eva);
    expect(page.performances).toMatchObject([{ jamId: closedRoom }]);
    const next = await list(`performances/eva?limit=1&after=${page.next}`, eva);
    expect(next).toMatchObject({ performances: [{ jamId: publicRoom }], next: null });
    expect(await list('performances/kim')).toEqual({ performances: [], next: null });
    expect((await call('GET', '/accounts/performances/nobody_')).status).toBe(404);
  });
});
