/**
 * `node server/testing/schemas/main.ts`: for each migration that has none yet, its line in `server/migrations/landed.json`
 * and its fixture. What is there is never changed.
 */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { MIGRATIONS } from '../../migrations/index.ts';
import { fixturePath, hasFixture, makeFixture } from './fixtures.ts';
import { LANDED_PATH, type LandedTable, landedOf } from './landed.ts';

const landed: Record<string, unknown> = JSON.parse(
  await readFile(LANDED_PATH, 'utf8').catch(() => '{}'),
) satisfies LandedTable;
let before: string | undefined;
let bytes = 0;
for (const name of Object.keys(MIGRATIONS)) {
  landed[name] ??= await landedOf(name, before);
  if (!hasFixture(name)) await makeFixture(name, before);
  const { size } = await stat(fixturePath(name));
  console.info(`${name}: ${size} bytes`);
  bytes += size;
  before = name;
}
await writeFile(LANDED_PATH, `${JSON.stringify(landed, null, 2)}\n`);
console.info(`Together: ${bytes} bytes.`);
