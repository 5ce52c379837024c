/** Takes the pictures of the manual again: walks through the built pages as its journey does, and writes what it sees. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    ...['test', 'manual.e2e.ts', '--project', 'wide', ...process.argv.slice(2)],
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, RONDO_LONG: '1', RONDO_MANUAL_PICTURES: '1' },
  },
);
process.exit(status ?? 1);
