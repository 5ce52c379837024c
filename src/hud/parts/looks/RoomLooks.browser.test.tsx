/** The looks of a room as its owner chooses them, against a server that refuses and remembers. */
import '../../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import { savedLookOf } from '../../../../tests/support/savedLookOf.ts';
import { MAX_ROOM_LOOKS, type SavedLook } from '../../../data/contract/savedLooks.ts';
import { RoomLooks } from './RoomLooks.tsx';

/** What the server has. Stands in for the network, outside the code under test. */
const server = {
  keys: [] as string[],
  own: [] as SavedLook[],
  /** Answers the next changes with this sentence. */
  refusal: '',
  /** Lets changes wait until it resolves. */
  gate: Promise.resolve(),
  sent: [] as string[][],
  realFetch: window.fetch,
};
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const ok = (data: unknown) => answer(200, { ok: true, data });
const no = (status: number, code: string, message: string) =>
  answer(status, { ok: false, message, error: { code, message } });
const roomLooks = () => ({ looks: server.keys.map((key) => ({ ...savedLookOf(key), key })) });

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const path = pathname.replace('/api', '');
  if (path === '/looks/mine') return ok({ looks: server.own });
  if (path === '/looks/known') return ok({ look: savedLookOf('known', { displayName: 'Bob' }) });
  if (path !== '/jam/j/looks') return no(404, 'not_found', 'There is no such look');
  if (init?.method === 'POST') {
    const { keys } = JSON.parse(String(init.body));
    server.sent.push(keys);
    await server.gate;
    if (server.refusal) return no(403, 'forbidden', server.refusal);
    server.keys = keys;
  }
  return ok(roomLooks());
}

beforeEach(() => {
  const clean = { keys: [], own: [], refusal: '', gate: Promise.resolve(), sent: [] };
  Object.assign(server, clean);
  window.fetch = respond as typeof fetch;
});
afterEach(async () => {
  await cleanup();
  window.fetch = server.realFetch;
});

const show = () =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <main>
        <h1>Room</h1>
        <h2>Stage</h2>
        <RoomLooks jamId="j" />
      </main>
    </QueryClientProvider>,
  );
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-look]')].map(({ dataset }) => dataset.look);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const focused = () => document.activeElement?.getAttribute('aria-label');

test('the order is changed by keys, quickly too, and the keyboard stays on what moves', async () => {
  server.keys = ['a', 'b', 'rose'];
  await show();
  await expect.poll(rows).toEqual(['a', 'b', 'rose']);
  await expect.element(page.getByText('Of the house')).toBeVisible();
  expect(await violations()).toEqual([]);
  let open = () => {};
  server.gate = new Promise((resolve) => {
    open = resolve;
  });
  (button('Move Look a down').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(rows).toEqual(['b', 'a', 'rose']);
  await expect.poll(focused).toBe('Move Look a down');
  // The first change is still on its way.
  await userEvent.keyboard('{Enter}');
  await expect.poll(rows).toEqual(['b', 'rose', 'a']);
  await expect.element(page.getByText('Look a is number 3 of 3')).toBeInTheDocument();
  open();
  await expect.poll(() => server.keys).toEqual(['b', 'rose', 'a']);
  expect(server.sent).toEqual([
    ['b', 'a', 'rose'],
    ['b', 'rose', 'a'],
  ]);
  // At the end it goes no further.
  await expect.element(button('Move Look a down')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await button('Take out Rose').click();
  await expect.poll(() => server.keys).toEqual(['b', 'a']);
  expect(server.sent).toHaveLength(3);
});

test('looks come by a menu and by an address; an empty set says what it means', async () => {
  server.own = [savedLookOf('mine')];
  await show();
  await expect.element(page.getByText('All looks of the house.')).toBeVisible();
  await button('Add a look').click();
  await page.getByRole('menuitem', { name: 'Pop-up' }).click();
  await expect.poll(() => server.keys).toEqual(['popup']);
  await button('Add a look').click();
  await expect
    .element(page.getByRole('menuitem', { name: 'Pop-up' }))
    .toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'Look mine' }).click();
  await expect.poll(() => server.keys).toEqual(['popup', 'mine']);
  const address = page.getByLabelText('Address or id of any public look');
  await address.fill('two words');
  await button('Add it').click();
  await expect.element(page.getByText('Paste the address of a look, or its id.')).toBeVisible();
  await address.fill('/looks/popup');
  await expect.element(page.getByText('It is there already.')).toBeVisible();
  await address.fill('unknown');
  await button('Add it').click();
  await expect
    .element(page.getByText('There is no public look with this address or id.'))
    .toBeVisible();
  await expect.element(address).toHaveValue('unknown');
  await address.fill('https://rondo.example/looks/known');
  await button('Add it').click();
  await expect.poll(() => server.keys).toEqual(['popup', 'mine', 'known']);
  await expect.element(address).toHaveValue('');
  expect(await violations()).toEqual([]);
});

test('what was refused stays on the page until it is sent again or given up', async () => {
  server.keys = ['a', 'b'];
  server.refusal = 'Only its owner chooses the looks of a jam';
  await show();
  await button('Take out Look a').click();
  await expect.element(page.getByText(/This was not saved\. Only its owner/)).toBeVisible();
  expect(rows()).toEqual(['b']);
  expect(server.keys).toEqual(['a', 'b']);
  await button('Leave it as it was').click();
  await expect.poll(rows).toEqual(['a', 'b']);
  await expect.element(page.getByText(/This was not saved/)).not.toBeInTheDocument();
  await button('Move Look b up').click();
  await expect.element(page.getByText(/This was not saved/)).toBeVisible();
  server.refusal = '';
  await button('Try again').click();
  await expect.poll(() => server.keys).toEqual(['b', 'a']);
  await expect.element(page.getByText(/This was not saved/)).not.toBeInTheDocument();
});

test('twelve looks are the most', async () => {
  server.keys = Array.from({ length: MAX_ROOM_LOOKS }, (_, at) => `k${at}`);
  await show();
  await expect.element(page.getByText('That is the most: 12 looks.')).toBeVisible();
  await expect.element(button('Add a look')).not.toBeInTheDocument();
  await button('Take out Look k0').click();
  await expect.element(button('Add a look')).toBeVisible();
});
