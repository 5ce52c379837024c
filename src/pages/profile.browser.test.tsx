/** Pages about people against a server that answers, refuses and remembers: what is shown stays true. */
import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { violations } from '../../tests/support/axe.ts';
import { rifffOf } from '../../tests/support/rifffOf.ts';
import { savedLookOf } from '../../tests/support/savedLookOf.ts';
import { shareOf } from '../../tests/support/shareOf.ts';
import type { Engine } from '../audio/engine/Engine.ts';
import type { Profile as ProfileData } from '../data/contract/accounts.ts';
import type { Session } from '../data/contract/auth.ts';
import type { Performance, Person } from '../data/contract/people.ts';
import type { SavedLook } from '../data/contract/savedLooks.ts';
import type { SharedRifff } from '../data/contract/sharing.ts';
import { resetSession, setUser } from '../data/stores/session.ts';
import { dismissNotice, ui } from '../data/stores/ui.ts';
import { EngineProvider } from '../hud/EngineContext.tsx';
import { Notice } from '../hud/parts/Notice.tsx';
import { Profile, Social } from './Profile.tsx';

interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown> | undefined;
}

const MIRA: ProfileData = {
  ...{ user_id: 'mira', displayName: 'Mira', bio: 'Slow loops.', externalLinks: {} },
  ...{ avatarUrl: null, created: 1_700_000_000_000, isDemo: false, sharedCount: 2 },
  ...{ pinnedTrack: null, followers: 12, following: 3, isFollowed: false, bannerShareId: null },
};
const personOf = (userId: string, change: Partial<Person> = {}): Person => ({
  ...{ user_id: userId, displayName: userId, avatarUrl: null, isDemo: false },
  ...{ isFollowed: false, since: 1_700_000_000_000, ...change },
});
const sounding = (id: string, change: Partial<SharedRifff> = {}) =>
  shareOf(id, { rifff: { ...rifffOf(3), _id: `rifff-${id}` }, ...change });

/** What the server has, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  profile: MIRA,
  shares: [] as SharedRifff[],
  people: [] as Person[],
  /** Where the next page of people begins. */
  next: null as string | null,
  performances: [] as Performance[],
  looks: [] as SavedLook[],
  blocked: [] as string[],
  sent: [] as Sent[],
  /** Answers the next writing call with this. */
  refusal: null as { message: string; validationErrors?: Record<string, string> } | null,
  realFetch: window.fetch,
};

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const ok = (data: unknown) => answer(200, { ok: true, data });

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const path = pathname.replace(/^\/api/, '');
  const method = init?.method ?? 'GET';
  const body = init?.body ? JSON.parse(String(init.body)) : undefined;
  server.sent.push({ method, path, body });
  if (method !== 'GET' && server.refusal) {
    const { message, validationErrors } = server.refusal;
    server.refusal = null;
    const error = { code: 'bad_request', message };
    return answer(400, {
      ok: false,
      message,
      error,
      ...(validationErrors && { validationErrors }),
    });
  }
  if (path.startsWith('/accounts/profile/')) return ok(server.profile);
  if (path === '/accounts/profile') {
    server.profile = { ...server.profile, ...body };
    return ok(server.profile);
  }
  if (path.includes('shared_by')) return ok(server.shares);
  if (path.includes('shared_rifff')) {
    return ok(server.shares.filter(({ _id }) => path.endsWith(_id)));
  }
  if (path.startsWith('/rifff-feed/query')) return ok({ rifffs: [], isLastPage: true });
  if (path.startsWith('/accounts/performances')) {
    return ok({ performances: server.performances, next: null });
  }
  if (path === '/library/rifffs') return ok({ rifffs: [] });
  if (path === '/accounts/mira/looks') return ok({ looks: server.looks });
  if (path.startsWith('/accounts/blocked')) {
    if (method === 'POST') server.blocked = ['mira'];
    if (method === 'DELETE') server.blocked = [];
    return ok({ users: server.blocked });
  }
  if (method === 'GET' && /\/follow(ing|ers)$/.test(path)) {
    const people = searchParams.has('after') ? [personOf('last')] : server.people;
    const next = searchParams.has('after') ? null : server.next;
    return ok({ [path.split('/').at(-1)!]: people, total: people.length, next });
  }
  if (path.startsWith('/accounts/following')) {
    const isFollowed = method === 'POST';
    const followers = MIRA.followers + (isFollowed ? 1 : 0);
    server.profile = { ...server.profile, isFollowed, followers };
    return ok({ userId: 'mira', isFollowed, followers });
  }
  return ok({});
}

const sessionOf = (userId: string): Session => ({
  ...{ user_id: userId, roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: userId } },
});

