/** Passkeys, time codes and proofs on a server with a name, in a browser with an authenticator of the test's own. */
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { generateSync } from 'otplib';
import { freePort } from '../support/freePort.ts';
import { carrySession, credentialOf, fillLogin, PASSWORD } from './accountPages.ts';
import { addLoops, openEditor } from './editorPage.ts';
import { withServer } from './ownServer.ts';
import { collectErrors, overflowPx, violations } from './pageChecks.ts';

/** Marks on the page that its suggestion waits for a finger. */
const markSuggestion = () => {
  const real = CredentialsContainer.prototype.get;
  CredentialsContainer.prototype.get = function get(options) {
    if (options?.mediation === 'conditional') document.documentElement.dataset.suggests = '';
    return real.call(this, options);
  };
};

interface Finger {
  /** How many passkeys the device keeps. */
  kept(): Promise<number>;
  /** Does the person touch the device when they are asked from now on? */
  setPresent(enabled: boolean): Promise<void>;
  /** Does the device know them by it? */
  setVerified(isUserVerified: boolean): Promise<void>;
}

/** A device that asks for a finger, which the person shows at once. */
async function withFinger(page: Page): Promise<Finger> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    kept: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    setPresent: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    setVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

/** Settings of a server that is called `localhost`, which is a name that passkeys may be for. */
async function named(member: string) {
  const PORT = String(await freePort());
  return { members: [member], PORT, PUBLIC_URL: `http://localhost:${PORT}` };
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => credentialOf(page)).toBeNull();
}

const keepCodes = async (page: Page): Promise<string[]> => {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allInnerTexts();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^recovery-codes-.*\.txt$/);
  await page.getByRole('button', { name: 'I kept them' }).click();
  return codes;
};

