import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { COMING_SOON_MARK } from '../../../src/data/contract/constants.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { startTestServer } from '../../testing/testApp.ts';

const PAGE = '<!doctype html><html><head><title>Rondo</title></head><body></body></html>';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server with pages, and what it answers. */
async function pages(environment: Record<string, string>) {
  const folder = await temporaryFolder();
  closers.push(() => folder.remove());
  await mkdir(join(folder.path, 'assets'));
  for (const name of ['index.html', 'embed.html']) await writeFile(join(folder.path, name), PAGE);
  const server = await startTestServer({ environment, frontend: { folder: folder.path } });
  closers.push(() => server.close());
  return (path: string) => server.app.inject({ url: path, headers: { accept: 'text/html' } });
}

it('every page says that the service has not opened yet, the embed does not', async () => {
  const get = await pages({ COMING_SOON: 'on' });
  for (const path of ['/', '/?from=mail', '/gb', '/jam', '/rifff/nothing', '/coming-soon']) {
    const answer = await get(path);
    expect([path, answer.statusCode]).toEqual([path, 200]);
    expect(answer.body).toContain(`<meta name="${COMING_SOON_MARK}" content="yes" />`);
    expect(answer.headers['cache-control']).toBe('no-cache');
  }
  expect((await get('/embed/nothing')).body).not.toContain(COMING_SOON_MARK);
});

it('a service that is open says nothing of it', async () => {
  const get = await pages({});
  for (const path of ['/', '/jam']) expect((await get(path)).body).toBe(PAGE);
});
