import { expect, type Page, test } from '@playwright/test';
import { journeyArgs, MICROPHONE, testChromiumPath } from '../chromium.ts';

// A microphone that beeps, in place of the one that this machine may not have.
test.use({
  launchOptions: {
    executablePath: testChromiumPath(),
    args: [...journeyArgs, ...MICROPHONE],
  },
});

const row = (page: Page, name: RegExp) => page.getByRole('row', { name });

/** Opens the self-test and waits until the checks that need no permission are done. */
async function open(page: Page): Promise<void> {
  await page.goto('/test-wasm');
  await expect(page.getByText(/^\d+ pass, \d+ fail, \d+ absent$/)).toBeVisible({ timeout: 90_000 });
}

test('the self-test listens to the microphone, asks for MIDI, and its report can be taken along', {
  tag: ['@short', '@alone'],
}, async ({ page, context }) => {
  await context.grantPermissions([
    'microphone',
    'midi',
    'midi-sysex',
    'clipboard-read',
    'clipboard-write',
  ]);
  await open(page);
  const microphone = row(page, /^Microphone/);
  await microphone.getByRole('button', { name: 'Listen: Microphone' }).click();
  await expect(microphone.getByRole('progressbar', { name: 'Level' })).toBeVisible();
  await expect(microphone).toContainText(/Passes.*, −?\d+ dB at most/s);
  // Let go again: the browser's sign of a microphone in use is gone.
  await expect(microphone.getByRole('progressbar')).toHaveCount(0);
  await expect(microphone.getByRole('button')).toHaveText('Listen again');

  const midi = row(page, /^MIDI/);
  await midi.getByRole('button').click();
  // Allowed; whether there is a port, or MIDI at all, is up to the machine that runs this.
  await expect(midi).toContainText(/Passes|Absent.*this device has no MIDI/s);

  await page.getByRole('button', { name: 'Copy report' }).click();
  await expect(page.getByText('Report copied')).toBeVisible();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toMatch(/^Browser: .*Chrome/);
  expect(report).toMatch(/^passes {3}Microphone: .*dB at most$/m);
  expect(report).toMatch(/^(passes|absent) {3}MIDI: /m);
});

test('what is refused is said plainly, and the report stands on the page', async ({ page }) => {
  // No permission was given, and no person is there to give it: the browser refuses.
  await open(page);
  const microphone = row(page, /^Microphone/);
  await microphone.getByRole('button').click();
  await expect(microphone).toContainText(/Fails.*refused/s);
  await expect(microphone.getByRole('button')).toHaveText('Listen again');
  const midi = row(page, /^MIDI/);
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
