import { expect, test } from '@playwright/test';
import { carrySession, credentialOf, freshName, makePerson, PASSWORD } from './accountPages.ts';
import { addLoops, isNarrow, kept, openEditor, slots } from './editorPage.ts';
import {
  arrived,
  commitButton,
  commitIt,
  discs,
  memberInEditor,
  refused,
  rifffsOf,
  showHistory,
  waiting,
} from './keepingPage.ts';
import { violations } from './pageChecks.ts';
import { share } from './sharingCalls.ts';

const POSTS = /\/api\/jam\/[^/]+\/rifffs$/;

test('a visitor commits, signs up, and it arrives', { tag: '@shortPostgres' }, async ({
  page,
  request,
}) => {
  await openEditor(page);
  await expect(commitButton(page)).toHaveAttribute('aria-disabled', 'true');
  await addLoops(page, 0, 4);
  await kept(page);
  await commitIt(page);
  const dialog = page.getByRole('dialog', { name: 'Whose jam does it go to?' });
  await dialog.getByRole('link', { name: 'Make an account' }).click();
  await expect(page).toHaveURL(/\/register\?success=%2Fjam/);
  const name = freshName();
  await page.getByRole('textbox', { name: /user ?name/i }).fill(name);
  await page.getByRole('textbox', { name: /e-?mail/i }).fill(`${name}@example.org`);
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.locator('input[name="confirmPassword"]').fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).press('Space');
  await page
    .getByRole('button', { name: /sign up|make|create/i })
    .last()
    .click();
  await expect(page).toHaveURL(/\/jam$/);
  await arrived(page);
  const authorization = `Bearer ${await credentialOf(page)}`;
  expect(await rifffsOf(request, { name, authorization })).toHaveLength(1);
  await page.goto('/jams/me');
  await expect(discs(page)).toHaveCount(1);
  await expect(discs(page).first()).toHaveAccessibleName(/^Nº 1\b/);
});

test('the next change after a commit makes a child of it, and undo leads back', async ({
  page,
  request,
}) => {
  const ada = await memberInEditor(page, request, 0);
  await commitIt(page);
  await arrived(page);
  await expect(page.getByRole('heading', { name: 'Committed' })).toBeVisible();
  await addLoops(page, 4);
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();
  await commitIt(page);
  await arrived(page);
  const [second, first] = await rifffsOf(request, ada);
  expect(second?.parent).toEqual({ jamId: ada.name, rifffId: first?._id });
  expect(second?.originalId).toBeUndefined();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();
  await expect(slots(page)).toHaveCount(2);
  expect(await rifffsOf(request, ada)).toHaveLength(2);
});

