/** A class from its first day to its end: its teacher in one browser, a pupil by a card in another. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { credentialOf, fillLogin, PASSWORD } from './accountPages.ts';
import { addLoops, kept, openEditor } from './editorPage.ts';
import { withServer } from './ownServer.ts';
import { collectErrors, overflowPx, violations } from './pageChecks.ts';

/** Another device at the same server. */
async function deviceOf(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}

/** What stands on the card of a pupil, without its dashes. */
async function codeOf(page: Page, name: string): Promise<string> {
  const card = page.getByRole('list', { name: 'Cards' }).getByRole('listitem');
  const text = await card.filter({ hasText: name }).innerText();
  return (/[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2}/.exec(text)?.[0] ?? '').replaceAll('-', '');
}

/** Chooses what a menu of the page offers. */
async function choose(page: Page, menu: string, title: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: title }).click();
}

test('a teacher makes a class, stops its sound, mutes, lets one move out and deletes it', {
  tag: ['@short'],
}, async ({ browser, request }) => {
  const settings = { members: ['grace_t'], RONDO_TEACHERS: 'grace_t' };
  await withServer({ browser, request }, settings, async ({ page, url }) => {
    const errors = collectErrors(page);
    await page.goto('/login?success=%2Fclasses');
    await fillLogin(page, 'grace_t');
    await page.getByRole('button', { name: 'Make a class' }).click();
    await page.getByLabel('Name of the class').fill('7b');
    await page.getByLabel('Pupils').fill('Ada\nBo\nAda');
    await page.getByRole('button', { name: 'Make the class' }).click();
    await expect(page.getByRole('heading', { name: '3 cards' })).toBeVisible();
    const ada = await codeOf(page, 'Ada 2');
    const bo = await codeOf(page, 'Bo');
    expect(ada).toHaveLength(12);
    expect(await violations(page)).toEqual([]);

    // On paper there is nothing but the cards.
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: '7b' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print the cards' })).toBeHidden();
    await expect(page.getByText('Ada 2')).toBeVisible();
    await page.emulateMedia({ media: null });
    await page.getByRole('button', { name: 'I have them' }).click();
    await expect(page.getByRole('heading', { name: '3 pupils' })).toBeVisible();

    // A pupil scans the card, on another device, and is in the first channel.
    const pupil = await deviceOf(browser, url);
    const pupilErrors = collectErrors(pupil);
    await pupil.goto(`/card#${ada}`);
    await expect(pupil).toHaveURL(/\/jams\/\w+$/);
    await expect(page.getByText('in Everyone')).toBeVisible();
    await pupil.goto('/feed');
    await expect(pupil.getByText('This is not open to your class')).toBeVisible();
    expect(await violations(pupil)).toEqual([]);
    await pupil.goto('/');
    await expect(pupil).toHaveURL(/\/club\/\w+$/);

    await openEditor(pupil);
    await addLoops(pupil, 0);
    const play = pupil.getByRole('button', { name: 'Play', exact: true }).first();
    const pause = pupil.getByRole('button', { name: 'Pause', exact: true }).first();
    await kept(pupil);
    await pupil.reload();
    await play.click();
    await expect(pause).toBeVisible();
    await page.getByRole('button', { name: 'Stop all sound' }).click();
    await expect(pupil.getByText(/^Your teacher stopped the sound/)).toBeVisible();
    await expect(play).toBeVisible();
    await play.click();
    await expect(pause).toHaveCount(0);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(pupil.getByText(/^Your teacher stopped the sound/)).toHaveCount(0);
    await expect(play).toBeVisible();
    await play.click();
    await expect(pause).toBeVisible();

    // Muted the pupil writes no more, and may again.
    await pupil.goto('/');
    await pupil
      .getByRole('link', { name: /^Everyone/ })
      .first()
      .click();
    const message = pupil.getByRole('textbox', { name: 'Message' });
    // In a narrow window the talk is a line that opens it.
    const line = pupil.locator('#talk-line');
    await expect(message.or(line)).toBeVisible();
    if (await line.isVisible()) await line.click();
    await message.fill('Hello, class');
    await pupil.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(pupil.getByText('Hello, class').last()).toBeVisible();
    await page.getByRole('button', { name: 'Mute: Ada 2' }).click();
    await expect(pupil.getByText('Your teacher has muted you')).toBeVisible();
    await page.getByRole('button', { name: 'Let speak: Ada 2' }).click();
    await expect(message).toBeVisible();
    expect(pupilErrors).toEqual([]);

    // One moves out: the account is their own, and the card is over.
    await choose(page, 'More about Ada 2', 'An account of their own');
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    const home = await deviceOf(browser, url);
    await home.goto(link);
    await expect(home.getByText(/^This is the account of Ada 2 in 7b\./)).toBeVisible();
    await home.getByLabel('E-mail').fill('ada@example.org');
    await home.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await home.getByLabel('Password again', { exact: true }).fill(PASSWORD);
    await home.getByRole('checkbox', { name: /I agree/ }).check();
    await home.getByRole('button', { name: 'Make it my account' }).click();
    await expect(home.getByRole('tab', { name: 'Profile' })).toBeVisible();
    await expect(home.getByRole('heading', { name: 'Ada 2' })).toBeVisible();
    await expect.poll(() => credentialOf(pupil)).toBeNull();
    await pupil.goto(`/card#${ada}`);
    await expect(pupil.getByText('This code signs no one in.')).toBeVisible();

    // The class ends, and with it the accounts of those who stayed.
    await pupil.getByRole('textbox', { name: 'Code of your card' }).fill(bo.toLowerCase());
    await pupil.getByRole('button', { name: 'Come in' }).click();
    await expect(pupil).toHaveURL(/\/jams\/\w+$/);
    await choose(page, 'More about the class', 'Delete the class');
    await page.getByRole('button', { name: 'Delete the class' }).click();
    await expect(page.getByText('No classes yet')).toBeVisible();
    await expect.poll(() => credentialOf(pupil)).toBeNull();
    await home.reload();
    await expect(home.getByRole('heading', { name: 'Ada 2' })).toBeVisible();
    expect(errors).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    await home.context().close();
    await pupil.context().close();
  });
});
