/** Pages of clubs against a server that answers, refuses and remembers: what is shown stays true. */
import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent, page as window_ } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../tests/support/axe.ts';
import { rifffOf } from '../../tests/support/rifffOf.ts';
import type { Engine } from '../audio/engine/Engine.ts';
import type { Session } from '../data/contract/auth.ts';
import type { Channel, Club, ClubCode, ClubMember, ClubPage } from '../data/contract/clubs.ts';
import { resetSession, setUser } from '../data/stores/session.ts';
import { dismissNotice, ui } from '../data/stores/ui.ts';
import { ClubDirectory } from '../hud/club/ClubDirectory.tsx';
import { JoinClub } from '../hud/club/JoinClub.tsx';
import { EngineProvider } from '../hud/EngineContext.tsx';
import { Notice } from '../hud/parts/Notice.tsx';
import { Boundary } from '../hud/parts/page/lazyPiece.tsx';
import { ErrorScreen } from '../hud/shell/ErrorScreen.tsx';
import { Club as ClubRoute } from './Club.tsx';

const CODE = 'ABCD-EFGH-JKLM';
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte';

const clubOf = (change: Partial<Club> = {}): Club => ({
  ...{ id: 'club1', name: 'Night school', profile: { name: 'Night school' }, owner: 'ada' },
  ...{ description: 'Slow loops.', access: 'open', created: 1, iconUrl: null, bannerUrl: null },
  ...{ memberCount: 3, channelCount: 2, isDemo: false, role: null, closes: null, ...change },
});
const channelOf = (jamId: string, change: Partial<Channel> = {}): Channel => ({
  ...{ jamId, name: `Channel ${jamId}`, description: '', imageUrl: null, access: 'public' },
  ...{ rifffCount: 0, latest: null, newest: null, present: [], presentCount: 0 },
  ...{ isBeingAnswered: false, isDemo: false, ...change },
});
const heard = (jamId: string, change: Partial<Channel> = {}) =>
  channelOf(jamId, {
    ...{ newest: { ...rifffOf(3), _id: `rifff-${jamId}` }, rifffCount: 4, latest: Date.now() },
    ...change,
  });
const pageOf = (change: Partial<ClubPage> = {}): ClubPage => ({
  ...clubOf(),
  ...{
    channels: [heard('a'), channelOf('b')],
    playlists: [],
    inviteCode: null,
    classId: null,
    blockedUsers: [],
  },
  ...change,
});
const memberOf = (userId: string, role: ClubMember['role'] = 'member'): ClubMember => ({
  ...{ userId, displayName: userId, role, since: 1_700_000_000_000 },
});
const codeOf = (code: string, change: Partial<ClubCode> = {}): ClubCode => ({
  ...{ code, note: '', createdBy: 'ada', created: 1, expires: null, maxUses: null, used: 0 },
  ...change,
});

interface Sent {
  call: string;
  body: Record<string, unknown> | undefined;
}

/** What the server has, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  club: null as ClubPage | null,
  clubs: [] as Club[],
  mine: [] as Club[],
  members: [] as ClubMember[],
  codes: [] as ClubCode[],
  /** What the code opens. */
  door: null as Club | null,
  sent: [] as Sent[],
  /** Answers the next writing call with this. */
  refusal: null as { status: number; message: string; fields?: Record<string, string> } | null,
  realFetch: window.fetch,
};

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const ok = (data: unknown) => answer(200, { ok: true, data });
const no = (status: number, message: string, validationErrors?: Record<string, string>) =>
  answer(status, { ok: false, message, error: { code: 'x', message }, validationErrors });
