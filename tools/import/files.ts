/** Files on the disk as sources read them. */
import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { SourceFile } from '../../src/audio/imports/JamSource.ts';

/** A file of the disk, and where it lies. */
export interface DiskFile extends SourceFile {
  readonly diskPath: string;
}

async function* below(diskPath: string, path: string): AsyncGenerator<DiskFile, void> {
  const facts = await stat(diskPath);
  if (facts.isFile()) yield { path, diskPath, blob: await openAsBlob(diskPath) };
  if (!facts.isDirectory()) return;
  const names = await readdir(diskPath);
  for (const name of names.toSorted()) yield* below(join(diskPath, name), `${path}/${name}`);
}

/**
 * Files and everything in folders, in order; what is neither is passed over.
 * @throws Error of Node where a path is not there
 */
export async function* diskFiles(paths: readonly string[]): AsyncGenerator<DiskFile, void> {
  for (const path of paths) {
    const diskPath = resolve(path);
    yield* below(diskPath, basename(diskPath));
  }
}
