import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { openDiskBlobs } from './blobs/disk.ts';
import { openSqlite } from './database/sqlite.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let umask = 0;
beforeAll(async () => {
  folder = await temporaryFolder();
  umask = process.umask(0o022);
});
afterAll(async () => {
  process.umask(umask);
  await folder.remove();
});

/** What of a folder, itself included, others than its owner may read, write or enter. */
function openToOthers(path: string): string[] {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const all = [path, ...names.map((name) => join(path, name))];
  return all.filter((one) => (statSync(one).mode & 0o077) !== 0);
}

it.skipIf(process.platform === 'win32')(
  'what the server writes is readable by its owner alone, whatever the umask',
  async () => {
    const data = join(folder.path, 'new', 'data');
    const database = openSqlite(data);
    await database.migrate();
    const blobs = await openDiskBlobs(data);
    await blobs.put(Buffer.from('sound'), {});
    const names = readdirSync(data);
    expect(names).toEqual(
      expect.arrayContaining(['rondo.sqlite', 'rondo.sqlite-wal', 'rondo.sqlite-shm', 'blobs']),
    );
    expect(openToOthers(data)).toEqual([]);
    await blobs.close();
    await database.close();
  },
);

it.skipIf(process.platform === 'win32')(
  'a database that others could read is closed to them',
  async () => {
    const data = join(folder.path, 'old');
    await mkdir(data, { mode: 0o700 });
    writeFileSync(join(data, 'rondo.sqlite'), '', { mode: 0o644 });
    const database = openSqlite(data);
    await database.migrate();
    expect(openToOthers(data)).toEqual([]);
    await database.close();
  },
);
