import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startServerProcess } from '../../server/testing/serverProcess.ts';
import { freePort } from '../support/freePort.ts';
import { freshName, PASSWORD } from './accountPages.ts';
import { addLoops, kept, slots } from './editorPage.ts';
import { arrived, commitButton, commitIt, discs } from './keepingPage.ts';
import { collectErrors } from './pageChecks.ts';
import { heard, tapSound } from './sound.ts';

test.use({ serviceWorkers: 'allow' });

test('a server below a path of its host is heard, signed up at, played in and kept, and asked for nothing beside it @wide', {
  tag: ['@short', '@alone'],
}, async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'rondo-below-'));
  const port = await freePort();
  const home = `http://localhost:${port}/rondo`;
  const server = await startServerProcess(folder, {
    PORT: String(port),
    HOST: 'localhost',
    PUBLIC_URL: home,
    RONDO_RANDOM_STOCK: '0',
    RONDO_POSTERS: 'off',
  });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const errors = collectErrors(page);
    // What pages, workers and sockets ask for.
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    let frames = 0;
    page.on('websocket', (socket) => {
      asked.push(socket.url().replace(/^ws/, 'http'));
      socket.on('framereceived', () => {
        frames += 1;
      });
    });
    await tapSound(page);

    await page.goto(home);
    await expect(page).toHaveURL(`${home}/`);
    await page.getByRole('button', { name: /^Play / }).click();
    await heard(page);
    await page.getByRole('link', { name: 'Feed', exact: true }).first().click();
    await expect(page).toHaveURL(`${home}/feed`);
    await page.goto(`${home}/manual/listening`);
    await expect(page.locator('main img').first()).toBeVisible();

    await page.goto(`${home}/jam`);
    await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();
    await addLoops(page, 0, 4);
    await kept(page);
    await page.reload();
    await expect(slots(page)).toHaveCount(2);
    await commitIt(page);
    const dialog = page.getByRole('dialog', { name: 'Whose jam does it go to?' });
    await dialog.getByRole('link', { name: 'Make an account' }).click();
    await expect(page).toHaveURL(`${home}/register?success=%2Fjam`);
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
    await expect(page).toHaveURL(`${home}/jam`);
    await arrived(page);

    // A loop that is made here is uploaded with its rifff.
    await page.getByRole('tab', { name: 'Pads' }).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('gridcell', { name: 'Kick, step 1, empty' }).click();
    await page.getByRole('button', { name: 'Make a loop' }).click();
    await expect(slots(page)).toHaveCount(3);
    await kept(page);
    await expect(commitButton(page)).toHaveAttribute('data-commit', 'draft');
    await commitIt(page);
    // It is coded, sent, decoded and measured first.
    await expect(commitButton(page)).toHaveAttribute('data-commit', 'committed', {
      timeout: 120_000,
    });

    await page.goto(`${home}/jams/me`);
    await expect(discs(page)).toHaveCount(2);
    const credential = await page.evaluate(() => localStorage.getItem('rondo/credential'));
    const made = await context.request.post(`${home}/api/jam`, {
      data: { name: 'Cellar', access: 'link' },
      headers: { authorization: `Bearer ${credential}` },
    });
    const { id } = (await made.json()).data as { id: string };
    await page.goto(`${home}/jams/${id}`);
    await expect(page.getByRole('heading', { name: 'Cellar' })).toBeVisible();
    // The first two are the line itself; what comes then is the room.
    await expect.poll(() => frames).toBeGreaterThan(2);

    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).scope))
      .toBe(`${home}/`);
    await page.goto(`${home}/jam`);
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const notes = await caches.open('rondo/notes');
          const { files = [] } = (await (await notes.match('.notes/shell'))?.json()) ?? {};
          const cache = await caches.open('rondo/shell');
          const here = await Promise.all(files.map((file: string) => cache.match(file)));
          return files.length > 0 && here.every(Boolean);
        }),
      )
      .toBe(true);
    expect(errors).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    // What stands there is what was committed; "Draft" is only the first paint.
    await expect(page.getByRole('heading', { name: 'Committed' })).toBeVisible();
    await expect(slots(page)).toHaveCount(3);

    // At its own port, without the path that only the proxy adds.
    const behind = await browser.newContext();
    const bare = await behind.newPage();
    await bare.goto(`http://localhost:${port}/manual?x=1#for-hosts`);
    await expect(bare).toHaveURL(`${home}/manual?x=1#for-hosts`);
    await expect(bare.getByRole('heading', { name: 'Manual', exact: true })).toBeVisible();
    await behind.close();

    const beside = asked.filter((url) => /^http/.test(url) && !`${url}/`.startsWith(`${home}/`));
    expect(beside).toEqual([]);
  } finally {
    await context.close();
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
