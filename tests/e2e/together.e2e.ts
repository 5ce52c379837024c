import { type Browser, expect, type Page, test } from '@playwright/test';
import { newId } from '../../src/data/rules/ids.ts';
import { carrySession, makePerson, type Person } from './accountPages.ts';
import { fairly } from './fairly.ts';
import { handOf } from './hands.ts';
import { post } from './sharingCalls.ts';

/** A room with one rifff of the library, and the page of each of its people in a context of its own. */
async function openRoom(
  browser: Browser,
  request: Parameters<typeof makePerson>[0],
  access: 'public' | 'private' | 'link',
) {
  const [ada, bo] = [await makePerson(request), await makePerson(request)];
  const { id } = (await post(request, ada, '/jam', { name: 'Late shift', access })) as {
    id: string;
  };
  const library = await (await request.get('/api/library/rifffs')).json();
  const rifff = { ...library.data.rifffs[0].rifff, _id: newId(), parent: null };
  await post(request, ada, `/jam/${id}/rifffs`, { rifff });
  const { code } = (await post(request, ada, `/jam/${id}/codes`, { purpose: 'join' })) as {
    code: string;
  };
  await post(request, bo, `/jam/code/${code}/join`, {});
  const at = async (person: Person): Promise<Page> => {
    const context = await browser.newContext({ baseURL: test.info().project.use.baseURL });
    await carrySession(context, person);
    const page = await context.newPage();
    await page.goto(`/jams/${id}`);
    await expect(page.getByRole('region', { name: 'Here now' })).toBeVisible();
    return page;
  };
  return { id, ada, bo, adas: await at(ada), bos: await at(bo) };
}

const together = (page: Page) => page.getByRole('region', { name: 'Listen together' });
const step = (page: Page) => together(page).getAttribute('data-step');

/** When the first bar of what a page plays was, on the clock that both pages share. */
const beganMs = (page: Page) =>
  together(page).evaluate(
    (element) => Number(element.getAttribute('data-began-ms')) + performance.timeOrigin,
  );

test('two people see each other, touch rings, hear the same beat, and one is put out @wide', {
  tag: '@short',
}, async ({ browser, request }) => {
  const { id, ada, bo, adas, bos } = await openRoom(browser, request, 'private');
  const here = (page: Page) => page.getByRole('region', { name: 'Here now' });
  await expect(here(adas)).toContainText(bo.name);
  await expect(here(bos)).toContainText(ada.name);

  // A finger on a ring here is a trace there.
  const box = (await adas.locator('[data-drop="rings"]').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.2];
  const finger = await handOf(adas);
  await finger.dragToRest(
    [
      { x, y },
      { x, y: y - 12 },
    ],
    200,
  );
  await expect(bos.locator('[data-touched-by]')).toHaveAttribute(
    'data-touched-by',
    new RegExp(`^${ada.name} \\d$`),
  );

  // It was a change, and so an answer, which is taken back.
  await expect(adas.getByRole('button', { name: 'Hear mine' })).toBeVisible();
  await adas.getByRole('button', { name: 'Undo' }).click();
  await expect(adas.getByRole('button', { name: 'Hear mine' })).toHaveCount(0);

  // A knock is heard once a minute.
  await adas.getByRole('button', { name: 'Ask for an answer' }).click();
  await expect(bos.getByText(`${ada.name} would like an answer.`)).toBeVisible();
  await adas.getByRole('button', { name: 'Ask for an answer' }).click();
  await expect(adas.getByRole('alert').filter({ hasText: 'once a minute' })).toBeVisible();

  // One leads, the other enters late and in phase.
  const listen = (page: Page) => page.getByRole('button', { name: 'Listen together' }).click();
  await listen(adas);
  const play = adas.getByRole('button', { name: /^Play / }).first();
  if (await play.isVisible()) await play.click();
  await expect.poll(() => step(adas)).toBe('step');
  await adas.getByRole('button', { name: 'Take the lead' }).click();
  await expect(together(adas)).toContainText('You lead');
  await listen(bos);
  await expect.poll(() => step(bos)).toBe('step');
  await expect(together(bos)).toContainText(`${ada.name} leads`);
  await expect(together(bos)).toContainText(/in step, ± \d+ ms/);
  await fairly(async () => {
    const apart: number[] = [];
    for (let at = 0; at < 8; at++) {
      await adas.waitForTimeout(600);
      apart.push((await beganMs(bos)) - (await beganMs(adas)));
    }
    const sorted = apart.map(Math.abs).sort((a, b) => a - b);
    console.info(`two pages apart, ms: ${sorted.map((ms) => ms.toFixed(1)).join(', ')}`);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(40);
  });

  // Out at once.
  const answer = await request.delete(`/api/jam/${id}/members/${bo.name}`, {
    headers: { authorization: ada.authorization },
  });
  expect(answer.status()).toBe(200);
  await expect(bos.getByText('You were removed from this room')).toBeVisible();
  await expect(bos.getByRole('link', { name: 'All rooms' })).toBeVisible();
  await expect(here(adas)).not.toContainText(bo.name);
  await adas.context().close();
  await bos.context().close();
});
