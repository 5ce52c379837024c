/** Makes one backup and says what came of it, in a process of its own that gives way to the server. */
import { constants, setPriority } from 'node:os';
import { backUp } from '../../backup/backup.ts';
import { reasonOf } from '../../startError.ts';
import type { BackupAnswer, BackupOrder } from './backups.ts';

// What is written is for its owner alone: it holds addresses and hashes of passwords.
process.umask(0o077);
try {
  setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // The system keeps priorities for itself.
}

async function work({ settings, folder, keep }: BackupOrder): Promise<BackupAnswer> {
  try {
    const { files } = await backUp(settings, folder, { keep });
    return { missing: files.missing.length };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

process.once('message', (order) => {
  void work(order as BackupOrder).then((answer) => {
    process.send?.(answer, () => process.disconnect());
  });
});
// The server is gone: a copy that is half made is taken away by the next one.
process.once('disconnect', () => process.exit());
