/** What a browser refuses. No permission was given, and no person is there to give it. */
import { expect, test } from '@playwright/test';
import { journeyArgs, testChromiumPath } from '../chromium.ts';
import { addLoops, openEditor, slots } from './editorPage.ts';
import { collectErrors } from './pageChecks.ts';
import { closeRecord, openRecord, recordButton, takeButton } from './recordPage.ts';
import { checkRow, openSelfTest } from './selfTestPage.ts';

// A machine without a microphone has one here, so that it can be refused.
test.use({
  launchOptions: {
    executablePath: testChromiumPath(),
    args: [...journeyArgs, '--use-fake-device-for-media-stream'],
  },
});

test('a refused microphone is said, logged, and loses nothing', async ({ page }) => {
  const errors = collectErrors(page);
  await openEditor(page);
  await addLoops(page, 0);
  await openRecord(page);
  await recordButton(page, 'Record').click();
  await expect(page.getByRole('alert')).toContainText('does not let this page use the microphone');
  await expect(takeButton(page, 'Try again')).toBeVisible();
  await expect(recordButton(page, 'Record')).toBeEnabled();
  await closeRecord(page);
  await expect(slots(page)).toHaveCount(1);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain('Microphone capture failed');
});

test('the self-test says plainly what is refused, and its report stands on the page', async ({
  page,
}) => {
  await openSelfTest(page);
  const microphone = checkRow(page, /^Microphone/);
  await microphone.getByRole('button').click();
  await expect(microphone).toContainText(/Fails.*refused/s);
  await expect(microphone.getByRole('button')).toHaveText('Listen again');
  const midi = checkRow(page, /^MIDI/);
  await midi.getByRole('button').click();
  await expect(midi).toContainText(/Fails.*refused/s);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Copy report' }).click();
  await expect(page.getByText(/does not let pages copy/)).toBeVisible();
  await expect(page.locator('pre')).toBeVisible();
  await expect(page.locator('pre')).toContainText('fails    Microphone: refused');
});
