import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import {
  aiffCommon,
  aiffFile,
  aiffSound,
  chunk,
  type Pcm,
} from '../../src/dsp/testing/soundFiles.ts';
import { encodeWav } from '../../src/dsp/wavWrite.ts';
import { isNarrow, kept, openEditor, slotNames, slots } from './editorPage.ts';
import { collectErrors, overflowPx, violations } from './pageChecks.ts';
import { heard, loudest } from './sound.ts';

const STARTER = new URL('../../assets/starter/', import.meta.url);

/** Four on the floor with hats between: `bars` bars at `bpm`, a stereo WAV of 16 bits at 44.1 kHz. */
function drums(bpm: number, bars: number): Buffer {
  const rate = 44_100;
  const wave = new Float32Array(Math.round((bars * 4 * 60 * rate) / bpm));
  const strike = (at: number, hz: number, decaySec: number, level: number) => {
    const start = Math.round(at * rate);
    for (let n = 0; n < 5 * decaySec * rate && start + n < wave.length; n++) {
      const body = Math.sin((2 * Math.PI * hz * n) / rate);
      wave[start + n]! += level * body * Math.exp(-n / (decaySec * rate));
    }
  };
  for (let eighth = 0; eighth < bars * 8; eighth++) {
    const at = (eighth * 30) / bpm;
    if (eighth % 2 === 0) strike(at, 60, 0.08, 0.7);
    else strike(at, 7000, 0.02, 0.2);
  }
  return Buffer.from(encodeWav([wave, wave], rate, 16));
}

/** A bass on A, four notes a bar, as AIFF of 16 bits. */
function bass(bpm: number, bars: number): Buffer {
  const rate = 22_050;
  const frames = Math.round((bars * 4 * 60 * rate) / bpm);
  const beat = (60 * rate) / bpm;
  const pcm: Pcm = {
    bits: 16,
    sampleRate: rate,
    frames: Array.from({ length: frames }, (_, n) => {
      const decay = Math.exp((-3 * (n % beat)) / beat);
      const value = Math.round(15_000 * decay * Math.sin((2 * Math.PI * 110 * n) / rate));
      return [value < 0 ? value + 65_536 : value];
    }),
  };
  const common = chunk('COMM', aiffCommon(pcm), false);
  return Buffer.from(aiffFile('AIFF', common, chunk('SSND', aiffSound(pcm), false)));
}

async function showFiles(page: Page): Promise<void> {
  if (isNarrow(page)) await page.getByRole('button', { name: 'Add a loop' }).last().click();
  await page.getByRole('tab', { name: 'Files' }).click();
}

async function openFiles(page: Page): Promise<void> {
  await openEditor(page);
  await showFiles(page);
  await expect(page.getByRole('heading', { name: 'Bring sound in' })).toBeVisible();
}

/** Drops a file onto the middle of the page, as a hand would from the desktop. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.evaluate(
    async ([name, base64]) => {
      const answer = await fetch(`data:application/octet-stream;base64,${base64}`);
      const transfer = new DataTransfer();
      transfer.items.add(new File([await answer.arrayBuffer()], name!));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const options = { bubbles: true, cancelable: true, dataTransfer: transfer };
        document.body.dispatchEvent(new DragEvent(type, options));
      }
    },
    [name, bytes.toString('base64')],
  );
}

/** Names of the files that the device keeps until they are added, each with what was heard in it. */
function keptTitles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('rondo-imports');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const all = <Value>(store: string) =>
      new Promise<Value[]>((resolve) => {
        const asked = db.transaction(store).objectStore(store).getAll();
        asked.onsuccess = () => resolve(asked.result);
      });
    const heard = new Set((await all<{ id: string }>('surveys')).map(({ id }) => id));
    const items = await all<{ id: string; item: { title: string; status: string } }>('items');
    db.close();
    return items
      .filter(({ id, item }) => heard.has(id) && item.status === 'ready')
      .map(({ item }) => item.title)
      .sort();
  });
}

