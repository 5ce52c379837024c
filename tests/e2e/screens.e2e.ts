import { readFileSync } from 'node:fs';
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { newId } from '../../src/data/rules/ids.ts';
import { carrySession, makePerson, makeReferee, type Person } from './accountPages.ts';
import { makeClub } from './clubCalls.ts';
import { isNarrow } from './editorPage.ts';
import { makeWallet, openRoom } from './marketPages.ts';
import { overflowPx, refusedByPolicy, violations, watchPolicy } from './pageChecks.ts';
import { answerIn, makeRoom } from './roomPages.ts';
import { commit, post, share } from './sharingCalls.ts';

interface Screen {
  /** As the table of routes has it. */
  readonly route: string;
  /** An address of it; `{name}` and `{share}` are filled in. */
  readonly path: string;
  readonly as: 'visitor' | 'guest' | 'member' | 'newcomer' | 'moderator';
  /** Label of a button that is there once the page has what it shows. */
  readonly button?: RegExp;
  /** The form of it is looked at once more with its errors, after it was sent empty. */
  readonly hasForm?: true;
  /** In a narrow window it looks like the screen before or after it in the table. */
  readonly isWideOnly?: true;
  /** What it is about is not there: its call is refused. */
  readonly isGone?: true;
}

const PLAY = /^Play /;
const visitor = (path: string, route = path): Screen => ({ route, path, as: 'visitor' });
const member = (path: string, route = path): Screen => ({ route, path, as: 'member' });
const form = (path: string, route = path): Screen => ({ ...visitor(path, route), hasForm: true });
const playing = (screen: Screen): Screen => ({ ...screen, button: PLAY });
const wide = (screen: Screen): Screen => ({ ...screen, isWideOnly: true });
const gone = (screen: Screen): Screen => ({ ...screen, isGone: true });
const guest = (path: string, route = path): Screen => wide({ route, path, as: 'guest' });

