import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../tests/support/axe.ts';
import { rifffOf } from '../../tests/support/rifffOf.ts';
import type { Engine } from '../audio/engine/Engine.ts';
import type { Session } from '../data/contract/auth.ts';
import type { LobbyJam, MyJam } from '../data/contract/jams.ts';
import { myHeardJamsQuery } from '../data/queries/jams.ts';
import { jamByCodeQuery, lobbyQuery } from '../data/queries/rooms.ts';
import { learnPerson } from '../data/stores/people.ts';
import { resetSession, setUser } from '../data/stores/session.ts';
import { EngineProvider } from '../hud/EngineContext.tsx';
import { JoinPage } from '../hud/join/JoinPage.tsx';
import { Lobby } from '../hud/lobby/Lobby.tsx';

const CODE = 'ABCD-EFGH-JKLM';
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamt';

const ZOE: Session = {
  ...{ user_id: 'Zoe-abcde', roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: 'Zoë' } },
};

const room = (id: string, change: Partial<LobbyJam> = {}): LobbyJam => ({
  ...{ id, longId: id.repeat(4), kind: 'room', name: `Room ${id}`, owner: 'ada' },
  ...{ access: 'public', created: 1, rifffCount: 0, isDemo: false, club: null, description: '' },
  ...{ coverUrl: null, barLength: 16, memberCount: 1, latest: null, lastEvent: 0, role: null },
  ...{ guests: { mayAnswer: true, mayChat: false }, mayAnswer: false, mayChat: false },
  ...{ newest: null, lacks: [], present: [], presentCount: 0, isBeingAnswered: false },
  ...change,
});

/** The pages with what the server would answer; no account is signed in, or a guest of another room. */
function Pages({ rooms, at, only = room('x'), guestOf, mine = [] }: PagesProps) {
  if (guestOf === undefined) resetSession();
  else setUser({ ...ZOE, guestOf }, null);
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: 1e9, retry: false } },
  });
  const lobby = lobbyQuery({ search: '', isLive: false });
  queries.setQueryData(lobby.queryKey, {
    pages: [{ jams: [...rooms], total: rooms.length }],
    pageParams: [0],
  });
  queries.setQueryData(myHeardJamsQuery.queryKey, [...mine]);
  queries.setQueryData(jamByCodeQuery(CODE).queryKey, { jam: only, purpose: 'join' });
  return (
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[at]}>
        {/* No card is played here. */}
        <EngineProvider engine={{} as Engine}>
          <main>
            <Routes>
              <Route path="/jams" element={<Lobby />} />
              <Route path="/jam/:code/:action?" element={<JoinPage />} />
              <Route path="/jams/:jam" element={<p>The room itself</p>} />
            </Routes>
          </main>
        </EngineProvider>
      </MemoryRouter>
    </QueryClientProvider>
  );
}

interface PagesProps {
  rooms: readonly LobbyJam[];
  at: string;
  /** What the code leads to. */
  only?: LobbyJam;
  /** The room that the reader is a guest of. */
  guestOf?: string;
  /** Jams of the reader. */
  mine?: readonly MyJam[];
}

