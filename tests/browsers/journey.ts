/** One journey through Rondo, from the first page to a file on the disk, in whichever browser. */
import { type Driver, ENTER, sleep, until } from './driver.ts';
import { fill, holds, isSeen, tapOuterRing, touch } from './hands.ts';
import { misfits } from './layout.ts';
import { changedShare, keepPicture } from './pictures.ts';
import { measure, type SoundCard } from './soundCard.ts';

/** Twelve widths would say no more: both layouts, their ends, and both sides of where they meet. */
const SIZES: readonly (readonly [number, number])[] = [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1480, 900],
  [2560, 1440],
];
const LISTEN_SEC = 20;
/** A machine that others share may hold a browser up: the best of so many times is what it can do. */
const LISTEN_TIMES = 3;
const SETTLE_MS = 6000;
/** Longer than this is heard as a hole. */
const HOLE_MS = 20;
const PASSWORD = 'Rings4Ever';

export interface Visit {
  readonly driver: Driver;
  readonly address: string;
  /** Folder for pictures. */
  readonly pictures: string;
  /** What the browser plays into; without one nothing is listened to. */
  readonly card?: SoundCard;
  /** Runs one step; the journey goes on after one that failed. */
  step(name: string, run: () => Promise<void>): Promise<void>;
}

function must(condition: boolean, sentence: string): void {
  if (!condition) throw new Error(sentence);
}

const SLOTS = `document.querySelectorAll('button[aria-label^="Slot "], [role="slider"][aria-label]').length`;
const POSITION = `document.querySelector('[aria-label^="Position in the rifff"] > :nth-last-child(2)')?.style.getPropertyValue('--phase')`;

/** Goes past the note that asks people of other browsers first, if it comes, and answers the notice of cookies. */
async function arrive(driver: Driver): Promise<void> {
  await until('the page', () => driver.run<boolean>(`return !!document.querySelector('h1, h2')`));
  await sleep(500);
  if (await isSeen(driver, 'Go on')) await touch(driver, 'Go on');
  if (await isSeen(driver, 'Accept', 'button')) await touch(driver, 'Accept', 'button');
}

/** What does not fit once the page has found its layout, for which a busy machine gets a few seconds. */
async function settled(driver: Driver): Promise<string[]> {
  const end = Date.now() + SETTLE_MS;
  for (;;) {
    await sleep(600);
    const found = await misfits(driver);
    if (found.length === 0 || Date.now() > end) return found;
  }
}

/** Opens a page and checks that it holds together in every size; the widest and the narrowest are kept as pictures. */
async function tryOn({ driver, address, pictures }: Visit, path: string, name: string) {
  const found: string[] = [];
  await driver.open(`${address}${path}`);
  await arrive(driver);
  for (const [width, height] of SIZES) {
    await driver.resize(width, height);
    found.push(...(await settled(driver)).map((sentence) => `${width}: ${sentence}`));
    if (width === 390 || width === 1480) await keepPicture(driver, pictures, `${name} ${width}`);
  }
  must(found.length === 0, found.join('; '));
}

/** Listens to what plays, and looks at where it is meanwhile. No pictures: they hold a browser up. */
async function listen({ driver, card, step, pictures }: Visit): Promise<void> {
  const sound = card?.record(LISTEN_SEC);
  await step('the position moves', async () => {
    const seen = new Set<string>();
    for (let i = 0; i < 12; i++) {
      seen.add(String(await driver.run(`return ${POSITION}`)));
      await sleep(150);
    }
    must(seen.size >= 4, `12 looks saw ${[...seen].join(', ')}`);
  });
  if (card && sound) {
    await step(`${LISTEN_SEC} s of sound without a hole`, async () => {
      let heard = measure(await sound);
      for (let i = 1; i < LISTEN_TIMES && heard.holeMs > HOLE_MS; i++) {
        console.log(`    a hole of ${heard.holeMs.toFixed(0)} ms; listening once more`);
        heard = measure(await card.record(LISTEN_SEC));
      }
      const { sec, rmsDb, holeMs, holeSec } = heard;
      must(sec > LISTEN_SEC - 3, `only ${sec.toFixed(1)} s were recorded`);
      must(rmsDb > -45, `it is too quiet: ${rmsDb.toFixed(1)} dB`);
      must(holeMs <= HOLE_MS, `a hole of ${holeMs.toFixed(1)} ms before ${holeSec.toFixed(2)} s`);
    });
  }
  await step('the rings move', async () => {
    const box = await driver.run<{ x: number; y: number; width: number; height: number }>(`
      const { x, y, width, height } = document.querySelector('[role="group"][aria-label^="Rings"]').parentElement.getBoundingClientRect();
      return { x, y, width, height };`);
    const width = await driver.run<number>('return innerWidth');
    const before = await driver.picture();
    await sleep(1500);
    const share = changedShare(before, await driver.picture(), box, width);
    must(share > 0.005, `${(100 * share).toFixed(2)} % of the rings changed in 1.5 s`);
  });
  await keepPicture(driver, pictures, 'playing');
}

