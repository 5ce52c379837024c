import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { flacOf, LOOP_FRAMES, loopDocument, oggOf, tone } from '../../server/testing/sounds.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { makePerson, type Person } from './accountPages.ts';
import { addLoops, openEditor } from './editorPage.ts';
import { violations } from './pageChecks.ts';
import { post, share } from './sharingCalls.ts';
import { tapSound } from './sound.ts';

interface Made {
  readonly name: string;
  readonly path: string;
}

/** No window of the system to choose a place in: the export becomes a download, as in other browsers. */
const withoutPicker = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }),
  );

function dialog(page: Page) {
  return page.getByRole('dialog', { name: /^Export/ });
}

/** Exports what is chosen and waits for the file. */
async function made(page: Page): Promise<Made> {
  const coming = page.waitForEvent('download', { timeout: 240_000 });
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click();
  const download = await coming;
  const name = download.suggestedFilename();
  await expect(dialog(page).getByText(name)).toBeVisible();
  const path = join(mkdtempSync(join(tmpdir(), 'rondo-export-')), 'file');
  await download.saveAs(path);
  await dialog(page).getByRole('button', { name: 'Export another' }).click();
  return { name, path };
}

interface Probe {
  readonly streams: readonly Readonly<Record<string, string | number>>[];
  readonly format: { readonly duration: string };
}

/** What ffprobe says of a file, or null where there is none. */
function probe(path: string): Probe | null {
  try {
    const asked = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path];
    return JSON.parse(execFileSync('ffprobe', asked, { encoding: 'utf8' })) as Probe;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Seconds of a WAV file of whole numbers, by its header. */
function wavSec(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const tag = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  expect([tag(0), tag(8), tag(36)]).toEqual(['RIFF', 'WAVE', 'data']);
  return view.getUint32(40, true) / view.getUint32(28, true);
}

const choose = (page: Page, title: string) =>
  dialog(page).getByRole('radio', { name: title }).check();

test('a draft is taken away as a mix, as stems and as a project @wide', { tag: '@short' }, async ({
  page,
}) => {
  await withoutPicker(page);
  await openEditor(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog(page).getByText('nothing to export yet')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await addLoops(page, 0, 1);
  await page.keyboard.press('e');
  await dialog(page).getByLabel('Name').fill('Night: bus');
  expect(await violations(page)).toEqual([]);

  await dialog(page).getByLabel('Format').selectOption('wav16');
  const mix = await made(page);
  expect(mix.name).toMatch(/^Rondo – Night bus – [\d.]+ bpm – [A-G][b#]? [a-z ]+\.wav$/);
  const seconds = wavSec(readFileSync(mix.path));
  const found = probe(mix.path);
  if (found) {
    expect(found.streams[0]).toMatchObject({ codec_name: 'pcm_s16le', sample_rate: '48000' });
    expect(Number(found.format.duration)).toBeCloseTo(seconds, 3);
  }

  await choose(page, 'Stems');
  const stems = await made(page);
  const files = unzipSync(readFileSync(stems.path));
  const names = Object.keys(files);
  expect(names).toHaveLength(3);
  expect(names[0]).toMatch(/ – 1 [A-Z].*\.wav$/);
  expect(names[2]).toBe('Credits.txt');
  for (const name of names.slice(0, 2)) expect(wavSec(files[name]!)).toBeCloseTo(seconds, 6);

  await choose(page, 'DAW project');
  const project = await made(page);
  expect(project.name).toMatch(/\.dawproject$/);
  const parts = unzipSync(readFileSync(project.path));
  const xml = new TextDecoder().decode(parts['project.xml']);
  expect(xml.match(/<Track /g)).toHaveLength(3);
  for (const [, path] of xml.matchAll(/<File path="([^"]+)"/g)) {
    expect(parts[path!]!.length).toBeGreaterThan(1000);
  }
  expect(parts['metadata.xml']).toBeDefined();
});

/** Uploads a loop that its maker keeps all rights on. */
async function uploadKept(request: APIRequestContext, person: Person) {
  const loop = loopDocument({ name: 'Kettle', creatorUserName: person.name, category: 'drums' });
  const pcm = tone(LOOP_FRAMES);
  const [ogg, flac] = [await oggOf(pcm), await flacOf(pcm)];
  const answer = await request.post(`/api/jam/${person.name}/loops`, {
    headers: { authorization: person.authorization },
    multipart: {
      metadata: JSON.stringify(loop),
      file: { name: 'loop.ogg', mimeType: 'audio/ogg', buffer: ogg },
      master: { name: 'loop.flac', mimeType: 'audio/flac', buffer: flac },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data.loop;
}

/** A shared rifff of loops of the library, but for its first ring. @returns id of the share */
async function shareWithKept(request: APIRequestContext): Promise<{ id: string; maker: string }> {
  const ada = await makePerson(request);
  const kept = await uploadKept(request, ada);
  const library = await (await request.get('/api/library/rifffs')).json();
  const { rifff } = library.data.rifffs[0];
  const before = rifff.state.playback[0].slot.current.currentLoop;
  rifff._id = newId();
  rifff.parent = null;
  rifff.loops = rifff.loops.map((loop: { _id: string }) => (loop._id === before ? kept : loop));
  rifff.state.playback[0].slot.current.currentLoop = kept._id;
  await post(request, ada, `/jam/${ada.name}/rifffs`, { rifff });
  const key = { jamId: ada.name, rifffId: rifff._id };
  return { id: await share(request, ada, key, 'Ninth bus'), maker: ada.name };
}

test('a listener takes a shared rifff away, less the ring that its maker keeps', async ({
  page,
  request,
}) => {
  const { id, maker } = await shareWithKept(request);
  await withoutPicker(page);
  await tapSound(page);
  await page.goto(`/rifff/${id}`);
  if (new URL(page.url()).pathname === '/holding-page') {
    await page.getByRole('main').getByRole('button').first().click();
  }
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Ninth bus');
  await dialog(page).getByLabel('Format').selectOption('ogg');
  expect((await made(page)).name).toMatch(/^Rondo – Ninth bus – .*\.ogg$/);
  await choose(page, 'Stems');
  const left = dialog(page).getByRole('listitem').filter({ hasText: 'Kettle' });
  await expect(left).toHaveText(`Kettleleft out: ${maker} keeps all rights`);
  expect(await violations(page)).toEqual([]);
  const files = Object.keys(unzipSync(readFileSync((await made(page)).path)));
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((name) => / – 1 /.test(name))).toEqual([]);
  // A loop that is gone: said by its name, and no file comes.
  await page.route(/\/media\//, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    /^That did not work: the loop “.+” \(\d [A-Z].*\) could not be loaded\. Nothing was kept\.$/,
  );
});

// That pictures and sound are all there is proven at a small size in `createExporter.browser.test.ts`.
test('a video says how it is made, how far it is and how long it takes, and is cancelled @wide', async ({
  page,
}) => {
  await withoutPicker(page);
  await openEditor(page);
  await addLoops(page, 0);
  await page.keyboard.press('e');
  await choose(page, 'Video');
  await expect(dialog(page).getByText(/MP4|WebM/)).toBeVisible();
  await dialog(page).getByLabel('Length').selectOption('12');
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click();
  const bar = dialog(page).getByRole('progressbar', { name: 'Pictures and sound' });
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await expect(bar).toHaveAttribute('aria-valuetext', /^\d+ %, about \d+ (s|min) left$/);
  expect(await violations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Cancel export' }).click();
  await expect(dialog(page).getByRole('radio', { name: 'Video' })).toBeChecked();
  await expect(bar).toHaveCount(0);
});