const listed = (clubs: readonly Club[]) =>
  clubs.map((club, at) => {
    return { ...club, newest: { ...rifffOf(2), _id: `of-${at}-${club.id}` }, presentCount: 2 };
  });

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const method = init?.method ?? 'GET';
  const call = `${method} ${pathname.replace(/^\/api/, '')}`;
  server.sent.push({ call, body: init?.body ? JSON.parse(String(init.body)) : undefined });
  if (method !== 'GET' && server.refusal) {
    const { status, message, fields } = server.refusal;
    server.refusal = null;
    return no(status, message, fields);
  }
  if (call === 'GET /clubs') return ok({ clubs: listed(server.clubs), total: server.clubs.length });
  if (call === 'GET /clubs/my-clubs') return ok({ clubs: listed(server.mine) });
  if (call === 'POST /clubs') return ok({ id: 'club1', club: server.club });
  if (call.includes('/invite-code/')) return server.door ? ok(server.door) : no(404, 'No code');
  if (call.startsWith('POST /clubs/join/')) return ok({ club: server.club });
  if (call === 'GET /clubs/club1/members') {
    return ok({ members: server.members, total: server.members.length });
  }
  if (call === 'GET /clubs/club1/tracks') return ok({ tracks: [], isLast: true });
  if (call === 'GET /clubs/club1/codes') return ok({ codes: server.codes });
  if (call === 'DELETE /clubs/club1' && server.club) {
    server.club = { ...server.club, closes: Date.now() + 604_800_000 };
    return ok({ closes: server.club.closes });
  }
  if (call === 'POST /clubs/club1/restore' && server.club) server.club.closes = null;
  if (call === 'GET /clubs/club1' || call === 'POST /clubs/club1/restore') {
    return server.club ? ok(server.club) : no(404, 'There is no such club');
  }
  return ok({});
}

const sessionOf = (userId: string): Session => ({
  ...{ user_id: userId, roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: userId } },
});

beforeEach(async () => {
  Object.assign(server, {
    ...{ club: pageOf(), clubs: [], mine: [], codes: [], door: null, sent: [], refusal: null },
    members: [memberOf('ada', 'owner'), memberOf('mia'), memberOf('tom')],
  });
  if (ui.notice) dismissNotice(ui.notice.id);
  sessionStorage.clear();
  window.fetch = respond as typeof fetch;
  await window_.viewport(1440, 900);
});

