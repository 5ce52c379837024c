import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobs } from './ports/blobs/openBlobs.ts';
import { temporaryFolder } from './testing/folders.ts';
import { mountSmallDisk } from './testing/smallDisk.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

function start(environment: Record<string, string>) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = {
    PATH,
    HOME,
    NODE_COMPILE_CACHE,
    RONDO_DATA: folder.path,
    LOG_LEVEL: 'silent',
    ...environment,
  };
  return spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs the server with settings that it must refuse; returns its exit code and all that it said. */
async function refused(environment: Record<string, string>) {
  const child = start(environment);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, error };
}

describe('a server that cannot start says one sentence and ends with 1', () => {
  it.each([
    [
      { PORT: 'abc' },
      'The setting PORT is "abc", but it must be a whole number from 0 to 65535.\n',
    ],
    [
      { S3_SECRET_ACCESS_KEY: 'x' },
      'The setting S3_BUCKET is missing, but it must name the bucket because S3_SECRET_ACCESS_KEY is set.\n',
    ],
  ])('for %o', async (environment, error) => {
    expect(await refused(environment)).toEqual({ code: 1, out: '', error });
  });

  it('for a disk without room', async ({ skip }) => {
    const disk = await mountSmallDisk(6);
    if (!disk) return skip('no file system can be mounted here');
    const error =
      'There is no room left where the server keeps its data: make some, and start it again.\n';
    expect(await refused({ RONDO_DATA: disk.path })).toEqual({ code: 1, out: '', error });
    await disk.remove();
  });

  it('for a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const error = `The port ${port} is already in use: stop the other program or set PORT to another one.\n`;
    const answer = await refused({ PORT: String(port), HOST: '127.0.0.1' });
    expect(answer).toEqual({ code: 1, out: '', error });
    other.close();
  });

  it('for a data folder that cannot be written', async () => {
    await writeFile(join(folder.path, 'file'), '');
    const data = join(folder.path, 'file', 'data');
    const { code, out, error } = await refused({ RONDO_DATA: data, PORT: '0' });
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(
      /^The data folder .+ cannot be written \(ENOTDIR.*\): set RONDO_DATA to a folder that can\.\n$/,
    );
  });

  it('for the files of a server whose database is missing or empty, more than once', async () => {
    const data = join(folder.path, 'lost');
    const blobs = await openBlobs({ s3: undefined, dataFolder: data });
    await blobs.put(Buffer.from('x'));
    for (const before of ['missing', 'empty']) {
      if (before === 'empty') await writeFile(join(data, 'rondo.sqlite'), '');
      const { code, out, error } = await refused({ RONDO_DATA: data, PORT: '0' });
      expect([code, out]).toEqual([1, '']);
      expect(error).toBe(
        `The database in ${data} is missing or empty, but ${join(data, 'blobs')} holds the files of a server: restore its backup (npm run restore -- FOLDER) or mend the setting, or set RONDO_DATA to an empty folder to begin anew.\n`,
      );
    }
  });

  it('but not for a data folder that nothing needs', async () => {
    const { error } = await refused({
      RONDO_DATA: join(folder.path, 'file', 'data'),
      S3_BUCKET: 'rondo',
      DATABASE_URL: 'postgres://127.0.0.1:1/rondo',
    });
    expect(error).toMatch(/^The database of DATABASE_URL cannot be used/);
  });

  it.each([
    [
      { DATABASE_URL: 'postgres://rondo:hidden@127.0.0.1:1/rondo' },
      /^The database of DATABASE_URL cannot be used \(.*ECONNREFUSED.*\)\.\n$/,
    ],
    [
      {
        S3_BUCKET: 'rondo',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'hidden',
      },
      /^The bucket rondo of S3_BUCKET cannot be used \(.*ECONNREFUSED.*\)\.\n$/,
    ],
    [
      { HOST: '203.0.113.7' },
      /^The address 203\.0\.113\.7 of HOST does not belong to this machine\.\n$/,
    ],
  ])('for %o, which cannot be reached', async (environment, sentence) => {
    const { code, error } = await refused({ PORT: '0', ...environment });
    expect(code).toBe(1);
    expect(error).toMatch(sentence);
    expect(error).not.toContain('hidden');
  });
});

describe('a server that starts', () => {
  it('says where it is, answers there, and ends in order when it is told to', async () => {
    const child = start({ PORT: '0', HOST: '127.0.0.1' });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    await expect.poll(() => said.split('\n').length).toBe(3);
    const url = /^Rondo is ready at (http:\/\/127\.0\.0\.1:\d+)\n/.exec(said)?.[1] ?? '';
    const health = await fetch(`${url}/healthz`);
    expect(await health.json()).toEqual({ ok: true, data: { database: 'ok', blobs: 'ok' } });
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    // SQLite folds its log back into the one file when it is closed in order.
    expect(await readdir(folder.path)).not.toContain('rondo.sqlite-wal');
    // No account is administrator yet: the link is said once, and leads to where it is.
    const [, link = ''] =
      /^To set this server up, open within 30 minutes: (\S+)$/m.exec(said) ?? [];
    expect(link).toMatch(new RegExp(`^${url}/setup#[\\w-]{32}$`));
    expect(said.split(link.split('#')[1]!).length).toBe(2);
  });
});
