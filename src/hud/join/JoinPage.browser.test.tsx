/** The way into a room by a code, against a server that refuses. It stands in for the network, outside the code under test. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Jam } from '../../data/contract/jams.ts';
import { resetSession } from '../../data/stores/session.ts';
import { JoinPage } from './JoinPage.tsx';

const CODE = 'ABCDEFGHJKLM';
const TAKEN = 'Another person goes by this name: choose another';
const jam: Jam = {
  id: 'band0123456789',
  longId: '0'.repeat(64),
  kind: 'room',
  name: 'Ninth bus',
  owner: 'mira',
  access: 'link',
  created: 0,
  rifffCount: 1,
  isDemo: false,
  club: null,
  description: '',
  coverUrl: null,
  barLength: 16,
  memberCount: 1,
  guests: { mayAnswer: true, mayChat: true },
  latest: null,
  lastEvent: 0,
  role: null,
  mayAnswer: false,
  mayChat: false,
};
const realFetch = window.fetch;
const asked: unknown[] = [];

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return realFetch(input, init);
  if (!pathname.endsWith('/join')) return answer(200, { ok: true, data: { jam, purpose: 'join' } });
  asked.push(JSON.parse(String(init?.body)));
  const message = `guestName: ${TAKEN}`;
  const validationErrors = { guestName: TAKEN };
  return answer(400, {
    ok: false,
    message,
    error: { code: 'bad_request', message },
    validationErrors,
  });
}

beforeEach(() => {
  window.fetch = respond as typeof fetch;
  resetSession();
});

afterEach(() => {
  window.fetch = realFetch;
  asked.length = 0;
});

test('a guest whose name is taken reads it under the name, in plain words, and keeps what was typed', async () => {
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[`/jam/${CODE}`]}>
        <Routes>
          <Route path="/jam/:code" element={<JoinPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const name = page.getByLabelText('Your name here');
  const comeIn = page.getByRole('button', { name: 'Come in as a guest' });
  await comeIn.click();
  await expect.element(name).toHaveAccessibleDescription('Others need a name for you.');
  expect(asked).toEqual([]);
  await name.fill(' Mira ');
  await comeIn.click();
  await expect.element(name).toHaveAccessibleDescription(TAKEN);
  await expect.element(page.getByText(/guestName/)).not.toBeInTheDocument();
  await expect.element(name).toHaveValue(' Mira ');
  expect(asked).toEqual([{ guestName: 'Mira' }]);
});
