import { Registry } from 'prom-client';
import { beforeEach, expect, it } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import type { Database } from '../database/database.ts';
import { createBackground } from './background.ts';
import { composeMail } from './layout.ts';
import type { MailMessage } from './mail.ts';
import { createWaitingMails } from './waiting.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const log = { error: () => {}, warn: () => {} };

/** A relay that takes nothing while it is off. */
function relay() {
  const sent: MailMessage[] = [];
  const state = { isOn: false, asked: 0 };
  return {
    sent,
    state,
    mail: {
      async send(message: MailMessage) {
        state.asked += 1;
        if (!state.isOn) throw new Error('421 try later');
        sent.push(message);
      },
      close: async () => {},
    },
  };
}

const message = (change: Partial<MailMessage> = {}): MailMessage => ({
  ...composeMail('ada@mail.example', {
    server: 'Rondo',
    subject: 'Hello',
    paragraphs: ['token-1234'],
  }),
  userId: 'ada',
  ...change,
});

describeDatabases('mail that could not be sent', (open) => {
  let database: Database;
  beforeEach(async () => {
    database ??= await open();
    await database.queries.deleteFrom('waitingMails').execute();
  });
  const node = (post = relay()) => ({
    ...post,
    waiting: createWaitingMails(database.queries, post.mail, { registry: new Registry(), log }),
  });

  it('waits with its text, is listed without it, and goes when the relay takes it', async () => {
    const { waiting, state, sent } = node();
    const now = Date.now();
    await waiting.keep(message(), new Error('421 try later'));
    const [listed] = await waiting.list();
    expect(listed).toMatchObject({ recipient: 'ada@mail.example', tries: 1 });
    expect(JSON.stringify(listed)).not.toContain('token-1234');
    expect(listed!.lastError).toBe('421 try later');
    // Not before its time.
    await waiting.round(now + MINUTE_MS / 2);
    expect(state.asked).toBe(0);
    state.isOn = true;
    expect(await waiting.round(now + 2 * MINUTE_MS)).toBe(1);
    expect(sent).toEqual([message()]);
    expect(await waiting.list()).toEqual([]);
    expect(await waiting.figures()).toEqual({ sent: 1, waiting: 0, failed: 0 });
  });

  it('is tried again after longer and longer, then given up, and can be sent again for a week', async () => {
    const { waiting, state, sent } = node();
    await waiting.keep(message(), new Error('no'));
    let now = Date.now();
    const pauses: number[] = [];
    for (;;) {
      const [one] = await waiting.list();
      if (one!.due === null) break;
      pauses.push(Math.round((one!.due - now) / MINUTE_MS));
      now = one!.due;
      await waiting.round(now);
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses).toEqual([1, 5, 30, 120, 480, 2880]);
    expect(await waiting.figures()).toEqual({ sent: 0, waiting: 0, failed: 1 });
    state.isOn = true;
    await waiting.round(now + DAY_MS);
    expect(sent).toEqual([]);
    expect(await waiting.again(undefined, now)).toBe(1);
    await waiting.round(now);
    expect(sent).toHaveLength(1);
    await waiting.keep(message(), new Error('no'));
    await database.queries.updateTable('waitingMails').set({ due: null }).execute();
    await waiting.round(Date.now() + 8 * DAY_MS);
    expect(await waiting.list()).toEqual([]);
  });

  it('is not sent once what it is about is over', async () => {
    const { waiting, state, sent } = node();
    state.isOn = true;
    const now = Date.now();
    await waiting.keep(message({ untilMs: now + 1000 }), new Error('no'));
    await waiting.round(now + 2 * MINUTE_MS);
    expect(sent).toEqual([]);
    expect(await waiting.list()).toMatchObject([{ due: null, tries: 2 }]);
  });

  it('is sent once, however many nodes try', async () => {
    const post = relay();
    post.state.isOn = true;
    const nodes = [node(post), node(post), node(post)];
    for (let at = 0; at < 5; at++) await nodes[0]!.waiting.keep(message(), new Error('no'));
    const now = Date.now() + 2 * MINUTE_MS;
    await Promise.all(nodes.map(({ waiting }) => waiting.round(now)));
    expect(post.sent).toHaveLength(5);
  });

  it('is kept when the server stops before the relay takes it', async () => {
    const { waiting, mail, state } = node();
    const background = createBackground(mail, log, waiting);
    background.mail(message());
    await expect.poll(() => state.asked).toBe(1);
    await background.close();
    expect(await waiting.list()).toMatchObject([{ recipient: 'ada@mail.example' }]);
  });
});
