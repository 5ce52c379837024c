import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { carrySession, makePerson, violations } from './accountPages.ts';
import { commit, share } from './sharingCalls.ts';

interface Screen {
  /** As the table of routes has it. */
  readonly route: string;
  /** An address of it; `{name}` and `{share}` are filled in. */
  readonly path: string;
  readonly as: 'visitor' | 'member';
  /** A journey of its own looks at it in `npm test`; here it is looked at in the long run. */
  readonly isLong?: true;
}

const visitor = (path: string, route = path): Screen => ({ route, path, as: 'visitor' });
const member = (path: string, route = path): Screen => ({ route, path, as: 'member' });
const elsewhere = (screen: Screen): Screen => ({ ...screen, isLong: true });

/** Every page, and the states of it that look like pages of their own. */
const SCREENS: readonly Screen[] = [
  elsewhere(visitor('/')),
  visitor('/gb'),
  elsewhere(visitor('/eu')),
  elsewhere(visitor('/jam')),
  elsewhere(member('/jam')),
  member('/jams', '/jams/:jam?'),
  elsewhere(member('/jams/{name}', '/jams/:jam?')),
  elsewhere(visitor('/feed')),
  elsewhere(visitor('/listen')),
  elsewhere(visitor('/rifff/{share}', '/rifff/:shareId')),
  member('/moderation'),
  elsewhere(member('/profile', '/profile/:user?')),
  visitor('/profile/{name}', '/profile/:user?'),
  elsewhere(visitor('/{name}', '/:user')),
  visitor('/{name}/social', '/:user/social'),
  ...['/privacy', '/terms', '/conduct', '/cookies', '/acknowledgements', '/download'].map((path) =>
    elsewhere(visitor(path)),
  ),
  elsewhere(visitor('/coming-soon')),
  elsewhere(visitor('/holding-page')),
  ...['/login', '/register', '/forgot-password', '/reset-password', '/remote-register'].map(
    (path) => elsewhere(visitor(path)),
  ),
  elsewhere(visitor('/remote-auth/verify-email')),
  ...['', '/colours', '/typography', '/buttons'].map((section) =>
    elsewhere(visitor(`/styleguide${section}`, '/styleguide/:section?')),
  ),
  visitor('/stylev3'),
  visitor('/test-wasm'),
  member('/accept-terms'),
  visitor('/logout'),
  elsewhere(member('/account')),
  visitor('/no/such/page', '*'),
  visitor('/nobody-at-all', '*'),
];

const TABLE = new URL('../../src/pages/routes.tsx', import.meta.url);

test('the table of screens has every route', () => {
  const known = new Set(SCREENS.map(({ route }) => route));
  const routes = [...readFileSync(TABLE, 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(
    ([, path]) => path ?? '',
  );
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((path) => !known.has(path))).toEqual([]);
});

/** Waits until the page has what it shows. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

for (const { route, path, as, isLong } of SCREENS) {
  test(`no violations: ${path} as a ${as}`, async ({ page, request }) => {
    test.skip(isLong === true && process.env.RONDO_LONG !== '1', 'its own journey looks at it');
    const person = await makePerson(request, route === '/accept-terms' ? 0 : 1);
    let shareId = '';
    if (/\{share\}|\{name\}/.test(path)) {
      shareId = await share(request, person, await commit(request, person, 0), 'On a screen');
    }
    if (as === 'member') await carrySession(page, person);
    // Narrow windows are let in by a tap, once; here they have been.
    const { baseURL = '' } = test.info().project.use;
    await page
      .context()
      .addCookies([{ name: 'unsupported-browser', value: 'accepted', url: baseURL }]);
    await page.goto(path.replace('{name}', person.name).replace('{share}', shareId));
    await settled(page);
    expect(await violations(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
