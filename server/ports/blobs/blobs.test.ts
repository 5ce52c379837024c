import { createHash, randomBytes } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../settings.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { startTestS3 } from '../../testing/s3.ts';
import { BlobMissingError, type BlobStore, BlobTooLargeError } from './blobStore.ts';
import { openBlobs } from './openBlobs.ts';

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const NOWHERE = '0'.repeat(64);

interface Opened {
  readonly blobs: BlobStore;
  /** How many blobs the store holds, counted from outside. */
  count(): Promise<number>;
  end(): Promise<void>;
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

async function openDisk(): Promise<Opened> {
  const folder = await temporaryFolder();
  const blobs = await openBlobs({ s3: undefined, dataFolder: folder.path });
  return { blobs, count: () => countFiles(folder.path), end: folder.remove };
}

async function openS3(): Promise<Opened> {
  const s3 = await startTestS3();
  const folder = await temporaryFolder();
  const blobs = await openBlobs(readSettings({ ...s3.environment, RONDO_DATA: folder.path }));
  const end = async () => {
    await blobs.close();
    await s3.close();
    await folder.remove();
  };
  // What is on its way lies on the disk.
  const count = async () => (await s3.count()) + (await countFiles(folder.path));
  return { blobs, count, end };
}

describe.each([
  { name: 'disk', open: openDisk },
  { name: 'S3', open: openS3 },
])('the blob port on $name', ({ open }) => {
  let opened: Opened;
  let blobs: BlobStore;
  beforeAll(async () => {
    opened = await open();
    blobs = opened.blobs;
  });
  afterAll(() => opened.end());

  it.each([0, 1, 65_536, 5_000_000])(
    'gives back %i streamed bytes under their SHA-256',
    async (size) => {
      const content = randomBytes(size);
      const pieces = size < 2 ? [content] : [content.subarray(0, 1), content.subarray(1)];
      const stored = await blobs.put(Readable.from(pieces));
      expect(stored).toEqual({ hash: sha256(content), size });
      expect(sha256(await buffer(await blobs.get(stored.hash)))).toBe(stored.hash);
      expect(await blobs.stat(stored.hash)).toEqual(stored);
      expect(await blobs.has(stored.hash)).toBe(true);
    },
  );

  it('keeps the same content once, however often and at once it is put', async () => {
    const content = randomBytes(1000);
    const before = await opened.count();
    await Promise.all([blobs.put(content), blobs.put(content), blobs.put(content)]);
    await blobs.put(content);
    expect(await opened.count()).toBe(before + 1);
  });

  it('reads a range with both ends included', async () => {
    const content = randomBytes(1000);
    const { hash } = await blobs.put(content);
    for (const [start, end] of [
      // s3rver takes an end of 0 for no end; the media test reads single first bytes from disk.
      [0, 1],
      [0, 999],
      [10, 19],
      [999, 999],
    ] as const) {
      const part = await buffer(await blobs.getRange(hash, start, end));
      expect(part.equals(content.subarray(start, end + 1))).toBe(true);
    }
  });

  it('refuses a source that is too long and leaves nothing behind', async () => {
    const before = await opened.count();
    const content = randomBytes(2000);
    const put = blobs.put(Readable.from([content.subarray(0, 900), content]), { maxBytes: 1999 });
    await expect(put).rejects.toBeInstanceOf(BlobTooLargeError);
    await expect(blobs.put(content, { maxBytes: 2000 })).resolves.toBeDefined();
    expect(await opened.count()).toBe(before + 1);
  });

  it('leaves nothing of a source that breaks', async () => {
    const before = await opened.count();
    const source = Readable.from(
      (async function* () {
        yield randomBytes(100);
        throw new Error('cut off');
      })(),
    );
    await expect(blobs.put(source)).rejects.toThrow('cut off');
    expect(await opened.count()).toBe(before);
  });

  it('says that a blob is missing, and deletes without complaint', async () => {
    const { hash } = await blobs.put(randomBytes(10));
    await blobs.delete(hash);
    await blobs.delete(hash);
    for (const name of [hash, NOWHERE]) {
      expect(await blobs.has(name)).toBe(false);
      expect(await blobs.stat(name)).toBeUndefined();
      await expect(blobs.get(name)).rejects.toBeInstanceOf(BlobMissingError);
      await expect(blobs.getRange(name, 0, 1)).rejects.toBeInstanceOf(BlobMissingError);
    }
  });

  it('takes only hashes for names', async () => {
    for (const name of ['', '../../etc/passwd', NOWHERE.toUpperCase().replace(/0/g, 'A')]) {
      await expect(blobs.get(name)).rejects.toThrow('not a SHA-256');
    }
  });

  it('checks itself', async () => {
    await expect(blobs.check()).resolves.toBeUndefined();
  });
});

describe('blobs on their way', () => {
  it.each(['disk', 'S3'])(
    'are cleared after an hour where a crash left them, on %s',
    async (kind) => {
      const folder = await temporaryFolder();
      const s3 = kind === 'S3' ? await startTestS3() : undefined;
      const settings = readSettings({ ...s3?.environment, RONDO_DATA: folder.path });
      await (await openBlobs(settings)).close();
      const incoming = join(folder.path, ...(s3 ? ['incoming'] : ['blobs', 'incoming']));
      const before = new Date(Date.now() - 2 * 3_600_000);
      await writeFile(join(incoming, 'old.part'), 'x');
      await utimes(join(incoming, 'old.part'), before, before);
      await writeFile(join(incoming, 'new.part'), 'x');
      await (await openBlobs(settings)).close();
      expect(await readdir(incoming)).toEqual(['new.part']);
      await s3?.close();
      await folder.remove();
    },
  );

  it('says in one sentence that its folder cannot be made', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder.path, 'blobs'), 'a file');
    const opening = openBlobs({ s3: undefined, dataFolder: folder.path });
    await expect(opening).rejects.toThrow(/^The folder .* cannot be written \(.*\)\.$/);
    await folder.remove();
  });
});
