import { expect, type Page, test } from '@playwright/test';
import { carrySession, makePerson } from './accountPages.ts';
import { rows, slots } from './editorPage.ts';
import { arrived, commitButton, discs, rifffsOf } from './keepingPage.ts';
import { holdsFocus, pressBy, tabTo } from './keyHand.ts';
import { violations } from './pageChecks.ts';
import { answerIn, makeRoom } from './roomPages.ts';
import { post } from './sharingCalls.ts';
import { heard, tapSound } from './sound.ts';

test('the keyboard alone makes, commits and shares a rifff', { tag: '@short' }, async ({
  page,
  request,
}) => {
  test.slow();
  const ada = await makePerson(request);
  await carrySession(page, ada);
  await page.goto('/jam');
  await expect(page.getByText('looking for your draft')).toHaveCount(0);
  await tabTo(page, page.getByRole('grid', { name: 'Loops' }).getByRole('row').first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Slot 1,/ })).toBeVisible();
  const commit = page.locator('[data-commit]');
  await tabTo(page, commit);
  await page.keyboard.press('Enter');
  await expect(commit).toHaveAttribute('data-commit', 'committed');

  await page.goto(`/jams/${ada.name}`);
  await tabTo(page, page.getByRole('button', { name: 'Share', exact: true }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('Title'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('By hand');
  await tabTo(page, dialog.getByRole('button', { name: 'Share', exact: true }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const shared = await request.get(`/api/v3/feed/shared_by/${ada.name}`);
  expect(JSON.stringify(await shared.json())).toContain('By hand');
});

/** The handle of a drawer. */
const handle = (page: Page, name: string) =>
  page
    .getByRole('group', { name: /^On the (left|right)$/ })
    .getByRole('button', { name, exact: true });

/** Opens a drawer by its handle, and looks at it as axe does. */
async function openDrawer(page: Page, name: string): Promise<void> {
  if ((await handle(page, name).getAttribute('aria-expanded')) !== 'true') {
    await pressBy(page, handle(page, name));
  }
  await expect(handle(page, name)).toHaveAttribute('aria-expanded', 'true');
  expect(await violations(page), name).toEqual([]);
}

/** The stop of the map that takes the Tab key. */
const mapStop = (page: Page) =>
  page.getByRole('region', { name: 'History' }).getByRole('list').locator('button[tabindex="0"]');

test('the keyboard alone answers, talks and goes back in a room, and always sees where it is', {
  tag: '@short',
}, async ({ page, request }) => {
  test.slow();
  const [ada, bo] = [await makePerson(request), await makePerson(request)];
  const room = await makeRoom(request, ada, 'By keys');
  const first = await answerIn(request, ada, room.id, 0);
  const second = await answerIn(request, ada, room.id, 1, first);
  await carrySession(page, ada);
  await tapSound(page);
  const fetched: string[] = [];
  page.on('request', (asked) => fetched.push(asked.url()));
  await page.goto(`/jams/${room.id}`);
  await expect(discs(page)).toHaveCount(2);
  // What a first key or touch would play is there before it.
  await expect
    .poll(() => fetched.filter((url) => url.includes('/media/')).length)
    .toBeGreaterThan(3);
  await expect(handle(page, 'Talk')).toHaveAttribute('aria-expanded', 'true');

  // What opens over the page gives the focus back.
  await openDrawer(page, 'People');
  await pressBy(page, page.getByRole('button', { name: 'Invite', exact: true }));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await holdsFocus(page, 'Escape in the invitations');
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeFocused();

  // A loop, and a ring that is silent.
  await openDrawer(page, 'Slots');
  const before = await slots(page).count();
  await openDrawer(page, 'Make');
  await tabTo(page, rows(page).first());
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(slots(page)).toHaveCount(before + 1);
  await holdsFocus(page, 'Enter on a loop');
  const mute = page.getByRole('region', { name: 'Slots' }).getByRole('button', { name: /^Mute / });
  await pressBy(page, mute.first());
  await expect(mute.first()).toHaveAttribute('aria-pressed', 'true');

  // What is heard is chosen there and back, and the switch keeps the focus.
  const mine = page.getByRole('button', { name: 'Hear mine' });
  const theirs = page.getByRole('button', { name: 'Hear the jam' });
  await pressBy(page, theirs);
  await expect(theirs).toHaveAttribute('aria-pressed', 'true');
  await expect(theirs).toBeFocused();
  await pressBy(page, mine);
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await expect(mine).toBeFocused();

  // Meanwhile another one answers; one goes on from that.
  await post(request, bo, `/jam/code/${room.code}/join`, {});
  await answerIn(request, bo, room.id, 2, second);
  await pressBy(page, page.getByRole('button', { name: 'Go on from it' }));
  await expect(page.getByRole('button', { name: 'Go on from it' })).toHaveCount(0);
  await holdsFocus(page, 'going on from a newer one');

  await pressBy(page, commitButton(page));
  await arrived(page);
  await expect(discs(page)).toHaveCount(4);
  await expect(page.getByRole('heading', { name: 'Nº 4' })).toBeVisible();
  await holdsFocus(page, 'the commit arrived');

  // Words, sent by Enter and by the button.
  await openDrawer(page, 'Talk');
  const talk = page.getByRole('region', { name: 'Talk' });
  const field = talk.getByRole('textbox', { name: 'Message' });
  await tabTo(page, field);
  await page.keyboard.type('By Enter');
  await page.keyboard.press('Enter');
  await expect(talk.getByText('By Enter')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type('By the button');
  await pressBy(page, talk.getByRole('button', { name: 'Send', exact: true }));
  await expect(talk.getByRole('listitem').getByText('By the button')).toBeVisible();
  await holdsFocus(page, 'sending');

  // Back to the first rifff, which is heard, and to the newest again.
  await tabTo(page, mapStop(page));
  await page.keyboard.press('Home');
  await holdsFocus(page, 'Home on the map');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nº 1' })).toBeVisible();
  await holdsFocus(page, 'Enter on the map');
  await heard(page);
  await expect(mapStop(page)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nº 4' })).toBeVisible();
  await holdsFocus(page, 'coming back to the newest');

  // The history is put away and brought back where one is.
  await pressBy(page, page.getByRole('button', { name: 'Close the history' }));
  expect(await violations(page), 'without the history').toEqual([]);
  await pressBy(page, page.getByRole('button', { name: 'Open the history' }));
  await expect(discs(page)).toHaveCount(4);

  // Everything taken back is the jam again.
  await openDrawer(page, 'Slots');
  await pressBy(page, mute.first());
  await expect(mine).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(mine).toHaveCount(0);
  await holdsFocus(page, 'taking the last change back');

  const rifffs = await rifffsOf(request, { ...ada, name: room.id });
  expect(rifffs).toHaveLength(4);
  expect(rifffs[0]?.parent).toEqual({ jamId: room.id, rifffId: rifffs[1]?._id });
});

test('in an empty room the focus outlives what its first rifff takes away', async ({
  page,
  request,
}) => {
  const ada = await makePerson(request);
  const room = await makeRoom(request, ada, 'Empty');
  await carrySession(page, ada);
  await page.goto(`/jams/${room.id}`);
  await pressBy(page, handle(page, 'Make'));
  await tabTo(page, rows(page).first());
  await page.keyboard.press('Enter');
  await pressBy(page, handle(page, 'Slots'));
  await expect(slots(page)).toHaveCount(1);
  await pressBy(page, page.getByRole('button', { name: 'Take out' }));
  await expect(slots(page)).toHaveCount(0);
  await holdsFocus(page, 'taking the only ring out');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(slots(page)).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await pressBy(page, commitButton(page));
  await arrived(page);
  await expect(discs(page)).toHaveCount(1);
  await expect(commitButton(page)).toBeFocused();
});
