import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startServerProcess } from '../../server/testing/serverProcess.ts';
import { PASSWORD } from './accountPages.ts';
import { overflowPx, violations } from './pageChecks.ts';

test('an empty server is set up by the link that it prints, and a second person finds it closed', {
  tag: '@short',
}, async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'rondo-first-'));
  const server = await startServerProcess(folder);
  const context = await browser.newContext({ baseURL: server.url });
  try {
    await expect.poll(server.said).toMatch(/setup#/);
    const [link = ''] = /http\S+\/setup#\S+/.exec(server.said()) ?? [];
    const page = await context.newPage();
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

    const second = await browser.newContext({ baseURL: server.url });
    const visitor = await second.newPage();
    await visitor.goto('/register');
    await expect(visitor.getByText(/This server takes no new accounts at present/)).toBeVisible();
    // The link was used: it says one sentence to a person who finds it.
    await visitor.goto(link);
    await expect(visitor.getByRole('alert').getByText(/^This link was used already/)).toBeVisible();
    await second.close();
  } finally {
    await context.close();
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
