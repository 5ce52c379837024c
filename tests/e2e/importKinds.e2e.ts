import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { memberAt } from './accountPages.ts';
import {
  cutBundle,
  dawprojects,
  EVIL,
  loreArchives,
  loreDatabase,
  loreFolders,
  stemFolders,
} from './importFiles.ts';
import { collectErrors, refusedByPolicy, violations, watchPolicy } from './pageChecks.ts';
import { heard, tapSound } from './sound.ts';

interface Kind {
  readonly what: string;
  readonly folder: () => Promise<string>;
  /** Rows of what was found. */
  readonly found: readonly string[];
  /** What is not taken at all, and why. */
  readonly unknown: readonly RegExp[];
  readonly came: string;
  /** What was left out of the rest, and why. */
  readonly left: readonly RegExp[];
  /** The jam that is opened and heard, and what its room says of the newest rifff. */
  readonly jam: string;
  readonly rifff: readonly RegExp[];
  /** Whose rifffs its history can be narrowed to, where it has several. */
  readonly makers: readonly string[];
}

const KINDS: readonly Kind[] = [
  {
    what: 'LORE archives',
    folder: loreArchives,
    found: ['Night bus LORE archive, 1 jam', `${EVIL} LORE archive, 1 jam`],
    unknown: [/orx\.lonely\.yaml.*the \.tar that belongs to it is missing/],
    came: '3 rifffs, 3 loops came in.',
    left: [/riff in line 9.*the line is damaged/, /“Dust Kit”.*neither Ogg Vorbis nor FLAC/],
    jam: 'Night bus',
    rifff: [/^123, A Minor/],
    makers: ['↧ tom (from LORE)'],
  },
  {
    what: 'the database of LORE',
    folder: loreDatabase,
    found: ['given/warehouse.db3 database of LORE, 1 jam'],
    unknown: [/torn\.db3.*not a database/],
    came: '1 rifff, 1 loop came in.',
    left: [/LORE knew of it and had not fetched it/, /the database says nothing of it/],
    jam: "Night 'ferry'",
    rifff: [/^120, A Minor/, /by ↧ mia \(from LORE\)/],
    makers: [],
  },
  {
    what: 'folders of LORE',
    folder: loreFolders,
    found: ['Night tram riff of LORE, 1 jam'],
    unknown: [/two\/metadata\.json.*nothing that can be brought in/],
    came: '1 rifff, 1 loop came in.',
    left: [/2-20210101.*neither Ogg Vorbis nor FLAC/],
    jam: 'Night tram',
    rifff: [/^120, A Minor/, /by ↧ mia \(from LORE\)/],
    makers: [],
  },
  {
    what: 'stem folders',
    folder: stemFolders,
    found: ['Harbour 2 stem folders, 1 jam'],
    unknown: [/rough mix\.wav.*a sound alone/],
    came: '2 rifffs, 3 loops came in.',
    left: [/9 - tom.*eight slots/, /3 - tom.*the file is empty/],
    jam: 'Harbour',
    rifff: [/^120, A Minor/],
    makers: ['↧ mia (from Stems)'],
  },
  {
    what: 'DAWprojects',
    folder: dawprojects,
    found: ['Rondo – Lighthouse – 120 bpm – A minor DAWproject, 1 jam', 'laughs DAWproject, 1 jam'],
    unknown: [/song\.als.*let that program export it/],
    came: '1 rifff, 1 loop came in.',
    left: [/track “2 Drums”.*not in the project/, /laughs.*it defines entities, which is refused/],
    jam: 'Lighthouse',
    rifff: [/^120, A Minor/],
    makers: [],
  },
];

const give = (page: Page, folder: string) =>
  page.getByLabel('Folder to bring in').setInputFiles(folder);
const bringIn = (page: Page) => page.getByRole('button', { name: 'Bring it in' }).click();
const inOneLine = (lines: readonly string[]) => lines.map((text) => text.replace(/\s+/g, ' '));
const texts = async (page: Page) => inOneLine(await page.locator('details li').allInnerTexts());

