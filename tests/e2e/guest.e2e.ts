import { expect, type Page, test } from '@playwright/test';
import { makePerson, PASSWORD } from './accountPages.ts';
import { addLoops, kept } from './editorPage.ts';
import { arrived, commitIt, discs, rifffsOf } from './keepingPage.ts';
import { overflowPx, violations } from './pageChecks.ts';
import { answerIn, makeRoom } from './roomPages.ts';

/** The session that the page itself has. */
const sessionOf = async (page: Page) => ({
  authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('rondo/credential'))}`,
});

test('a guest talks and answers in a room, and keeps it all by signing up', {
  tag: ['@wide', '@short'],
}, async ({ page, request }) => {
  test.slow();
  const ada = await makePerson(request);
  const room = await makeRoom(request, ada, 'The attic');
  const question = await answerIn(request, ada, room.id, 0);

  await page.goto(`/jam/${room.code}`);
  await expect(page.getByRole('heading', { name: room.name })).toBeVisible();
  await page.getByLabel('Your name here').fill('Zoë & me');
  await page.getByRole('button', { name: 'Come in as a guest' }).click();
  await expect(page).toHaveURL(new RegExp(`/jams/${room.id}$`));
  const talk = page.getByRole('region', { name: 'Talk' });
  await talk.getByRole('textbox', { name: 'Message' }).fill('Is anybody there?');
  await talk.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(talk.getByText('Is anybody there?')).toBeVisible();
  await expect(talk.getByText('Not sent')).toHaveCount(0);
  const guest = await sessionOf(page);
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await addLoops(page, 4);
  await kept(page);
  await commitIt(page);
  await arrived(page);
  await expect(discs(page)).toHaveCount(2);
  const [answer] = await rifffsOf(request, { ...ada, name: room.id });

  // A guest is one after a reload too.
  await page.reload();
  const claim = page.getByRole('link', { name: 'Keep what you made: make an account' });
  await page.getByRole('button', { name: 'People', exact: true }).click();
  await expect(claim).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto('/logout');
  await expect(page.getByRole('heading', { name: 'Leave for good?' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the room' }).click();
  await claim.click();

  const name = page.getByLabel('User name');
  await expect(name).toHaveAttribute('readonly', '');
  const userId = await name.inputValue();
  expect(userId).toMatch(/^Zoe-me-\w{5}$/);
  await expect(page.getByText(/You are Zoë & me here, as a guest/)).toBeVisible();
  const send = page.getByRole('button', { name: 'Make my account' });
  await page.getByLabel('E-mail').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Password again' }).fill(PASSWORD);
  await page.getByLabel(/I agree to/).check();
  await send.click();
  await expect(page.getByText('This address already has an account').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);
  await page.getByLabel('E-mail').fill(`${userId}@example.org`);
  await send.click();

  await expect(page).toHaveURL(new RegExp(`/jams/${room.id}$`));
  await expect(talk.getByText('Is anybody there?')).toBeVisible();
  await expect(page.getByText('as a guest')).toHaveCount(0);
  await expect(claim).toHaveCount(0);
  const headers = await sessionOf(page);
  const read = async (path: string) =>
    (await (await request.get(`/api${path}`, { headers })).json()).data;
  await expect.poll(() => read(`/jam/${room.id}`)).toMatchObject({ role: 'member' });
  const { rifff } = await read(`/jam/${room.id}/rifffs/${answer?._id}`);
  expect(rifff).toMatchObject({ userName: userId, parent: { rifffId: question } });
  const { feed } = await read(`/jam/${room.id}/feed`);
  expect(feed[0]).toMatchObject({ user: userId, displayName: 'Zoë & me' });
  // The session of the guest is over.
  expect((await request.get('/api/auth/session', { headers: guest })).status()).toBe(401);
  // What was said is theirs to take back.
  await talk.getByRole('button', { name: /^More about what/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(talk.getByText('This message was deleted.')).toBeVisible();
});
