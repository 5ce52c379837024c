import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './folders.ts';

/** A file system of its own that is really small. */
export interface SmallDisk {
  readonly path: string;
  /** Takes all the room that is left, to the last block. */
  fill(): Promise<void>;
  /** Gives it back. */
  empty(): Promise<void>;
  remove(): Promise<void>;
}

/** Mounts one of so many MB in memory, which Linux lets root do; undefined and a sentence elsewhere. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await temporaryFolder();
  try {
    const size = `size=${megabytes}m`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder.path], { stdio: 'pipe' });
  } catch {
    console.warn(
      'No file system can be mounted here: the tests of a really full disk are skipped.',
    );
    await folder.remove();
    return undefined;
  }
  const filler = join(folder.path, 'filler');
  return {
    path: folder.path,
    async fill() {
      for (;;) {
        const { bavail, bsize } = await statfs(folder.path);
        if (bavail === 0) return;
        await writeFile(filler, Buffer.alloc(bavail * bsize, 1), { flag: 'a' });
      }
    },
    empty: () => rm(filler, { force: true }),
    async remove() {
      execFileSync('umount', [folder.path]);
      await folder.remove();
    },
  };
}
