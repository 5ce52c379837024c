import { expect, type Page, type Request, test } from '@playwright/test';
import { carrySession, fillLogin, makePerson } from './accountPages.ts';
import { kept, openEditor } from './editorPage.ts';
import { commitButton, commitIt, discs, memberInEditor, rifffsOf } from './keepingPage.ts';
import { leaveCommits, makeLocalLoop, slowLine } from './uploadPage.ts';

const LOOPS = /\/api\/jam\/[^/]+\/loops$/;
const RIFFFS = /\/api\/jam\/[^/]+\/rifffs$/;

/** Id of the loop or rifff that a request brings. */
function idOf(request: Request): string {
  const text = request.postDataBuffer()?.toString('latin1') ?? '';
  return /"_id":"([0-9a-f]{32})"/.exec(text)?.[1] ?? '';
}

/** Ids of loops and rifffs in the order in which the server took them. */
function taken(page: Page): string[] {
  const ids: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    const isOurs = LOOPS.test(pathname) || RIFFFS.test(pathname);
    if (isOurs && answer.request().method() === 'POST' && answer.ok()) {
      ids.push(idOf(answer.request()));
    }
  });
  return ids;
}

test('thirty loops arrive in their order, whatever the line, the server and the session do', {
  tag: '@wide',
}, async ({ page, request }) => {
  const ada = await makePerson(request);
  await carrySession(page.context(), ada);
  await openEditor(page);
  await page.goto('/privacy');
  const left = await leaveCommits(page, { account: ada.name, commits: 5, loops: 6 });
  const spoilt = left[2]!;
  const order = taken(page);
  const troubles: Record<number, 'abort' | 'busy' | 'signedOut'> = {
    ...{ 1: 'abort', 2: 'abort', 3: 'busy', 4: 'abort', 9: 'signedOut', 14: 'abort', 15: 'busy' },
  };
  const times: number[] = [];
  let asked = 0;
  let isLarge = true;
  await page.route(LOOPS, (route) => {
    asked += 1;
    times[asked] = Date.now();
    const trouble = troubles[asked];
    if (trouble === 'abort') return route.abort('connectionreset');
    if (trouble === 'busy') {
      return route.fulfill({ status: 503, headers: { 'retry-after': '5' }, body: 'busy' });
    }
    if (trouble === 'signedOut') {
      const error = { code: 'unauthorised', message: 'Sign in to do this' };
      return route.fulfill({ status: 401, json: { ok: false, message: error.message, error } });
    }
    // As a proxy before the server says it.
    const isSpoilt = isLarge && idOf(route.request()) === spoilt.loopIds[3];
    if (isSpoilt) return route.fulfill({ status: 413, body: '<h1>413</h1>' });
    return route.continue();
  });
  await page.goto('/jams/me');
  await expect(page).toHaveURL(/\/login\?/);
  const before = [...order];
  expect(before).toEqual(left[0]!.loopIds.slice(0, before.length));
  await fillLogin(page, ada.name);
  await expect(page).toHaveURL(/\/jams\/me$/);
  await expect
    .poll(async () => (await rifffsOf(request, ada)).length, { timeout: 120_000 })
    .toBe(4);

  // The pause that the server asked for is longer than the one of its own.
  expect(times[4]! - times[3]!).toBeGreaterThanOrEqual(4900);
  const inOrder = (commits: typeof left) =>
    commits.flatMap(({ loopIds, rifffId }) => [...loopIds, rifffId]);
  const fine = left.filter((one) => one !== spoilt);
  const early = spoilt.loopIds.slice(0, 3);
  expect(order).toEqual([...inOrder(fine.slice(0, 2)), ...early, ...inOrder(fine.slice(2))]);

  // What was refused says why after a reload too, and goes when it may.
  await page.reload();
  const refused = page.getByRole('button', { name: /not sent: / }).first();
  await refused.click();
  await expect(page.getByText('“Cup 3.4” was not uploaded').first()).toBeVisible();
  isLarge = false;
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(async () => (await rifffsOf(request, ada)).length).toBe(5);
  expect(order.slice(-4)).toEqual([...spoilt.loopIds.slice(3), spoilt.rifffId]);
  expect(new Set(order).size).toBe(35);
});

test('of two tabs one uploads and the other shows how far it is, and goes on when the first is closed', {
  tag: '@wide',
}, async ({ page, context, request }) => {
  const ada = await memberInEditor(page, request, 0);
  await kept(page);
  await makeLocalLoop(page);
  const other = await context.newPage();
  const posts: Page[] = [];
  for (const tab of [page, other]) {
    tab.on('request', (sent) => LOOPS.test(new URL(sent.url()).pathname) && posts.push(tab));
  }
  await other.goto('/privacy');
  await slowLine(context, other, 10_000);
  await slowLine(context, page, 10_000);
  await commitIt(page);
  const sending = /Sending [1-9]\d? %/;
  await expect(commitButton(page)).toHaveText(sending);
  await other.goto('/jams/me');
  await expect(other.getByText(/^uploading 1 loop, [1-9]\d? %$/)).toBeVisible();
  expect(posts).toEqual([page]);

  // After a reload the page shows the queue at once, whichever page sends now.
  await page.reload();
  const list = page.getByRole('region', { name: 'Loops to upload' });
  await expect(list.getByText('Kettle')).toBeVisible();
  await expect(commitButton(page)).toHaveText(sending);
  await page.close();
  await slowLine(context, other, -1);
  await expect(discs(other)).toHaveCount(1);
  await expect(discs(other).first()).toHaveAccessibleName(/^Nº 1\b/);
  expect(await rifffsOf(request, ada)).toHaveLength(1);
});
