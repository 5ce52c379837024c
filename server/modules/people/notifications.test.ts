import { beforeAll, expect, it } from 'vitest';
import {
  DEFAULT_NOTICE_CHOICES,
  NOTIFICATION_KINDS,
} from '../../../src/data/contract/noticeOptions.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs, dataOf } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { forgetComment, noteComment, noteWinner } from './notes.ts';
import { NOTICES_MAX, pruneNotices, READ_KEPT_MS } from './pruning.ts';

describeDatabases('what an account is told', (open) => {
  const server = useTestServer({ openDatabase: open });
  const call = callsAs(server);
  let [mia, tom, eva, kim] = [] as unknown as TestAccount[];

  beforeAll(async () => {
    mia = await makeAccount(server.database, 'mia');
    tom = await makeAccount(server.database, 'tom');
    eva = await makeAccount(server.database, 'eva');
    kim = await makeAccount(server.database, 'kim');
    await server.database.queries.updateTable('jams').set({ access: 'public' }).execute();
  });

  const commit = async (who: TestAccount, parts: Record<string, unknown> = {}) =>
    (await dataOf(call('POST', `/jam/${who.userId}/rifffs`, who, { rifff: postable([1], parts) })))
      .id as string;
  const share = async (who: TestAccount, title = 'Night bus') => {
    const [jamId, rifffId, shareId] = [who.userId, await commit(who), newId()];
    await dataOf(call('POST', '/rifff-feed/share', who, { jamId, rifffId, shareId, title }));
    return { id: shareId, userId: who.userId, jamId, rifffId };
  };
  const like = (who: TestAccount | undefined, id: string) =>
    dataOf(call('POST', `/rifff-feed/${id}/like`, who));
  const unlike = (who: TestAccount | undefined, id: string) =>
    dataOf(call('DELETE', `/rifff-feed/${id}/like`, who));
  const told = (who: TestAccount | undefined, query = '') =>
    dataOf(call('GET', `/notifications${query}`, who));
  const read = (who: TestAccount | undefined, until = Date.now()) =>
    dataOf(call('POST', '/notifications/read', who, { until }));
  const kindsOf = ({ notifications }: { notifications: { kind: string }[] }) =>
    notifications.map(({ kind }) => kind);
  const block = (who: TestAccount | undefined, userId: string) =>
    dataOf(call('POST', `/accounts/blocked/${userId}`, who));
  const unblock = (who: TestAccount | undefined, userId: string) =>
    dataOf(call('DELETE', `/accounts/blocked/${userId}`, who));

  it('has answers, and the older call keeps answering them alone', async () => {
    const question = await commit(mia!);
    const id = await commit(tom!, { parent: { jamId: 'mia', rifffId: question } });
    await dataOf(call('POST', '/accounts/following', tom, { userId: 'mia' }));
    expect(await told(mia)).toMatchObject({
      notifications: [
        { kind: 'follow', people: [{ user: 'tom' }], count: 1, rifff: null, path: '/profile/tom' },
        {
          kind: 'remix',
          people: [{ user: 'tom', displayName: 'tom' }],
          rifff: { _id: id },
          parent: { _id: question },
          path: `/jams/tom?answer=${id}`,
        },
      ],
      unread: 2,
      isLast: true,
    });
    const older = await dataOf(call('GET', '/accounts/notices', mia));
    expect(older).toMatchObject({ notices: [{ kind: 'remix' }], unread: 1 });
    await dataOf(call('POST', '/accounts/notices/read', mia, { until: Date.now() }));
    expect(await told(mia)).toMatchObject({
      notifications: [{ isRead: false }, { isRead: true }],
      unread: 1,
    });
    expect(await read(mia)).toEqual({ unread: 0 });
    const [first] = (await told(mia, '?limit=1')).notifications;
    const rest = await told(mia, `?limit=1&fromCreatedTime=${first.created}`);
    expect(rest).toMatchObject({ notifications: [{ kind: 'remix', isRead: true }], isLast: true });
    expect((await call('GET', '/notifications', null)).status).toBe(401);
    expect((await call('GET', '/notifications?limit=51', mia)).status).toBe(400);
  });

  it('has all likes of a share as one, that is new with every like more than there ever were', async () => {
    const { id } = await share(eva!);
    await like(eva, id);
    expect(await told(eva)).toMatchObject({ notifications: [], unread: 0 });
    await like(tom, id);
    await like(mia, id);
    const { notifications, unread } = await told(eva);
    expect(notifications).toMatchObject([
      {
        kind: 'like',
        people: [{ user: 'mia' }, { user: 'tom' }],
        count: 2,
        share: { id, title: 'Night bus' },
        rifff: { userName: 'eva' },
        path: `/rifff/${id}`,
      },
    ]);
    expect(unread).toBe(1);
    await read(eva);
    await unlike(mia, id);
    await like(mia, id);
    expect((await told(eva)).unread).toBe(0);
    await like(kim, id);
    expect(await told(eva)).toMatchObject({ notifications: [{ count: 3 }], unread: 1 });
    await block(eva, 'kim');
    expect(await told(eva)).toMatchObject({
      notifications: [{ count: 2, people: [{ user: 'mia' }, { user: 'tom' }] }],
    });
    await block(eva, 'tom');
    await unlike(mia, id);
    expect(await told(eva)).toMatchObject({ notifications: [], unread: 0 });
    await unblock(eva, 'tom');
    await unblock(eva, 'kim');
    expect((await told(eva)).notifications).toMatchObject([{ count: 2 }]);
    await dataOf(call('DELETE', `/rifff-feed/${id}`, eva));
    expect(await told(eva)).toMatchObject({ notifications: [], unread: 0 });
    const { queries } = server.database;
    expect(
      await queries.selectFrom('notices').selectAll().where('shareId', '=', id).execute(),
    ).toEqual([]);
  });

  it('has nobody whom it blocks, and nobody who follows no more', async () => {
    const kindsOfKim = async () => kindsOf(await told(kim));
    const follow = () => dataOf(call('POST', '/accounts/following', tom, { userId: 'kim' }));
    const unfollow = () => dataOf(call('DELETE', '/accounts/following/kim', tom));
    await follow();
    expect(await kindsOfKim()).toEqual(['follow']);
    await read(kim);
    await unfollow();
    expect(await kindsOfKim()).toEqual([]);
    await follow();
    // The same person once more is no news.
    expect(await told(kim)).toMatchObject({ notifications: [{ isRead: true }], unread: 0 });
    await unfollow();
    await block(kim, 'tom');
    const { id } = await share(kim!);
    await like(tom, id);
    const { queries } = server.database;
    const rows = await queries
      .selectFrom('notices')
      .select('kind')
      .where('userId', '=', 'kim')
      .execute();
    expect(rows).toEqual([{ kind: 'follow' }]);
    await unblock(kim, 'tom');
  });

  it('has comments as long as they stand, and a week won once', async () => {
    const shared = await share(kim!, 'Tenth floor');
    const { queries } = server.database;
    const text = ` Love\n the ${'long '.repeat(60)}bass`;
    const comment = { share: shared, id: newId(), userId: 'tom', created: Date.now(), text };
    expect(await noteComment(queries, comment)).not.toBeNull();
    expect(await noteComment(queries, comment)).toBeNull();
    expect(await noteComment(queries, { ...comment, id: newId(), userId: 'kim' })).toBeNull();
    const won = { share: shared, week: '2026-11-16', created: Date.now() + 1 };
    expect(await noteWinner(queries, won)).not.toBeNull();
    expect(await noteWinner(queries, won)).toBeNull();
    const week = {
      ...{ week: Date.UTC(2026, 10, 16), shareId: shared.id, userId: 'kim' },
      origin: 'rule',
      ...{ reason: '', points: 4, people: 2, strangers: 2, chosen: won.created },
    } as const;
    await queries.insertInto('weekWinners').values(week).execute();
    const { notifications } = await told(kim, '?limit=2');
    expect(notifications).toMatchObject([
      { kind: 'winner', people: [], count: 0, text: '2026-11-16', share: { title: 'Tenth floor' } },
      { kind: 'comment', people: [{ user: 'tom' }], commentId: comment.id },
    ]);
    expect(notifications[1].text).toMatch(/^Love the long (long )+/);
    expect(notifications[1].text).toHaveLength(140);
    await forgetComment(queries, comment.id);
    expect(kindsOf(await told(kim, '?limit=1'))).toEqual(['winner']);
    // The week was given to another account, and back.
    const give = (shareId: string | null) =>
      queries.updateTable('weekWinners').set({ shareId }).execute();
    await give(null);
    expect(kindsOf(await told(kim))).not.toContain('winner');
    await give(shared.id);
    expect(kindsOf(await told(kim, '?limit=1'))).toEqual(['winner']);
    await queries
      .updateTable('shares')
      .set({ isRemoved: true })
      .where('id', '=', shared.id)
      .execute();
    expect(kindsOf(await told(kim))).not.toContain('winner');
  });

  /** What is shared in the moment of following is not told of. */
  const followedBefore = (followerId: string) =>
    server.database.queries
      .updateTable('follows')
      .set((build) => ({ created: build('created', '-', 1) }))
      .where('followerId', '=', followerId)
      .execute();

  it('has what those whom it follows shared, together, since it follows them', async () => {
    const fan = await makeAccount(server.database, 'fan');
    const { id: early } = await share(mia!, 'Before');
    await server.database.queries
      .updateTable('shares')
      .set({ created: Date.now() - 60_000 })
      .where('id', '=', early)
      .execute();
    await dataOf(call('POST', '/accounts/following', fan, { userId: 'mia' }));
    await dataOf(call('POST', '/accounts/following', fan, { userId: 'tom' }));
    expect(await told(fan)).toMatchObject({ notifications: [], unread: 0 });
    await followedBefore('fan');
    const one = await share(mia!, 'One');
    await share(mia!, 'Two');
    const { id } = await share(tom!, 'Three');
    await share(eva!, 'Of nobody');
    const before = await told(fan);
    expect(before).toMatchObject({
      notifications: [
        { kind: 'share', count: 2, people: [{ user: 'tom' }, { user: 'mia' }], isRead: false },
      ],
      unread: 1,
    });
    const [{ created, share: newest }] = before.notifications;
    expect(newest.id).toBe(id);
    expect(await told(fan, `?fromCreatedTime=${created}`)).toMatchObject({ notifications: [] });
    expect(await read(fan, created - 1)).toEqual({ unread: 1 });
    expect(await read(fan, created)).toEqual({ unread: 0 });
    expect((await told(fan)).notifications).toMatchObject([{ isRead: true }]);
    await dataOf(call('POST', `/rifff-feed/${id}/hide`, fan));
    await dataOf(call('DELETE', `/rifff-feed/${one.id}`, mia));
    expect((await told(fan)).notifications).toMatchObject([
      { count: 1, people: [{ user: 'mia' }] },
    ]);
    // A page beyond the time of this one may be asked to read all: nothing that comes later is read by it.
    await read(fan, Date.now() + 60_000);
    await share(mia!, 'Later');
    expect((await told(fan)).unread).toBe(1);
  });

  it('is kept for a year once it is read, and never more than so much', async () => {
    const { queries } = server.database;
    const now = Date.now();
    const make = (userId: string, at: number, isRead: boolean) => ({
      ...{ id: `${userId}-${at}`, userId, kind: 'knock' as const, created: at, isRead },
      ...{ fromId: 'tom', jamId: 'mia', rifffId: null, parentJamId: null, parentId: null },
    });
    const old = now - READ_KEPT_MS - 1;
    const few = [make('zoe', old, true), make('zoe', old - 1, false), make('zoe', now, true)];
    const many = Array.from({ length: NOTICES_MAX + 2 }, (_, at) => make('zack', now - at, false));
    for (let at = 0; at < many.length; at += 500) {
      const some = many.slice(at, at + 500);
      await queries.insertInto('notices').values(some).execute();
    }
    await queries.insertInto('notices').values(few).execute();
    expect(await pruneNotices(queries, now, 'zab')).toBeNull();
    const left = await rowsOf(server.database, 'notices', 'userId', 'zoe');
    expect(left.map(({ created }) => created).sort((a, b) => a - b)).toEqual([old - 1, now]);
    const kept = await rowsOf(server.database, 'notices', 'userId', 'zack');
    expect(kept).toHaveLength(NOTICES_MAX);
    expect(Math.min(...kept.map(({ created }) => created))).toBe(now - NOTICES_MAX + 1);
  });

  it('is what it chose, and nothing but choices is taken', async () => {
    const settings = (change: object, who = mia) =>
      call('POST', '/accounts/settings', who, { settings: change });
    const choose = async (notifications: object) =>
      (await dataOf(settings({ notifications }))).notifications;
    expect((await dataOf(call('GET', '/accounts/settings', mia))).notifications).toEqual(
      DEFAULT_NOTICE_CHOICES,
    );
    await read(mia);
    const { id } = await share(mia!);
    await like(kim, id);
    expect((await told(mia)).unread).toBe(1);
    const changed = await choose({ like: { page: false }, follow: { push: false, mail: false } });
    expect(changed).toEqual({
      ...DEFAULT_NOTICE_CHOICES,
      like: { ...DEFAULT_NOTICE_CHOICES.like, page: false },
      follow: { page: true, mail: false, push: false },
    });
    const without = await told(mia);
    expect(without.unread).toBe(0);
    expect(kindsOf(without)).not.toContain('like');
    expect((await choose({ like: { page: true } })).like.page).toBe(true);
    expect((await told(mia)).unread).toBe(1);
    await choose(Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, { page: false }])));
    expect(await told(mia)).toEqual({ notifications: [], unread: 0, isLast: true });
    expect(await read(mia)).toEqual({ unread: 0 });
    for (const refused of [
      { notifications: { likes: { page: true } } },
      { notifications: { like: { sms: true } } },
      { notifications: { like: { page: 'yes' } } },
      { notifications: { like: true } },
      { notifications: [] },
      { digest: 'hourly' },
    ]) {
      expect((await settings(refused)).status, JSON.stringify(refused)).toBe(400);
    }
    const digest = await dataOf(settings({ digest: 'weekly' }));
    expect(digest.digest).toBe('weekly');
    expect((await dataOf(settings({}))).digest).toBe('weekly');
  });
});
