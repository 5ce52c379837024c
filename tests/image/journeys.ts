import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../chromium.ts';
import { heard, tapSound } from '../e2e/sound.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Makes journeys of `tests/e2e` on the server that listens on `port` of this machine.
 * @param environment what they need to know besides
 */
export function makeJourneys(
  port: number,
  journeys: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): void {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', ...journeys, '--project', 'wide'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        RONDO_E2E_PORT: String(port),
        RONDO_E2E_RUNNING: '1',
        RONDO_E2E_POSTGRES: '',
        ...environment,
      },
    },
  );
  if (status !== 0) throw new Error(`Journeys ended with ${status}.`);
}

/** Opens the first page in Chromium, taps Play, and waits until something is heard. */
export async function hearFirstRifff(address: string): Promise<void> {
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: chromiumArgs,
  });
  try {
    const page = await browser.newPage();
    await tapSound(page);
    await page.goto(address);
    await page.getByRole('button', { name: /^Play / }).click();
    await heard(page, undefined, 120_000);
  } finally {
    await browser.close();
  }
}