/** Every page, and the states of it that look like pages of their own. */
const SCREENS: readonly Screen[] = [
  playing(visitor('/')),
  wide(playing(visitor('/gb'))),
  wide(playing(visitor('/eu'))),
  visitor('/jam'),
  wide(member('/jam')),
  visitor('/jams', '/jams'),
  member('/jams', '/jams'),
  visitor('/jams/me', '/jams/:jam'),
  member('/jams/me', '/jams/:jam'),
  wide(member('/jams/{name}', '/jams/:jam')),
  playing(member('/jams/{room}', '/jams/:jam')),
  guest('/jams/{room}', '/jams/:jam'),
  guest('/jams/me', '/jams/:jam'),
  visitor('/jam/{code}', '/jam/:code'),
  wide(visitor('/jam/{code}/join', '/jam/:code/join')),
  wide(visitor('/jam/{code}/listen', '/jam/:code/listen')),
  visitor('/jam/{stage}/stage', '/jam/:code/stage'),
  visitor('/jam/{stage}/control', '/jam/:code/control'),
  playing(visitor('/clubs')),
  wide(member('/clubs')),
  playing(visitor('/club/{club}', '/club/:id')),
  playing(member('/club/{club}', '/club/:id')),
  wide(member('/club/{club}?edit=1', '/club/:id')),
  visitor('/clubs/join/{clubCode}', '/clubs/join/:code'),
  playing(visitor('/feed')),
  visitor('/search'),
  visitor('/search?q=a&kind=loops', '/search'),
  playing(visitor('/chart')),
  wide(visitor('/chart?archive', '/chart')),
  playing(visitor('/listen')),
  visitor('/listen?show=1', '/listen'),
  { ...visitor('/arcade'), button: /^Listen$/ },
  visitor('/arcade/board'),
  // How it was played is its player's until the day is over.
  playing(member('/arcade/runs/{run}', '/arcade/runs/:id')),
  wide(visitor('/arcade/runs/{run}', '/arcade/runs/:id')),
  member('/arcade/runs/{run}/replay', '/arcade/runs/:id/replay'),
  visitor('/arcade/qr-code-scan'),
  { ...visitor('/arcade?kiosk=1', '/arcade'), button: /^Touch to play/ },
  playing(visitor('/rifff/{share}', '/rifff/:shareId')),
  playing(visitor('/playlist/{playlist}', '/playlist/:playlist')),
  wide(member('/setup')),
  wide(member('/moderation')),
  { route: '/moderation', path: '/moderation', as: 'moderator', button: PLAY },
  wide(member('/operate')),
  playing(member('/profile', '/profile/:user?')),
  wide(playing(visitor('/profile/{name}', '/profile/:user?'))),
  wide(playing(visitor('/{name}', '/:user'))),
  visitor('/{name}/social', '/:user/social'),
  wide(member('/{name}?tab=jams', '/:user')),
  wide(member('/profile?edit=1', '/profile/:user?')),
  visitor('/market'),
  wide(playing(visitor('/market?show=collect', '/market'))),
  playing(visitor('/market/{token}', '/market/:tokenId')),
  wide(playing(visitor('/collection/{name}', '/collection/:user'))),
  { ...visitor('/looks'), button: /^Play$/ },
  wide(member('/looks?tab=house', '/looks')),
  playing(visitor('/looks/rose', '/looks/:look')),
  wide(playing(member('/looks/{look}', '/looks/:look'))),
  { ...visitor('/looks/new?from=rose', '/looks/new'), button: /^Play$/ },
  { ...wide(member('/looks/{look}/edit', '/looks/:look/edit')), button: /^Play$/ },
  visitor('/privacy'),
  ...['/terms', '/conduct', '/cookies'].map((path) => wide(visitor(path))),
  visitor('/acknowledgements'),
  visitor('/download'),
  visitor('/manual', '/manual/:page?'),
  visitor('/manual/making', '/manual/:page?'),
  visitor('/plus'),
  visitor('/coming-soon'),
  visitor('/holding-page'),
  form('/login'),
  visitor('/login?with=device', '/login'),
  form('/register'),
  form('/forgot-password'),
  form('/reset-password?token=aaaaaaaaaaaaaaaaaaaa', '/reset-password'),
  wide(visitor('/reset-password')),
  visitor('/confirm-email?token=aaaaaaaaaaaaaaaaaaaa', '/confirm-email'),
  wide(visitor('/confirm-email')),
  visitor('/unsubscribe?token=aaaaaaaaaaaaaaaaaaaa', '/unsubscribe'),
  gone(visitor('/remote-register?remoteToken=aaaaaaaaaaaaaaaaaaaa', '/remote-register')),
  wide(visitor('/remote-register')),
  gone(
    visitor('/remote-auth/verify-email?token=aaaaaaaaaaaaaaaaaaaa', '/remote-auth/verify-email'),
  ),
  wide(visitor('/remote-auth/verify-email')),
  gone(visitor('/not-me?token=aaaaaaaaaaaaaaaaaaaa', '/not-me')),
  wide(visitor('/not-me')),
  visitor('/oidc'),
  member('/classes'),
  gone(wide(member('/classes/class0123456789', '/classes/:id'))),
  form('/card'),
  wide(visitor('/move-out')),
  ...['', '/colours', '/typography', '/buttons'].map((section) =>
    visitor(`/styleguide${section}`, '/styleguide/:section?'),
  ),
  visitor('/stylev3'),
  visitor('/test-wasm'),
  { route: '/accept-terms', path: '/accept-terms', as: 'newcomer' },
  wide(visitor('/logout')),
  ...['profile', 'sign-in', 'password', 'settings', 'plan', 'notifications', 'devices', 'data'].map(
    (tab) => member(`/account?tab=${tab}`, '/account'),
  ),
  member('/import'),
  visitor('/no/such/page', '*'),
  gone(wide(visitor('/nobody-at-all', '*'))),
];

const IS_LONG = process.env.RONDO_LONG === '1';
/**
 * Opened by their address in every suite: a document of each kind, and pages whose title is that of the one before.
 */
const BY_ADDRESS = new Set([
  ...['/', '/gb', '/eu', '/jam', '/feed', '/rifff/:shareId', '/:user', '/privacy', '/login', '*'],
  ...['/jam/:code/join', '/jam/:code/listen', '/profile/:user?'],
]);

/**
 * Screens whose parts are also on another screen of the table: the first page of another region, legal texts, links
 * without their token, the profile by its longer address, a name that no account has, the list of used software and that of the manual.
 */
const LIKE_ANOTHER = new Set([
  '/gb',
  '/eu',
  '/terms',
  '/conduct',
  '/cookies',
  '/profile/{name}',
  '/confirm-email',
  '/remote-register',
  '/remote-auth/verify-email',
  '/not-me',
  '/oidc',
  '/classes/class0123456789',
  '/move-out',
  '/nobody-at-all',
  '/acknowledgements',
  '/manual',
]);

