import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { hasFixture } from '../testing/schemas/fixtures.ts';
import { LANDED_PATH, type LandedTable, landedOf } from '../testing/schemas/landed.ts';
import { MIGRATIONS } from './index.ts';

const names = Object.keys(MIGRATIONS);

it('each migration has its line in landed.json and its fixture: node server/testing/schemas/main.ts makes both', async () => {
  const landed: LandedTable = JSON.parse(await readFile(LANDED_PATH, 'utf8'));
  expect(Object.keys(landed)).toEqual(names);
  expect(names.filter((name) => !hasFixture(name))).toEqual([]);
});

it('landed migrations are never edited: write a new one', async () => {
  const landed: LandedTable = JSON.parse(await readFile(LANDED_PATH, 'utf8'));
  const edited: string[] = [];
  for (const [at, name] of names.entries()) {
    const { sqlite, postgres } = await landedOf(name, names[at - 1]);
    const isSame = sqlite === landed[name]?.sqlite && postgres === landed[name]?.postgres;
    if (!isSame) edited.push(name);
  }
  expect(edited).toEqual([]);
});
