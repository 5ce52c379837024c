import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { carrySession, credentialOf, makePerson, type Person } from './accountPages.ts';
import { addLoops, isNarrow, kept } from './editorPage.ts';
import {
  arrived,
  commitButton,
  commitIt,
  discs,
  rifffsOf,
  showHistory,
  waiting,
} from './keepingPage.ts';
import { overflowPx } from './pageChecks.ts';
import { type LinkRoom, makeRoom } from './roomPages.ts';
import { post } from './sharingCalls.ts';
import { heard, tapSound } from './sound.ts';

/** A person in the room, with a device of their own. */
interface Seat {
  page: Page;
  /** What a page may not do: go elsewhere, or be loaded again. */
  moves: string[];
  errors: string[];
}

const WIDE = { viewport: { width: 1440, height: 900 } };
const LESS_WIDE = { viewport: { width: 1280, height: 800 } };
const NARROW = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Takes a seat in the room: with an account that belongs to it, or by its code as a guest. */
async function sit(
  browser: Browser,
  size: typeof WIDE | typeof NARROW,
  room: LinkRoom,
  person?: Person,
): Promise<Seat> {
  const { baseURL, reducedMotion } = test.info().project.use as Record<string, string>;
  const context = await browser.newContext({
    ...size,
    baseURL: baseURL ?? `http://localhost:${process.env.RONDO_E2E_PORT}`,
    serviceWorkers: 'block',
    ...(reducedMotion && { reducedMotion: 'reduce' as const }),
  });
  const page = await context.newPage();
  // What is thrown alone: a call that is made again, as after a cut, says so in the console.
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await tapSound(page);
  if (person) {
    await carrySession(page, person);
    await page.goto(`/jams/${room.id}`);
  } else {
    await page.goto(`/jam/${room.code}`);
    await page.getByLabel('Your name here').fill('Gus');
    await page.getByRole('button', { name: 'Come in as a guest' }).click();
    await expect(page).toHaveURL(new RegExp(`/jams/${room.id}$`));
  }
  const moves: string[] = [];
  page.on('framenavigated', (frame) => {
    // The router writes the same address anew when it begins.
    if (frame === page.mainFrame() && !frame.url().endsWith(`/jams/${room.id}`)) {
      moves.push(frame.url());
    }
  });
  await page.evaluate(() => {
    document.documentElement.dataset.stays = 'yes';
  });
  return { page, moves, errors };
}

/** Rings that may be silenced: in a wide window in a drawer, in a narrow one in a sheet. */
async function muteOne(page: Page, at: number): Promise<void> {
  const mutes = page.getByRole('button', { name: /^Mute / });
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Mixer and tempo' }).click();
    await mutes.nth(at).click();
    await page.getByRole('button', { name: 'Close' }).click();
    return;
  }
  const closed = page.getByRole('button', { name: 'Slots', exact: true, expanded: false });
  if (await closed.isVisible()) await closed.click();
  await mutes.nth(at).click();
}

/** Is this the rifff on show, as the newest one is for those who make nothing? */
const shows = (page: Page, number: number) =>
  expect(page.getByRole('heading', { name: `Nº ${number}`, exact: true })).toBeVisible();

/** The ids in the history of a page, newest first. */
async function idsOn(page: Page): Promise<string[]> {
  await showHistory(page);
  const stops = page.getByRole('region', { name: 'History' }).locator('li[data-id]');
  await expect(stops).toHaveCount(10);
  return stops.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.id ?? ''));
}

/** Ids and parents of a room, as the calls answer a person. */
async function treeOf(request: APIRequestContext, roomId: string, authorization: string) {
  const answer = await request.get(`/api/jam/${roomId}/tree`, { headers: { authorization } });
  expect(answer.status()).toBe(200);
  const { nodes } = (await answer.json()).data as { nodes: { id: string; parentId: string }[] };
  return nodes.map(({ id, parentId }) => [id, parentId]);
}

