import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';

const HEART = '❤️';

describeDatabases('chat of a jam', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { RONDO_MODERATORS: 'judge' },
  });
  const call = callsAs(server);
  let [mia, tom, ida, judge] = [] as unknown as TestAccount[];
  let room = '';

  const join = (userId: string, role: 'member' | 'guest' = 'member', isRemoved = false) =>
    server.database.queries
      .insertInto('members')
      .values({ jamId: room, userId, role, since: 1, isRemoved })
      .onConflict((conflict) =>
        conflict.columns(['jamId', 'userId']).doUpdateSet({ role, isRemoved }),
      )
      .execute();
  const jam = (change: object) =>
    server.database.queries.updateTable('jams').set(change).where('id', '=', room).execute();
  const say = (who: TestAccount | null, message: string, parts: object = {}) =>
    call('POST', `/jam/${room}/messages`, who, { message, ...parts });
  const said = async (who: TestAccount, message: string, parts: object = {}) => {
    const answer = await say(who, message, parts);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data.message;
  };
  const feed = async (who: TestAccount | null, query = '') => {
    const answer = await call('GET', `/jam/${room}/feed${query}`, who);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data;
  };
  const events = () =>
    server.database.queries
      .selectFrom('jamEvents')
      .select(['number', 'kind', 'ref', 'userId', 'parentId'])
      .where('jamId', '=', room)
      .orderBy('number')
      .execute();

  beforeAll(async () => {
    [mia, tom, ida, judge] = (await Promise.all(
      ['mia', 'tom', 'ida', 'judge'].map((name) => makeAccount(server.database, name)),
    )) as [TestAccount, TestAccount, TestAccount, TestAccount];
    room = mia!.userId;
    await jam({ access: 'public', kind: 'room' });
    await join('tom');
  });

  it('is paged newest first, strictly older than its startkey, with the last page known', async () => {
    expect((await feed(null)).feed).toEqual([]);
    for (let at = 0; at < 5; at++) await said(at % 2 ? tom! : mia!, `line ${at}`);
    const texts = ({ feed: rows }: { feed: { message: string }[] }) =>
      rows.map((row) => row.message);
    const first = await feed(null, '?limit=2');
    expect(texts(first)).toEqual(['line 4', 'line 3']);
    expect(first.lastPage).toBe(false);
    const rest = await feed(null, `?limit=3&startkey=${first.feed[1].number}`);
    expect(texts(rest)).toEqual(['line 2', 'line 1', 'line 0']);
    expect(rest.lastPage).toBe(true);
    expect((await feed(null)).feed[0]).toMatchObject({
      type: 'text',
      user: 'mia',
      displayName: 'mia',
      images: [],
      audio: null,
      rifff: null,
      reply: null,
      reactions: [],
      isRemoved: false,
    });
    expect((await call('GET', `/jam/${room}/feed?limit=101`, null)).status).toBe(400);
    expect((await call('GET', '/jam/nowhere/feed', mia)).body.message).toBe('channel not found');
    const numbers = (await events()).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  it('stores the same message once, and refuses another under its id', async () => {
    const id = newId();
    const before = (await events()).length;
    const both = await Promise.all([say(mia!, 'once', { id }), say(mia!, 'once', { id })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]!.body).toEqual(both[1]!.body);
    expect(await events()).toHaveLength(before + 1);
    expect((await events()).at(-1)).toMatchObject({ kind: 'message', ref: id, userId: 'mia' });
    expect((await say(mia!, 'twice', { id })).status).toBe(409);
    expect((await say(tom!, 'once', { id })).status).toBe(409);
    expect((await feed(mia!)).feed.filter((row: { id: string }) => row.id === id)).toHaveLength(1);
  });

  it('is for its members: others only read, guests as the owner decides, the removed not at all', async () => {
    expect((await say(null, 'hello')).status).toBe(401);
    expect((await say(ida!, 'hello')).status).toBe(403);
    await join('ida', 'guest');
    await said(ida!, 'hello from a guest');
    await jam({ guestsMayChat: false });
    expect((await say(ida!, 'hello')).status).toBe(403);
    await jam({ guestsMayChat: true });
    await join('ida', 'guest', true);
    expect((await say(ida!, 'hello')).status).toBe(403);
    expect((await call('POST', '/jam/tom/messages', mia, { message: 'hello' })).status).toBe(404);
  });

  it('lets links through and nothing else', async () => {
    const typed = '<a href="https://a.example">a</a><img src=x onerror=alert(1)><b>b</b>';
    const { message } = await said(mia!, typed);
    expect(message).toContain('<a href="https://a.example"');
    expect(message).toContain('&lt;b&gt;');
    expect(message).not.toMatch(/<(?!\/?a\b)/);
    expect((await said(mia!, '<a href="javascript:alert(1)">x</a>')).message).not.toContain('java');
    expect((await say(mia!, '   ')).status).toBe(400);
    expect((await say(mia!, 'x'.repeat(2001))).status).toBe(400);
  });

  it('answers a message, quotes it, and forgets the quote of one that is gone', async () => {
    const first = await said(tom!, 'a question');
    const path = `/jam/${room}/feed/${first.id}`;
    const reply = await call('POST', `${path}/reply`, mia, { message: 'an answer' });
    expect(reply.body.data.message.reply).toEqual({
      ...{ id: first.id, type: 'text', user: 'tom', message: 'a question', isRemoved: false },
    });
    expect((await events()).at(-1)).toMatchObject({ parentId: first.id });
    expect((await call('DELETE', path, ida)).status).toBe(403);
    expect((await call('DELETE', path, tom)).status).toBe(200);
    expect((await call('DELETE', path, tom)).status).toBe(200);
    const { feed: rows } = await feed(mia!);
    expect(rows[0].reply).toMatchObject({ id: first.id, user: '', message: '', isRemoved: true });
    expect(rows[1]).toMatchObject({ id: first.id, message: '', isRemoved: true, user: 'tom' });
    expect((await call('POST', `${path}/reply`, mia, { message: 'late' })).status).toBe(404);
    expect((await events()).filter(({ kind }) => kind === 'message-changed')).toHaveLength(1);
  });

  it('counts each reaction of a person once, and takes it back', async () => {
    const { id } = await said(tom!, 'listen to this');
    const path = `/jam/${room}/feed/${id}/reactions`;
    const react = (who: TestAccount, reaction: string) => call('POST', path, who, { reaction });
    await react(mia!, HEART);
    await react(mia!, HEART);
    const both = await react(tom!, HEART);
    expect(both.body.data.reactions).toEqual([{ reaction: HEART, count: 2, isOwn: true }]);
    expect((await react(mia!, '🦄')).status).toBe(400);
    expect((await react(ida!, HEART)).status).toBe(403);
    const before = (await events()).length;
    const back = await call('DELETE', `${path}/${encodeURIComponent(HEART)}`, mia);
    expect(back.body.data.reactions).toEqual([{ reaction: HEART, count: 1, isOwn: false }]);
    await call('DELETE', `${path}/${encodeURIComponent(HEART)}`, mia);
    expect(await events()).toHaveLength(before + 1);
  });

  it('is no faster than hands are: of a flood little comes through, and one hears how long to wait', async () => {
    const { queries } = server.database;
    const [flo, ray] = [
      await makeAccount(server.database, 'flo'),
      await makeAccount(server.database, 'ray'),
    ];
    for (const { userId } of [flo, ray]) await join(userId);
    const flood = async (make: (at: number) => ReturnType<typeof call>) => {
      const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => make(at)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused[0]?.body.message).toMatch(/try again in \d+ seconds?$/);
      return answers.length - refused.length;
    };
    const { id } = await said(mia!, 'Slowly');
    const at = `/jam/${room}/feed/${id}`;
    expect(await flood((n) => say(flo, `${n}`))).toBe(20);
    expect(await flood((n) => call('POST', `${at}/reply`, ray, { message: `${n}` }))).toBe(20);
    const reaction = { reaction: '🔥' };
    expect(await flood(() => call('POST', `${at}/reactions`, flo, reaction))).toBe(30);
    const userId = 'mia';
    expect(await flood(() => call('POST', '/accounts/following', flo, { userId }))).toBe(30);
    for (const one of [flo, ray]) {
      await queries.deleteFrom('messages').where('userId', '=', one.userId).execute();
    }
  });

  it('cleans what turns the text around it, or covers it', async () => {
    const message = await said(mia!, `\u202eHi\u2066 ${'e\u0301'}${'\u0301'.repeat(900)} שלום`);
    expect(message.message).toBe(`Hi ${'e\u0301\u0301\u0301\u0301'} שלום`);
  });

  it('shows a rifff to those who may read it', async () => {
    const commit = async (who: TestAccount) =>
      (await call('POST', `/jam/${who.userId}/rifffs`, who, { rifff: postable() })).body.data.id;
    const [open_, closed] = [await commit(mia!), await commit(tom!)];
    const card = await said(tom!, 'mine', { rifff: { jamId: 'tom', rifffId: closed } });
    expect(card).toMatchObject({ type: 'rifff', rifff: { _id: closed } });
    await said(tom!, 'hers', { rifff: { jamId: room, rifffId: open_ } });
    const { feed: rows } = await feed(mia!);
    expect(rows[0].rifff._id).toBe(open_);
    expect(rows[1]).toMatchObject({ message: 'mine', rifff: null });
    const stolen = { message: 'his', rifff: { jamId: 'tom', rifffId: closed } };
    expect((await call('POST', `/jam/${room}/messages`, mia, stolen)).status).toBe(404);
  });

  it('leaves out whom the reader blocked, and lets them be heard again', async () => {
    const question = await said(tom!, 'loud');
    const reply = { message: 'who?' };
    await call('POST', `/jam/${room}/feed/${question.id}/reply`, mia, reply);
    const block = (method: 'POST' | 'DELETE', name: string) =>
      call(method, `/accounts/blocked/${name}`, mia);
    expect((await block('POST', 'TOM')).body.data.users).toEqual(['tom']);
    expect((await block('POST', 'tom')).body.data.users).toEqual(['tom']);
    expect((await call('GET', '/accounts/blocked', mia)).body.data.users).toEqual(['tom']);
    const { feed: rows } = await feed(mia!);
    expect(rows.filter(({ user }: { user: string }) => user === 'tom')).toEqual([]);
    expect(rows[0].reply).toMatchObject({ user: '', message: '' });
    expect((await feed(tom!)).feed.some(({ user }: { user: string }) => user === 'tom')).toBe(true);
    expect((await block('POST', 'mia')).status).toBe(400);
    expect((await block('POST', 'nobody_')).status).toBe(404);
    expect((await block('DELETE', 'Tom')).body.data.users).toEqual([]);
    expect((await feed(mia!)).feed[1]).toMatchObject({ message: 'loud' });
  });

  describe('what was reported', () => {
    const reports = async () =>
      (await call('GET', '/moderation/jam-reports', judge)).body.data.reports;
    const report = (who: TestAccount, id: string) =>
      call('POST', `/jam/${room}/feed/${id}/report`, who, { reason: 'spam' });
    const act = (who: TestAccount, id: string, action: string) =>
      call('POST', `/moderation/jam-reports/${room}/message/${id}/${action}`, who, {
        reason: 'Shown to be so',
      });

    it('stands with the moderators once a person, and is dismissed or removed with a reason', async () => {
      const [kept, gone] = [await said(tom!, 'fine'), await said(tom!, 'buy this')];
      for (const { id } of [kept, gone, gone]) await report(mia!, id);
      expect(await reports()).toMatchObject([
        { kind: 'message', ref: kept.id, user: 'tom', reporter: 'mia', message: 'fine' },
        { ref: gone.id, reason: 'spam', jamName: expect.any(String) },
      ]);
      expect((await act(mia!, gone.id, 'remove')).status).toBe(403);
      expect((await act(judge!, newId(), 'remove')).status).toBe(404);
      expect((await act(judge!, kept.id, 'dismiss')).status).toBe(200);
      expect((await act(judge!, gone.id, 'remove')).status).toBe(200);
      expect(await reports()).toEqual([]);
      const { feed: rows } = await feed(mia!);
      expect(rows.slice(0, 2)).toMatchObject([{ isRemoved: true }, { message: 'fine' }]);
      const audit = await call('GET', '/moderation/audit', judge);
      expect(audit.body.data.entries.slice(0, 2)).toMatchObject([
        { action: 'remove-message', user: 'tom', moderator: 'judge', reason: 'Shown to be so' },
        { action: 'dismiss-message', user: 'tom' },
      ]);
    });

    it('and what a moderator deletes in the room itself stands in the trail', async () => {
      const { id } = await said(tom!, 'loud words');
      expect((await call('DELETE', `/jam/${room}/feed/${id}`, judge)).status).toBe(200);
      const audit = await call('GET', '/moderation/audit', judge);
      expect(audit.body.data.entries[0]).toMatchObject({
        action: 'remove-message',
        user: 'tom',
        reason: 'Deleted in its room',
      });
    });
  });
});