beforeEach(() => {
  Object.assign(server, {
    ...{ profile: MIRA, shares: [sounding('a', { title: 'Night bus' })], people: [], next: null },
    ...{ performances: [], looks: [], blocked: [], sent: [], refusal: null },
  });
  // What was said before would lie over what is pressed now.
  if (ui.notice) dismissNotice(ui.notice.id);
  sessionStorage.clear();
  window.fetch = respond as typeof fetch;
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
            <Routes>
              <Route path="/profile/:user?" element={<Profile />} />
              <Route path="/:user" element={<Profile />} />
              <Route path="/:user/social" element={<Social />} />
            </Routes>
            <Address />
          </main>
          <Notice />
        </EngineProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** The link on the banner that says whose rings these are. */
const credit = () => document.querySelector<HTMLAnchorElement>('header a');
const writes = () => server.sent.filter(({ method }) => method !== 'GET');

test('a visitor sees who somebody is with their rings, and is asked to sign in to follow and come back', async () => {
  const page = await show('/mira', '');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mira' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Play Night bus' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Followers 12' })).toBeVisible();
  const follow = page.getByRole('link', { name: 'Follow Mira: sign in first' });
  await expect.element(follow).toHaveAttribute('href', '/login?success=%2Fmira');
  // The rings of the latest share, and what they are called.
  expect(document.querySelectorAll('header svg path').length).toBeGreaterThan(2);
  expect(credit()).toMatchObject({ textContent: 'Night bus', pathname: '/rifff/a' });
  expect(
    page
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent),
  ).toEqual(['Rifffs', 'Playlists', 'Looks', 'Jams']);
  expect(await violations()).toEqual([]);
});

test('following shows at once with the count, is taken back when it is refused, and ends again', async () => {
  const page = await show('/mira', 'tom');
  server.refusal = { message: 'You cannot follow this person' };
  await page.getByRole('button', { name: 'Follow Mira' }).click();
  await expect.element(page.getByText('You cannot follow this person')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Followers 12' })).toBeVisible();
  await page.getByRole('button', { name: 'Follow Mira' }).click();
  await expect.element(page.getByRole('link', { name: 'Followers 13' })).toBeVisible();
  await page.getByRole('button', { name: 'Following Mira, unfollow' }).click();
  await expect.element(page.getByRole('link', { name: 'Followers 12' })).toBeVisible();
  expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /accounts/following',
    'POST /accounts/following',
    'DELETE /accounts/following/mira',
  ]);
});

test('the chosen share is the banner, and one that is private never is', async () => {
  server.shares = [sounding('p', { private: true, title: 'Secret' }), sounding('a'), sounding('b')];
  server.profile = { ...MIRA, bannerShareId: 'b' };
  const chosen = await show('/mira', 'mira');
  await expect.poll(() => credit()?.textContent).toBe('Rifff b');
  await chosen.unmount();
  server.profile = MIRA;
  await show('/mira', 'mira');
  await expect.poll(() => credit()?.textContent).toBe('Rifff a');
});

