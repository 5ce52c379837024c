import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { postable } from '../../server/testing/rifffs.ts';
import { formOf, LOOP_FRAMES, loopDocument, oggOf, tone } from '../../server/testing/sounds.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { carrySession, makePerson, type Person } from './accountPages.ts';
import { post } from './sharingCalls.ts';
import { heard, tapSound } from './sound.ts';

/** A rifff of one loop that its maker has just brought, of a name. */
async function answer(request: APIRequestContext, who: Person, jamId: string, name: string) {
  const loop = loopDocument({ name });
  const { payload, contentType } = formOf([
    ['file', await oggOf(tone(LOOP_FRAMES)), 'loop.ogg'],
    ['metadata', JSON.stringify(loop)],
  ]);
  const headers = { authorization: who.authorization, 'content-type': contentType };
  const sent = await request.post(`/api/jam/${jamId}/loops`, { data: payload, headers });
  expect(sent.status(), await sent.text()).toBe(200);
  const rifff = postable([], { _id: newId() });
  rifff.state.playback[0] = { slot: { current: { currentLoop: loop._id } } };
  await post(request, who, `/jam/${jamId}/rifffs`, { rifff });
}

const lookOf = (page: Page) => page.locator('html').getAttribute('data-stage');

test('a private room is shown to a wall by a code: it plays, follows, obeys its remote and goes dark', async ({
  page,
  browser,
  request,
}) => {
  const owner = await makePerson(request);
  const { id } = (await post(request, owner, '/jam', { name: 'Cellar', access: 'private' })) as {
    id: string;
  };
  await answer(request, owner, id, 'First');
  await carrySession(page, owner);
  await page.goto(`/jams/${id}`);
  await page.getByRole('button', { name: 'Invite' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite' });
  await invite.getByRole('button', { name: 'Make a stage' }).click();
  const address = await invite.getByRole('textbox', { name: /^Address of the stage/ }).inputValue();
  await invite.getByText('Show its remote as a QR code').click();
  await expect(invite.getByRole('img', { name: /^QR code of the remote/ })).toBeVisible();

  // Nobody is signed in there.
  const wall = await browser.newContext();
  const stage = await wall.newPage();
  await tapSound(stage);
  await stage.goto(`${address}?credits=on`);
  const credits = stage.getByRole('complementary', { name: 'Credits' });
  await expect(credits).toContainText('Cellar');
  await expect(credits).toContainText(owner.name);
  await expect(stage.getByRole('alert')).toHaveCount(0);
  await stage.mouse.click(200, 200);
  await heard(stage);

  const phone = await browser.newContext();
  const remote = await phone.newPage();
  await remote.goto(address.replace(/stage$/, 'control'));
  await expect(remote.getByRole('heading', { name: 'Cellar' })).toBeVisible();
  await remote.getByRole('button', { name: 'Light' }).click();
  await expect.poll(() => lookOf(stage)).toBe('light');
  await remote.getByRole('switch', { name: 'Transparent background' }).click();
  await expect(remote.getByRole('textbox', { name: 'Address of a stage' })).toHaveValue(
    /\/stage\?look=light&ground=none$/,
  );

  const shown = () => stage.locator('[data-rifff]').getAttribute('data-rifff');
  const first = await shown();
  await answer(request, owner, id, 'Second');
  await expect.poll(shown).not.toBe(first);
  await heard(stage);
  // The network goes, somebody answers, and it comes back.
  const second = await shown();
  await wall.setOffline(true);
  await answer(request, owner, id, 'Third');
  await wall.setOffline(false);
  await expect.poll(shown, { timeout: 40_000 }).not.toBe(second);
  await remote.getByRole('button', { name: 'Paper' }).click();
  await expect.poll(() => lookOf(stage)).toBe('paper');

  await invite.getByRole('button', { name: /^Take the stage/ }).click();
  await expect(stage).toHaveTitle(/taken back/);
  await expect(credits).toHaveCount(0);
  await expect.poll(() => stage.evaluate(() => window.soundTap!.rms())).toBeLessThan(1e-4);
  expect(await lookOf(stage)).toBe('print');
  await expect(remote.getByText('Its stages are dark')).toBeVisible();
  await stage.reload();
  await expect(stage.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(credits).toHaveCount(0);
  await wall.close();
  await phone.close();
});
