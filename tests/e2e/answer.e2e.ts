import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { carrySession, makePerson, type Person } from './accountPages.ts';
import { addLoops, kept } from './editorPage.ts';
import { arrived, commitButton, commitIt, discs, rifffsOf, waiting } from './keepingPage.ts';
import { violations } from './pageChecks.ts';
import { post } from './sharingCalls.ts';
import { tapSound } from './sound.ts';

interface Room {
  id: string;
  ana: Person;
  ben: Person;
  /** A device of each. */
  pages: { ana: Page; ben: Page };
  end(): Promise<void>;
}

/** A room by link of ana, whom ben visits by its code; both have a device of their own. */
async function makeRoom(browser: Browser, page: Page, request: APIRequestContext): Promise<Room> {
  const [ana, ben] = [await makePerson(request), await makePerson(request)];
  const made = { name: 'Cellar', access: 'link' };
  const { id } = (await post(request, ana, '/jam', made)) as { id: string };
  const { code } = (await post(request, ana, `/jam/${id}/codes`, {})) as { code: string };
  const { baseURL, reducedMotion } = test.info().project.use as Record<string, string>;
  const context = await browser.newContext({
    baseURL:
      baseURL ?? new URL(page.url(), `http://localhost:${process.env.RONDO_E2E_PORT}`).origin,
    ...(reducedMotion && { reducedMotion: 'reduce' as const }),
    viewport: page.viewportSize(),
  });
  const other = await context.newPage();
  await carrySession(page, ana);
  await carrySession(other, ben);
  for (const one of [page, other]) await tapSound(one);
  await other.goto(`/jam/${code}`);
  await other.getByRole('button', { name: /^Join as/ }).click();
  await expect(other).toHaveURL(new RegExp(`/jams/${id}$`));
  return { id, ana, ben, pages: { ana: page, ben: other }, end: () => context.close() };
}

/** Ids with their parents, as the calls answer a person. */
async function treeOf(request: APIRequestContext, id: string, { authorization }: Person) {
  const answer = await request.get(`/api/jam/${id}/tree`, { headers: { authorization } });
  const { nodes } = (await answer.json()).data as { nodes: { id: string; parentId: string }[] };
  return nodes.map(({ id: node, parentId }) => [node, parentId]);
}

/** What a person does now, as others in the room see it. */
const doing = (page: Page, { name }: Person) =>
  page.getByRole('region', { name: 'Here now' }).getByRole('listitem').filter({ hasText: name });

/** What the history on the page calls its rifffs. */
const names = (page: Page) =>
  discs(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));