test('a passkey signs in by the suggestion and by one touch, until it is removed', {
  tag: ['@wide', '@short'],
}, async ({ browser, request }) => {
  await withServer({ browser, request }, await named('ada_keys'), async ({ page, members }) => {
    const errors = collectErrors(page);
    await page.addInitScript(markSuggestion);
    const finger = await withFinger(page);
    await carrySession(page, { authorization: members.ada_keys ?? '' });
    await page.goto('/account?tab=sign-in');
    await expect(page.getByText(/^Your password alone\. /)).toBeVisible();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await keepCodes(page);
    expect(await finger.kept()).toBe(1);
    await expect(page.getByText(/^Your password alone is not enough any more/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    // The same device has it already.
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText(/is kept here already/)).toBeVisible();

    // Where the browser suggests it in the field of the name.
    await signOut(page);
    await page.goto('/login?success=%2Faccount%3Ftab%3Dsign-in');
    await expect.poll(() => credentialOf(page)).not.toBeNull();
    await expect(page.getByText(/last used/)).toBeVisible();

    // By one touch, which takes over from suggestions that wait.
    await signOut(page);
    await finger.setPresent(false);
    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await expect(button).toBeVisible();
    // A suggestion that begins after the finger is there would sign in by itself.
    await expect(page.locator('html')).toHaveAttribute('data-suggests', '');
    await finger.setPresent(true);
    await button.click();
    await expect.poll(() => credentialOf(page)).not.toBeNull();

    // A device that does not know the finger says no, and the page says nothing.
    await signOut(page);
    await finger.setVerified(false);
    await page.goto('/login');
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await finger.setVerified(true);

    // With the password it is the second step.
    await finger.setPresent(false);
    await page.goto('/login');
    await fillLogin(page, 'ada_keys');
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await finger.setPresent(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect.poll(() => credentialOf(page)).not.toBeNull();

    // Removed, it opens nothing, and the device forgets it.
    await page.goto('/account?tab=sign-in');
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('You have none yet.')).toBeVisible();
    await signOut(page);
    await page.goto('/login');
    await expect(page.getByText('This passkey is not known here')).toBeVisible();
    expect(await credentialOf(page)).toBeNull();
    await expect.poll(finger.kept).toBe(0);
    await fillLogin(page, 'ada_keys');
    await expect.poll(() => credentialOf(page)).not.toBeNull();
    // What is refused on the way is no error of a page.
    expect(errors.filter((error) => !/status of 401/.test(error))).toEqual([]);
  });
});

test('a code of an app stands beside the password; a device that was let in elsewhere proves itself first', {
  tag: ['@wide', '@short'],
}, async ({ browser, request }) => {
  await withServer(
    { browser, request },
    await named('ada_codes'),
    async ({ page, members, url }) => {
      await carrySession(page, { authorization: members.ada_codes ?? '' });
      await page.goto('/account?tab=sign-in');
      await page.getByRole('button', { name: 'Set up time codes' }).click();
      const secret = await page
        .getByRole('textbox', { name: 'Or type this into the app' })
        .inputValue();
      await page.getByLabel('Code from your app').fill(generateSync({ secret }));
      await page.getByRole('button', { name: 'Turn on' }).click();
      const [first = '', second = ''] = await keepCodes(page);
      await expect(page.getByText('They are on.')).toBeVisible();
      expect(await overflowPx(page)).toBe(0);

      // The code of now was used: the next one is good already.
      await signOut(page);
      await page.goto('/login');
      await fillLogin(page, 'ada_codes');
      const next = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
      await page.getByLabel('Code from your app').fill('12345');
      await page.getByLabel('Code from your app').fill(next);
      await expect.poll(() => credentialOf(page)).not.toBeNull();

      // Once more with it: it was used, and what was typed stays.
      await signOut(page);
      await page.goto('/login');
      await fillLogin(page, 'ada_codes');
      await page.getByLabel('Code from your app').fill(next);
      await expect(page.getByText(/This code is wrong or was used/).first()).toBeVisible();
      await expect(page.getByLabel('Code from your app')).toHaveValue(next);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(first.toLowerCase());
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect.poll(() => credentialOf(page)).not.toBeNull();
      await page.goto('/account?tab=sign-in');
      await expect(page.getByText('9 codes left.')).toBeVisible();

      // A device that this person lets in has shown nothing itself.
      const authorization = `Bearer ${await credentialOf(page)}`;
      const calls = `${url}/api/accounts/auth/remote-login`;
      const started = await request.post(`${calls}/start`, { data: {} });
      const { remoteToken, secret: ours } = (await started.json()).data;
      await request.post(calls, { data: { remoteToken }, headers: { authorization } });
      const claimed = await request.post(`${calls}/claim`, { data: { remoteToken, secret: ours } });
      const { login } = (await claimed.json()).data;
      const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
      try {
        const other = await context.newPage();
        await carrySession(other, { authorization: `Bearer ${login.token}:${login.password}` });
        await other.goto('/account?tab=sign-in');
        await other.getByRole('button', { name: 'Make new codes' }).click();
        await other.getByRole('button', { name: 'Make them' }).click();
        const dialog = other.getByRole('dialog', { name: 'Show once more that it is you' });
        await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
        await other.keyboard.press('Escape');
        await expect(other.getByText('Nothing was changed.')).toBeVisible();
        await other.getByRole('button', { name: 'Make them' }).click();
        await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
        await dialog.getByLabel('Recovery code').fill(second);
        await dialog.getByRole('button', { name: 'Go on' }).click();
        await keepCodes(other);
        await expect(other.getByText('10 codes left.')).toBeVisible();
      } finally {
        await context.close();
      }
    },
  );
});

test('after a commit a passkey is offered, once nothing plays, and added where the person stands', {
  tag: '@wide',
}, async ({ browser, request }) => {
  await withServer({ browser, request }, await named('ada_offer'), async ({ page, members }) => {
    const finger = await withFinger(page);
    await carrySession(page, { authorization: members.ada_offer ?? '' });
    await openEditor(page);
    await addLoops(page, 0);
    const offer = page.getByText('Sign in with one touch next time.');
    await page.getByRole('button', { name: 'Commit', exact: true }).first().click();
    await expect(page.getByText('in your jam', { exact: true })).toBeVisible();
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    await expect(pause).toBeVisible();
    await expect(offer).toHaveCount(0);
    await pause.click();
    await expect(offer).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await keepCodes(page);
    expect(await finger.kept()).toBe(1);
    await expect(page.getByRole('heading', { name: 'Committed' })).toBeVisible();
  });
});
