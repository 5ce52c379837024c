import {
  type APIRequestContext,
  type Browser,
  chromium,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { postable } from '../../server/testing/rifffs.ts';
import { formOf, LOOP_FRAMES, loopDocument, oggOf, tone } from '../../server/testing/sounds.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { chromiumArgs, testChromiumPath } from '../chromium.ts';
import { carrySession, makePerson, type Person } from './accountPages.ts';
import { fairly } from './fairly.ts';
import { post } from './sharingCalls.ts';
import { bandDb, heard, recordSound, tapSound } from './sound.ts';

/** A rifff of one loop that its maker has just brought, of a name: a tone of so many hertz. */
async function answer(
  request: APIRequestContext,
  who: Person,
  jamId: string,
  name: string,
  hz = 220,
) {
  const loop = loopDocument({ name });
  const { payload, contentType } = formOf([
    ['file', await oggOf(tone(LOOP_FRAMES, 1, hz)), 'loop.ogg'],
    ['metadata', JSON.stringify(loop)],
  ]);
  const headers = { authorization: who.authorization, 'content-type': contentType };
  const sent = await request.post(`/api/jam/${jamId}/loops`, { data: payload, headers });
  expect(sent.status(), await sent.text()).toBe(200);
  const rifff = postable([], { _id: newId() });
  rifff.state.playback[0] = { slot: { current: { currentLoop: loop._id } } };
  await post(request, who, `/jam/${jamId}/rifffs`, { rifff });
}

/** Opens a playing stage of a new member's room with one rifff. @returns functions for its picture and sound */
async function playingStage(page: Page, request: APIRequestContext, search: string) {
  const owner = await makePerson(request);
  const { id } = (await post(request, owner, '/jam', { name: 'Wall', access: 'private' })) as {
    id: string;
  };
  await answer(request, owner, id, 'First');
  const { code } = (await post(request, owner, `/jam/${id}/codes`, { purpose: 'stage' })) as {
    code: string;
  };
  await tapSound(page);
  await page.goto(`/jam/${code}/stage?credits=off${search}`);
  await page.locator('[data-rifff]').waitFor();
  await page.mouse.click(200, 200);
  await heard(page);
  // Until it has grown loud.
  await page.waitForTimeout(500);
  const samples = await recordSound(page);
  return { owner, id, samples };
}

const SILENT = 1e-5;

/** Longest silence of a recording, in samples. */
function longestHole(samples: Float32Array): number {
  let [longest, now] = [0, 0];
  for (const sample of samples) {
    now = Math.abs(sample) < SILENT ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return longest;
}

const lookOf = (page: Page) => page.locator('[data-look]').getAttribute('data-look');

test('a private room is shown to a wall by a code: it plays, follows, obeys its remote and goes dark', {
  tag: ['@short', '@alone'],
}, async ({ page, browser, request }) => {
  const owner = await makePerson(request);
  const { id } = (await post(request, owner, '/jam', { name: 'Cellar', access: 'private' })) as {
    id: string;
  };
  await answer(request, owner, id, 'First');
  await carrySession(page, owner);
  await page.goto(`/jams/${id}`);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const invite = page.getByRole('dialog', { name: 'Invite' });
  await invite.getByRole('button', { name: 'Make a stage' }).click();
  const address = await invite.getByRole('textbox', { name: /^Address of the stage/ }).inputValue();
  await invite.getByText('Show its remote as a QR code').click();
  await expect(invite.getByRole('img', { name: /^QR code of the remote/ })).toBeVisible();

  // No account is signed in on the stage.
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
  // It only listens: more of the sound is kept ahead than on a page that is played.
  const [kept, played] = await stage.evaluate(() => {
    const { context } = window.soundTap!.last()!;
    const other = new AudioContext({ sampleRate: context.sampleRate, latencyHint: 'interactive' });
    return [context as AudioContext, other].map(({ baseLatency }) => baseLatency);
  });
  expect(kept).toBeGreaterThan(played!);

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
  // The network goes away, the owner adds a rifff, and the network comes back.
  const second = await shown();
  await wall.setOffline(true);
  await answer(request, owner, id, 'Third');
  await wall.setOffline(false);
  await expect.poll(shown).not.toBe(second);
  await remote.getByRole('button', { name: 'Paper' }).click();
  await expect.poll(() => lookOf(stage)).toBe('paper');

  await invite.getByRole('button', { name: /^Take back / }).click();
  await expect(stage).toHaveTitle(/taken back/);
  await expect(credits).toHaveCount(0);
  await expect.poll(() => stage.evaluate(() => window.soundTap!.rms())).toBeLessThan(1e-4);
  await expect.poll(() => lookOf(stage)).toBe('print');
  await expect(remote.getByText('Its stages are dark')).toBeVisible();
  await stage.reload();
  await expect(stage).toHaveTitle(/opens no stage/);
  await expect.poll(() => lookOf(stage)).toBe('print');
  await expect(stage.getByRole('alert')).toHaveCount(0);
  await expect(credits).toHaveCount(0);
  await remote.reload();
  await expect(remote.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(remote.getByText(/opens no stage/)).toBeVisible();
  await wall.close();
  await phone.close();
});

/** A stage by the graphics chip, which is lost, comes back, is lost again and stays away, while all of it is recorded. */
async function loseChip(browser: Browser, baseURL: string | undefined, request: APIRequestContext) {
  const view = { viewport: { width: 720, height: 450 }, reducedMotion: 'reduce' } as const;
  const page = await browser.newPage({ ...view, ...(baseURL !== undefined && { baseURL }) });
  await page.addInitScript(() => localStorage.setItem('rondo.ringDrawing', 'webgl'));
  const { samples } = await playingStage(page, request, '&look=light');
  const root = page.locator('html');
  const canvas = page.locator('[data-rings="webgl"] canvas');
  await expect(root).toHaveAttribute('data-scene', 'live');
  /** Share of the picture's middle that is brighter than its ground, in a screenshot. */
  const inked = async () => {
    const png = (await page.screenshot()).toString('base64');
    return page.evaluate(async (bytes) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${bytes}`;
      await picture.decode();
      const side = Math.min(picture.width, picture.height);
      const sheet = new OffscreenCanvas(side, side).getContext('2d')!;
      sheet.drawImage(picture, (side - picture.width) / 2, (side - picture.height) / 2);
      const { data } = sheet.getImageData(0, 0, side, side);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at]! + data[at + 1]! > 60) count += 1;
      return count / (side * side);
    }, png);
  };
  await expect.poll(inked).toBeGreaterThan(0.01);
  const drawn = await inked();
  const loss = await canvas.evaluateHandle((element) => {
    const gl = (element as HTMLCanvasElement).getContext('webgl2')!;
    return gl.getExtension('WEBGL_lose_context')!;
  });
  const lose = () => loss.evaluate((chip) => chip.loseContext());

  // It comes back soon: the same canvas goes on.
  await lose();
  await expect(root).toHaveAttribute('data-scene', 'lost');
  await expect.poll(inked).toBeLessThan(drawn / 4);
  await loss.evaluate((chip) => chip.restoreContext());
  await expect(root).toHaveAttribute('data-scene', 'live');
  await expect.poll(inked).toBeGreaterThan(drawn / 2);
  await expect(canvas).toHaveCount(1);

  // It stays away: the processor draws.
  await lose();
  await expect(page.locator('[data-rings="canvas"] canvas').first()).toBeVisible();
  await expect.poll(inked).toBeGreaterThan(drawn / 2);
  await expect(page.getByRole('alert')).toHaveCount(0);

  const recorded = await samples();
  expect(recorded.length).toBeGreaterThan(5 * 48_000);
  expect(longestHole(recorded)).toBeLessThan(480);
}

test('a lost graphics chip costs the stage its picture for a moment, and the sound nothing', async ({
  baseURL,
  request,
}) => {
  test.setTimeout(600_000);
  await fairly(async () => {
    // Journeys have no WebGL; this one has an emulated one, which would not be chosen by itself.
    const browser = await chromium.launch({
      executablePath: testChromiumPath(),
      args: chromiumArgs,
    });
    try {
      await loseChip(browser, baseURL, request);
    } finally {
      await browser.close();
    }
  });
});

test('a stage that nobody sees goes on sounding and blends in what comes', {
  tag: ['@short', '@alone'],
}, async ({ page, request }) => {
  test.setTimeout(600_000);
  await fairly(async () => {
    const { owner, id, samples } = await playingStage(page, request, '&look=light&blend=1');
    await expect
      .poll(() => bandDb(page, 200, 240, 500))
      .toBeGreaterThan((await bandDb(page, 860, 900, 500)) + 20);
    // As a browser treats a window that is covered or minimised: it says so, and no frame comes any more.
    await page.evaluate(() => {
      const hidden = { value: 'hidden', configurable: true };
      Object.defineProperty(document, 'visibilityState', hidden);
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      const waiting: FrameRequestCallback[] = [];
      const { requestAnimationFrame } = window;
      window.requestAnimationFrame = (callback) => waiting.push(callback);
      Object.assign(window, {
        showAgain() {
          Reflect.deleteProperty(document, 'visibilityState');
          Reflect.deleteProperty(document, 'hidden');
          window.requestAnimationFrame = requestAnimationFrame;
          document.dispatchEvent(new Event('visibilitychange'));
          for (const callback of waiting) requestAnimationFrame(callback);
        },
      });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const shown = () => page.locator('[data-rifff]').getAttribute('data-rifff');
    const first = await shown();
    await answer(request, owner, id, 'Second', 880);
    await expect.poll(shown).not.toBe(first);
    const lead = async () =>
      (await bandDb(page, 860, 900, 300)) - (await bandDb(page, 200, 240, 300));
    await expect.poll(lead).toBeGreaterThan(20);
    expect(await page.evaluate(() => window.soundTap!.last()!.context.state)).toBe('running');
    // Blocks that the machine was late with are told by the bench and by an hour on the stage.
    expect(longestHole(await samples())).toBeLessThan(480);

    await page.evaluate(() => (window as unknown as { showAgain(): void }).showAgain());
    await expect.poll(lead).toBeGreaterThan(20);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