test('two people answer each other in a room, and hold the same tree @wide', {
  tag: '@short',
}, async ({ browser, page, request }) => {
  const room = await makeRoom(browser, page, request);
  const { id, ana, ben, pages } = room;
  await pages.ana.goto(`/jams/${id}`);
  await addLoops(pages.ana, 0);
  await kept(pages.ana);
  // The room shows that ana is making a rifff.
  await expect(doing(pages.ben, ana)).toContainText('editing');
  expect(await violations(pages.ana)).toEqual([]);
  await commitIt(pages.ana);
  await arrived(pages.ana);

  // It appears where ben is, without a reload.
  await expect(discs(pages.ben)).toHaveCount(1);
  await expect(discs(pages.ana)).toHaveCount(1);
  await pages.ben.getByRole('button', { name: 'Answer', exact: true }).click();
  await addLoops(pages.ben, 4);
  await kept(pages.ben);
  await expect(pages.ben.getByRole('button', { name: 'Hear mine' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await pages.ana.getByRole('button', { name: 'People', exact: true }).click();
  await expect(doing(pages.ana, ben)).toContainText('editing');
  await commitIt(pages.ben);
  await arrived(pages.ben);

  // Ana goes along with it, and is told which ring is ben's.
  await expect(discs(pages.ana)).toHaveCount(2);
  await expect(pages.ana.getByRole('heading', { name: 'Nº 2' })).toBeVisible();
  await expect(pages.ana.getByText(new RegExp(`^${ben.name} changed`))).toBeVisible();
  const follow = pages.ana.getByRole('button', { name: 'Follow the newest' });
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await discs(pages.ana).last().click();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await follow.click();
  await expect(pages.ana.getByRole('heading', { name: 'Nº 2' })).toBeVisible();
  expect(await violations(pages.ana)).toEqual([]);

  await expect(pages.ben).toHaveURL(new RegExp(`/jams/${id}$`));
  await expect(discs(pages.ben)).toHaveCount(2);
  await expect.poll(() => names(pages.ben)).toEqual(await names(pages.ana));
  expect(await treeOf(request, id, ben)).toEqual(await treeOf(request, id, ana));
  const [answer, question] = await rifffsOf(request, { ...ana, name: id });
  expect(answer?.parent).toEqual({ jamId: id, rifffId: question?._id });
  expect(await rifffsOf(request, ben)).toEqual([]);

  // The notice leads to question and answer.
  await pages.ana.goto('/jams');
  await pages.ana.getByRole('button', { name: 'Notifications, 1 new' }).click();
  await pages.ana.getByRole('link', { name: /answered you in Cellar/ }).click();
  await expect(pages.ana).toHaveURL(new RegExp(`/jams/${id}\\?answer=${answer?._id}$`));
  await expect(pages.ana.getByRole('button', { name: 'Question and answer' })).toBeVisible();
  await pages.ana.getByRole('button', { name: 'Dismiss' }).click();
  await expect(pages.ana).toHaveURL(new RegExp(`/jams/${id}$`));
  await room.end();
});

test('two answers to the same rifff stand side by side, and both are told @wide', async ({
  browser,
  page,
  request,
}) => {
  const room = await makeRoom(browser, page, request);
  const { id, ana, ben, pages } = room;
  await pages.ana.goto(`/jam?in=${id}`);
  await expect(pages.ana.getByRole('link', { name: 'Cellar' })).toBeVisible();
  await addLoops(pages.ana, 0);
  await commitIt(pages.ana);
  await arrived(pages.ana);
  await expect(discs(pages.ben)).toHaveCount(1);
  await pages.ben.getByRole('button', { name: 'Answer', exact: true }).click();
  await addLoops(pages.ben, 4);
  await addLoops(pages.ana, 5);
  await commitIt(pages.ana);
  await arrived(pages.ana);
  const said = (who: Person) => `${who.name} answered the same rifff; both are in the tree`;
  await expect(pages.ben.getByText('Nº 2 came')).toBeVisible();
  await pages.ben.getByRole('button', { name: 'Stay' }).click();
  await commitIt(pages.ben);
  await arrived(pages.ben);
  await expect(pages.ana.getByText(said(ben))).toBeVisible();
  await expect(pages.ben.getByText(said(ana))).toBeVisible();
  const [last, middle, first] = await rifffsOf(request, { ...ana, name: id });
  expect([last?.parent, middle?.parent]).toEqual(
    [0, 1].map(() => ({ jamId: id, rifffId: first?._id })),
  );
  await room.end();
});

test('what a room does not take any more waits on the device, and goes to one’s own jam @wide', {
  tag: '@short',
}, async ({ browser, page, request }) => {
  const room = await makeRoom(browser, page, request);
  const { id, ana, ben, pages } = room;
  await pages.ben.goto(`/jam?in=${id}`);
  await addLoops(pages.ben, 0);
  await kept(pages.ben);
  const headers = { authorization: ana.authorization };
  const removed = await request.delete(`/api/jam/${id}/members/${ben.name}`, { headers });
  expect(removed.status()).toBe(200);
  await commitButton(pages.ben).click();
  await expect(commitButton(pages.ben)).toHaveAttribute('data-commit', 'refused');
  await expect(pages.ben.getByText('Cellar is closed to you now').first()).toBeVisible();
  await pages.ben.getByRole('button', { name: 'To my own jam' }).click();
  await arrived(pages.ben);
  await expect(pages.ben.getByText('in your jam').first()).toBeVisible();
  expect(await rifffsOf(request, ben)).toHaveLength(1);
  expect(await rifffsOf(request, { ...ana, name: id })).toEqual([]);
  await room.end();
});

test('a commit without a network waits in the history of its room @wide', async ({
  browser,
  page,
  request,
}) => {
  const room = await makeRoom(browser, page, request);
  const { pages } = room;
  await pages.ana.goto('/jams/me');
  await expect(pages.ana.getByText('Nothing committed yet')).toBeVisible();
  await pages.ana.getByRole('link', { name: /^Cellar/ }).click();
  await addLoops(pages.ana, 0);
  await kept(pages.ana);
  await pages.ana.context().setOffline(true);
  await commitIt(pages.ana);
  await waiting(pages.ana);
  await expect(discs(pages.ana).first()).toHaveAccessibleName(/^Unsent/);
  await room.end();
});
