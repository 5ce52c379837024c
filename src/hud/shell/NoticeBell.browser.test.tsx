/** The bell against a server that has something to tell. */
import '../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import type { Engine } from '../../audio/engine/Engine.ts';
import type { Notification } from '../../data/contract/notifications.ts';
import { listening } from '../../data/stores/listening.ts';
import { noteNews } from '../../data/stores/room.ts';
import { resetSession, setUser } from '../../data/stores/session.ts';
import { EngineProvider } from '../EngineContext.tsx';
import { NoticeBell } from './NoticeBell.tsx';

const noticeOf = (id: string, change: Partial<Notification> = {}): Notification => ({
  ...{ id, kind: 'follow', created: 1_700_000_000_000, isRead: false, count: 1, jamId: null },
  ...{ people: [{ user: 'tom', displayName: 'Tom' }], jamName: '', rifff: null, parent: null },
  ...{ share: null, commentId: null, text: '', path: '/tom', ...change },
});

/** What the server has. Stands in for the network, outside the code under test. */
const server = {
  notices: [] as Notification[],
  /** What it was told is read, in ms. */
  read: [] as number[],
  realFetch: window.fetch,
};

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const headers = { 'content-type': 'application/json' };
  if (pathname.includes('profiles'))
    return new Response('{"ok":true,"data":{"profiles":[]}}', { headers });
  if (init?.method === 'POST') {
    const { until } = JSON.parse(String(init.body)) as { until: number };
    server.read.push(until);
    server.notices = server.notices.map((one) => ({
      ...one,
      isRead: one.isRead || one.created <= until,
    }));
  }
  const unread = server.notices.filter(({ isRead }) => !isRead).length;
  const limit = Number(searchParams.get('limit'));
  const before = Number(searchParams.get('fromCreatedTime') ?? Number.POSITIVE_INFINITY);
  const older = server.notices.filter(({ created }) => created < before);
  const notifications = older.slice(0, limit);
  const data = { notifications, unread, isLast: notifications.length === older.length };
  return new Response(JSON.stringify({ ok: true, data }), { headers });
}

beforeEach(() => {
  Object.assign(server, { notices: [], read: [] });
  window.fetch = respond as typeof fetch;
  const session = { user_id: 'mira', roles: ['user' as const], issued: 0, expires: 9e15 };
  setUser({ ...session, provider: 'local', profile: { displayName: 'Mira' } }, null);
});

afterEach(() => {
  window.fetch = server.realFetch;
  listening.chosenId = null;
  resetSession();
});

const show = () =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        {/* Nothing is played here. */}
        <EngineProvider engine={{} as Engine}>
          <main>
            <h1>Page</h1>
            <NoticeBell />
          </main>
        </EngineProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );

test('the bell counts what is new, hears of more, and looking at it reads it', async () => {
  server.notices = [noticeOf('a')];
  const page = await show();
  await expect.element(page.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();
  const [question, answer] = ['q', 'a'].map((id) => ({ ...rifffOf(2), _id: id }));
  const about = { rifff: answer!, parent: question!, jamName: 'Cellar', path: '/jams/c?answer=a' };
  server.notices.unshift(noticeOf('b', { kind: 'answer', created: 1_700_000_000_005, ...about }));
  noteNews();
  await page.getByRole('button', { name: 'Notifications, 2 new' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await expect
    .element(dialog.getByRole('link', { name: 'Tom answered you in Cellar' }))
    .toHaveAttribute('href', '/jams/c?answer=a');
  await expect
    .element(dialog.getByRole('link', { name: 'Tom follows you' }))
    .toHaveAttribute('href', '/tom');
  await expect
    .element(dialog.getByRole('button', { name: /^Play both, question and answer/ }))
    .toBeVisible();
  await expect.poll(() => server.read).toEqual([1_700_000_000_005]);
  // Read on the server, and still marked for who looks.
  await expect
    .element(page.getByRole('button', { name: 'Notifications', exact: true, includeHidden: true }))
    .toBeInTheDocument();
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map((row) => (row as HTMLElement).dataset.new),
  ).toEqual(['true', 'true']);
  expect(await violations()).toEqual([]);
  await dialog.getByRole('link', { name: 'Tom answered you in Cellar' }).click();
  // The jam that it leads to begins with the answer.
  expect(listening.chosenId).toBe(answer?._id);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('older ones come page by page, and nothing at all leads to sound', async () => {
  server.notices = Array.from({ length: 25 }, (_, at) =>
    noticeOf(`n${at}`, { isRead: true, created: 1_700_000_000_100 - at }),
  );
  const page = await show();
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const rows = page.getByRole('dialog').getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.elements().length).toBe(25);
  await page.unmount();
  server.notices = [];
  const empty = await show();
  await empty.getByRole('button', { name: 'Notifications', exact: true }).click();
  await expect.element(empty.getByText('Nothing has happened yet')).toBeVisible();
  await expect
    .element(empty.getByRole('link', { name: 'To the open rooms' }))
    .toHaveAttribute('href', '/jams');
});

test('a guest of a room has no bell, and asks for nothing', async () => {
  const asked: string[] = [];
  window.fetch = async (input) => {
    asked.push(String(input));
    throw new Error('nothing is asked');
  };
  const guest = { user_id: 'gus', roles: ['user' as const], issued: 0, expires: 9e15 };
  const profile = { displayName: 'Gus' };
  setUser({ ...guest, provider: 'local', profile, guestOf: 'band0000000001' }, null);
  const shown = await show();
  expect(shown.getByRole('button').elements()).toEqual([]);
  expect(asked).toEqual([]);
});
