import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { newId } from '../../src/data/rules/ids.ts';
import { carrySession } from './accountPages.ts';
import { withServer } from './ownServer.ts';
import { violations } from './pageChecks.ts';
import { heard, loudest, tapSound } from './sound.ts';

/** Shares the first rifffs of the library as `Song 0`, `Song 1` …; @returns the ids of the shares */
async function shareSongs(
  request: APIRequestContext,
  url: string,
  authorization: string,
  count: number,
): Promise<string[]> {
  const headers = { authorization };
  const library = await (await request.get(`${url}/api/library/rifffs`)).json();
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const rifff = { ...library.data.rifffs[at].rifff, _id: newId(), parent: null };
    const shareId = newId();
    const body = { jamId: 'ada', rifffId: rifff._id, shareId, title: `Song ${at}` };
    await request.post(`${url}/api/jam/ada/rifffs`, { data: { rifff }, headers });
    const answer = await request.post(`${url}/api/rifff-feed/share`, { data: body, headers });
    expect(answer.status(), await answer.text()).toBe(200);
    ids.push(shareId);
  }
  return ids;
}

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const queue = (page: Page) => page.getByRole('region', { name: 'Queue' });
const rows = (page: Page) => queue(page).getByRole('listitem');
/** What comes next. */
const first = (page: Page) =>
  rows(page).first().getByRole('button').first().getAttribute('aria-label');

/** Where the picture of another window is, in turns. */
const shownRifff = (page: Page) => page.getByRole('article').first().getAttribute('data-rifff');

// A feed of its own: others share while this is made.
test('a radio by keyboard: the chart, the queue, another window, and sleep @wide', async ({
  browser,
  request,
}) => {
  const settings = { members: ['ada', 'bob', 'cyn'], RONDO_DEMO: 'off' };
  await withServer({ browser, request }, settings, async ({ url, page, members }) => {
    const ids = await shareSongs(request, url, members.ada!, 4);
    const like = (who: string, at: number) =>
      request.post(`${url}/api/rifff-feed/${ids[at]}/like`, {
        data: {},
        headers: { authorization: members[who]! },
      });
    // Liked rifffs are in the chart, those with more likes first.
    await like('bob', 1);
    await like('bob', 3);
    await like('cyn', 1);
    await tapSound(page);
    await carrySession(page, { authorization: members.bob! });
    await listens(page);
  });
});

async function listens(page: Page): Promise<void> {
  await page.goto('/listen');
  await expect(title(page)).toHaveText('Song 3');
  // The source by keyboard: the control is focused by its key, and chosen as any list of the device.
  await page.keyboard.press('Shift+F');
  await expect(page.getByLabel('Plays', { exact: true })).toBeFocused();
  await page.getByLabel('Plays', { exact: true }).selectOption('chart');
  await expect(page).toHaveURL(/from=chart/);
  await expect(title(page)).toHaveText('Song 1');
  await page.getByLabel('Comes in').selectOption('now');
  await page.getByRole('button', { name: 'Play Song 1' }).focus();
  await page.keyboard.press('Enter');
  await heard(page);

  await page.keyboard.press('ArrowRight');
  await expect(title(page)).toHaveText('Song 3');
  await heard(page);
  await page.keyboard.press('ArrowLeft');
  await expect(title(page)).toHaveText('Song 1');

  // Another source: it comes in at once, and the queue is in reach of a key.
  await page.getByLabel('Plays', { exact: true }).selectOption('latest');
  await expect(title(page)).not.toHaveText('Song 1');
  await expect.poll(() => rows(page).count()).toBeGreaterThan(1);
  const coming = await first(page);
  await page.getByRole('button', { name: /^Play |^Pause / }).focus();
  await page.keyboard.press('q');
  await expect(rows(page).first().getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => first(page)).not.toBe(coming);
  expect(await violations(page)).toEqual([]);

  // Another window shows the same, silently.
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Show in another window' }).click();
  const other = await opened;
  await expect.poll(() => other.locator('[data-playing]').count()).toBe(1);
  await expect(title(other)).toHaveText(await title(page).innerText());
  const before = await shownRifff(other);
  await page.getByRole('button', { name: 'Next rifff' }).click();
  await expect.poll(() => shownRifff(other)).not.toBe(before);
  await expect(title(other)).toHaveText(await title(page).innerText());
  expect(await violations(other)).toEqual([]);
  await page.getByRole('button', { name: /^Pause / }).click();
  await expect.poll(() => other.locator('[data-playing]').count()).toBe(0);
  await other.close();

  // A reload goes on with what was heard and with the queue.
  const [now, next] = [await title(page).innerText(), await first(page)];
  await page.reload();
  await expect(title(page)).toHaveText(now);
  await expect.poll(() => first(page)).toBe(next);

  // Without a network it says so, as the feed does, and goes on by itself when the network is back.
  const calls = /\/(?:api\/|healthz)/;
  await page.route(calls, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert').getByText('No network')).toBeVisible();
  await page.unroute(calls);
  await expect(title(page)).toHaveText(now);

  // It falls asleep: quiet after ten minutes and twenty seconds, and then paused.
  await page.clock.install();
  await page.getByRole('button', { name: `Play ${now}` }).click();
  await page.clock.runFor(2000);
  await expect(page.getByRole('button', { name: /^Pause / })).toBeVisible();
  await page.getByLabel('Sleep timer').selectOption('10');
  await expect(page.getByText(/Fades out at/)).toBeVisible();
  await page.clock.fastForward('10:01');
  await page.clock.runFor(21_000);
  await page.clock.runFor(2000);
  await expect(page.getByRole('button', { name: /^Play / })).toBeVisible();
  await expect(page.getByLabel('Sleep timer')).toHaveValue('off');
  await page.clock.resume();
  await expect.poll(() => loudest(page, 300)).toBeLessThan(0.001);
}