const row = (page: Page, name: string | RegExp) =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });

test('a WAV, an AIFF and an Ogg become loops in time, a wrong file is refused, and all is there after a reload', {
  tag: ['@short', '@alone'],
}, async ({ page }) => {
  const errors = collectErrors(page);
  await openFiles(page);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Sound files', { exact: true }).setInputFiles([
    { name: 'Bass Am 2 bars.aif', mimeType: 'audio/aiff', buffer: bass(120, 2) },
    {
      name: 'Rubber.ogg',
      mimeType: 'audio/ogg',
      buffer: readFileSync(new URL('ember-street/rubber.ogg', STARTER)),
    },
    { name: 'notes.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound at all') },
    { name: 'torn.wav', mimeType: 'audio/wav', buffer: drums(120, 2).subarray(0, 500) },
  ]);
  await drop(page, '01 Drums.wav', drums(120, 2));
  await expect(row(page, 'Bass')).toContainText('120 bpm, 2 bars, A Minor');
  await expect(row(page, 'Rubber')).toContainText('122 bpm, 2 bars');
  await expect(row(page, 'Drums')).toContainText('120 bpm, 2 bars');
  await expect(row(page, 'notes.wav')).toContainText('It is named as a WAV, but is none');
  await expect(row(page, 'torn.wav')).toContainText('too short for a loop');
  expect(errors.splice(0)).toEqual(['File is not a WAV']);

  await row(page, 'Drums')
    .getByRole('button', { name: /^Drums/ })
    .click();
  await page.getByRole('button', { name: 'Twice the tempo' }).click();
  await expect(row(page, 'Drums')).toContainText('240 bpm, 4 bars');
  await page.getByRole('button', { name: 'Half the tempo' }).click();
  const beginning = page.getByRole('slider', { name: 'Beginning of the loop' });
  await beginning.press('ArrowRight');
  await expect(beginning).toHaveAttribute('aria-valuetext', '0.010 s');
  await beginning.press('Home');
  await page.getByLabel('Name').fill('Floor');
  expect(await violations(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);

  // What was brought in and how it was set outlives a reload; what is no sound is not asked about again.
  await expect.poll(() => keptTitles(page)).toEqual(['Bass', 'Floor', 'Rubber']);
  await page.reload();
  await showFiles(page);
  await expect(page.getByRole('heading', { name: '3 files' })).toBeVisible();
  await expect(row(page, 'Floor')).toContainText('120 bpm, 2 bars');
  await expect(row(page, 'Bass')).toContainText('120 bpm, 2 bars, A Minor');
  await row(page, 'Floor')
    .getByRole('button', { name: /^Floor/ })
    .click();
  await expect(page.getByRole('slider', { name: 'Beginning of the loop' })).toBeVisible();
  await page.getByRole('button', { name: 'Hear Floor' }).click();
  await heard(page);
  await page.getByRole('button', { name: 'Stop Floor' }).click();
  await expect(async () => expect(await loudest(page, 200)).toBeLessThan(0.001)).toPass();

  await page.getByRole('button', { name: 'Add all 3' }).click();
  await expect(row(page, 'Floor')).toContainText('In the rifff');
  await expect(page.getByRole('button', { name: /^Add (all|it)/ })).toBeDisabled();
  if (isNarrow(page)) await page.getByRole('button', { name: 'Close' }).click();
  await expect(slots(page)).toHaveCount(3);
  await heard(page);
  await kept(page);
  const names = await slotNames(page);
  await page.reload();
  await expect(slots(page)).toHaveCount(3);
  await expect.poll(() => slotNames(page)).toEqual(names);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await heard(page);
  expect(errors).toEqual([]);
});

