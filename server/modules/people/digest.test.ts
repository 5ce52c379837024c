import { afterEach, beforeAll, expect, it } from 'vitest';
import { createLocalHub } from '../../ports/fanOut/local.ts';
import { type Background, createBackground } from '../../ports/mail/background.ts';
import type { MailMessage } from '../../ports/mail/mail.ts';
import { asNodemailer } from '../../ports/mail/mail.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import {
  closeSockets,
  connectTo,
  credentialOf,
  makeRoom,
  startLiveWorld,
} from '../../testing/sockets.ts';
import { useTestServer } from '../../testing/testApp.ts';
import type { AccountsContext } from '../auth/context.ts';
import { sendDigests } from './digest.ts';

const DAY_MS = 86_400_000;

describeDatabases('the digest', (open) => {
  const server = useTestServer({ openDatabase: open });
  const call = callsAs(server);
  let [mia, tom, eva] = [] as unknown as TestAccount[];
  beforeAll(async () => {
    mia = await makeAccount(server.database, 'mia');
    tom = await makeAccount(server.database, 'tom');
    eva = await makeAccount(server.database, 'eva');
  });

  /** What one node mails. */
  function node(environment: Record<string, string> = {}) {
    const settings = readSettings({ SERVER_NAME: 'Loops of the Valley', ...environment });
    const mails: MailMessage[] = [];
    const mail = { send: async (one: MailMessage) => void mails.push(one), close: async () => {} };
    const errors: unknown[] = [];
    const log = { error: (given: unknown) => void errors.push(given), warn() {} };
    const background: Background = createBackground(mail, log as never);
    const context = {
      ...{ database: server.database, settings, background },
      ...{ origin: () => 'https://rondo.example', announcer: {} as never, log: log as never },
    } as AccountsContext;
    const send = async (nowMs: number) => {
      const claimed = await sendDigests(context, nowMs);
      await background.settled();
      expect(errors).toEqual([]);
      return claimed;
    };
    return { mails, send };
  }
  const choose = async (who: TestAccount | undefined, settings: object) => {
    const answer = await call('POST', '/accounts/settings', who, { settings });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const follow = (who: TestAccount | undefined, userId: string) =>
    call('POST', '/accounts/following', who, { userId });

  it('comes once to who wishes it, when its time has come, by one node of several', async () => {
    const [one, two] = [node(), node()];
    await follow(eva, 'mia');
    await choose(mia, { digest: 'daily' });
    const turnedOn = Date.now();
    // What was there before stays on the page.
    await server.database.queries.updateTable('notices').set({ created: 1 }).execute();
    await follow(tom, 'mia');
    expect(await one.send(turnedOn)).toBe(0);
    const due = turnedOn + DAY_MS + 1000;
    const claims = await Promise.all([one.send(due), two.send(due)]);
    expect(claims.reduce((sum, count) => sum + count)).toBe(1);
    const mails = [...one.mails, ...two.mails];
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to: 'mia@rondo.test',
      subject: 'What is new for you on Loops of the Valley',
    });
    expect(mails[0]!.text).toContain('tom follows you.');
    expect(mails[0]!.text).not.toContain('eva');
    expect(mails[0]!.text).toContain('https://rondo.example/profile/tom');
    // Another period counts from the last one.
    const lastOf = async () =>
      (
        await server.database.queries
          .selectFrom('noticeSettings')
          .select('lastDigest')
          .where('userId', '=', 'mia')
          .executeTakeFirstOrThrow()
      ).lastDigest;
    expect(await lastOf()).toBe(due);
    await choose(mia, { digest: 'weekly' });
    expect(await lastOf()).toBe(due);
    expect(await one.send(due + DAY_MS)).toBe(0);
    await choose(mia, { digest: 'daily' });
    // Nothing new: a day later nothing comes, though it was its turn.
    expect(await one.send(due + DAY_MS)).toBe(1);
    expect([...one.mails, ...two.mails]).toHaveLength(1);
  });

  it('leaves out what was read, what is not wished by mail, and addresses that are not confirmed', async () => {
    const { mails, send } = node({ CONFIRM_EMAIL: 'on' });
    const { queries } = server.database;
    const again = async (now: number) => {
      await queries.deleteFrom('follows').execute();
      await queries.deleteFrom('notices').execute();
      await queries.updateTable('noticeSettings').set({ lastDigest: 1 }).execute();
      await follow(eva, 'mia');
      return now;
    };
    const now = Date.now();
    await again(now);
    await call('POST', '/notifications/read', mia, { until: Date.now() });
    await send(now);
    await again(now);
    await choose(mia, { notifications: { follow: { mail: false } } });
    await send(now);
    await choose(mia, { notifications: { follow: { mail: true } } });
    await again(now);
    await queries
      .updateTable('accounts')
      .set({ awaitsConfirmation: true })
      .where('id', '=', 'mia')
      .execute();
    await send(now);
    expect(mails).toEqual([]);
    await queries
      .updateTable('accounts')
      .set({ awaitsConfirmation: false })
      .where('id', '=', 'mia')
      .execute();
    await again(now);
    await send(now);
    expect(mails).toHaveLength(1);
    // As much as a digest holds was read since: what was not is in it all the same.
    await again(now);
    const read = Array.from({ length: 20 }, (_, at) => ({
      ...{ id: `read-${at}`, userId: 'mia', kind: 'knock' as const, created: now + 60_000 },
      ...{ isRead: true, fromId: 'eva', jamId: 'mia' },
      ...{ rifffId: null, parentJamId: null, parentId: null },
    }));
    await queries.insertInto('notices').values(read).execute();
    await choose(mia, { notifications: { knock: { mail: true } } });
    await send(now);
    expect(mails).toHaveLength(2);
    expect(mails[1]!.text).toContain('eva follows you.');
  });

  it('ends with one click, without signing in, by the form of RFC 8058', async () => {
    const { mails, send } = node();
    const { queries } = server.database;
    await queries.deleteFrom('follows').execute();
    await queries.deleteFrom('notices').execute();
    await follow(tom, 'mia');
    await choose(mia, { answerMails: true });
    await queries.updateTable('noticeSettings').set({ lastDigest: 1 }).execute();
    await send(Date.now());
    const { unsubscribeUrl = '', text } = mails[0]!;
    const { headers } = asNodemailer(mails[0]!, 'Rondo <a@b.example>');
    expect(headers).toMatchObject({
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const { pathname } = new URL(unsubscribeUrl);
    expect(text).toContain(`https://rondo.example/unsubscribe?token=${pathname.split('/').at(-1)}`);
    const post = (url: string, type: string, payload: string) =>
      server.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
    const form = 'application/x-www-form-urlencoded';
    expect((await post(pathname, form, 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
    const settings = (await call('GET', '/accounts/settings', mia)).body.data;
    expect(settings).toMatchObject({ digest: 'off', answerMails: false });
    const boundary =
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await post(pathname, 'multipart/form-data; boundary=x', boundary)).statusCode).toBe(
      200,
    );
    expect((await post(pathname, 'application/json', '{}')).statusCode).toBe(200);
    expect((await server.app.inject({ method: 'POST', url: pathname })).statusCode).toBe(200);
    const unknown = pathname.replace(/[^/]+$/, 'A'.repeat(32));
    expect((await post(unknown, form, '')).statusCode).toBe(404);
    // Following a link changes nothing: mail programs open them by themselves.
    expect((await server.app.inject({ method: 'GET', url: pathname })).statusCode).toBe(404);
  });
});

describeDatabases('an open page', (open) => {
  afterEach(closeSockets);

  it('is told at once of what happened to its person, on every node, and nobody else is', async () => {
    const hub = createLocalHub();
    const database = await open();
    const world = await startLiveWorld(
      async () => hub.join(),
      async () => database,
    );
    try {
      const [mia, tom] = [await makeAccount(database, 'mia'), await makeAccount(database, 'tom')];
      const [one, two] = world.nodes as [(typeof world.nodes)[0], (typeof world.nodes)[0]];
      const hers = await connectTo(two, { credential: credentialOf(mia) });
      const his = await connectTo(two, { credential: credentialOf(tom) });
      const follow = (who: TestAccount, userId: string) =>
        one.app.inject({
          method: 'POST',
          url: '/api/accounts/following',
          headers: who.headers,
          payload: { userId },
        });
      await follow(tom, 'mia');
      await hers.told('notified');
      expect(hers.news.notified).toEqual([{ kind: 'follow' }]);
      await follow(mia, 'tom');
      await his.told('notified');
      expect([hers.news.notified, his.news.notified].map(({ length }) => length)).toEqual([1, 1]);
      // A knock at a room of hers, where she is not; the next one within the hour is not told of.
      const jamId = await makeRoom(database, 'mia');
      const member = { jamId, role: 'member' as const, since: 1, isRemoved: false };
      const members = ['tom', 'eva'].map((userId) => ({ ...member, userId }));
      await database.queries.insertInto('members').values(members).execute();
      const knock = async (who: typeof his) => {
        await who.ask('enter', { jamId, since: 0 });
        expect(await who.ask('knock', { jamId })).toEqual({ ok: true });
      };
      await knock(his);
      await hers.told('notified', 2);
      const told = async () => {
        const url = '/api/notifications';
        const answer = await one.app.inject({ url, headers: mia.headers });
        return answer.json().data.notifications as { kind: string; path: string }[];
      };
      expect((await told())[0]).toMatchObject({
        ...{ kind: 'knock', jamId, jamName: 'A room', people: [{ user: 'tom' }] },
        path: `/jams/${jamId}`,
      });
      // While she is there she hears it, and nothing is kept.
      const eva = await connectTo(two, {
        credential: credentialOf(await makeAccount(database, 'eva')),
      });
      await hers.ask('enter', { jamId, since: 0 });
      await knock(eva);
      await hers.told('knock');
      expect((await told()).filter(({ kind }) => kind === 'knock')).toHaveLength(1);
      // By now everything would have come that is none of theirs.
      expect(his.news.notified).toEqual([{ kind: 'follow' }]);
      expect(eva.news.notified).toEqual([]);
    } finally {
      await world.close();
    }
  });
});