afterEach(() => {
  window.fetch = server.realFetch;
  resetSession();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

/** The pages as they stand in the app, for a reader; '' for a visitor. */
function show(at: string, reader: string) {
  if (reader === '') resetSession();
  else setUser(sessionOf(reader), null);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        {/* Nothing is played here. */}
        <EngineProvider engine={{} as Engine}>
          <main>
            <Boundary instead={(error) => <ErrorScreen error={error} />} onFail={() => {}}>
              <Routes>
                <Route path="/clubs" element={<ClubDirectory />} />
                <Route path="/clubs/join/:code" element={<JoinClub />} />
                <Route path="/club/:id" element={<ClubRoute />} />
              </Routes>
            </Boundary>
            <Address />
          </main>
          <Notice />
        </EngineProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const writes = () => server.sent.map(({ call }) => call).filter((call) => !call.startsWith('GET'));
const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

test('the directory shows one’s own clubs first and open ones once, to be heard by a tap', async () => {
  server.mine = [clubOf({ id: 'mine', name: LONG, role: 'owner' })];
  server.clubs = [...server.mine, clubOf({ id: 'other', name: 'Harbour' })];
  await window_.viewport(390, 844);
  const screen = await show('/clubs', 'ada');
  const harbour = screen.getByRole('link', { name: 'Harbour' });
  await expect.element(harbour).toHaveAttribute('href', '/club/other');
  await expect.element(screen.getByRole('button', { name: 'Play Harbour' })).toBeVisible();
  const names = screen.getByRole('heading', { level: 2 }).elements();
  expect(names.map(({ textContent }) => textContent)).toEqual([
    ...['Yours', LONG, 'Open clubs', 'Harbour'],
  ]);
  expect(overflow()).toBe(0);
  expect(await violations()).toEqual([]);
});

test('a visitor who makes a club signs in first and comes back to its form, where nothing is lost', async () => {
  const visitor = await show('/clubs', '');
  await expect.element(visitor.getByText('No open clubs yet')).toBeVisible();
  await expect
    .element(visitor.getByRole('link', { name: 'Make a club' }))
    .toHaveAttribute('href', '/login?success=%2Fclubs%3Fmake%3D1');
  await visitor.unmount();
  const screen = await show('/clubs?make=1', 'ada');
  const make = screen.getByRole('button', { name: 'Make the club' });
  await make.click();
  await expect.element(screen.getByText('Required', { exact: true })).toBeVisible();
  expect(writes()).toEqual([]);
  const name = screen.getByRole('textbox', { name: 'Name' });
  await userEvent.fill(name, 'Night school');
  server.refusal = { status: 400, message: 'No', fields: { name: 'must not hold hidden signs' } };
  await make.click();
  await expect.element(screen.getByText('must not hold hidden signs')).toBeVisible();
  await expect.element(name).toHaveValue('Night school');
  await make.click();
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Night school');
  expect(server.sent.findLast(({ call }) => call === 'POST /clubs')?.body).toEqual({
    ...{ name: 'Night school', description: '', access: 'invite' },
  });
});

test('a visitor hears what is open, and is led to sign in to join and back', async () => {
  const screen = await show('/club/club1', '');
  await expect.element(screen.getByRole('button', { name: 'Play Channel a' })).toBeVisible();
  await expect.element(screen.getByText('Live', { exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: /Channel b/ }))
    .toHaveAttribute('href', '/jams/b');
  await expect
    .element(screen.getByRole('link', { name: 'Sign in to join' }))
    .toHaveAttribute('href', '/login?success=%2Fclub%2Fclub1');
  await expect.element(screen.getByText(/^member since/).first()).toBeVisible();
  for (const name of ['Invite', 'Edit', 'New channel', 'More about mia']) {
    expect(screen.getByRole('button', { name, exact: true }).elements(), name).toEqual([]);
  }
  expect(await violations()).toEqual([]);
});

test('a narrow window shows one part at a time, however long the names are', async () => {
  await window_.viewport(390, 844);
  server.club = pageOf({
    ...{ name: LONG, role: 'owner', description: LONG.repeat(3) },
    channels: [heard('a', { name: LONG, access: 'moderators' }), channelOf('b', { name: LONG })],
  });
  server.members = [memberOf('ada', 'owner'), { ...memberOf('mia'), displayName: LONG }];
  const screen = await show('/club/club1', 'ada');
  await expect.element(screen.getByText('For moderators')).toBeVisible();
  expect(overflow()).toBe(0);
  await screen.getByRole('tab', { name: 'Members' }).click();
  await expect.element(screen.getByRole('button', { name: `More about ${LONG}` })).toBeVisible();
  expect(overflow()).toBe(0);
  expect(await violations()).toEqual([]);
});

test('roles and blocks show at once, are put back when they are refused, and end again', async () => {
  server.club = pageOf({ role: 'owner' });
  const screen = await show('/club/club1', 'ada');
  const row = (name: string) => document.querySelector(`[data-member="${name}"]`)?.textContent;
  const menu = screen.getByRole('button', { name: 'More about mia' });
  server.refusal = { status: 403, message: 'Mia is no member any more' };
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Make them a moderator' }).click();
  await expect.element(screen.getByText('Mia is no member any more')).toBeVisible();
  await expect.poll(() => row('mia')).toContain('member since');
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Block mia' }).click();
  await expect.element(screen.getByText(/no code lets them in again/)).toBeVisible();
  server.members = server.members.filter(({ userId }) => userId !== 'mia');
  server.club = { ...server.club, blockedUsers: [{ userId: 'mia', displayName: 'mia' }] };
  await screen.getByRole('button', { name: 'Block', exact: true }).click();
  await expect.poll(() => row('mia')).toBeUndefined();
  await screen.getByText('Blocked (1)').click();
  server.club = { ...server.club, blockedUsers: [] };
  await screen.getByRole('button', { name: 'Let in again: mia' }).click();
  await expect.poll(() => document.querySelector('details')).toBeNull();
  expect(writes()).toEqual([
    'POST /clubs/club1/members/mia',
    'POST /clubs/club1/blocked/mia',
    'DELETE /clubs/club1/blocked/mia',
  ]);
});

test('a moderator invites and blocks members, and leaves owner and channels alone', async () => {
  server.club = pageOf({ role: 'moderator' });
  const keepers = [memberOf('mia', 'moderator'), memberOf('kim', 'moderator')];
  server.members = [memberOf('ada', 'owner'), ...keepers, memberOf('tom')];
  server.codes = [
    codeOf(CODE, { note: 'For the choir', used: 4 }),
    codeOf('QRST-UVWX-YZ23', { maxUses: 2, used: 2 }),
  ];
  const screen = await show('/club/club1', 'mia');
  await screen.getByRole('button', { name: 'More about tom' }).click();
  const deeds = screen.getByRole('menuitem').elements();
  expect(deeds.map(({ textContent }) => textContent)).toEqual(['Block tom']);
  await userEvent.keyboard('{Escape}');
  for (const name of ['More about ada', 'More about kim', 'New channel', 'Edit']) {
    expect(screen.getByRole('button', { name, exact: true }).elements(), name).toEqual([]);
  }
  await screen.getByRole('button', { name: 'Invite' }).click();
  const link = `${window.location.origin}/clubs/join/${CODE}`;
  await expect.element(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  await expect
    .element(screen.getByRole('img', { name: `QR code of the link of ${CODE}` }))
    .toBeVisible();
  await expect.element(screen.getByText('For the choir, used 4 times')).toBeVisible();
  await expect.element(screen.getByText('used by 2 of 2, over')).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.fill(screen.getByRole('textbox', { name: /For how many/ }), 'two');
  await screen.getByRole('button', { name: 'Make a code' }).click();
  await expect.element(screen.getByText('A whole number from 1 to 10000')).toBeVisible();
  server.refusal = { status: 403, message: 'Not now' };
  await screen.getByRole('button', { name: `Take back ${CODE}` }).click();
  await expect.element(screen.getByText('Not now')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: `Take back ${CODE}` })).toBeVisible();
});

test('the club of a class leads its teacher to the class, and asks no one in', async () => {
  server.club = pageOf({ role: 'owner', classId: 'c1' });
  const screen = await show('/club/club1', 'ada');
  await expect
    .element(screen.getByRole('link', { name: 'To the class' }))
    .toHaveAttribute('href', '/classes/c1');
  for (const name of ['Invite', 'More about mia']) {
    expect(screen.getByRole('button', { name, exact: true }).elements(), name).toEqual([]);
  }
  await screen.getByRole('button', { name: 'Edit' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete the club' }).elements()).toEqual([]);
});

test('a club that is deleted says until when it can be seen, and comes back', async () => {
  server.club = pageOf({ role: 'owner' });
  const screen = await show('/club/club1?edit=1', 'ada');
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Night school');
  expect(await violations()).toEqual([]);
  await screen.getByRole('button', { name: 'Delete the club' }).click();
  await expect.element(screen.getByText(/is kept in their own jam\./)).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete the club' }).click();
  await expect.element(screen.getByText(/^Closes /)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Invite' }).elements()).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Download everything' })).toBeVisible();
  await screen.getByRole('button', { name: 'Bring it back' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toBeVisible();
});

test('a code leads into its club: signed out by way of signing up, blocked people and spent codes with words', async () => {
  const at = `/clubs/join/${CODE}`;
  server.door = clubOf({ access: 'invite' });
  const visitor = await show(at, '');
  await expect
    .element(visitor.getByRole('link', { name: 'Sign up to join' }))
    .toHaveAttribute('href', `/register?success=${encodeURIComponent(at)}`);
  expect(await violations()).toEqual([]);
  await visitor.unmount();
  const member = await show(at, 'mia');
  server.refusal = { status: 403, message: 'You are blocked in this club' };
  const join = member.getByRole('button', { name: 'Join as mia' });
  await join.click();
  await expect.element(member.getByText('You are blocked in this club')).toBeVisible();
  await join.click();
  await expect.element(member.getByLabelText('Address')).toHaveTextContent('/club/club1');
  await member.unmount();
  server.door = clubOf({ role: 'member' });
  const again = await show(at, 'mia');
  await expect.element(again.getByLabelText('Address')).toHaveTextContent('/club/club1');
  await again.unmount();
  server.door = null;
  const spent = await show(at, 'mia');
  await expect.element(spent.getByText(/^This code leads nowhere/)).toBeVisible();
});

test('a club that one may not see is no page, with a sentence about codes', async () => {
  server.club = null;
  const screen = await show('/club/club1', '');
  await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect.element(screen.getByText(/If you were given a code/)).toBeVisible();
});