for (const kind of KINDS) {
  test(`${kind.what} come in, good parts, odd ones and hostile ones @wide`, async ({
    page,
    request,
  }) => {
    const errors = collectErrors(page);
    await watchPolicy(page);
    await tapSound(page);
    await memberAt(page, request, '/import');
    const folder = await kind.folder();
    await give(page, folder);
    await expect(page.getByRole('heading', { name: 'This can come in' })).toBeVisible();
    const rows = page.getByRole('region', { name: 'This can come in' }).getByRole('listitem');
    const found = inOneLine(await rows.allInnerTexts());
    expect(found.slice(0, kind.found.length)).toEqual(kind.found);
    await page.getByText(/not taken$/).click();
    const unknown = await texts(page);
    expect(unknown).toHaveLength(kind.unknown.length);
    for (const [at, reason] of kind.unknown.entries()) expect(unknown[at]).toMatch(reason);
    expect(await violations(page)).toEqual([]);

    await bringIn(page);
    await expect(page.getByRole('heading', { name: 'What can come in is here' })).toBeVisible();
    await expect(page.getByText(kind.came)).toBeVisible();
    await page.getByText(/left out$/).click();
    const left = await texts(page);
    expect(left).toHaveLength(kind.left.length);
    for (const reason of kind.left) expect(left.some((text) => reason.test(text))).toBe(true);

    await page.getByRole('button', { name: 'Bring in something else' }).click();
    await give(page, folder);
    await bringIn(page);
    await expect(page.getByText(/^Nothing new came in\. .* here already\.$/)).toBeVisible();

    await page.getByRole('link', { name: `Open the jam ${kind.jam}` }).click();
    await expect(page.getByRole('heading', { name: kind.jam })).toBeVisible();
    for (const words of kind.rifff) await expect(page.getByText(words).first()).toBeVisible();
    for (const [at, who] of kind.makers.entries()) {
      await expect(
        page
          .getByLabel('Whose')
          .locator('option')
          .nth(at + 1),
      ).toHaveText(who);
    }
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await heard(page);
    expect(await refusedByPolicy(page)).toEqual([]);
    // A loop without its sound is silent, and said so.
    expect(errors.filter((text) => !text.startsWith('A loop could not be loaded'))).toEqual([]);
  });
}

test('an import is held up, goes on, ends with its window, and goes on with the same files @wide', async ({
  page,
  request,
}) => {
  await memberAt(page, request, '/import');
  const folder = await loreArchives(130);
  // A slow line, so that there is time to hold it up.
  await page.route('**/imports/*/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue().catch(() => {});
  });
  await give(page, folder);
  await bringIn(page);
  await page.getByRole('button', { name: 'Hold it up' }).click();
  await expect(page.getByRole('heading', { name: 'Held up' })).toBeVisible();
  await expect(page.getByText(/^What came in stays/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go on' }).click();
  // The import goes on while the member visits other pages.
  await page.getByRole('link', { name: 'Jams', exact: true }).first().click();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Hold it up' })).toBeVisible();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await give(page, folder);
  await bringIn(page);
  await expect(page.getByRole('heading', { name: 'What can come in is here' })).toBeVisible();
  await page.unroute('**/imports/*/*');
  await page.getByRole('button', { name: 'Bring in something else' }).click();
  await give(page, folder);
  await bringIn(page);
  await expect(
    page.getByText('Nothing new came in. 131 rifffs, 3 loops were here already.'),
  ).toBeVisible();
});

test('a bundle that was cut off is dropped: what is whole comes in, and the rest is named @wide', async ({
  page,
  request,
}) => {
  await memberAt(page, request, '/import');
  const folder = await cutBundle();
  const bytes = [...readFileSync(join(folder, 'cut.rondo.tar'))];
  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(content)], 'cut.rondo.tar'));
    return data;
  }, bytes);
  await page
    .getByText('Drop a folder or files here')
    .dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('Night boat')).toBeVisible();
  await bringIn(page);
  await expect(page.getByText('1 rifff, 1 loop came in.')).toBeVisible();
  await page.getByText(/left out$/).click();
  expect((await texts(page)).join()).toMatch('it was cut off before its end');
});