test('one edits where one is: what is wrong stands at its field and nothing of it is sent or lost', async () => {
  server.shares = [sounding('a', { title: 'Night bus' }), sounding('b', { title: 'Early tram' })];
  const page = await show('/profile', 'mira');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect.element(page.getByRole('heading', { name: 'Edit your profile' })).toHaveFocus();
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/profile?edit=1');
  await page.getByLabelText('Bio').fill('Fast loops.');
  await page.getByLabelText('Bandcamp').fill('javascript:alert(1)');
  await page.getByRole('radio', { name: 'Early tram' }).click();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect.element(page.getByText(/Must be an address/)).toBeVisible();
  expect(writes()).toEqual([]);
  expect(await violations()).toEqual([]);
  await page.getByLabelText('Bandcamp').fill('mira.bandcamp.com');
  server.refusal = {
    message: 'bannerShareId: is no public share of yours',
    validationErrors: { bannerShareId: 'is no public share of yours' },
  };
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect.element(page.getByText('is no public share of yours')).toBeVisible();
  await expect.element(page.getByLabelText('Bio')).toHaveValue('Fast loops.');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect.element(page.getByText('Your profile is saved.')).toBeVisible();
  expect(writes().at(-1)?.body).toEqual({
    displayName: 'Mira',
    bio: 'Fast loops.',
    externalLinks: { bandcamp: 'https://mira.bandcamp.com' },
    bannerShareId: 'b',
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText('Fast loops.')).toBeVisible();
});

test('what somebody likes is a tab of their own page alone, and says so', async () => {
  const page = await show('/mira?tab=likes', 'mira');
  await expect.element(page.getByText('Only you see this list.')).toBeVisible();
  await expect.element(page.getByText('Nothing liked yet')).toBeVisible();
  await page.unmount();
  const other = await show('/mira?tab=likes', 'tom');
  await expect
    .element(other.getByRole('tab', { name: 'Rifffs' }))
    .toHaveAttribute('aria-selected', 'true');
  expect(server.sent.filter(({ path }) => path.startsWith('/rifff-feed/query'))).toHaveLength(1);
});

test('looks that somebody made are a tab; where there are none their own page leads to making one', async () => {
  server.looks = [savedLookOf('a', { user: 'mira', displayName: 'Mira', jamCount: 2 })];
  const others = await show('/mira?tab=looks', 'tom');
  const look = others.getByRole('link', { name: 'Look a' });
  await expect.element(look).toHaveAttribute('href', '/looks/a');
  await expect.element(others.getByText('in 2 jams', { exact: true })).toBeVisible();
  await expect.element(others.getByText('Make a look')).not.toBeInTheDocument();
  await others.unmount();
  server.looks = [];
  const own = await show('/mira?tab=looks', 'mira');
  await expect.element(own.getByText('No looks yet')).toBeVisible();
  const make = own.getByRole('link', { name: 'Make a look' });
  await expect.element(make).toHaveAttribute('href', '/looks/new');
  expect(await violations()).toEqual([]);
});

test('blocking leaves out what they make and say, until they are heard again', async () => {
  const page = await show('/mira', 'tom');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Block Mira' }).click();
  await expect.element(page.getByText('You blocked Mira', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Slow loops.')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('button', { name: 'Play Night bus' }))
    .not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Follow Mira' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Hear them again' }).click();
  await expect.element(page.getByRole('button', { name: 'Follow Mira' })).toBeVisible();
});

test('what somebody shows of themselves is reported in one’s own words', async () => {
  const page = await show('/mira', 'tom');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('button', { name: 'Report the profile of Mira' }).click();
  await page.getByLabelText('What is wrong with it').fill('It is my picture');
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect
    .poll(writes)
    .toMatchObject([
      { method: 'POST', path: '/accounts/mira/report', body: { reason: 'It is my picture' } },
    ]);
  await expect.element(page.getByText('Thank you. The moderators look at it.')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a report of a person begins with what it is about', async () => {
  const page = await show('/mira', 'tom');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('button', { name: 'Report Night bus' }).click();
  await page.getByLabelText(/Spam/).click();
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect
    .poll(writes)
    .toMatchObject([{ method: 'POST', path: '/rifff-feed/a/report', body: { reason: 'spam' } }]);
});

test('jams in which somebody played stand with what can be heard of them', async () => {
  const jam = { rifffs: 3, first: 1, last: 1_700_000_000_000, answers: 1, shareId: null };
  server.performances = [
    { ...jam, jamId: 'cellar', jamName: 'Cellar', rifff: { ...rifffOf(2), _id: 'heard' } },
    { ...jam, jamId: 'attic', jamName: 'Attic', rifff: null },
  ];
  const page = await show('/mira?tab=jams', '');
  await expect.element(page.getByRole('heading', { name: 'Played in' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Play Cellar' })).toBeVisible();
  await expect.element(page.getByText('3 rifffs, 1 answer', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Attic' }))
    .toHaveAttribute('href', '/jams/attic');
  expect(await violations()).toEqual([]);
});

test('followers are people with their own buttons, page by page, and one is found by name', async () => {
  server.people = Array.from({ length: 9 }, (_, at) =>
    personOf(`fan${at}`, {
      ...{ isFollowed: at === 0, isDemo: at === 1 },
      ...(at === 3 && { displayName: 'Zoë' }),
    }),
  );
  server.next = '1.fan8';
  const page = await show('/mira/social', 'tom');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(9);
  await expect
    .element(page.getByRole('button', { name: 'Following fan0, unfollow' }))
    .toBeVisible();
  await expect.element(page.getByText('Demo')).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByLabelText('Look for a name').fill('ZOË');
  await expect.poll(() => rows.elements().length).toBe(1);
  await page.getByLabelText('Look for a name').fill('last');
  await expect.element(page.getByText('No one of that name among the first 9.')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(page.getByRole('link', { name: 'last' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('nobody there yet leads to sound', async () => {
  const social = await show('/mira/social?show=following', '');
  await expect.element(social.getByText('Follows no one yet')).toBeVisible();
  await expect
    .element(social.getByRole('link', { name: 'Hear who is there' }))
    .toHaveAttribute('href', '/feed');
  expect(await violations()).toEqual([]);
});
