/** Script in texts that leave our pages: players inside other pages, tags for link previews, mails. */

import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { typedLine } from '../../server/ports/mail/typed.ts';
import { type ReceivedMail, waitForMail } from '../../server/testing/outbox.ts';
import { makePerson, PASSWORD, type Person } from './accountPages.ts';
import { embedFrame, otherPage, playing } from './embedPage.ts';
import { makeHostile, makeHostileShare, SCRIPT, SCRIPTS, watch } from './hostilePage.ts';
import { commit, post, share } from './sharingCalls.ts';

const TITLE = SCRIPT.slice(0, 80);
const NAME = '<svg/onload=window.struck=5>';

test('script runs in no player that plays, nor in the page around it', { tag: '@short' }, async ({
  page,
  request,
  baseURL,
}) => {
  const { shareId } = await makeHostileShare(request, await makeHostile(request));
  const check = await watch(page);
  await page.goto(`/embed/${shareId}`);
  await expect(page.getByRole('heading')).toHaveText(TITLE);
  await check();
  await page.locator('.disc').click();
  await playing(page);
  await page
    .getByRole('button', { name: /^Mute / })
    .first()
    .press('Enter');
  await check();

  // The embed on another site, with the markup that our server gives.
  const query = new URLSearchParams({ url: `${baseURL}/rifff/${shareId}` });
  const { html } = (await (await request.get(`/api/oembed?${query}`)).json()).data;
  const other = await otherPage(html.replace('src="/', `src="${baseURL}/`));
  await page.goto(other.url);
  const frame = await embedFrame(page);
  expect(new URL(frame.url()).pathname).toBe(`/embed/${shareId}`);
  await frame.locator('.disc').click();
  await playing(frame);
  await check(frame);
  await check();
  await other.close();
});

/** Every element of a page as it is sent, by name and attributes' names, and the texts of its tags. */
function skeletonOf(page: Page, html: string) {
  return page.evaluate((text) => {
    const all = [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('*')];
    const tags = all.filter((one) => one.matches('title, meta, link[title]'));
    return {
      elements: all.map((one) => `${one.tagName} ${one.getAttributeNames()}`),
      texts: tags.map(
        (one) => one.getAttribute('content') ?? one.getAttribute('title') ?? one.textContent,
      ),
    };
  }, html);
}

test('tags for link previews hold script as text, and nothing more than those of others', {
  tag: '@short',
}, async ({ page, request }) => {
  const [ada, hostile] = [await makePerson(request), await makeHostile(request)];
  const harmless = await share(request, ada, await commit(request, ada, 0), 'Ninth bus');
  const { shareId } = await makeHostileShare(request, hostile);
  for (const kind of ['rifff', 'embed']) {
    const sent = async (id: string) => (await request.get(`/${kind}/${id}`)).text();
    const [before, after] = [
      await skeletonOf(page, await sent(harmless)),
      await skeletonOf(page, await sent(shareId)),
    ];
    expect(after.elements).toEqual(before.elements);
    expect(after.texts).toContain(`${TITLE} – Rondo`);
    if (kind === 'rifff') {
      expect(after.texts).toContain(TITLE);
      expect(after.texts.filter((text) => text?.includes(NAME)).length).toBeGreaterThan(1);
    }
  }
});

/** Sends the call and reads the mail that comes of it. */
async function mailOf(
  request: APIRequestContext,
  person: Person,
  [path, data]: readonly [string, object],
  subject: string,
): Promise<ReceivedMail> {
  await post(request, person, path, data);
  const { dataFolder = process.env.RONDO_E2E_DATA } = test.info().project.metadata;
  return waitForMail(String(dataFolder), { to: person.email, subject });
}

test('mails hold no script, in text and in HTML', { tag: '@short' }, async ({ page, request }) => {
  const hostile = await makeHostile(request);
  const device = SCRIPTS[1]!;
  const { remoteToken } = (await post(request, hostile, '/accounts/auth/remote-login/start', {
    device,
  })) as { remoteToken: string };
  const passwords = { newPassword: 'Circles5Ever', confirmPassword: 'Circles5Ever' };
  const { email } = hostile;
  const mails = [
    await mailOf(request, hostile, ['/auth/forgot-password', { email }], 'A new password'),
    await mailOf(
      request,
      hostile,
      ['/accounts/auth/email-login', { email, remoteToken }],
      'on another device',
    ),
    await mailOf(
      request,
      hostile,
      ['/auth/password-change', { currentPassword: PASSWORD, ...passwords }],
      'was changed',
    ),
  ];
  const check = await watch(page);
  // A page of no policy, as the window of a mail program may be.
  for (const { text, html, subject } of mails) {
    const said = subject.includes('device') ? typedLine(device) : `Hello ${hostile.name},`;
    expect(text, subject).not.toContain(NAME);
    expect(text, subject).toContain(said);
    const mail = await otherPage(html);
    await page.goto(mail.url);
    await expect(page.getByText(said).first()).toBeVisible();
    expect(await page.locator('script, img, svg, iframe, form').count(), subject).toBe(0);
    for (const link of await page.getByRole('link').all()) {
      await expect(link).toHaveAttribute('href', /^http:\/\/localhost:\d+\//);
    }
    await check();
    await mail.close();
  }
});
