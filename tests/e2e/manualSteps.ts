/** What walks of the manual do on several pages. */
import type { Page } from '@playwright/test';
import type { Guide } from './manualGuide.ts';
import { answerIn, makeRoom } from './roomPages.ts';
import { commit, post, share } from './sharingCalls.ts';

/** The walk of one page of the manual. */
export type Walk = (guide: Guide) => Promise<void>;

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** Opens a tab and waits for what is on it. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await page.getByRole('tabpanel').getByRole('heading').first().waitFor();
}

/** Opens a menu, sees what is in it, and closes it. */
export async function seeMenu(guide: Guide, page: Page, name: string | RegExp, section: string) {
  await button(page, name).first().click();
  await page.getByRole('menuitem').first().waitFor();
  await guide.see(page, section);
  await page.keyboard.press('Escape');
}

/** Opens the menu of the account, which is a link with more of them under it, sees it, and closes it. */
export async function seeAccountMenu(guide: Guide, page: Page, section: string) {
  await page.getByRole('link', { name: /, your account$/ }).press('ArrowDown');
  await page.getByRole('link', { name: 'Admin Panel' }).waitFor();
  await guide.see(page, section);
  await page.keyboard.press('Escape');
}

/** Opens a dialog by a button, which is seen before it, and sees it. @returns the dialog */
export async function seeDialog(guide: Guide, page: Page, name: string | RegExp, section: string) {
  await button(page, name).first().waitFor();
  await guide.see(page, section);
  await button(page, name).first().click();
  const dialog = page.getByRole('dialog').last();
  await dialog.waitFor();
  await page.waitForFunction(() => !document.querySelector('[role="dialog"] [aria-busy="true"]'));
  await guide.see(page, section);
  return dialog;
}

/** A room by link with five rifffs of three people in it: an answer to each of the first ones, and two to the second. */
export async function fullRoom(guide: Guide) {
  const { request } = guide;
  const [mia, tom, ines] = ['mia', 'tom', 'ines'].map((name) => guide.person(name)) as [
    ReturnType<Guide['person']>,
    ReturnType<Guide['person']>,
    ReturnType<Guide['person']>,
  ];
  const room = await makeRoom(request, mia, 'Tuesday room');
  for (const one of [tom, ines]) await post(request, one, `/jam/code/${room.code}/join`, {});
  const first = await answerIn(request, mia, room.id, 1);
  const second = await answerIn(request, tom, room.id, 2, first);
  await answerIn(request, ines, room.id, 5, second);
  const third = await answerIn(request, mia, room.id, 4, second);
  await answerIn(request, tom, room.id, 0, third);
  for (const [who, message] of [
    [tom, 'More bass, please'],
    [mia, 'There it is'],
    [ines, 'I went the other way, listen to mine too'],
  ] as const) {
    await post(request, who, `/jam/${room.id}/messages`, { message });
  }
  return room;
}

/** Commits a rifff of the library to a person's own jam and shares it; returns its key and the id of the share. */
export async function shared(guide: Guide, who: string, at: number, title: string) {
  const person = guide.person(who);
  const key = await commit(guide.request, person, at);
  return { ...key, shareId: await share(guide.request, person, key, title) };
}
