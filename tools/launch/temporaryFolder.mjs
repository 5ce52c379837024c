// Where a run of the tests keeps its databases, browsers and servers for a while.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const GIB = 2 ** 30;
/** The file system in memory that Linux has. */
const IN_MEMORY = '/dev/shm';
/** A short run writes about 1.2 GiB. */
const ROOM_BYTES = 4 * GIB;
/** Of memory that is free: for the files, the browsers and the tests. */
const FREE_BYTES = 10 * GIB;
/** Older than any run: what a killed one left. */
const LEFT_MS = 6 * 3_600_000;
const HEAD = 'rondo-run-';

/** In memory nothing waits for a disk: see `docs/decisions/the-tests.md`. */
function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES && (process.availableMemory?.() ?? freemem()) >= FREE_BYTES;
  } catch {
    return false;
  }
}

/** Deletes what runs that were killed left in memory. */
function sweep() {
  for (const name of readdirSync(IN_MEMORY)) {
    const path = join(IN_MEMORY, name);
    try {
      const isLeft = name.startsWith(HEAD) && Date.now() - statSync(path).mtimeMs > LEFT_MS;
      if (isLeft) rmSync(path, { recursive: true, force: true });
    } catch {
      // It belongs to another account, or another run deletes it at this moment.
    }
  }
}

/**
 * Makes the folder of this run, in memory where there is room, and makes it the system's folder for temporary files for
 * this process and all that it starts. It is deleted when the process ends.
 * @param isLong the long list writes too much for the memory
 * @returns its path
 */
export function layTemporaryFolder(isLong) {
  let parent = tmpdir();
  if (!isLong && hasRoomInMemory()) {
    sweep();
    parent = IN_MEMORY;
  }
  const folder = mkdtempSync(join(parent, HEAD));
  // PostgreSQL, which is another user, goes through it.
  chmodSync(folder, 0o711);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  // Hundreds of thousands of small files may take minutes to go, and nothing needs to wait for that.
  process.on('exit', () => {
    const remove = 'fs.rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 5 })';
    spawn(process.execPath, ['-e', remove, folder], { detached: true, stdio: 'ignore' }).unref();
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
  return folder;
}
