import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page, test } from '@playwright/test';
import { END, HEAD, lines, rifffOf, tarOf } from '../../src/audio/imports/testing/bundles.ts';
import { memberAt } from './accountPages.ts';
import { violations } from './pageChecks.ts';

const STARTER = new URL('../../assets/starter/', import.meta.url);

/** A bundle of another server, by another person: a rifff of one loop, its answer, and a rifff whose loop is missing. */
async function bundle(name: string): Promise<Buffer> {
  const { loops } = JSON.parse(readFileSync(new URL('manifest.json', STARTER), 'utf8'));
  const { file, isLibraryLoop: _l, family: _f, cdn_attachments: _c, ...loop } = loops[0];
  const _id = 'e2e00000000000000000000000000001';
  const tar = await tarOf({
    'rondo.json': JSON.stringify({ ...HEAD, jam: { ...HEAD.jam, name } }),
    'people.jsonl': lines({ id: 'mia', displayName: 'Mia of the north' }),
    'loops.jsonl': lines({ ...loop, _id, creatorUserName: 'mia' }),
    [`audio/${_id}.ogg`]: readFileSync(new URL(file, STARTER)),
    'rifffs.jsonl': lines(
      rifffOf('e2e00000000000000000000000000011', [_id]),
      rifffOf('e2e00000000000000000000000000012', [_id], 'e2e00000000000000000000000000011'),
      rifffOf('e2e00000000000000000000000000013', ['e2e00000000000000000000000000099']),
    ),
    'end.json': JSON.stringify({ ...END, loops: 1, rifffs: 3, messages: 0 }),
  });
  return Buffer.from(await tar.arrayBuffer());
}

/** A database of LORE's with one rifff, and no stems beside it. */
function warehouse(): Buffer {
  const path = join(mkdtempSync(join(tmpdir(), 'rondo-lore-')), 'warehouse.db3');
  const database = new DatabaseSync(path);
  const stems = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => `StemCID_${at} TEXT`).join(', ');
  database.exec(`CREATE TABLE Riffs (RiffCID TEXT, OwnerJamCID TEXT, CreationTime INTEGER, Root INTEGER,
    Scale INTEGER, BPS REAL, BarLength INTEGER, AppVersion INTEGER, UserName TEXT, ${stems}, GainsJSON TEXT);
    CREATE TABLE Stems (StemCID TEXT, CreationTime INTEGER);
    INSERT INTO Riffs VALUES ('r1', 'mia', 5, 0, 0, 2, 16, 1, 'mia', 's', '', '', '', '', '', '', '', '[1]')`);
  database.close();
  return readFileSync(path);
}

const give = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel('Files to bring in').setInputFiles(files);

test('a jam of another server comes in, says what was left out, and goes along again @wide', async ({
  page,
  request,
}) => {
  await memberAt(page, request, '/import');
  expect(await violations(page)).toEqual([]);
  await give(page, [{ name: 'song.mp3', mimeType: '', buffer: Buffer.from('no music') }]);
  await expect(page.getByRole('heading', { name: 'Nothing of this can come in' })).toBeVisible();
  await expect(page.getByText(/a sound alone: bring the folder/)).toBeVisible();
  await page.getByRole('button', { name: 'Try something else' }).click();
  // SQLite is allowed to run in the page.
  await give(page, [{ name: 'warehouse.db3', mimeType: '', buffer: warehouse() }]);
  await expect(page.getByText(/bring LORE’s folder stem_v2 too/)).toBeVisible();
  await page.getByRole('button', { name: 'Something else' }).click();

  const file = { name: 'night.rondo.tar', mimeType: '', buffer: await bundle('Night bus') };
  await give(page, [file]);
  await expect(page.getByText('Night bus')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Bring it in' }).click();
  await expect(page.getByRole('heading', { name: 'What can come in is here' })).toBeVisible();
  await expect(page.getByText('3 rifffs, 1 loop came in.')).toBeVisible();
  await expect(page.getByText(/No signature that this server trusts/)).toBeVisible();
  await page.getByText('1 thing was left out').click();
  await expect(page.getByText(/it is not in what was brought; its slots are silent/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // The same again changes nothing.
  await page.getByRole('button', { name: 'Bring in something else' }).click();
  await give(page, [file]);
  await page.getByRole('button', { name: 'Bring it in' }).click();
  await expect(
    page.getByText('Nothing new came in. 3 rifffs, 1 loop were here already.'),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Open the jam Night bus' }).click();
  await expect(page.getByRole('heading', { name: 'Night bus' })).toBeVisible();
  await page.getByRole('button', { name: 'More about the room' }).click();
  await page.getByRole('menuitem', { name: 'Take this jam with you' }).click();
  // The picker of the system is nothing that a journey can use.
  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the jam' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Night bus\.rondo\.tar$/);
  const taken = readFileSync(await (await saved).path());
  expect(taken.includes('e2e00000000000000000000000000012')).toBe(true);
  expect(taken.includes('end.json')).toBe(true);
  await expect(page.getByText(/^It is saved: /)).toBeVisible();
  // No signature proves whose loops these are, so they are not taken apart.
  await page.getByRole('button', { name: 'Make stem folders' }).click();
  await expect(page.getByText(/nothing of it may be taken as stems/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
