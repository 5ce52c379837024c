import { expect, type Page, test } from '@playwright/test';
import { carrySession } from './accountPages.ts';
import { kept } from './editorPage.ts';
import {
  arrived,
  commitIt,
  discs,
  memberInEditor,
  refused,
  rifffsOf,
  waiting,
} from './keepingPage.ts';
import { violations } from './pageChecks.ts';
import { bandDb, heard, tapSound } from './sound.ts';
import { blockLine, LOCAL_HZ, localSounds, makeLocalLoop, slowLine } from './uploadPage.ts';

const LOOPS = /\/api\/jam\/[^/]+\/loops(\?|$)/;

declare global {
  interface Window {
    /** Sources that were started since the page opened. */
    sourceStarts?: number;
  }
}

/** Counts every start of a source: a voice that goes on starts none. */
async function countStarts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.sourceStarts = 0;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...args) {
      window.sourceStarts = (window.sourceStarts ?? 0) + 1;
      return start.apply(this, args);
    };
  });
}

/** Is the tone of the loop what is heard: far above what lies beside it? */
async function hearsTone(page: Page): Promise<void> {
  await heard(page);
  const tone = await bandDb(page, LOCAL_HZ - 60, LOCAL_HZ + 60, 500);
  const beside = await bandDb(page, LOCAL_HZ + 600, LOCAL_HZ + 2000, 500);
  expect(tone - beside).toBeGreaterThan(30);
}

test('a loop of this device goes up over a line that breaks and a reload, and is heard elsewhere', {
  tag: ['@wide', '@short', '@alone'],
}, async ({ page, context, request, browser }) => {
  await countStarts(page);
  const ada = await memberInEditor(page, request, 0);
  await kept(page);
  const loopId = await makeLocalLoop(page);
  // So slow that a busy machine sees it in the middle too.
  await slowLine(context, page, 10_000);
  await commitIt(page);
  await expect(page.locator('[data-commit]')).toHaveText(/Sending [1-9]\d? %/);
  await context.setOffline(true);
  await waiting(page);
  const list = page.getByRole('region', { name: 'Loops to upload' });
  await expect(list.getByText('Kettle')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => localSounds(page)).toEqual([loopId]);

  // Another visit finds it in the queue; the server is there again, but does not take it yet.
  await blockLine(context, page, ['*/api/jam/*/loops*']);
  await context.setOffline(false);
  await slowLine(context, page, -1);
  await page.reload();
  await waiting(page);
  expect(await rifffsOf(request, ada)).toHaveLength(0);
  await page.keyboard.press('Space');
  await hearsTone(page);
  const starts = await page.evaluate(() => window.sourceStarts);
  // The button asks at once. It is tried while nothing goes: else a try of the app's own could take it away.
  const asked = page.waitForRequest(LOOPS);
  await list.getByRole('button', { name: 'Try now' }).click();
  await asked;
  await blockLine(context, page, []);
  // It comes back to it by itself.
  await arrived(page);
  await expect(list).toHaveCount(0);
  await expect.poll(() => localSounds(page)).toEqual([]);
  expect(await page.evaluate(() => window.sourceStarts)).toBe(starts);
  await hearsTone(page);
  const [rifff] = await rifffsOf(request, ada);
  expect(JSON.stringify(rifff)).toContain(loopId);
  await page.close();

  const elsewhere = await browser.newContext({
    viewport: test.info().project.use.viewport ?? null,
    reducedMotion: 'reduce',
  });
  await carrySession(elsewhere, ada);
  const other = await elsewhere.newPage();
  await tapSound(other);
  const sounds: number[] = [];
  other.on('response', (answer) => {
    if (new URL(answer.url()).pathname.startsWith('/media/')) sounds.push(answer.status());
  });
  await other.goto('/jams/me');
  await expect(discs(other)).toHaveCount(1);
  await other.keyboard.press('Space');
  await hearsTone(other);
  expect(sounds.filter((status) => status === 200 || status === 206).length).toBeGreaterThan(0);
  await elsewhere.close();
});

test('a loop that the server refuses is named with the reason, and can be sent again', async ({
  page,
  request,
}) => {
  const ada = await memberInEditor(page, request, 0);
  await kept(page);
  await makeLocalLoop(page);
  await page.route(LOOPS, (route) =>
    route.fulfill({
      status: 400,
      json: {
        ok: false,
        message: 'file: cannot be used: a page of it is damaged',
        error: { code: 'bad_request', message: 'file: cannot be used: a page of it is damaged' },
      },
    }),
  );
  await commitIt(page);
  await refused(page);
  const list = page.getByRole('region', { name: 'Loops to upload' });
  await expect(list).toContainText('a page of it is damaged');
  await page.unroute(LOOPS);
  await page.getByRole('button', { name: 'Send again' }).click();
  await arrived(page);
  expect(await rifffsOf(request, ada)).toHaveLength(1);
});
