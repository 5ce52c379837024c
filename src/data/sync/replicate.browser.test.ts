import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '../rules/ids.ts';
import { dropKept, keptOf } from './database.ts';
import { replicate } from './replicate.ts';

afterEach(() => vi.restoreAllMocks());

test('a device that writes faster than it counts follows its database once at a time', async () => {
  const account = newId();
  const local = keptOf(account) as unknown as { listenerCount(event: string): number };
  // No server answers here: both directions wait, and what is written is counted all the same.
  const running = replicate(account, { stands() {}, came() {} });
  let most = 0;
  for (let turn = 0; turn < 20; turn++) {
    for (let at = 0; at < 10; at++) running.count();
    most = Math.max(most, local.listenerCount('destroyed'));
    await new Promise((resolve) => setTimeout(resolve));
  }
  running.stop();
  expect(most).toBeLessThan(10);
  await dropKept(account);
});

test('a network that goes just behind a batch leaves nothing uncaught', async () => {
  const account = newId();
  const [id, rev] = ['heard:1', `1-${'a'.repeat(32)}`];
  const json = (body: object) => new Response(JSON.stringify(body));
  const answers: Readonly<Record<string, () => Response>> = {
    _dbs_info: () => json([{ info: {} }]),
    _changes: () =>
      json({ results: [{ seq: 1, id, changes: [{ rev }] }], last_seq: 1, pending: 0 }),
    _bulk_get: () => {
      isThere = false;
      const ok = { _id: id, _rev: rev, _revisions: { start: 1, ids: ['a'.repeat(32)] } };
      return json({ results: [{ id, docs: [{ ok }] }] });
    },
  };
  let isThere = true;
  vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    if (!isThere) throw new TypeError('Failed to fetch');
    const { pathname, searchParams } = new URL(String(address));
    const called = pathname.split('/').at(-1) ?? '';
    // Nothing else comes: the server would wait.
    if (called === '_changes' && searchParams.get('since') === '1') return new Promise(() => {});
    return answers[called]?.() ?? json({ db_name: 'db', doc_count: 1, update_seq: 1 });
  });
  const uncaught: unknown[] = [];
  const keep = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    uncaught.push(event.reason);
  };
  window.addEventListener('unhandledrejection', keep);
  const came: string[] = [];
  let isWaiting = false;
  const running = replicate(account, {
    stands: ({ state }) => {
      isWaiting ||= state === 'waiting';
    },
    came: (ids) => came.push(...ids),
  });
  await expect.poll(() => came).toContain(id);
  await expect.poll(() => isWaiting).toBe(true);
  await new Promise((resolve) => setTimeout(resolve));
  running.stop();
  window.removeEventListener('unhandledrejection', keep);
  expect(uncaught).toEqual([]);
  await dropKept(account);
});