/** Screens that tests in the browser check with axe already, with more in them than they have here. */
const HELD_ALONE = new Set([
  '/search?q=a&kind=loops',
  '/chart?archive',
  '/profile?edit=1',
  '/{name}/social',
  '/{name}?tab=jams',
  '/collection/{name}',
  '/arcade/runs/{run}',
  '/arcade/runs/{run}/replay',
  '/arcade/qr-code-scan',
  '/styleguide/typography',
  '/styleguide/buttons',
  '/clubs',
  '/club/{club}?edit=1',
  '/clubs/join/{clubCode}',
  '/market?show=collect',
  '/market/{token}',
]);

/** Screens whose layout in a narrow window is their own. */
const NARROW = new Set([
  '/',
  '/jam',
  '/jams',
  '/feed',
  '/chart',
  '/listen',
  '/rifff/{share}',
  '/club/{club}',
  '/profile',
  '/register',
  '/account?tab=profile',
  '/styleguide',
]);

/** Where `npm test` opens a screen. */
const tagsOf = ({ path, isWideOnly }: Screen): string[] => [
  ...(isWideOnly ? ['@wide'] : []),
  ...(LIKE_ANOTHER.has(path) || HELD_ALONE.has(path) ? [] : ['@short']),
  ...(NARROW.has(path) ? ['@shortNarrow'] : []),
];

const TABLE = new URL('../../src/pages/routes.tsx', import.meta.url);

test('the table of screens has every route', { tag: ['@wide', '@short'] }, () => {
  const known = new Set(SCREENS.map(({ route }) => route));
  const routes = [...readFileSync(TABLE, 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(
    ([, path]) => path ?? '',
  );
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((path) => !known.has(path))).toEqual([]);
});

let people: Record<'member' | 'newcomer' | 'moderator', Person> & {
  guest: Pick<Person, 'authorization'>;
};
/** What stands in an address for what was made before. */
let made: Readonly<Record<string, string>> = {};
/** One window for each of them, which goes from screen to screen, and the route that it shows. */
const windows = new Map<Screen['as'], { page: Page; route: string }>();
/** What the server has refused since a screen was opened. */
let refused: string[] = [];

async function windowOf(
  browser: Browser,
  as: Screen['as'],
): Promise<{ page: Page; route: string }> {
  const open = windows.get(as);
  if (open) return open;
  const context = await browser.newContext();
  // Narrow windows are let in by a tap, once; here they have been.
  const { baseURL: url = '' } = test.info().project.use;
  await context.addCookies([{ name: 'unsupported-browser', value: 'accepted', url }]);
  await watchPolicy(context);
  const page = await context.newPage();
  page.on('response', (answer) => {
    const status = answer.status();
    // With 503 a server asks to come again, which pages do by themselves.
    if (status >= 400 && status !== 503) refused.push(`${status} ${answer.url()}`);
  });
  if (as !== 'visitor') await carrySession(page, people[as]);
  const fresh = { page, route: '' };
  windows.set(as, fresh);
  return fresh;
}

/** Goes to an address as a link does: the app stays, its page changes. */
async function followTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    window.refused = [];
    for (const title of document.querySelectorAll('h1')) title.dataset.left = title.textContent;
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);
  // The title of the next page may be the same element with other words.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('h1')].every(({ dataset, textContent }) => {
      return dataset.left !== textContent;
    }),
  );
}

/**
 * Opens a screen. In a wide window of the long suite each by its address; else mostly from the one before, which shows
 * the same in half the time.
 */
async function openScreen(browser: Browser, { as, path, route }: Screen): Promise<Page> {
  const shown = await windowOf(browser, as);
  const address = path.replace(/\{(\w+)\}/, (_, name: string) => made[name] ?? name);
  refused = [];
  const isFollowing = isNarrow(shown.page) ? route !== '/feed' : !IS_LONG && !BY_ADDRESS.has(route);
  // Of two screens of one page the title may stay, and nothing would tell that the second is there.
  const isWithin = isFollowing && shown.route !== '' && shown.route !== route;
  if (isWithin) await followTo(shown.page, address);
  else await shown.page.goto(address);
  shown.route = route;
  return shown.page;
}

/** Stores a person's run in the sound explorer, with one loop. @returns its id */
async function collect(request: APIRequestContext, who: Person): Promise<string> {
  const { data } = await (await request.get('/api/arcade/missions/today')).json();
  const [rifff] = data.field.rifffs;
  const run = { runId: newId(), missionSeed: data.mission.seed, mode: 'explorer' };
  const { data: start } = await (
    await request.post('/api/arcade/runs/start', { data: run })
  ).json();
  const moves = [{ t: 100, do: 'grab', rifff: rifff.id, loop: rifff.loops[0] }];
  await post(request, who, '/arcade/runs', { ...run, token: start.token, moves });
  return run.runId;
}

