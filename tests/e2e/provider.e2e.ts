/** Signing in with an account elsewhere, at a real provider on this machine. */
import { expect, type Page, test } from '@playwright/test';
import { providerEntry, startTestProvider } from '../../server/testing/oidcProvider.ts';
import { freePort } from '../support/freePort.ts';
import { credentialOf, fillLogin } from './accountPages.ts';
import { withServer } from './ownServer.ts';
import { collectErrors, violations } from './pageChecks.ts';

const BUTTON = 'Sign in with Hill School';

/** Signs in at the provider, where the page led. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByLabel('Who are you?').fill(login);
  await page.getByRole('button', { name: 'Sign in there' }).click();
}

/** Signs out here, which leads there, and home again. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(/\/$/);
  await expect.poll(() => credentialOf(page)).toBeNull();
}

test('an account elsewhere makes one here, is found again, is linked to another and signs out there', {
  tag: ['@wide', '@short'],
}, async ({ browser, request }) => {
  const PORT = String(await freePort());
  const PUBLIC_URL = `http://localhost:${PORT}`;
  const provider = await startTestProvider(PUBLIC_URL);
  provider.people.set('sub-ada', { email: 'ada@hill.example', email_verified: true });
  const OIDC_PROVIDERS = JSON.stringify([providerEntry(provider)]);
  const settings = { members: ['bo_here'], PORT, PUBLIC_URL, OIDC_PROVIDERS };
  await withServer({ browser, request }, settings, async ({ page }) => {
    const errors = collectErrors(page);
    await page.goto('/login?success=%2Faccount%3Ftab%3Dsign-in');
    await page.getByRole('button', { name: BUTTON }).click();
    await signInThere(page, 'sub-ada');
    await expect(page.getByRole('heading', { name: 'Choose a name' })).toBeVisible();
    // What came with the address is good once: it does not stay there.
    await expect(page).toHaveURL(`${PUBLIC_URL}/oidc`);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('User name').fill('ada_hill');
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await page.getByRole('button', { name: 'Make my account' }).click();
    await expect(page.getByText('Your account at Hill School alone.')).toBeVisible();
    await expect(page.getByText(/ada@hill\.example, linked/)).toBeVisible();

    await signOut(page);
    await expect(page).toHaveURL(`${PUBLIC_URL}/`);

    // The second time it is known.
    await page.goto('/login?success=%2Faccount%3Ftab%3Dsign-in');
    await page.getByRole('button', { name: BUTTON }).click();
    await signInThere(page, 'sub-ada');
    await expect(page.getByText('Your account at Hill School alone.')).toBeVisible();
    await signOut(page);

    // Another account here links its own, and unlinks it.
    await page.goto('/login?success=%2Faccount%3Ftab%3Dsign-in');
    await fillLogin(page, 'bo_here');
    await page.getByRole('button', { name: 'Link Hill School' }).click();
    await signInThere(page, 'sub-bo');
    await expect(page.getByText(/sub-bo, linked/)).toBeVisible();
    await page.getByRole('button', { name: 'Unlink Hill School, sub-bo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await expect(page.getByRole('button', { name: 'Link Hill School' })).toBeVisible();
    expect(errors).toEqual([]);
  });
  await provider.close();
});
