import { expect, test } from '@playwright/test';
import { journeyArgs, MICROPHONE, testChromiumPath } from '../chromium.ts';
import { checkRow, openSelfTest } from './selfTestPage.ts';

// A microphone that beeps, in place of the one that this machine may not have.
test.use({
  launchOptions: {
    executablePath: testChromiumPath(),
    args: [...journeyArgs, ...MICROPHONE],
  },
});

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
  await openSelfTest(page);
  const microphone = checkRow(page, /^Microphone/);
  await microphone.getByRole('button', { name: 'Listen: Microphone' }).click();
  await expect(microphone.getByRole('progressbar', { name: 'Level' })).toBeVisible();
  await expect(microphone).toContainText(/Passes.*, −?\d+ dB at most/s);
  // Let go again: the browser's sign of a microphone in use is gone.
  await expect(microphone.getByRole('progressbar')).toHaveCount(0);
  await expect(microphone.getByRole('button')).toHaveText('Listen again');

  const midi = checkRow(page, /^MIDI/);
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