test('a commit without a network waits, is taken back by undo, and goes when there is one', {
  tag: '@short',
}, async ({ page, context, request }) => {
  const ada = await memberInEditor(page, request, 0);
  await kept(page);
  await context.setOffline(true);
  await commitIt(page);
  await waiting(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();
  await commitIt(page);
  await waiting(page);
  await context.setOffline(false);
  await arrived(page);
  expect(await rifffsOf(request, ada)).toHaveLength(1);
});

test('a commit that meets a failing server is tried again, and logged as specified', async ({
  page,
  request,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  let failures = 2;
  await page.route(POSTS, (route) => {
    failures -= 1;
    return failures >= 0 ? route.fulfill({ status: 500, body: '{}' }) : route.continue();
  });
  const ada = await memberInEditor(page, request, 0);
  await commitIt(page);
  await waiting(page);
  await arrived(page);
  expect(logged.filter((text) => text === 'Error posting rifff')).toHaveLength(2);
  expect(await rifffsOf(request, ada)).toHaveLength(1);
});

test('a page that dies before the answer comes sends again, and the jam has it once', async ({
  page,
  context,
  request,
}) => {
  let posted = 0;
  await page.route(POSTS, async (route) => {
    // The server has it; the answer never arrives.
    await route.fetch();
    posted += 1;
  });
  const ada = await memberInEditor(page, request, 0);
  await kept(page);
  await commitIt(page);
  await expect.poll(() => posted).toBe(1);
  await page.close();
  expect(await rifffsOf(request, ada)).toHaveLength(1);
  const again = await context.newPage();
  const answers: number[] = [];
  again.on('response', (answer) => {
    if (POSTS.test(new URL(answer.url()).pathname) && answer.request().method() === 'POST') {
      answers.push(answer.status());
    }
  });
  await again.goto('/jam');
  await arrived(again);
  expect(answers).toEqual([200]);
  expect(await rifffsOf(request, ada)).toHaveLength(1);
});

test('of two tabs one sends', async ({ page, context, request }) => {
  const ada = await memberInEditor(page, request, 0);
  await kept(page);
  await context.setOffline(true);
  await commitIt(page);
  await waiting(page);
  await context.setOffline(false);
  await page.route(POSTS, (route) => route.abort());
  const other = await context.newPage();
  const posts: string[] = [];
  for (const tab of [page, other]) {
    tab.on('request', (sent) => {
      if (sent.method() === 'POST' && POSTS.test(new URL(sent.url()).pathname)) {
        posts.push(sent.url());
      }
    });
  }
  await page.unroute(POSTS);
  await other.goto('/jams/me');
  await showHistory(other);
  await expect(discs(other)).toHaveCount(1);
  await expect(discs(other).first()).toHaveAccessibleName(/^Nº 1\b/);
  await arrived(page);
  expect(await rifffsOf(request, ada)).toHaveLength(1);
  expect(posts.length).toBeLessThanOrEqual(2);
});

test('a refused commit says why, and goes back to a draft', async ({ page, request }) => {
  await page.route(POSTS, (route) =>
    route.fulfill({
      status: 409,
      json: { ok: false, message: 'no', error: { code: 'conflict', message: 'no' } },
    }),
  );
  const ada = await memberInEditor(page, request, 0, 4);
  await commitIt(page);
  await refused(page);
  await expect(page.getByText('Another rifff has its place already').first()).toBeAttached();
  await page.unroute(POSTS);
  await page.getByRole('button', { name: 'Back to a draft' }).click();
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();
  await expect(slots(page)).toHaveCount(2);
  await commitIt(page);
  await arrived(page);
  expect(await rifffsOf(request, ada)).toHaveLength(1);
});

test('a remix by another account names both, and the history shows the marks', {
  tag: '@short',
}, async ({ page, request, browser }) => {
  const ada = await memberInEditor(page, request, 0, 4);
  await commitIt(page);
  await arrived(page);
  const [original] = await rifffsOf(request, ada);
  const key = { jamId: ada.name, rifffId: original?._id ?? '' };
  const shareId = await share(request, ada, key, 'Ninth bus');
  const viewport = page.viewportSize();
  const second = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const bob = await makePerson(request);
  await carrySession(second, bob);
  // Two pages that draw would take each other's processor.
  await page.close();
  const other = await second.newPage();
  await other.goto(`/rifff/${shareId}`);
  await other
    .getByRole('button', { name: /^Remix/ })
    .first()
    .click();
  await expect(other).toHaveURL(/\/jam$/);
  await commitIt(other);
  await arrived(other);
  await addLoops(other, 8);
  await commitIt(other);
  await arrived(other);
  const [child, remix] = await rifffsOf(request, bob);
  expect(remix).toMatchObject({
    originalId: original?._id,
    parent: { jamId: ada.name, rifffId: original?._id },
    userName: bob.name,
  });
  expect(child?.parent).toEqual({ jamId: bob.name, rifffId: remix?._id });
  await other.goto('/jams/me');
  await expect(discs(other)).toHaveCount(2);
  await expect(discs(other).nth(1)).toHaveAccessibleName(new RegExp(`a remix of ${ada.name}`));
  await expect(discs(other).nth(0)).toHaveAccessibleName(/from Nº 1/);
  await second.close();
});

test('a rifff of the history plays, and its first change is an answer', async ({
  page,
  request,
}) => {
  const ada = await memberInEditor(page, request, 0, 4);
  await commitIt(page);
  await arrived(page);
  const [first] = await rifffsOf(request, ada);
  await page.goto('/jams/me');
  await expect(page.getByRole('button', { name: 'Keep this mix' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Play Nº 1' }).click();
  await expect(page.getByRole('button', { name: 'Pause Nº 1' })).toBeVisible();
  const ring = page
    .getByRole('group', { name: /^Rings/ })
    .getByRole('slider')
    .first();
  await ring.focus();
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Hear mine' })).toBeVisible();
  await commitIt(page);
  await arrived(page);
  const [second] = await rifffsOf(request, ada);
  expect(second?.parent).toEqual({ jamId: ada.name, rifffId: first?._id });
  expect(isNarrow(page) || (await slots(page).count()) === 2).toBe(true);
});

test('a commit that is there and one that waits have no violations', { tag: '@short' }, async ({
  page,
  request,
}) => {
  await memberInEditor(page, request, 0, 4);
  await commitIt(page);
  await arrived(page);
  expect(await violations(page)).toEqual([]);
  await page.route(POSTS, (route) => route.fulfill({ status: 500, body: '{}' }));
  await addLoops(page, 8);
  await commitIt(page);
  await waiting(page);
  expect(await violations(page)).toEqual([]);
});
