import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import type { Band } from '../../src/data/contract/band.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { carrySession, makePerson, type Person } from './accountPages.ts';
import { addLoops, openEditor, rows, slots } from './editorPage.ts';
import { violations } from './pageChecks.ts';
import { makeRoom } from './roomPages.ts';
import { post } from './sharingCalls.ts';
import { heard, loudest, tapSound } from './sound.ts';

const SILENCE = 0.002;

/** Commits two rings of the first rifff of the library: there is room for more. @returns what was committed */
async function commitTwoRings(
  request: APIRequestContext,
  who: Person,
  roomId: string,
): Promise<Rifff> {
  const library = await (await request.get('/api/library/rifffs')).json();
  const whole: Rifff = library.data.rifffs[0].rifff;
  const playback = whole.state.playback.map((entry, slot) =>
    slot < 2 ? entry : { slot: { current: null } },
  );
  const held = playback.map(({ slot }) => slot.current?.currentLoop);
  const rifff: Rifff = {
    ...whole,
    ...{ _id: newId(), parent: null, state: { ...whole.state, playback } },
    loops: whole.loops.filter(({ _id }) => held.includes(_id)),
  };
  await post(request, who, `/jam/${roomId}/rifffs`, { rifff });
  return rifff;
}

async function get<T>(request: APIRequestContext, who: Person, path: string): Promise<T> {
  const headers = { authorization: who.authorization };
  return (await (await request.get(`/api${path}`, { headers })).json()).data;
}

test('somebody alone invites the house band, is answered, hears it, and lets it rest @wide', {
  tag: '@short',
}, async ({ page, request }) => {
  const ada = await makePerson(request);
  const room = await makeRoom(request, ada, 'Cellar');
  await carrySession(page, ada);
  await tapSound(page);
  await page.goto(`/jams/${room.id}`);
  const band = page.getByRole('region', { name: 'House band' });
  await expect(band).toContainText('A program, not a person');
  await band.getByRole('button', { name: 'Invite the house band' }).click();
  await expect(band.getByRole('status')).toHaveText('Waits for the next commit');

  const question = await commitTwoRings(request, ada, room.id);
  await expect(band.getByRole('status')).toHaveText(/^(Added|Played|Moved|Muted|Took|Tried) /);
  const path = `/jam/${room.id}`;
  const { rifffs } = await get<{ rifffs: Rifff[] }>(request, ada, `${path}/rifffs`);
  const [asked, answer] = [
    rifffs.find(({ _id }) => _id === question._id)!,
    rifffs.find(({ userName }) => userName === 'house-band')!,
  ];
  expect(answer.parent?.rifffId).toBe(question._id);
  // How fast that is depends on the machine: what is not there in two bars is not waited for, which its own tests hold.
  const bars = ((answer.created - asked.created) * question.state.bps) / 4000;
  console.info(`The band answered after ${bars.toFixed(2)} bars`);
  // The page shows the new rifff and that the band made it. The band is not counted among the people.
  // Where one person is alone it goes on up to three times, a phrase apart: a slow page has more than one answer by now.
  await expect(page.getByRole('heading', { name: /^Nº [2-4]$/ })).toBeVisible();
  await expect(page.getByText('House band').nth(1)).toBeVisible();
  await expect(page.locator('[data-count]')).toHaveText('1');
  expect(await violations(page)).toEqual([]);
  const tell = async (what: string) => {
    await band.getByRole('button', { name: 'What to do with the house band' }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  await tell('Hear its last answer');
  await heard(page);

  await tell('Let it rest');
  await expect(band.getByRole('status')).toHaveText('Resting until its owner wakes it');
  const bandNow = async () => (await get<{ band: Band }>(request, ada, `${path}/band`)).band;
  const { answers } = await bandNow();
  await commitTwoRings(request, ada, room.id);
  const resting = await bandNow();
  expect(resting).toMatchObject({ isResting: true, next: null });
  expect(resting.answers.map(({ rifffId }) => rifffId)).toEqual(
    answers.map(({ rifffId }) => rifffId),
  );
  await tell('Take its last answer back');
  await expect(page.getByRole('heading', { name: `Nº ${answers.length}` })).toBeVisible();
  await tell('Wake it');
  await expect(band.getByRole('status')).toHaveText(/, undone$/);
  await tell('Send it away');
  await expect(band.getByRole('button', { name: 'Invite the house band' })).toBeVisible();
});

const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open('rondo-sounds');
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const all = opened.result.transaction('sounds').objectStore('sounds').count();
          all.onsuccess = () => {
            opened.result.close();
            resolve(all.result);
          };
        };
      }),
  );

test('loops are made without a network, sound, and leave nothing where they were not used @wide', {
  tag: '@short',
}, async ({ page, context }) => {
  await openEditor(page);
  await addLoops(page, 0);
  await page.getByRole('button', { name: 'Made here' }).click();
  expect(await violations(page)).toEqual([]);
  const made = page.getByRole('grid', { name: 'Loops made here' }).getByRole('row');
  await page.getByRole('button', { name: 'Bass', exact: true }).click();
  await page.getByRole('button', { name: 'Make one' }).click();
  await expect(made).toHaveCount(1);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Make another' }).click();
  await expect(made).toHaveCount(2);
  // The arrow past the last row asks for one more, and one like another.
  await made.last().press('ArrowDown');
  await expect(made).toHaveCount(3);
  await made.first().press('y');
  await expect(made).toHaveCount(4);
  await expect.poll(() => kept(page)).toBe(4);
  expect(await violations(page)).toEqual([]);

  await made.nth(1).press('Enter');
  await expect(slots(page)).toHaveCount(2);
  await slots(page).first().click();
  await page.keyboard.press('m');
  await expect.poll(() => loudest(page, 400)).toBeGreaterThan(SILENCE);
  // What comes at random without a network is made as well.
  await page.keyboard.press('d');
  await expect(slots(page)).toHaveCount(3);

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await expect(rows(page).first()).toBeVisible();
  await page.reload();
  await expect(slots(page)).toHaveCount(3);
  await expect.poll(() => kept(page)).toBe(2);
});
