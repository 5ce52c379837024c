import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { readOutbox, waitForMail } from '../../testing/outbox.ts';
import { postable } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { median, readAnswerFigures, SOON_MS } from './figures.ts';

it('the median has as many below as above', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1 }), (values) => {
      const middle = median(values)!;
      const below = values.filter((value) => value < middle).length;
      const above = values.filter((value) => value > middle).length;
      expect(Math.max(below, above)).toBeLessThanOrEqual(values.length / 2);
    }),
  );
  expect(median([])).toBeNull();
});

describeDatabases('somebody answered you', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { RONDO_MODERATORS: 'judge' },
  });
  const call = callsAs(server);
  let [mia, tom, judge] = [] as unknown as TestAccount[];

  beforeAll(async () => {
    mia = await makeAccount(server.database, 'mia');
    tom = await makeAccount(server.database, 'tom');
    judge = await makeAccount(server.database, 'judge');
    await server.database.queries.updateTable('jams').set({ access: 'public' }).execute();
  });

  const commit = async (who: TestAccount, parts: Record<string, unknown> = {}) => {
    const rifff = postable([1], parts);
    const answer = await call('POST', `/jam/${who.userId}/rifffs`, who, { rifff });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return { rifff, id: answer.body.data.id as string };
  };
  const notices = async (who: TestAccount, query = '') =>
    (await call('GET', `/accounts/notices${query}`, who)).body.data;

  it('is told once with question and answer, is read, and never by oneself', async () => {
    const question = await commit(mia!);
    const parent = { jamId: 'mia', rifffId: question.id };
    const { rifff, id } = await commit(tom!, { parent });
    await call('POST', '/jam/tom/rifffs', tom, { rifff });
    await commit(mia!, { parent });
    const { notices: list, unread, isLast } = await notices(mia!);
    expect({ unread, isLast }).toEqual({ unread: 1, isLast: true });
    expect(list).toMatchObject([
      {
        kind: 'remix',
        user: 'tom',
        jamId: 'tom',
        jamName: expect.stringMatching(/./),
        isRead: false,
        rifff: { _id: id },
        parent: { _id: question.id },
      },
    ]);
    expect((await notices(tom!)).notices).toEqual([]);
    const until = list[0].created;
    const read = (at: number) => call('POST', '/accounts/notices/read', mia, { until: at });
    expect((await read(until - 1)).body.data).toEqual({ unread: 1 });
    expect((await read(until)).body.data).toEqual({ unread: 0 });
    expect((await notices(mia!)).notices[0].isRead).toBe(true);
    expect((await notices(mia!, `?fromCreatedTime=${until}`)).notices).toEqual([]);
    expect((await call('GET', '/accounts/notices', null)).status).toBe(401);
  });

  it('shows nothing of what may not be read any more, and nobody who is not heard', async () => {
    const question = await commit(mia!);
    await commit(tom!, { parent: { jamId: 'mia', rifffId: question.id } });
    const access = (word: 'public' | 'private') =>
      server.database.queries
        .updateTable('jams')
        .set({ access: word })
        .where('id', '=', 'tom')
        .execute();
    await access('private');
    expect((await notices(mia!)).notices[0]).toMatchObject({ rifff: null, jamName: '' });
    await access('public');
    await call('POST', '/accounts/blocked/tom', mia);
    await commit(tom!, { parent: { jamId: 'mia', rifffId: question.id } });
    expect(await notices(mia!)).toMatchObject({ notices: [], unread: 0 });
    await call('DELETE', '/accounts/blocked/tom', mia);
    expect((await notices(mia!)).notices).toHaveLength(2);
  });

  it('comes by mail to those who wish it', async () => {
    const question = await commit(mia!);
    const answer = () => commit(tom!, { parent: { jamId: 'mia', rifffId: question.id } });
    const settings = (answerMails: boolean) =>
      call('POST', '/accounts/settings', mia, { settings: { answerMails } });
    expect((await call('GET', '/accounts/settings', mia)).body.data.answerMails).toBe(false);
    expect((await settings(true)).body.data.answerMails).toBe(true);
    // The judge never wished it, and is answered before.
    const other = await commit(judge!);
    await commit(tom!, { parent: { jamId: 'judge', rifffId: other.id } });
    const { id } = await answer();
    const about = { to: 'mia@rondo.test', subject: 'You were answered' };
    const { text } = await waitForMail(server.folder, about);
    expect(text).toContain('tom answered your rifff');
    expect(text).toContain(`/jams/tom?answer=${id}`);
    expect(await readOutbox(server.folder)).toHaveLength(1);
    // Where they may not go they are led to the person who answered.
    const { queries } = server.database;
    const open = (access: 'public' | 'private') =>
      queries.updateTable('jams').set({ access }).where('id', '=', 'tom').execute();
    await open('private');
    await answer();
    await expect
      .poll(async () => (await readOutbox(server.folder)).map((mail) => mail.text).join())
      .toContain('/profile/tom');
    await open('public');
  });

  it('is counted for the operator: first rifffs of accounts and what came of them', async () => {
    const { queries } = server.database;
    const now = Date.now() + 60_000;
    const before = await readAnswerFigures(queries, now);
    const lone = await makeAccount(server.database, 'lone');
    const late = await makeAccount(server.database, 'late');
    await server.database.queries
      .updateTable('jams')
      .set({ access: 'public' })
      .where('id', '=', 'late')
      .execute();
    await commit(lone);
    const first = await commit(late);
    const { id } = await commit(tom!, { parent: { jamId: 'late', rifffId: first.id } });
    const figures = await readAnswerFigures(queries, now);
    expect(figures.firstRifffs).toBe(before.firstRifffs + 2);
    const soon = Math.round(figures.answeredShare * figures.firstRifffs);
    expect(soon).toBe(Math.round(before.answeredShare * before.firstRifffs) + 1);
    await queries
      .updateTable('rifffs')
      .set({ created: Date.now() + SOON_MS * 2 })
      .where('id', '=', id)
      .execute();
    const slow = await readAnswerFigures(queries, now);
    expect(Math.round(slow.answeredShare * slow.firstRifffs)).toBe(soon - 1);
    expect(slow.medianMs).not.toBeNull();
    expect((await readAnswerFigures(queries, now + 31 * 86_400_000)).firstRifffs).toBe(0);
    expect((await call('GET', '/moderation/answers', mia)).status).toBe(403);
    expect((await call('GET', '/moderation/answers', judge)).body.data.days).toBe(30);
    const metrics = await server.app.inject({ url: '/metrics' });
    expect(metrics.body).toMatch(/^rondo_first_rifffs \d+$/m);
    expect(metrics.body).toMatch(/^rondo_first_answer_median_seconds /m);
  });
});
