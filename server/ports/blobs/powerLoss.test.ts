import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../testing/folders.ts';

/**
 * What the disk has for certain: contents and names as they were when they were last synced, by the number that the
 * file system gives a file or folder. Everything else may be gone after a power cut.
 */
const synced = vi.hoisted(() => ({
  contents: new Map<number, Buffer>(),
  names: new Map<number, Map<string, number>>(),
}));

// Node's own calls go to the disk as always; only what is synced is noted beside.
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof FsPromises>();
  const inodeOf = (path: string) => statSync(path).ino;
  const open: typeof real.open = async (path, flags, mode) => {
    const handle = await real.open(path, flags, mode);
    const { ino } = await handle.stat();
    // The number of a file that is gone may be given again.
    if (flags === 'wx') synced.contents.delete(ino);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      const at = String(path);
      if (statSync(at).isDirectory()) {
        const names = readdirSync(at).map((name) => [name, inodeOf(join(at, name))] as const);
        synced.names.set(ino, new Map(names));
      } else {
        synced.contents.set(ino, readFileSync(at));
      }
    };
    return handle;
  };
  const mkdir = (async (path: string, options: { recursive: true }) => {
    const made = await real.mkdir(path, options);
    if (made !== undefined) synced.names.delete(inodeOf(path));
    return made;
  }) as typeof real.mkdir;
  return { ...real, open, mkdir };
});

// Files of one worker share their modules: here they are loaded anew, with these calls, and again for the next file.
let openDiskBlobs: typeof import('./disk.ts').openDiskBlobs;
beforeAll(async () => {
  vi.resetModules();
  ({ openDiskBlobs } = await import('./disk.ts'));
});
afterAll(() => {
  vi.doUnmock('node:fs/promises');
  vi.resetModules();
});

afterEach(() => {
  synced.contents.clear();
  synced.names.clear();
});

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** What is at a path below `root` after a power cut that drops all that was not synced; undefined: nothing. */
function afterPowerCut(root: string, parts: readonly string[]): Buffer | undefined {
  let inode: number | undefined = statSync(root).ino;
  for (const part of parts) {
    if (inode === undefined) return undefined;
    inode = synced.names.get(inode)?.get(part);
  }
  return inode === undefined ? undefined : synced.contents.get(inode);
}

/** Where a store in `folder` keeps a blob. */
const partsOf = (hash: string) => ['blobs', hash.slice(0, 2), hash.slice(2)];

async function newFolder() {
  const { path, remove } = await temporaryFolder();
  // The folder around it belongs to the test.
  return { data: join(path, 'data'), around: path, remove };
}

it('keeps every acknowledged blob through a power cut at that moment and at any later one', async () => {
  const { data, around, remove } = await newFolder();
  const blobs = await openDiskBlobs(data);
  const hashes: string[] = [];
  const lost: string[] = [];
  // Together, so that many meet in one new folder.
  const put = async () => {
    const { hash } = await blobs.put(randomBytes(500));
    const found = afterPowerCut(around, ['data', ...partsOf(hash)]);
    if (!found || sha256(found) !== hash) lost.push(hash);
    hashes.push(hash);
  };
  for (let round = 0; round < 4; round++) await Promise.all(Array.from({ length: 150 }, put));
  for (const hash of hashes) {
    const found = afterPowerCut(around, ['data', ...partsOf(hash)]);
    if (!found || sha256(found) !== hash) lost.push(hash);
  }
  expect(hashes).toHaveLength(600);
  expect(lost).toEqual([]);
  await remove();
});

it('never shows half a blob when names reach the disk before what was not synced', async () => {
  const { data, remove } = await newFolder();
  const blobs = await openDiskBlobs(data);
  const broken: string[] = [];
  let isPutting = true;
  const look = () => {
    for (const prefix of readdirSync(join(data, 'blobs'))) {
      if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
      for (const rest of readdirSync(join(data, 'blobs', prefix))) {
        const path = join(data, 'blobs', prefix, rest);
        const content = synced.contents.get(statSync(path).ino) ?? Buffer.alloc(0);
        if (sha256(content) !== prefix + rest) broken.push(path);
      }
    }
  };
  const looking = (async () => {
    while (isPutting) {
      look();
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await Promise.all(Array.from({ length: 60 }, () => blobs.put(randomBytes(40_000))));
  isPutting = false;
  await looking;
  expect(broken).toEqual([]);
  await remove();
});

it('syncs a folder that a killed process had made and not synced', async () => {
  const { data, around, remove } = await newFolder();
  const content = randomBytes(100);
  const hash = sha256(content);
  await (await openDiskBlobs(data)).close();
  const folder = dirname(join(data, ...partsOf(hash)));
  mkdirSync(folder);
  expect(existsSync(folder)).toBe(true);
  const blobs = await openDiskBlobs(data);
  await blobs.put(content);
  expect(afterPowerCut(around, ['data', ...partsOf(hash)])).toEqual(content);
  await remove();
});
