/** What the machine gives the server: Node, memory, room on the disk, and the built pages. */
import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { BUILD_FILE } from '../../src/data/contract/builtPages.ts';
import { type Finding, fine, mend } from './finding.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** It was tried with 384 MiB; what draws pictures and reads sound takes more for moments. */
const LEAST_MEMORY_BYTES = 384 * MIB;
/** An upload takes 128 MiB, a backup as much as all that is stored. */
const LEAST_ROOM_BYTES = GIB;
/** Passwords are hashed by `crypto.argon2`, which came with 24.7. */
const WANTED_NODE = [24, 7] as const;

const size = (bytes: number) =>
  bytes < GIB ? `${Math.round(bytes / MIB)} MB` : `${(bytes / GIB).toFixed(1)} GB`;

/** @param version as `process.versions.node` has it */
export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor] = WANTED_NODE;
  const isWanted = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  const wanted = WANTED_NODE.join('.');
  return isWanted
    ? fine(`Node ${version} is new enough.`)
    : mend(`Node ${version} is too old: install ${wanted} or newer.`);
}

/** @param limit what the process may use at most, in bytes: a container may get less than the machine has */
export function checkMemory(limit = process.constrainedMemory()): Finding {
  // Without a limit it is 0, or larger than any machine.
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return bytes >= LEAST_MEMORY_BYTES
    ? fine(`There are ${size(bytes)} of memory.`)
    : mend(
        `There are ${size(bytes)} of memory: give it ${size(LEAST_MEMORY_BYTES)} at least, and start it with node --max-semi-space-size=8.`,
      );
}

/** The folder itself, or the nearest around it that is there. */
export function nearestFolder(folder: string): string {
  let place = folder;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}

/** @param folder the data folder, which need not be there yet */
export async function checkRoom(folder: string, leastBytes = LEAST_ROOM_BYTES): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearestFolder(folder));
  const bytes = bavail * bsize;
  return bytes >= leastBytes
    ? fine(`There are ${size(bytes)} free where the data folder is.`)
    : mend(
        `There are only ${size(bytes)} free where the data folder ${folder} is: make room, ${size(leastBytes)} at least.`,
      );
}

/** @param folder of the built pages */
export function checkPages(folder: string): Finding {
  const build = 'run npm run build';
  if (!existsSync(join(folder, 'index.html')))
    return mend(`The pages are not built yet: ${build}.`);
  const file = join(import.meta.dirname, '..', '..', 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8'));
  const built = join(folder, BUILD_FILE);
  const pages = existsSync(built) ? JSON.parse(readFileSync(built, 'utf8')).version : undefined;
  if (pages === version) return fine(`The pages are built, of version ${version}.`);
  const other = typeof pages === 'string' ? `of version ${pages}` : 'of an older version';
  return mend(`The built pages are ${other} and the server is ${version}: ${build}.`);
}