test.beforeAll(async ({ request }) => {
  people = {
    member: await makePerson(request),
    newcomer: await makePerson(request, 0),
    moderator: await makeReferee(request),
    guest: { authorization: '' },
  };
  const { member: owner, moderator: other } = people;
  const title = 'A long name that goes on and on and on';
  const first = await commit(request, owner, 0);
  const { rifffId } = first;
  const shareId = await share(request, owner, first, title);
  // Something stands in the chart, under the rifff and before the moderators.
  const message = `${title}, at https://example.org`;
  await post(request, other, `/rifff-feed/${shareId}/comments`, { message });
  await post(request, other, `/rifff-feed/${shareId}/report`, { reason: 'spam', message });
  const room = await makeRoom(request, owner, title);
  await answerIn(request, owner, room.id, 1);
  await post(request, owner, `/jam/${room.id}/messages`, { message: 'Is anybody there?' });
  const joined = await request.post(`/api/jam/code/${room.code}/join`, {
    data: { guestName: `Guest of ${owner.name}` },
  });
  const { login } = (await joined.json()).data;
  people.guest = { authorization: `Bearer ${login.token}:${login.password}` };
  const codes = `/jam/${room.id}/codes`;
  const { code: stage } = (await post(request, owner, codes, { purpose: 'stage' })) as {
    code: string;
  };
  const run = await collect(request, owner);
  const club = await makeClub(request, owner, { name: title, access: 'open' });
  await post(request, owner, `/clubs/${club.id}/jams/${club.channel}`, { access: 'public' });
  await answerIn(request, owner, club.channel, 2);
  const { playlist } = (await post(request, owner, '/playlists', { name: title })) as {
    playlist: { id: string };
  };
  const kept = { jamId: owner.name, itemId: rifffId };
  await post(request, owner, `/playlists/${playlist.id}/items`, kept);
  const { look } = (await post(request, owner, '/looks', {
    document: { v: 1, name: title, ground: 'paper', layers: [{ source: 'rings', drawn: 'dots' }] },
    access: 'public',
    madeFrom: 'rose',
  })) as { look: { id: string } };
  const accountId = await makeWallet(request, owner);
  const market = await openRoom(request, owner, title);
  await answerIn(request, owner, market, 3);
  const collected = { jamId: market, rifffId: await answerIn(request, owner, market, 4) };
  const minted = await post(request, owner, '/marketplace/mint', { ...collected, accountId });
  const { tokenId: token } = minted as { tokenId: string };
  made = {
    ...{ token, name: owner.name, share: shareId, room: room.id, code: room.code, stage, run },
    ...{ club: club.id, clubCode: club.code, playlist: playlist.id, look: look.id },
  };
});

test.afterAll(async () => {
  for (const { page } of windows.values()) await page.context().close();
  windows.clear();
});

/** Waits until the page has what it shows. */
async function settled(page: Page, { button, as, route }: Screen): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page).toHaveTitle(/^Rondo – /);
  if (button) await expect(page.getByRole('button', { name: button }).first()).toBeVisible();
  // What keeps the place of a room has a heading, too, and buttons are pale until the room's line is there.
  await expect(page.locator('main > [aria-busy="true"]')).toHaveCount(0);
  const together = page.getByRole('button', { name: 'Listen together' });
  if (await together.count()) await expect(together).toBeEnabled();
  // Its next page comes by itself where the end is near: meanwhile the button for it is pale, and changes.
  if (route === '/feed') await page.waitForLoadState('networkidle');
  // Its button is pale while it runs.
  if (route === '/test-wasm') await expect(page.getByText(/ pass, /)).toBeVisible();
  if (as === 'member' && route === '/account') {
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
  }
}

for (const screen of SCREENS) {
  const { path, as, hasForm, isGone } = screen;
  test(`no violations: ${path} as a ${as}`, { tag: tagsOf(screen) }, async ({ browser }) => {
    const page = await openScreen(browser, screen);
    await settled(page, screen);
    // Axe brings a script of its own, so this is asked first.
    expect(await refusedByPolicy(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    // No page asks for what its reader may not have.
    if (!isGone) expect(refused).toEqual([]);
    if (hasForm) {
      await page.locator('button[type=submit]').click();
      await expect(page.getByText('Required').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
    expect(await overflowPx(page)).toBe(0);
  });
}
