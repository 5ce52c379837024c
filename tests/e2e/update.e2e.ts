import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { addLoops, openEditor, slots } from './editorPage.ts';
import { heard } from './sound.ts';

/** A file of the pages whose name changes with the build, as its content would. */
const RENAMED = /\bFeed-[\w-]{8}\b/g;
const NEXT = 'Feed-NextBuild';

const bodyOf = async (answer: IncomingMessage) => Buffer.concat(await answer.toArray());

/** The shared server behind an address of its own, which can be given the next build of the pages. */
async function releases(upstream: string) {
  let isNext = false;
  let feed = '';
  const changed = (text: string) =>
    text
      .replace(RENAMED, NEXT)
      .replace(/(version:\s*["'`])\w+/, '$1nextbuild000')
      .replace('<head>', '<head><meta name="build" content="next">');
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    // What only the build before had is gone.
    if (isNext && feed !== '' && path.includes(feed)) {
      response.writeHead(404).end();
      return;
    }
    const {
      'accept-encoding': _all,
      host: _own,
      'if-none-match': _tag,
      ...headers
    } = request.headers;
    delete headers['if-modified-since'];
    const asked = ask(new URL(path.replace(NEXT, feed), upstream), { headers }, async (answer) => {
      const body = await bodyOf(answer);
      const isText = /html|javascript|json/.test(answer.headers['content-type'] ?? '');
      if (isText) feed ||= RENAMED.exec(body.toString())?.[0] ?? '';
      const sent = isNext && isText ? Buffer.from(changed(body.toString())) : body;
      const { 'content-length': _length, 'transfer-encoding': _chunks, ...kept } = answer.headers;
      if (isNext) delete kept.etag;
      response.writeHead(answer.statusCode ?? 502, kept).end(sent);
    });
    asked.on('error', () => response.writeHead(502).end());
    request.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: () => {
      isNext = true;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Waits until the worker has every file of its build. @returns its version */
const keptBuild = (page: Page) =>
  page.evaluate(async () => {
    const notes = await caches.open('rondo/notes');
    const { files = [] } = (await (await notes.match('/.notes/shell'))?.json()) ?? {};
    const cache = await caches.open('rondo/shell');
    const here = await Promise.all(files.map((file: string) => cache.match(file)));
    const isWhole = files.length > 0 && here.every(Boolean) && navigator.serviceWorker.controller;
    return isWhole ? files.join() : '';
  });

test('a new version waits while music plays, is taken by a tap, and the build before goes on until then @wide', async ({
  browser,
  baseURL,
  viewport,
}) => {
  test.slow();
  const site = await releases(baseURL!);
  const context = await browser.newContext({
    ...{ baseURL: site.url, viewport, serviceWorkers: 'allow' as const },
  });
  try {
    const page = await context.newPage();
    await openEditor(page);
    await addLoops(page, 0);
    await heard(page);
    await expect.poll(() => keptBuild(page)).not.toBe('');

    // It can be put on the device as an app; some Chromiums say of a window of tests that it alone cannot.
    const devtools = await context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    const faults = installabilityErrors.map(({ errorId }) => errorId);
    expect(faults.filter((fault) => fault !== 'in-incognito')).toEqual([]);

    site.release();
    // Chromium may look, and answer, only about a minute after the first worker came.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
    const isWaiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
    await expect.poll(isWaiting).toBe('installed');
    const offer = page.getByText('A new version is here.');
    await heard(page);
    await expect(offer).toHaveCount(0);
    // A page of the build before, whose code the server has no more.
    await page.getByRole('link', { name: 'Feed', exact: true }).first().click();
    await expect(page).toHaveTitle(/Feed/);
    await page.goBack();
    await expect(slots(page)).toHaveCount(1);
    await page.keyboard.press('Space');
    await expect(offer).toBeVisible();
    await expect(page.locator('meta[name=build]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator('meta[name=build]')).toHaveCount(1);
    await expect(slots(page)).toHaveCount(1);
    await expect(offer).toHaveCount(0);
    await expect.poll(() => keptBuild(page)).toContain('NextBuild');

    // Without a network it is the new one that stands in.
    await context.setOffline(true);
    await page.reload();
    await expect(slots(page)).toHaveCount(1);
    await expect(page.locator('meta[name=build]')).toHaveCount(1);
  } finally {
    await context.close();
    site.close();
  }
});
