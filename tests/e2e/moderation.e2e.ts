import { expect, type Page, test } from '@playwright/test';
import { carrySession, makePerson, makeReferee, type Person } from './accountPages.ts';
import { overflowPx, violations } from './pageChecks.ts';
import { post } from './sharingCalls.ts';

const BIO = 'Cheap <b>ring tones</b> here';

/** The page of the moderators with an account looked up by its name. */
async function lookUp(bench: Page, judge: Person, name: string): Promise<void> {
  await carrySession(bench, judge);
  await bench.goto('/moderation');
  await bench.getByRole('tab', { name: 'People' }).click();
  await bench.getByLabel('User name').fill(name);
  await bench.getByRole('button', { name: 'Look up' }).click();
  await expect(bench.getByRole('heading', { level: 3, name })).toBeVisible();
}

test('a profile is cleaned, an account suspended; it reads why, appeals, and writes again', {
  tag: ['@wide', '@short'],
}, async ({ page, browser, request }) => {
  test.slow();
  const [eve, judge] = [await makePerson(request), await makeReferee(request)];
  await post(request, eve, '/accounts/profile', { bio: BIO, externalLinks: {} });
  const bench = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await lookUp(bench, judge, eve.name);
  const person = bench.getByRole('region', { name: 'An account' });
  await person.getByLabel(`About: ${BIO}`).check();
  const reasons = person.getByLabel('Your reason, kept in the trail');
  await person.getByRole('button', { name: 'Take off what is ticked' }).click();
  await expect(person.getByRole('alert').filter({ hasText: /./ })).toHaveText('Required');
  await reasons.fill('Advertising');
  await person.getByRole('button', { name: 'Take off what is ticked' }).click();
  await expect(bench.getByText('Taken off the profile.')).toBeVisible();
  await expect(person.getByText('The profile shows nothing but the name.')).toBeVisible();
  await person.getByLabel('How long').selectOption('For 30 days');
  await person.getByLabel('The reason, which they read').fill('Advertising again');
  await person.getByRole('button', { name: 'Suspend', exact: true }).click();
  const suspended = bench.getByRole('region', { name: /^Suspended now/ });
  await expect(suspended.getByRole('listitem').filter({ hasText: eve.name })).toBeVisible();
  expect(await violations(bench)).toEqual([]);

  await carrySession(page, eve);
  await page.goto('/feed');
  const line = page.getByRole('region', { name: 'Suspended account' });
  await expect(line).toContainText('Your account is suspended');
  await line.getByRole('link', { name: 'Why, and how to appeal' }).click();
  const notice = page.getByRole('region', { name: 'Suspended', exact: true });
  await expect(notice).toContainText('Advertising again');
  await notice.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(notice.getByText('Required')).toBeVisible();
  await notice.getByLabel('Your appeal').fill('It was <i>my</i> cousin.\nIt is over.');
  await notice.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(notice.getByText(/waits for an answer/)).toBeVisible();
  await expect(notice.getByLabel('Your appeal')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);

  await bench.getByRole('tab', { name: 'Appeals' }).click();
  await bench.reload();
  const appeal = bench.getByRole('listitem').filter({ hasText: 'cousin' }).first();
  await expect(appeal).toContainText('It was <i>my</i> cousin.');
  await expect(appeal).toContainText('Advertising again');
  expect(await violations(bench)).toEqual([]);
  await appeal.getByLabel('Your answer, which they read').fill('Then welcome back');
  await appeal.getByRole('button', { name: 'Accept' }).click();
  await expect(bench.getByText('Accepted. The suspension is over.')).toBeVisible();
  const trail = bench.getByRole('region', { name: 'What was done' });
  await expect(trail.getByRole('listitem').filter({ hasText: eve.name })).toHaveCount(3);
  await bench.context().close();

  await page.reload();
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Suspended account' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Suspended', exact: true })).toHaveCount(0);
});

test('a narrow window has room for the notice, the appeal and what moderators see', {
  tag: '@narrow',
}, async ({ browser, request }) => {
  test.slow();
  const [eve, judge] = [await makePerson(request), await makeReferee(request)];
  const at = `/moderation/people/${eve.name}/suspend`;
  await post(request, judge, at, { reason: 'Advertising '.repeat(30).trim(), until: null });
  await post(request, eve, '/accounts/appeals', { text: 'x'.repeat(2000) });
  const why = { reason: 'Its links are not theirs' };
  await post(request, judge, `/accounts/${eve.name}/report`, why);
  for (const [who, path, shown] of [
    [eve, '/account', /waits for an answer/],
    [judge, '/moderation?tab=appeals', 'Open appeals'],
    [judge, '/moderation?tab=profiles', why.reason],
    [judge, `/moderation?tab=people&person=${eve.name}`, 'Suspended now'],
  ] as const) {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const own = await context.newPage();
    await carrySession(own, who);
    await own.goto(path);
    await expect(own.getByText(shown).first()).toBeVisible();
    expect(await overflowPx(own)).toBe(0);
    await context.close();
  }
});
