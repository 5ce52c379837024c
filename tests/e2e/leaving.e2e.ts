import { expect, test } from '@playwright/test';
import { carrySession, makePerson, PASSWORD } from './accountPages.ts';
import { commit, share } from './sharingCalls.ts';

test('who leaves takes their own along; what others made of it keeps its family', {
  tag: '@shortPostgres',
}, async ({ page, browser, request }) => {
  test.slow();
  const [ada, ben, cleo] = [
    await makePerson(request),
    await makePerson(request),
    await makePerson(request),
  ];
  const [first, alone] = [await commit(request, ada, 0), await commit(request, ada, 3)];
  const firstShare = await share(request, ada, first, 'Where it began');
  const aloneShare = await share(request, ada, alone, 'Nobody answered');
  const second = await commit(request, ben, 1, first);
  const secondShare = await share(request, ben, second, 'The answer');
  const third = await commit(request, cleo, 2, second);
  const thirdShare = await share(request, cleo, third, 'The answer to it');

  await carrySession(page, ada);
  await page.goto('/account?tab=data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Type your user name/).fill(ada.name);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('about:blank');

  // Only the marks of what others built on are left, without a name.
  const read = (path: string) => request.get(`/api${path}`);
  for (const gone of [firstShare, aloneShare]) {
    expect((await read(`/v3/feed/shared_rifff/${gone}`)).status()).toBe(404);
  }
  expect((await read(`/accounts/profile/${ada.name}`)).status()).toBe(404);
  const lineage = await read(`/jam/${cleo.name}/rifffs/${third.rifffId}/lineage`);
  const { ancestors } = (await lineage.json()).data;
  expect(ancestors).toMatchObject([
    { rifffId: second.rifffId, user_id: ben.name, shareId: secondShare, isReadable: true },
    { rifffId: null, hasLeft: true, user_id: '', displayName: '', isReadable: false },
  ]);
  const answer = await read(`/jam/${ben.name}/rifffs/${second.rifffId}`);
  const { rifff } = (await answer.json()).data;
  // Of what is gone not even the ids are told.
  expect(rifff.parent).toBeNull();
  expect(rifff.originalId).toBeUndefined();
  expect(rifff.loops.length).toBeGreaterThan(0);
  for (const said of [rifff, ancestors]) expect(JSON.stringify(said)).not.toContain(ada.name);

  const visitor = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await visitor.goto(`/rifff/${thirdShare}`);
  const family = visitor.getByRole('region', { name: 'Lineage' });
  await expect(family.getByRole('link', { name: 'The answer', exact: true })).toBeVisible();
  await expect(family.getByText('A rifff of someone who left')).toBeVisible();
  await expect(visitor.getByRole('main')).not.toContainText(ada.name);
  await visitor.goto(`/${ada.name}`);
  await expect(visitor.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await visitor.context().close();

  // No account can take the name again, and its sessions have ended.
  const again = await request.post('/api/signup', {
    data: {
      username: ada.name,
      email: `again-${ada.email}`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    },
  });
  expect(again.status()).toBe(400);
  const { authorization } = ada;
  expect((await request.get('/api/auth/session', { headers: { authorization } })).status()).toBe(
    401,
  );
});
