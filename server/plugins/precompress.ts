import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(html|js|mjs|css|svg|json|webmanifest|txt|wasm)$/;
const MIN_BYTES = 1024;
/** From here on the smallest bytes take seconds for each file, and are a few in a hundred less. */
const LARGE_BYTES = 320_000;
const LARGE_QUALITY = 9;

const COMPRESSORS = {
  '.br': (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]:
          content.byteLength < LARGE_BYTES ? constants.BROTLI_MAX_QUALITY : LARGE_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      },
    }),
  '.gz': (content: Buffer) => promisify(gzip)(content, { level: 9 }),
} as const;

async function isFresh(path: string, since: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs >= since;
}

/**
 * Writes a Brotli and a gzip version beside every text file of `folder` that has none or an older one, so
 * that the first visitor gets the smallest bytes without anyone compressing them again. Returns how many
 * files it wrote; a folder that does not exist has none. Throws when the folder cannot be written.
 */
export async function precompress(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const texts = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  const written = await Promise.all(
    texts.map(({ parentPath, name }) => compressBeside(join(parentPath, name))),
  );
  return written.reduce((sum, files) => sum + files, 0);
}

/** Writes what is missing beside one file. @returns how many files that were */
async function compressBeside(path: string): Promise<number> {
  const { mtimeMs, size } = await stat(path);
  if (size < MIN_BYTES) return 0;
  let written = 0;
  for (const [suffix, compressed] of Object.entries(COMPRESSORS)) {
    if (await isFresh(path + suffix, mtimeMs)) continue;
    await writeWhole(path + suffix, await compressed(await readFile(path)));
    written += 1;
  }
  return written;
}

/** A reader never sees half a file. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const part = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    await writeFile(part, content);
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}
