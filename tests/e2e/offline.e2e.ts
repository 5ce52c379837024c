import { expect, type Page, test } from '@playwright/test';
import { carrySession, makePerson } from './accountPages.ts';
import { addLoops, kept, openEditor, rows, slots } from './editorPage.ts';
import { arrived, commitIt, rifffsOf, waiting } from './keepingPage.ts';
import { violations } from './pageChecks.ts';
import { heard } from './sound.ts';

test.use({ serviceWorkers: 'allow' });

/** The draft waits too: the other devices of the account do not have it. */
const WAITS = /^Offline\s?\. 1 rifff and \d+ changes? wait to be sent$/;

/** Waits until the worker takes care of the page, has all of this build and the sounds that were heard before it came. */
async function settled(page: Page, sounds: number): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (wanted) => {
        const notes = await caches.open('rondo/notes');
        const { files = [] } = (await (await notes.match('/.notes/shell'))?.json()) ?? {};
        const cache = await caches.open('rondo/shell');
        const here = await Promise.all(files.map((file: string) => cache.match(file)));
        let heard = 0;
        for (const name of await caches.keys()) {
          if (!name.startsWith('rondo/media/')) continue;
          heard += (await (await caches.open(name)).keys()).length;
        }
        return (
          heard >= wanted &&
          files.length > 0 &&
          here.every(Boolean) &&
          navigator.serviceWorker.controller !== null
        );
      }, sounds),
    )
    .toBe(true);
}

test('after one visit a rifff is made, heard and kept without a network, and goes when it is back @wide', {
  tag: ['@short', '@alone'],
}, async ({ page, context, request }) => {
  page.setDefaultTimeout(15_000);
  const ada = await makePerson(request);
  await carrySession(context, ada);
  await openEditor(page);
  await addLoops(page, 0, 1, 2);
  await kept(page);
  await heard(page);
  await settled(page, 3);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();
  await expect(slots(page)).toHaveCount(3);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await expect(page.getByText(/No network\. These \d+ are on this device/)).toBeVisible();
  // Of the library there is what can be heard, no more.
  await page.getByRole('button', { name: 'Start over', exact: true }).first().click();
  await expect(rows(page)).toHaveCount(3);
  await addLoops(page, 0, 2);
  await heard(page);
  await commitIt(page);
  await waiting(page);
  await page.getByRole('button', { name: WAITS }).click();
  const dialog = page.getByRole('dialog', { name: 'Waiting to be sent' });
  await expect(dialog.getByText('It waits for the network').first()).toBeVisible();
  await expect(dialog.getByText(/for your other devices/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // A page that needs the network says so.
  await page.goto('/feed');
  await expect(page.getByText('No network', { exact: true }).first()).toBeVisible();
  await page.goto('/jam');
  await expect(page.getByRole('button', { name: WAITS })).toBeVisible();

  await context.setOffline(false);
  await arrived(page);
  await expect(page.getByText('Offline', { exact: true })).toHaveCount(0);
  expect(await rifffsOf(request, ada)).toHaveLength(1);
});
