/** The source of an earlier commit, to start its servers. */
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../server/migrations/index.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const LIST = 'server/migrations/index.ts';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim();

/** Names of the migrations that a commit knows. */
function migrationsAt(commit: string): string[] {
  const text = git('show', `${commit}:${LIST}`);
  return [...text.matchAll(/'(\d{4}-[\w-]+)':/g)].map(([, name]) => name!);
}

/** Migrations of this source that a commit lacks. */
export const missingAt = (commit: string): string[] => {
  const known = new Set(migrationsAt(commit));
  return Object.keys(MIGRATIONS).filter((name) => !known.has(name));
};

/** The newest commit of this branch whose schema is older than this source's. Throws where there is no such commit. */
export function newestOfOlderSchema(): string {
  const touched = git('log', '--first-parent', '--format=%H', '--', LIST).split('\n');
  for (const commit of ['HEAD', ...touched.map((one) => `${one}^1`)]) {
    if (missingAt(commit).length > 0) return git('rev-parse', '--short', commit);
  }
  throw new Error('No commit has an older schema');
}

/** Which packages of a source have another version than here. */
function otherPackages(folder: string): string[] {
  type Lock = { packages: Record<string, { version?: string; dev?: boolean }> };
  const lockOf = (where: string): Lock =>
    JSON.parse(readFileSync(join(where, 'package-lock.json'), 'utf8'));
  const here = lockOf(ROOT).packages;
  return Object.entries(lockOf(folder).packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
    .filter(([path, { version }]) => version !== here[path]?.version)
    .map(([path]) => path);
}

/**
 * Writes the source of a commit into an empty folder. Its packages are those of this checkout where they have the same
 * versions, else they are installed.
 */
export function laySource(commit: string, folder: string): void {
  const tar = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: ROOT,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: tar });
  if (otherPackages(folder).length === 0) {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  } else {
    const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}
