import { open } from 'node:fs/promises';

/** Brings the names in a folder to the disk: a new or renamed file survives a power cut only with its folder. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there the file system journals the rename itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