/** Exports the mix as WAV, or is told why that cannot be. */
async function exportMix({ driver, pictures }: Visit): Promise<void> {
  await touch(driver, 'Export', 'button');
  await holds(driver, 'the dialog', `document.querySelector('[role="dialog"]')`);
  await keepPicture(driver, pictures, 'export');
  const asked = '[role="dialog"] button';
  await driver.run(
    `const { showSaveFilePicker } = window; if (showSaveFilePicker) window.showSaveFilePicker = undefined;`,
  );
  await touch(driver, 'Export', asked);
  await holds(
    driver,
    'a file, or the word that there is none',
    `/\\.wav|cannot|could not/i.test(document.querySelector('[role="dialog"]').textContent)`,
    180_000,
  );
  const said = await driver.run<string>(
    `return document.querySelector('[role="dialog"]').textContent`,
  );
  must(/\.wav/.test(said), said);
}

/** Makes an account on the page that Commit leads to. */
async function signUp({ driver }: Visit): Promise<void> {
  const name = `b${Date.now().toString(36)}`;
  await touch(driver, 'Make an account');
  await fill(driver, 'username', name);
  await fill(driver, 'email', `${name}@example.org`);
  await fill(driver, 'password', PASSWORD);
  await fill(driver, 'confirmPassword', PASSWORD);
  await touch(driver, '', '[role="checkbox"], input[type="checkbox"]');
  await sleep(300);
  await touch(driver, '', 'form button[type="submit"]');
}

/** The whole journey. */
export async function makeJourney(visit: Visit): Promise<void> {
  const { driver, address, pictures, step } = visit;
  await step('first page', async () => {
    await driver.open(address);
    await keepPicture(driver, pictures, 'arrival');
    await arrive(driver);
    await holds(
      driver,
      'the first page',
      `document.querySelector('[role="group"][aria-label^="Rings"]')`,
    );
  });
  await step('a surprise plays', async () => {
    await driver.open(`${address}/jam`);
    await arrive(driver);
    await touch(driver, 'Surprise me');
    await holds(driver, 'eight rings', `${SLOTS} >= 8`);
    await until('the music', () => isSeen(driver, 'Pause', 'button'));
    await sleep(1500);
  });
  await listen(visit);
  await step('a tap mutes a ring', async () => {
    const said = await tapOuterRing(driver);
    must(/muted/.test(said), `the ring says “${said}”`);
  });
  await step('another tempo', async () => {
    const tempo = `document.querySelector('[role="spinbutton"][aria-label="Tempo"]')`;
    const before = await driver.run<string>(`return ${tempo}.ariaValueNow`);
    await touch(driver, 'Tempo', '[role="spinbutton"]');
    await driver.run(`${tempo}.select()`);
    await driver.type(`101${ENTER}`);
    await holds(driver, 'tempo 101', `${tempo}.getAttribute('aria-valuenow') === '101'`);
    must(before !== '101', 'it was 101 already');
  });
  await step('committed with a new account', async () => {
    await touch(driver, 'Commit', 'button[data-commit]');
    await signUp(visit);
    await holds(
      driver,
      'the commit',
      `document.querySelector('[data-commit="committed"]')`,
      40_000,
    );
  });
  await step('there after a reload', async () => {
    await driver.open(`${address}/jam`);
    await holds(driver, 'eight rings', `${SLOTS} >= 8`);
    await holds(
      driver,
      'tempo 101',
      `document.querySelector('[role="spinbutton"][aria-valuenow="101"]')`,
    );
  });
  await step('the mix is taken away', () => exportMix(visit));
  for (const [path, name] of [
    ['/', 'landing'],
    ['/jam', 'editor'],
    ['/feed', 'feed'],
    ['/jams', 'jams'],
    ['/styleguide/buttons', 'buttons'],
    ['/test-wasm', 'self-test'],
  ] as const) {
    await step(`${path} holds from 320 to 2560 px`, () => tryOn(visit, path, name));
  }
}
