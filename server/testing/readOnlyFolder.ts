import { execFileSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';

/**
 * Makes a folder one that can only be read. Modes do not hold root back: there it is mounted over itself.
 * @returns lets it be written again; undefined, and a sentence, where the machine does not allow it
 */
export async function makeReadOnly(folder: string): Promise<(() => Promise<void>) | undefined> {
  if (process.getuid?.() !== 0) {
    await chmod(folder, 0o500);
    return () => chmod(folder, 0o700);
  }
  try {
    execFileSync('mount', ['--bind', folder, folder], { stdio: 'pipe' });
    execFileSync('mount', ['-o', 'remount,bind,ro', folder], { stdio: 'pipe' });
  } catch {
    console.warn(
      'Nothing can be mounted here: the tests of folders that can only be read are skipped.',
    );
    return undefined;
  }
  return async () => {
    execFileSync('umount', [folder]);
  };
}
