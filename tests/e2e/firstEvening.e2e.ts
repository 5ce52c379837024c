import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startServerProcess } from '../../server/testing/serverProcess.ts';
import { PASSWORD } from './accountPages.ts';
import { overflowPx, violations } from './pageChecks.ts';
import { heard, tapSound } from './sound.ts';

/** The link of an empty server: of one that runs in a container (`tests/image`), else of one of its own. */
async function printedLink(): Promise<{ link: string; end: () => Promise<void> }> {
  const printed = process.env.RONDO_E2E_LINK;
  if (printed) return { link: printed, end: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'rondo-first-'));
  const server = await startServerProcess(folder);
  const end = async () => {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await expect.poll(server.said).toMatch(/setup#/);
  } catch (error) {
    await end();
    throw error;
  }
  const [link = ''] = /http\S+\/setup#\S+/.exec(server.said()) ?? [];
  return { link, end };
}

test('an empty server is set up by the link that it prints, a second person finds it closed, and it plays', {
  tag: '@short',
}, async ({ browser }) => {
  const { link, end } = await printedLink();
  const baseURL = new URL(link).origin;
  const context = await browser.newContext({ baseURL });
  try {
    const page = await context.newPage();
    await tapSound(page);
    await page.goto(link);
    await page.getByLabel('User name').fill('ines');
    await page.getByLabel('E-mail').fill('ines@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password again', { exact: true }).fill(PASSWORD);
    await page.getByLabel(/I agree to the/).check();
    await page.getByRole('button', { name: 'Make my account' }).click();

    const people = page.getByRole('form', { name: 'Who may sign up' });
    await expect(people).toBeVisible();
    await expect(page).toHaveURL(/\/setup$/);
    expect(await violations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    const name = page.getByRole('form', { name: 'This server' });
    await name.getByLabel('Name').fill('Night school');
    await name.getByRole('button', { name: 'Save' }).click();
    await expect(name.getByText('Saved')).toBeVisible();
    await people.getByLabel('No one').check();
    await people.getByRole('button', { name: 'Save' }).click();
    await expect(people.getByText('Saved')).toBeVisible();
    // Left and come back to.
    await page.goto('/setup');
    await expect(name.getByLabel('Name')).toHaveValue('Night school');
    await expect(page).toHaveTitle('Night school – Set up this server');

    const second = await browser.newContext({ baseURL });
    const visitor = await second.newPage();
    await visitor.goto('/register');
    await expect(visitor.getByText(/This server takes no new accounts at present/)).toBeVisible();
    // The link was used: it says one sentence to a person who finds it.
    await visitor.goto(link);
    await expect(visitor.getByRole('alert').getByText(/^This link was used already/)).toBeVisible();
    await second.close();
    // And there is music.
    await page.goto('/');
    await page.getByRole('button', { name: /^Play / }).click();
    await heard(page);
  } finally {
    await context.close();
    await end();
  }
});