test('three people make ten answers without leaving the room, one of them without a network for a while @wide', async ({
  browser,
  request,
}) => {
  test.slow();
  const [ada, ben] = [await makePerson(request), await makePerson(request)];
  const room = await makeRoom(request, ada, 'Ten answers');
  await post(request, ben, `/jam/code/${room.code}/join`, {});
  const wide = await sit(browser, WIDE, room, ada);
  const narrow = await sit(browser, NARROW, room, ben);
  const guest = await sit(browser, LESS_WIDE, room);
  const seats = [wide, narrow, guest];
  const all = (number: number) => Promise.all(seats.map(({ page }) => shows(page, number)));

  /** Sends what is made, and waits until it stands in the room. */
  const send = async ({ page }: Seat) => {
    await kept(page);
    await commitIt(page);
    await arrived(page);
  };

  // The first three, each seen by all before the next.
  await addLoops(wide.page, 0);
  await send(wide);
  await all(1);
  // What sounded while it was made goes on as the first rifff.
  await expect(wide.page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await heard(wide.page);
  await addLoops(narrow.page, 4);
  await send(narrow);
  await all(2);
  await addLoops(guest.page, 6);
  await send(guest);
  await all(3);

  // Two at once: the later one goes on from what came.
  await addLoops(narrow.page, 8);
  await kept(narrow.page);
  await addLoops(wide.page, 2);
  await send(wide);
  await expect(narrow.page.getByText('Nº 4 came')).toBeVisible();
  await shows(guest.page, 4);
  await narrow.page.getByRole('button', { name: 'Go on from it' }).click();
  await expect(narrow.page.getByText('Nº 4 came')).toHaveCount(0);
  await send(narrow);
  await all(5);

  // One without a network: what is committed stays in sight, and is sent when there is one.
  // The map is there before: no worker keeps the build for this page.
  await showHistory(narrow.page);
  await expect(discs(narrow.page)).toHaveCount(5);
  await narrow.page.getByRole('button', { name: 'Close' }).click();
  await narrow.page.context().setOffline(true);
  await muteOne(narrow.page, 0);
  await kept(narrow.page);
  await commitIt(narrow.page);
  await waiting(narrow.page);
  await showHistory(narrow.page);
  const unsent = narrow.page
    .getByRole('region', { name: 'History' })
    .getByRole('button', { name: /^Unsent/ });
  await expect(unsent).toHaveCount(1);
  await narrow.page.getByRole('button', { name: 'Close' }).click();
  await muteOne(wide.page, 1);
  await send(wide);
  await Promise.all([shows(wide.page, 6), shows(guest.page, 6)]);
  await expect(commitButton(narrow.page)).toHaveAttribute('data-commit', 'waiting');
  await narrow.page.context().setOffline(false);
  await arrived(narrow.page);
  await all(7);

  // Two at once again: this time the later one stays.
  await muteOne(guest.page, 1);
  await kept(guest.page);
  await muteOne(wide.page, 2);
  await send(wide);
  await expect(guest.page.getByText('Nº 8 came')).toBeVisible();
  await guest.page.getByRole('button', { name: 'Stay' }).click();
  await send(guest);
  await all(9);
  await muteOne(narrow.page, 3);
  await send(narrow);
  await all(10);

  // The same ten, each once, with the same newest, everywhere and on the server.
  const kept10 = (await rifffsOf(request, { ...ada, name: room.id })).map(({ _id }) => _id);
  expect(new Set(kept10).size).toBe(10);
  for (const { page } of seats) expect(await idsOn(page)).toEqual(kept10);
  const tree = await treeOf(request, room.id, ada.authorization);
  for (const { page } of [narrow, guest]) {
    const authorization = `Bearer ${await credentialOf(page)}`;
    expect(await treeOf(request, room.id, authorization)).toEqual(tree);
  }
  const parents = new Map(tree.map(([id, parentId]) => [id, parentId]));
  const numbers = kept10.toReversed();
  const parentNumbers = numbers.map((id) => numbers.indexOf(parents.get(id) ?? '') + 1);
  // The seventh was made without a network, the ninth by a person who stayed.
  expect(parentNumbers).toEqual([0, 1, 2, 3, 4, 5, 5, 7, 7, 9]);

  // The newest is what each of them hears.
  for (const { page, moves, errors } of seats) {
    if (isNarrow(page)) await page.getByRole('button', { name: 'Close' }).click();
    const play = page.getByRole('button', { name: /^Play/ }).first();
    if (await play.isVisible()) await play.click();
    await heard(page);
    expect(await overflowPx(page)).toBe(0);
    expect(moves).toEqual([]);
    await expect(page.locator('html')).toHaveAttribute('data-stays', 'yes');
    expect(errors).toEqual([]);
    await page.context().close();
  }
});
