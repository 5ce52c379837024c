import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { wavBytes } from '../audio/loops.ts';
import { journeyArgs, MICROPHONE, testChromiumPath } from '../chromium.ts';
import { addLoops, isNarrow, kept, openEditor, slots } from './editorPage.ts';
import { collectErrors, violations } from './pageChecks.ts';
import { closeRecord, openRecord, recordButton, takeButton } from './recordPage.ts';
import { bandDb, heard } from './sound.ts';

/** What the microphone hears: a plucked tone that no loop of the library has, four times a second. */
const TONE_HZ = 2637;
const MIC_SEC = 8;

function micFile(): string {
  const rate = 48_000;
  const wave = Float32Array.from({ length: MIC_SEC * rate }, (_, n) => {
    const inside = (n % (rate / 4)) / rate;
    return 0.5 * Math.exp(-inside * 8) * Math.sin((2 * Math.PI * TONE_HZ * n) / rate);
  });
  const path = join(mkdtempSync(join(tmpdir(), 'rondo-mic-')), 'mic.wav');
  writeFileSync(path, new Uint8Array(wavBytes(wave, 1, rate)));
  return path;
}

test.use({
  launchOptions: {
    executablePath: testChromiumPath(),
    args: [...journeyArgs, ...MICROPHONE, `--use-file-for-fake-audio-capture=${micFile()}`],
  },
});

const takes = (page: Page) => page.getByRole('list', { name: /^Takes/ }).getByRole('listitem');

/** What records is seen in the transport whichever tab is open, and is ended there. */
async function stopFromAnotherTab(page: Page): Promise<void> {
  const record = takeButton(page, 'Record or stop');
  await page.getByRole('tab', { name: 'Loops' }).click();
  await expect(record).toHaveAttribute('aria-pressed', 'true');
  await expect(record).toHaveAccessibleDescription(/^Take \d+ bar 1 of 1$/);
  await record.click();
  await expect(record).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('tab', { name: 'Record' }).click();
}

/** The input that was opened stays open without its panel, says so, and is closed there. */
async function closeInputByItsMark(page: Page): Promise<void> {
  const mark = takeButton(page, 'Input open');
  await expect(mark).toHaveCount(0);
  if (isNarrow(page)) await closeRecord(page);
  else await page.getByRole('tab', { name: 'Loops' }).click();
  expect(await violations(page, '[aria-label="Transport"]')).toEqual([]);
  await mark.click();
  await takeButton(page, 'Close input').click();
  await expect(takeButton(page, 'Open the input')).toBeVisible();
  await expect(takeButton(page, 'Close input')).toHaveCount(0);
}

test('takes over a playing rifff are compared, added, and there and heard after a reload', {
  tag: ['@short', '@alone'],
}, async ({ page, context }) => {
  test.slow(); // bars are played in real time
  await context.grantPermissions(['microphone']);
  const errors = collectErrors(page);
  await openEditor(page);
  await addLoops(page, 0, 5);
  await heard(page);
  await openRecord(page);
  for (const _ of [4, 2]) await takeButton(page, 'Take length: less').click();
  await page.keyboard.press('r');
  await expect(recordButton(page, 'Stop recording')).toBeVisible();
  // Two bars or more, each a take, and the one in which it is ended.
  await expect(takes(page).nth(1)).toBeAttached();
  if (isNarrow(page)) await page.keyboard.press('r');
  else await stopFromAnotherTab(page);
  await expect(page.getByRole('heading', { name: 'Ready' })).toBeVisible();
  const count = await takes(page).count();
  await closeInputByItsMark(page);

  const [first, second] = ['Hear Take 1 in the mix', 'Hear Take 2 in the mix'];
  await takeButton(page, first).click();
  await expect(takeButton(page, first)).toHaveAttribute('aria-pressed', 'true');
  await takeButton(page, second).click();
  await expect(takeButton(page, first)).toHaveAttribute('aria-pressed', 'false');
  await expect(takeButton(page, second)).toHaveAttribute('aria-pressed', 'true');
  await takeButton(page, second).click();
  await closeRecord(page);
  await takeButton(page, 'Pause').click();
  if (isNarrow(page)) await openRecord(page);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Glass rim');
  await name.press('Enter');
  expect(await violations(page, '[role="tabpanel"]')).toEqual([]);
  await takeButton(page, 'Add Glass rim to the rifff').click();
  await expect(takes(page)).toHaveCount(count - 1);
  await closeRecord(page);
  await expect(slots(page)).toHaveCount(3);
  await kept(page);

  await page.reload();
  await expect(slots(page)).toHaveCount(3);
  await page.keyboard.press('Space');
  await heard(page);
  await page.keyboard.press('3');
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: /^Solo/ }).last()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // Alone, the take is nothing but the tone of the microphone.
  const around = await bandDb(page, TONE_HZ - 60, TONE_HZ + 60, 1000);
  expect(around - (await bandDb(page, 300, 1500, 1000))).toBeGreaterThan(12);
  await expect(page.getByRole('heading', { name: 'Glass rim' })).toBeVisible();
  await openRecord(page);
  await expect(takes(page)).toHaveCount(count - 1);
  expect(errors).toEqual([]);
});

test('a pass whose page goes away is a take, and is heard', async ({ page, context }) => {
  test.slow(); // bars are played in real time
  await context.grantPermissions(['microphone']);
  await openEditor(page);
  await openRecord(page);
  await recordButton(page, 'Record').click();
  await expect(page.getByRole('heading', { name: /^Bar \d of 4/ })).toBeVisible();
  // Another tab, or the sheet closed: it goes on.
  if (isNarrow(page)) await closeRecord(page);
  else await page.getByRole('tab', { name: 'Loops' }).click();
  await page.waitForTimeout(1000); // longer than the recorder waits for the next panel
  await openRecord(page, 'Stop recording');
  await expect(page.getByRole('heading', { name: /^Bar [34] of 4/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('status').getByText(/What had come in is kept/)).toBeVisible();
  await openRecord(page);
  await expect(takes(page)).toHaveCount(1);
  await expect(takes(page)).toContainText('recovered');
  const hear = takeButton(page, 'Hear Take 1 in the mix');
  await hear.click();
  await heard(page);
  const around = await bandDb(page, TONE_HZ - 60, TONE_HZ + 60, 1000);
  expect(around - (await bandDb(page, 300, 1500, 1000))).toBeGreaterThan(12);
  await hear.click();
  await page.reload();
  await openRecord(page);
  await expect(takes(page)).toHaveCount(1);
});
