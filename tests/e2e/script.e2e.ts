import { expect, test } from '@playwright/test';
import { carrySession, makePerson, makeReferee, PASSWORD } from './accountPages.ts';
import {
  extra,
  LINK,
  MARK,
  makeHostile,
  makeHostileShare,
  SCRIPT,
  SCRIPTS,
  watch,
} from './hostilePage.ts';
import { commit, post, share } from './sharingCalls.ts';

test('script in every text that people write runs on no page', async ({ page, request }) => {
  test.slow();
  const hostile = await makeHostile(request);
  const { shareId, rifffId, jamId } = await makeHostileShare(request, hostile);
  const other = await makePerson(request);
  const remix = await commit(request, other, 1, { jamId, rifffId }, extra);
  const remixId = await share(request, other, remix, SCRIPTS[1]!);
  const { look } = (await post(request, hostile, '/looks', {
    document: {
      ...{ v: 1, name: SCRIPTS[1], ground: 'ground' },
      layers: [{ source: 'rings', drawn: 'filled' }],
    },
    access: 'public',
  })) as { look: { id: string } };
  await post(request, other, `/rifff-feed/${shareId}/report`, { reason: 'other', message: SCRIPT });

  await carrySession(page, hostile);
  const check = await watch(page);
  const paths = [
    `/${hostile.name}`,
    '/profile',
    `/${hostile.name}/social`,
    '/feed',
    '/listen',
    `/rifff/${shareId}`,
    `/rifff/${remixId}`,
    `/jams/${hostile.name}`,
    '/looks',
    `/looks/${look.id}`,
    `/${hostile.name}?tab=looks`,
    '/account?tab=profile',
    '/account?tab=devices',
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByText('window.struck').first(), path)
      .toBeAttached({ timeout: 4000 })
      .catch(() => {});
    await check();
  }
  // The texts are on show, as texts.
  await page.goto(`/${hostile.name}`);
  await expect(page.getByText(SCRIPTS[0]!).first()).toBeVisible();
  await page.goto(`/rifff/${shareId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>');
});

test('script for moderators does not run either', async ({ page, request }) => {
  const hostile = await makeHostile(request);
  const { shareId } = await makeHostileShare(request, hostile);
  const other = await makePerson(request);
  await post(request, other, `/rifff-feed/${shareId}/report`, { reason: 'other', message: SCRIPT });
  const referee = await makeReferee(request);
  await carrySession(page, referee);
  const check = await watch(page);
  await page.goto('/moderation');
  await expect(page.getByText(SCRIPTS[0]!).first()).toBeVisible();
  await check();
  await post(request, referee, `/moderation/shares/${shareId}/remove`, { reason: SCRIPT });
  await page.reload();
  await expect(page.getByText(SCRIPTS[0]!).first()).toBeVisible();
  await check();
});

test('script in an address is not written into the page and not followed', {
  tag: '@short',
}, async ({ page, request }) => {
  test.slow();
  const check = await watch(page);
  const text = encodeURIComponent(SCRIPT);
  // An address with a dot in its last part names a file, which no page is.
  const segment = encodeURIComponent(`"><svg onload=${MARK}=8>`);
  const link = encodeURIComponent(LINK);
  const paths = [
    `/login?success=${link}`,
    `/login?success=${text}`,
    `/register?success=${text}`,
    `/accept-terms?redirectFrom=${link}`,
    `/holding-page?redirectFrom=${link}`,
    `/holding-page?redirectFrom=${text}`,
    `/reset-password?token=${text}`,
    `/remote-register?remoteToken=${text}`,
    `/remote-auth/verify-email?token=${text}`,
    `/not-me?token=${text}`,
    `/oidc?error=${text}&state=${text}`,
    `/card#${text}`,
    `/move-out#${text}`,
    `/account?tab=${text}`,
    `/${segment}`,
    `/rifff/${segment}`,
    `/jams/${segment}`,
    `/profile/${segment}?q=${text}#${text}`,
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    await check();
  }
  const person = await makePerson(request);
  await page.goto(`/login?success=${link}`);
  await page.getByLabel('Name or e-mail').fill(person.name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // On, to where the visit was before: nowhere that the address named.
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/profile\//);
  await check();
});

test('what the server writes into HTML, pictures and mails is escaped', { tag: '@short' }, async ({
  request,
}) => {
  const hostile = await makeHostile(request);
  const { shareId } = await makeHostileShare(request, hostile);
  const raw = /<script>window\.struck|<img src=x|<svg\/onload/i;
  for (const path of [
    `/rifff/${shareId}`,
    `/embed/${shareId}`,
    `/media/covers/${shareId}.svg`,
    `/${hostile.name}`,
    `/login?success=${encodeURIComponent(SCRIPT)}`,
    `/${encodeURIComponent(SCRIPT)}`,
  ]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBeLessThan(500);
    expect(raw.test(await answer.text()), path).toBe(false);
  }
  // An answer of the API is no page, also when a browser opens its address.
  const profile = await request.get(`/api/accounts/profile/${hostile.name}`);
  expect(profile.headers()['content-type']).toContain('application/json');
  expect(profile.headers()['x-content-type-options']).toBe('nosniff');

  // The bytes of a picture decide its type. Its file name is not used.
  const upload = (name: string, mimeType: string, buffer: Buffer) =>
    request.post('/api/v3/image/upload?group=avatars', {
      headers: { authorization: hostile.authorization },
      multipart: { image: { name, mimeType, buffer }, name: SCRIPT },
    });
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="window.struck=8"/>`);
  expect((await upload(`${SCRIPT}.svg`, 'image/svg+xml', svg)).status()).toBe(400);
  expect((await upload('a.png', 'image/png', svg)).status()).toBe(400);
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const stored = await upload(`${SCRIPT}.html`, 'text/html', pixel);
  expect(stored.status()).toBe(200);
  const { avatarUrl } = (await stored.json()).data;
  expect(avatarUrl).toMatch(/^\/media\/[0-9a-f]+$/);
  const picture = await request.get(avatarUrl);
  expect(picture.headers()['content-type']).toBe('image/webp');
  expect(picture.headers()['content-security-policy']).toContain('sandbox');
});
