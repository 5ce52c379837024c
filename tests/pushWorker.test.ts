import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';

const FILE = join(import.meta.dirname, '../assets/icons/push-worker.js');

interface Shown {
  readonly title: string;
  readonly options: { readonly body: string; readonly tag?: string; readonly data: object };
}

/** The worker in a browser that has these pages open, with what it did there. */
function makeWorker(open: readonly string[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: Shown[] = [];
  const done: string[] = [];
  const self = {
    location: new URL('https://rondo.example/push-worker.js'),
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
    registration: {
      showNotification: async (title: string, options: Shown['options']) =>
        shown.push({ title, options }),
    },
    clients: {
      matchAll: async () => open.map((url) => ({ url, focus: () => done.push(`focus ${url}`) })),
      openWindow: async (url: string) => done.push(`open ${url}`),
    },
  };
  runInContext(readFileSync(FILE, 'utf8'), createContext({ self, URL }));
  const fire = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(name)!({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
  };
  const push = (text: string | null) =>
    fire('push', { data: text === null ? null : { json: () => JSON.parse(text) } });
  const tap = (data: object) => fire('notificationclick', { notification: { data, close() {} } });
  return { shown, done, push, tap, names: [...listeners.keys()] };
}

it('shows what was pushed, and opens its page or goes to where that is open', async () => {
  const url = 'https://rondo.example/rifff/abc';
  const message = {
    title: 'Rondo',
    body: 'mia likes “Night bus”',
    path: '/rifff/abc',
    tag: 'like-abc',
  };
  const { shown, done, push, tap, names } = makeWorker(['https://rondo.example/feed']);
  await push(JSON.stringify(message));
  expect(shown).toMatchObject([
    { title: 'Rondo', options: { body: message.body, tag: 'like-abc', data: { url } } },
  ]);
  await tap(shown[0]!.options.data);
  const here = makeWorker([url]);
  await here.tap({ url });
  expect([done, here.done]).toEqual([[`open ${url}`], [`focus ${url}`]]);
  // It stands between no page and the server.
  expect(names).not.toContain('fetch');
});

it.each([
  ['{"path":"https://evil.example/"}'],
  ['{"path":"//evil.example/"}'],
  ['{"path":7}'],
  ['{"path":"javascript:alert(1)"}'],
  ['no JSON'],
  [null],
])('shows something for %j, and leads nowhere else', async (text) => {
  const { shown, push } = makeWorker();
  await push(text);
  expect(shown).toHaveLength(1);
  const { url } = shown[0]!.options.data as { url: string };
  expect(new URL(url).origin).toBe('https://rondo.example');
});
