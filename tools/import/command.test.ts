/** The command against a real server, with files on a real disk. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../server/testing/folders.ts';
import { oggOf, tone } from '../../server/testing/sounds.ts';
import { startTestServer, type TestServer } from '../../server/testing/testApp.ts';
import { tarOf } from '../../src/audio/imports/testing/bundles.ts';
import { riffOf, stemOf, yamlOf } from '../../src/audio/imports/testing/lore.ts';
import { encodeWav } from '../../src/dsp/wavWrite.ts';
import { run } from './command.ts';
import { diskFiles } from './files.ts';

const PASSWORD = 'Correct horse battery';
const A = 'a'.repeat(32);
const B = 'b'.repeat(32);
const C = 'c'.repeat(32);
let server: TestServer;
let url: string;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());

async function command(...args: string[]) {
  const said: string[] = [];
  const code = await run(
    args,
    { say: (line) => said.push(line), progress: () => {}, password: async () => PASSWORD },
    new AbortController().signal,
  );
  return { code, text: said.join('\n') };
}

beforeAll(async () => {
  server = await startTestServer();
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const body = {
    username: 'mia',
    email: 'mia@rondo.test',
    password: PASSWORD,
    confirmPassword: PASSWORD,
  };
  const signup = await server.app.inject({ method: 'POST', url: '/api/signup', payload: body });
  expect(signup.statusCode, signup.body).toBe(200);
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'lore'));
  await mkdir(join(folder.path, 'My jam', 'Bus - A Minor Stems'), { recursive: true });
  const pcm = tone(96_000);
  // One exact, one half as long as it says, one that is no sound.
  const tar = await tarOf({
    [`bandabcdef0123/a/${A}`]: await oggOf(pcm),
    [`bandabcdef0123/b/${B}`]: await oggOf(tone(48_000)),
    [`bandabcdef0123/c/${C}`]: new Uint8Array([1, 2, 3]),
  });
  const yaml = yamlOf(
    [riffOf('r1', [A]), riffOf('r2', [A, B, C], { createdSec: 1_600_000_100, user: 'tom' })],
    [stemOf(A), stemOf(B), stemOf(C)],
  );
  await writeFile(join(folder.path, 'lore', 'orx.x.yaml'), await bytesOf(yaml));
  await writeFile(join(folder.path, 'lore', 'orx.x.tar'), await bytesOf(tar));
  const name = '2 - zoe - Dust Kit - 120BPM - 2021-05-03-14-07.wav';
  const wav = encodeWav([pcm[0]!], 48_000, 16);
  await writeFile(join(folder.path, 'My jam', 'Bus - A Minor Stems', name), wav);
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

describe('the command', () => {
  it('says how it is used, and what is wrong with how it was', async () => {
    const help = await command('--help');
    expect(help).toMatchObject({ code: 0, text: expect.stringContaining('PATH') });
    expect((await command('x')).code).toBe(64);
    expect((await command('x', '--server', 'ftp://x', '--user', 'mia')).text).toMatch('no address');
    expect(await command(join(folder.path, 'nowhere'), '--dry-run')).toMatchObject({ code: 1 });
  });

  it('looks without a server', async () => {
    const { code, text } = await command(folder.path, '--dry-run');
    expect(text).toMatch('Night bus: LORE archive');
    expect(text).toMatch('Night bus: 3 loops, 2 rifffs, 0 messages');
    expect(text).toMatch('People: tom, mia, zoe');
    expect(code).toBe(0);
  });

  it('brings an archive and stems to a server, and nothing twice', async () => {
    const report = join(folder.path, 'report.json');
    const to = ['--server', url, '--user', 'mia', '--report', report];
    const first = await command(folder.path, ...to);
    expect(first.text).toMatch('3 loops came in, 0 were there; 3 rifffs came in');
    expect(first.text).toMatch(`loop ${C} “Dust Kit”: the file is neither Ogg`);
    expect(first.code).toBe(2);
    const said = JSON.parse(await readFile(report, 'utf8'));
    expect(said).toMatchObject({ skippedCount: 1, stopped: null, jams: [{}, {}] });
    const second = await command(folder.path, ...to);
    expect(second.text).toMatch('0 loops came in, 3 were there; 0 rifffs came in, 3 were there');
    const query = server.database.queries.selectFrom('loops').selectAll();
    const rows = await query.where('id', 'in', [A, B]).execute();
    const docs = rows.map(({ doc }) => (typeof doc === 'string' ? JSON.parse(doc) : doc));
    expect(docs.map(({ frames }) => frames)).toEqual([96_000, 96_000]);
  });

  it('is refused with a wrong password', async () => {
    const { code, text } = await command(folder.path, '--server', url, '--user', 'nobody');
    expect(code).toBe(1);
    expect(text.split('\n').at(-1)).toMatch(/name or password|not right|wrong/i);
  });

  it('writes stem folders that are read back as they were', async () => {
    const out = join(folder.path, 'out');
    const { code, text } = await command(join(folder.path, 'lore'), '--stems', out);
    expect(text).toMatch('2 folders with 3 files');
    expect(code).toBe(2);
    const jam = join(out, 'Night bus');
    expect((await readdir(jam)).sort()).toEqual([
      ...['0001 Night bus - A Minor Stems', '0002 Night bus - A Minor Stems', 'Credits.txt'],
    ]);
    expect(await readdir(join(jam, '0002 Night bus - A Minor Stems'))).toHaveLength(2);
    const names = [];
    for await (const { path } of diskFiles([out])) names.push(path);
    expect(names.some((name) => name.includes('1 - tom - Dust Kit - 123BPM - 2020-05-20'))).toBe(
      true,
    );
    const look = await command(out, '--dry-run');
    expect(look.text).toMatch('Night bus: 3 loops, 2 rifffs');
  });
});