test('a visitor sees open rooms with what they lack and who is there, and those without a rifff by name', async () => {
  await page.viewport(390, 844);
  const newest = { ...rifffOf(2), _id: 'n1' };
  const busy = room('a', {
    ...{ name: LONG, newest, lacks: ['bass'], latest: Date.now(), rifffCount: 3 },
    ...{ present: ['mia'], presentCount: 1, isBeingAnswered: true },
  });
  const screen = await render(<Pages rooms={[busy, room('b')]} at="/jams" />);
  await expect.element(screen.getByRole('link', { name: LONG })).toHaveAttribute('href', '/jams/a');
  await expect.element(screen.getByRole('button', { name: `Play ${LONG}` })).toBeVisible();
  // People are called what they call themselves, not by their ids.
  learnPerson('mia', 'Mia by day', null);
  learnPerson('ada', 'Ada of the rings', null);
  const words = [
    'needs bass',
    'Recording an answer',
    'Live',
    'Mia by day there now',
    'by Ada of the rings',
  ];
  for (const one of words) {
    await expect.element(screen.getByText(one, { exact: true })).toBeVisible();
  }
  await expect.element(screen.getByRole('link', { name: /Room b/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await violations()).toEqual([]);
});

test('one’s own jams are shown by their newest rifff, in one column with those that have none', async () => {
  await page.viewport(390, 844);
  const newest = { ...rifffOf(2), _id: 'n1' };
  const mine = [room('a', { name: LONG, newest, latest: 1, rifffCount: 3 }), room('b')];
  const screen = await render(<Pages rooms={[]} at="/jams" guestOf="a" mine={mine} />);
  const rows = ['/jams/a', '/jams/b'].map((to) =>
    document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`),
  );
  expect(rows.map((row) => row?.querySelectorAll('svg').length)).toEqual([1, 0]);
  const lefts = [LONG, 'Room b'].map(
    (name) => screen.getByTitle(name).element().getBoundingClientRect().left,
  );
  expect(lefts[0]).toBe(lefts[1]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await violations()).toEqual([]);
});

test('a lobby without a room says so and leads on', async () => {
  const screen = await render(<Pages rooms={[]} at="/jams" />);
  await expect.element(screen.getByText('No open rooms yet')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Start a room' }))
    .toHaveAttribute('href', '/register?success=%2Fjams');
});

test('a code is taken as it is pasted, and what is none is said to be none', async () => {
  const only = room('x', { access: 'link', name: 'Kitchen' });
  const screen = await render(<Pages rooms={[]} at="/jams" only={only} />);
  await screen.getByRole('button', { name: 'Join by code' }).click();
  const field = screen.getByRole('textbox', { name: 'Code or link' });
  await userEvent.fill(field, 'hello');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^That is no code/)).toBeVisible();
  await userEvent.fill(field, `https://rondo.example/jam/${CODE.toLowerCase()}`);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Kitchen' })).toBeVisible();
  // A guest needs a name.
  await screen.getByRole('button', { name: 'Come in as a guest' }).click();
  await expect.element(screen.getByText('Others need a name for you.')).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('a link to listen leads into an open room, and to the door of any other', async () => {
  const at = `/jam/${CODE}/listen`;
  const open = await render(<Pages rooms={[]} at={at} only={room('x', { access: 'public' })} />);
  await expect.element(open.getByText('The room itself')).toBeVisible();
  await open.unmount();
  const closed = await render(<Pages rooms={[]} at={at} only={room('x', { access: 'link' })} />);
  await expect.element(closed.getByRole('button', { name: 'Come in as a guest' })).toBeVisible();
});

test('a private room lets no guest in', async () => {
  const only = room('x', { access: 'private' });
  const screen = await render(<Pages rooms={[]} at={`/jam/${CODE}`} only={only} />);
  await expect.element(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(document.querySelector('input')).toBeNull();
});

test('a guest of one room finds the way to an account where another needs one, and back', async () => {
  const at = `/jam/${CODE}`;
  const door = await render(
    <Pages rooms={[]} at={at} only={room('x', { access: 'link' })} guestOf="band1" />,
  );
  await expect
    .element(door.getByRole('link', { name: 'Make an account' }))
    .toHaveAttribute('href', `/register?success=${encodeURIComponent(at)}`);
  await expect
    .element(door.getByRole('link', { name: 'Back to your room' }))
    .toHaveAttribute('href', '/jams/band1');
  expect(door.getByRole('button', { name: /^Join/ }).elements()).toEqual([]);
  await door.unmount();
  const lobby = await render(<Pages rooms={[]} at="/jams" guestOf="band1" />);
  await expect
    .element(lobby.getByRole('link', { name: 'Start a room' }))
    .toHaveAttribute('href', '/register?success=%2Fjams');
  resetSession();
});
