import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { addLoops, openEditor } from './editorPage.ts';
import { violations } from './pageChecks.ts';

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

test('a draft is taken away as a mix, as stems and as a project @wide', async ({ page }) => {
  test.setTimeout(240_000);
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

// Without a GPU a whole video of this size takes minutes; that pictures and sound are all there is proven at a small
// size in `createExporter.browser.test.ts`.
test('a video says how it is made, how far it is, and is cancelled @wide', async ({ page }) => {
  test.setTimeout(120_000);
  await withoutPicker(page);
  await openEditor(page);
  await addLoops(page, 0);
  await page.keyboard.press('e');
  await choose(page, 'Video');
  await expect(dialog(page).getByText(/MP4|WebM/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click();
  const bar = dialog(page).getByRole('progressbar', { name: 'Pictures and sound' });
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]/, { timeout: 60_000 });
  await dialog(page).getByRole('button', { name: 'Cancel export' }).click();
  await expect(dialog(page).getByRole('radio', { name: 'Video' })).toBeChecked();
  await expect(bar).toHaveCount(0);
});