test('a folder of stems becomes a rifff in its order; what has no room says so @wide', async ({
  page,
}, info) => {
  const folder = info.outputPath('My Song');
  await mkdir(folder, { recursive: true });
  const parts = ['Drums', 'Bass', 'Keys', 'Lead', 'Vox', 'Pad', 'Shaker', 'FX', 'Choir'];
  for (const [at, part] of parts.entries()) {
    await writeFile(`${folder}/0${at + 1} ${part} 100bpm.wav`, drums(100, 1));
  }
  await writeFile(`${folder}/read me.txt`, 'Thank you');
  await openFiles(page);
  await page.getByLabel('A folder of sound files').setInputFiles(folder);
  await expect(page.getByText('It is no sound that this browser can read')).toBeVisible();
  await expect(row(page, 'Choir')).toContainText('100 bpm, 1 bar');
  await page.getByRole('button', { name: 'Add all 9' }).click();
  await expect(row(page, 'Choir')).toContainText('8 of 8');
  await expect(slots(page)).toHaveCount(8);
  const kinds = (await slotNames(page)).map((name) => name.split(', ')[0]);
  expect(kinds.slice(0, 5)).toEqual(['Drums', 'Bass', 'Chords', 'Melody', 'Vocals']);
  await expect(page.getByRole('spinbutton', { name: 'Tempo', exact: true })).toHaveValue('100.00');
  await expect(row(page, 'read me.txt')).toHaveCount(1);
});

test(
  'a folder that is dropped is looked through to its end, wrong files are named',
  {
    tag: '@wide',
  },
  async ({ page }, info) => {
    const errors = collectErrors(page);
    const folder = info.outputPath('Übung');
    await mkdir(`${folder}/Takes/Zweite Hälfte`, { recursive: true });
    // A reader of a folder answers a hundred entries at a time.
    const names = Array.from(
      { length: 104 },
      (_, at) => `${String(at + 1).padStart(3, '0')} Hit.wav`,
    );
    const hit = drums(240, 1).subarray(0, 44 + 4 * 8820);
    hit.writeUInt32LE(hit.length - 8, 4);
    hit.writeUInt32LE(hit.length - 44, 40);
    for (const name of names) await writeFile(`${folder}/Takes/${name}`, hit);
    await writeFile(`${folder}/Takes/Zweite Hälfte/Bäßchen 120bpm.aif`, bass(120, 1));
    await writeFile(`${folder}/Drums 120bpm.wav`, drums(120, 1));
    await writeFile(`${folder}/.DS_Store`, 'hidden');
    await writeFile(`${folder}/lies mich.txt`, 'Danke');
    await writeFile(`${folder}/leer.wav`, '');
    await openFiles(page);
    const session = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      const data = { items: [], files: [folder], dragOperationsMask: 1 };
      await session.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data });
    }
    // Hits, a bass, drums, a text and an empty file; what is hidden is passed over.
    await expect(page.getByRole('heading', { name: '108 files' })).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Reading' })).toHaveCount(0);
    await expect(row(page, 'Bäßchen')).toContainText('120 bpm, 1 bar');
    await expect(row(page, 'Drums')).toContainText('120 bpm, 1 bar');
    await expect(row(page, 'lies mich.txt')).toContainText('It is no sound that this browser can');
    await expect(row(page, 'leer.wav')).toContainText('The file is empty');
    await expect(page.getByRole('button', { name: 'Add all 106' })).toBeVisible();
    const found = await page
      .getByRole('list', { name: 'Files' })
      .getByRole('listitem')
      .evaluateAll((all) => all.map((one) => one.querySelector('[title]')?.getAttribute('title')));
    expect(
      found.filter((path) => path?.startsWith('Übung/Takes/') && path.endsWith('Hit.wav')),
    ).toEqual(names.map((name) => `Übung/Takes/${name}`));
    expect(found).toContain('Übung/Takes/Zweite Hälfte/Bäßchen 120bpm.aif');
    expect(errors).toEqual(['File is not a WAV']);
  },
);
