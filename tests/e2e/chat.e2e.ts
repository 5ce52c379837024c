import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { carrySession, makePerson, makeReferee, type Person } from './accountPages.ts';
import { overflowPx, violations } from './pageChecks.ts';
import { answerIn, makeRoom } from './roomPages.ts';
import { post } from './sharingCalls.ts';

/** Two pictures of one pixel each, with different content. */
const PIXELS = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
];

/** Opens the room in a new context, as this person. */
async function enter(browser: Browser, who: Person, roomId: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await carrySession(context, who);
  const page = await context.newPage();
  await page.goto(`/jams/${roomId}`);
  await expect(talkOf(page).getByRole('textbox', { name: 'Message' })).toBeVisible();
  return page;
}
const talkOf = (page: Page) => page.getByRole('region', { name: 'Talk' });
const messageOf = (page: Page, words: string): Locator =>
  talkOf(page).getByRole('listitem').filter({ hasText: words });
async function say(page: Page, words: string): Promise<void> {
  await talkOf(page).getByRole('textbox', { name: 'Message' }).fill(words);
  await talkOf(page).getByRole('button', { name: 'Send', exact: true }).click();
}
async function choose(page: Page, words: string, deed: string | RegExp): Promise<void> {
  await messageOf(page, words)
    .getByRole('button', { name: /^More about what/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: deed }).click();
}

test('two people talk, react, reply and show; a moderator judges; nothing is lost without a line', {
  tag: ['@wide', '@short'],
}, async ({ browser, request }) => {
  const [mia, tom, judge] = [
    await makePerson(request),
    await makePerson(request),
    await makeReferee(request),
  ];
  const room = await makeRoom(request, mia, 'The cellar');
  await answerIn(request, mia, room.id, 0);
  await post(request, tom, `/jam/${room.id}/join`, { code: room.code });
  const hers = await enter(browser, mia, room.id);
  const his = await enter(browser, tom, room.id);

  await say(hers, 'Look at https://example.org/one <b>');
  const link = messageOf(his, 'Look at').getByRole('link', { name: 'https://example.org/one' });
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(messageOf(his, '<b>')).toBeVisible();
  await choose(his, 'Look at', 'React 🔥');
  const fire = messageOf(hers, 'Look at').getByRole('button', { name: '🔥, 1' });
  await expect(fire).toHaveAttribute('aria-pressed', 'false');
  await fire.click();
  await expect(messageOf(his, 'Look at').getByRole('button', { name: '🔥, 2' })).toBeVisible();
  await messageOf(his, 'Look at').getByRole('button', { name: '🔥, 2' }).click();
  await expect(fire).toHaveAttribute('aria-pressed', 'true');
  await choose(his, 'Look at', 'Reply');
  await say(his, 'I see');
  await expect(messageOf(hers, 'I see')).toContainText(`${mia.name}: Look at`);

  await talkOf(his)
    .locator('input[type=file]')
    .setInputFiles(
      PIXELS.map((data, at) => ({
        name: `${at}.png`,
        mimeType: 'image/png',
        buffer: Buffer.from(data, 'base64'),
      })),
    );
  await expect(talkOf(his).getByRole('list', { name: 'Chosen pictures' })).toContainText('1.png');
  await say(his, 'Two of them');
  await expect(messageOf(hers, 'Two of them').getByRole('img')).toHaveCount(2);

  await talkOf(hers)
    .getByRole('button', { name: /^Show / })
    .click();
  await say(hers, 'This one');
  const card = messageOf(his, 'This one').getByRole('button', { name: /^Play the rifff/ });
  await expect(card).toBeVisible();
  expect(await violations(his)).toEqual([]);
  expect(await overflowPx(his)).toBe(0);

  await his.context().setOffline(true);
  await say(his, 'Said without a line');
  await expect(messageOf(his, 'Said without a line')).toContainText('Not sent yet');
  await expect(messageOf(hers, 'Said without a line')).toHaveCount(0);
  await his.context().setOffline(false);
  await expect(messageOf(hers, 'Said without a line')).toHaveCount(1);
  await expect(messageOf(his, 'Said without a line')).not.toContainText('Not sent yet');
  await expect(messageOf(his, 'Said without a line')).toHaveCount(1);

  await choose(his, 'I see', 'Delete');
  await expect(talkOf(hers).getByText('This message was deleted.')).toHaveCount(1);

  await choose(hers, 'Two of them', 'Report');
  await hers.getByLabel('What is wrong with it').fill('Not his pictures');
  await hers.getByRole('button', { name: 'Send the report' }).click();
  await expect(hers.getByText('Thank you. The moderators look at it.')).toBeVisible();
  const bench = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await carrySession(bench, judge);
  await bench.goto('/moderation?tab=rooms');
  const report = bench.getByRole('listitem').filter({ hasText: 'Not his pictures' });
  await expect(report.getByRole('img')).toHaveCount(2);
  expect(await violations(bench)).toEqual([]);
  await report.getByLabel('Your reason, kept in the trail').fill('They are not');
  await report.getByRole('button', { name: 'Remove' }).click();
  await expect(bench.getByText('Nothing to decide')).toBeVisible();
  await expect(talkOf(his).getByText('This message was deleted.')).toHaveCount(2);

  await choose(hers, 'Said without a line', /^Block /);
  await expect(messageOf(hers, 'Said without a line')).toHaveCount(0);
  await hers.goto('/account?tab=heard');
  await hers.getByRole('button', { name: `Hear ${tom.name} again` }).click();
  await expect(hers.getByText('You hear everybody')).toBeVisible();
  expect(await violations(hers)).toEqual([]);
  await hers.goto(`/jams/${room.id}`);
  await expect(messageOf(hers, 'Said without a line')).toHaveCount(1);
});
