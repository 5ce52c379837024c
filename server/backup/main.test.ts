import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { startServerProcess } from '../testing/serverProcess.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

/** Runs a command as `npm run` does, from the folder of the test. */
async function run(command: string, parts: string[], data: string) {
  const child = spawn(process.execPath, [MAIN, command, ...parts], {
    env: { PATH: process.env.PATH, INIT_CWD: folder.path, RONDO_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, error };
}

it('backs up a running server twice, restores it, and a server starts from that', async () => {
  const data = join(folder.path, 'data');
  const server = await startServerProcess(data);
  const rounds: [RegExp, string[]][] = [
    [/Files: [1-9]\d* copied, 0 there/, []],
    [/Files: 0 copied, [1-9]\d* there.*\nKept beside it: 1 older copy\.\n/, ['--keep', '2']],
  ];
  for (const [copied, parts] of rounds) {
    const { code, out, error } = await run('backup', ['copies', ...parts], data);
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^Database: \d+ rows in \d+ tables, as of .+, verified\.\n/);
    expect(out).toMatch(copied);
    expect(out).toContain(`Backed up into ${join(folder.path, 'copies')}.\n`);
  }
  for (const entry of await readdir(folder.path, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!path.startsWith(join(folder.path, 'copies'))) continue;
    const mode = ((await stat(path)).mode & 0o777).toString(8);
    expect([path, mode]).toEqual([path, entry.isDirectory() ? '700' : '600']);
  }
  const refused = await run('restore', ['copies'], data);
  expect(refused.code).toBe(1);
  expect(refused.error).toMatch(/^The database .+ is in use: stop the server, .+\.\n$/);
  await server.kill();

  const listed = await run('restore', ['copies', '--list'], data);
  const names = listed.out.match(/^database-\S+(?= {2}\S+Z {2}[\d.]+ MB, \d+ rows, \d+ files$)/gm)!;
  expect(names).toHaveLength(2);

  const other = join(folder.path, 'other');
  const { code, out } = await run('restore', ['copies', '--copy', names[1]!], other);
  expect([code, out]).toEqual([0, expect.stringContaining('Restored from')]);
  const again = await startServerProcess(other);
  const answer = await fetch(`${again.url}/api/library/rifffs`);
  expect((await answer.json()).data.rifffs.length).toBeGreaterThan(0);
  await again.kill();

  for (const name of await readdir(other)) {
    if (name.startsWith('rondo.sqlite')) await rm(join(other, name));
  }
  await expect(startServerProcess(other)).rejects.toThrow('ended before it was ready');
});

it('says how a command is written in one sentence', async () => {
  const usage = 'Say which folder: npm run backup -- FOLDER [--keep NUMBER]\n';
  for (const parts of [[], ['copies', '--keep', '0']]) {
    expect(await run('backup', parts, folder.path)).toEqual({ code: 1, out: '', error: usage });
  }
});
