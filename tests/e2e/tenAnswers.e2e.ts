import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { carrySession, makePerson, type Person } from './accountPages.ts';
import { isNarrow, kept } from './editorPage.ts';
import { arrived, commitIt, discs, showHistory, waiting } from './keepingPage.ts';
import { answerIn, type LinkRoom, makeRoom } from './roomPages.ts';
import { post } from './sharingCalls.ts';

const WIDE: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const NARROW: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** A window in a context of its own, and the paths that it went to since it came into its room. */
interface Window {
  page: Page;
  paths: string[];
}

async function openWindow(
  browser: Browser,
  options: BrowserContextOptions,
  enter: (page: Page) => Promise<void>,
): Promise<Window> {
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await enter(page);
  const paths: string[] = [];
  page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
  return { page, paths };
}

const member =
  (who: Person, { id }: LinkRoom) =>
  async (page: Page) => {
    await carrySession(page, who);
    await page.goto(`/jams/${id}`);
  };

const guest = (name: string, { id, code }: LinkRoom) => {
  return async (page: Page) => {
    await page.goto(`/jam/${code}`);
    await page.getByLabel('Your name here').fill(name);
    await page.getByRole('button', { name: 'Come in as a guest' }).click();
    await expect(page).toHaveURL(new RegExp(`/jams/${id}$`));
  };
};

/** Is this rifff the one on show? */
const shows = (page: Page, number: number) =>
  expect(page.getByRole('heading', { name: `Nº ${number}`, exact: true })).toBeVisible();

/** Makes a ring of what is on show quieter: that begins an answer. */
async function touch(page: Page, ring: number): Promise<void> {
  await page.getByRole('slider', { name: /^Ring/ }).nth(ring).press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Hear mine' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await kept(page);
}

async function answer(page: Page, ring: number): Promise<void> {
  await touch(page, ring);
  await commitIt(page);
  await arrived(page);
}

/** What the history of a window calls its rifffs, newest first. */
async function history(page: Page): Promise<string[]> {
  await showHistory(page);
  const names = await discs(page).evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  if (isNarrow(page)) await page.getByRole('button', { name: 'Close' }).click();
  return names;
}

test('a member, another one on a phone and a guest answer ten times without leaving the room', {
  tag: '@wide',
}, async ({ browser, request }) => {
  test.slow();
  const [ada, bo] = [await makePerson(request), await makePerson(request)];
  const room = await makeRoom(request, ada, 'Round of ten');
  await post(request, bo, `/jam/${room.id}/join`, { code: room.code });
  await answerIn(request, ada, room.id, 0);
  const windows = [
    await openWindow(browser, WIDE, member(ada, room)),
    await openWindow(browser, NARROW, member(bo, room)),
    await openWindow(browser, WIDE, guest('Zoë', room)),
  ];
  const [hers, his, guests] = windows.map(({ page }) => page) as [Page, Page, Page];
  const all = [hers, his, guests];
  const allShow = async (number: number) => {
    for (const page of all) await shows(page, number);
  };
  await allShow(1);

  // Each in turn: the others go along.
  for (const [at, page] of [hers, his, guests, hers].entries()) {
    await answer(page, at);
    await allShow(at + 2);
  }

  // The phone loses its network. What it commits stays in sight, and goes when the network is back.
  await his.context().setOffline(true);
  await touch(his, 4);
  await commitIt(his);
  await waiting(his);
  await expect.poll(async () => (await history(his))[0]).toMatch(/^Unsent/);
  await answer(hers, 5);
  await shows(guests, 6);
  await his.context().setOffline(false);
  await arrived(his);
  await allShow(7);

  // A newer one comes to an answer that is open, which goes on from it.
  await touch(guests, 0);
  await answer(hers, 1);
  await expect(guests.getByText('Nº 8 came')).toBeVisible();
  await guests.getByRole('button', { name: 'Go on from it' }).click();
  await expect(guests.getByText('Nº 8 came')).toHaveCount(0);
  await kept(guests);
  await commitIt(guests);
  await arrived(guests);
  await allShow(9);

  // And one that stays with the older one.
  await touch(his, 2);
  await answer(guests, 3);
  await expect(his.getByText('Nº 10 came')).toBeVisible();
  await his.getByRole('button', { name: 'Stay' }).click();
  await commitIt(his);
  await arrived(his);
  await allShow(11);

  // The same in all of them, and on the server: nothing twice, nothing left behind.
  const { data } = await (
    await request.get(`/api/jam/${room.id}/tree`, { headers: { authorization: ada.authorization } })
  ).json();
  const nodes = data.nodes as { id: string; parentId: string | null; created: number }[];
  const tree = nodes.toSorted((a, b) => a.created - b.created);
  expect(new Set(tree.map(({ id }) => id)).size).toBe(11);
  const parents = tree.map(({ parentId }) => tree.findIndex(({ id }) => id === parentId) + 1);
  expect(parents).toEqual([0, 1, 2, 3, 4, 5, 5, 7, 8, 9, 9]);
  const names = await history(hers);
  expect(names.map((name) => name.split(',')[0])).toEqual(
    tree.map((_, at) => `Nº ${tree.length - at}`),
  );
  for (const page of [his, guests]) await expect.poll(() => history(page)).toEqual(names);
  for (const { page, paths } of windows) {
    expect(new Set(paths).size).toBeLessThanOrEqual(1);
    await expect(page).toHaveURL(new RegExp(`/jams/${room.id}$`));
    await page.context().close();
  }
});
