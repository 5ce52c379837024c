import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { startServerProcess } from '../../server/testing/serverProcess.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { carrySession } from './accountPages.ts';
import { signUp } from './ownServer.ts';

/** A line to a server that can be cut: what goes over it ends, and nothing comes through until it is mended. */
interface Line {
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): void;
}

async function openLine(serverUrl: string): Promise<Line> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const there = connect(Number(port), hostname);
    for (const socket of [client, there]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        there.destroy();
      });
    }
    client.pipe(there).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' ? address?.port : 0;
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${own}`,
    cut() {
      isCut = true;
      end();
    },
    mend() {
      isCut = false;
    },
    close() {
      server.close();
      end();
    },
  };
}

/** Calls the server beside the pages. */
function callsOf(request: APIRequestContext, url: string) {
  return async (authorization: string, path: string, data: object) => {
    const answer = await request.post(`${url}/api${path}`, { data, headers: { authorization } });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).data as Record<string, string>;
  };
}

async function pageOn(
  browser: Browser,
  options: BrowserContextOptions,
  { line, authorization }: { line: Line; authorization: string },
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: line.url });
  const page = await context.newPage();
  await carrySession(page, { authorization });
  return page;
}

/** What a page holds of a room: rifffs of its history and messages of its talk, as they are shown. */
async function heldBy(page: Page): Promise<{ rifffs: string[]; messages: string[] }> {
  const history = page.getByRole('region', { name: 'History' });
  const stops = await history.getByRole('button', { name: /^Nº \d+,/ }).all();
  const names = await Promise.all(stops.map((stop) => stop.getAttribute('aria-label')));
  const said = page.getByRole('region', { name: 'Talk' }).getByText(/^word \d+$/);
  return {
    rifffs: names.map((name) => /^Nº \d+/.exec(name ?? '')?.[0] ?? ''),
    messages: await said.allTextContents(),
  };
}

test('two people hold the same after a cut of the line and a restart of the server @wide', {
  tag: '@short',
}, async ({ browser, request, contextOptions }) => {
  const folder = await mkdtemp(join(tmpdir(), 'rondo-line-'));
  let server = await startServerProcess(folder, { CONFIRM_EMAIL: 'off' });
  const lines = [await openLine(server.url), await openLine(server.url)];
  const pages: Page[] = [];
  try {
    const [mira, leo] = [
      await signUp(request, server.url, 'mira'),
      await signUp(request, server.url, 'leo'),
    ];
    const post = callsOf(request, server.url);
    const { id } = await post(mira, '/jam', { name: 'Night garden', access: 'public' });
    await post(leo, `/jam/${id}/join`, {});
    const library = await (await request.get(`${server.url}/api/library/rifffs`)).json();
    const commit = async (who: string, at: number) => {
      const rifff = { ...library.data.rifffs[at].rifff, _id: newId(), parent: null };
      await post(who, `/jam/${id}/rifffs`, { rifff });
    };
    const say = (who: string, message: string) => post(who, `/jam/${id}/messages`, { message });
    await commit(mira, 0);
    for (const [at, authorization] of [mira, leo].entries()) {
      const page = await pageOn(browser, contextOptions, { line: lines[at]!, authorization });
      pages.push(page);
      await page.goto(`/jams/${id}`);
    }
    const [first, second] = pages as [Page, Page];
    const here = (page: Page, name: string) =>
      page.getByRole('region', { name: 'Here now' }).getByText(name, { exact: true });
    await expect(here(first, 'leo')).toBeVisible();
    await expect(here(second, 'mira')).toBeVisible();
    // The talk comes after the rings: it is there before the line is cut.
    for (const page of pages)
      await expect(page.getByRole('region', { name: 'Talk' })).toBeVisible();

    lines[1]!.cut();
    await expect(second.getByText('The line is down')).toBeVisible();
    await commit(mira, 1);
    await say(mira, 'word 1');
    await commit(leo, 2);
    await say(leo, 'word 2');
    await expect(first.getByText('word 2', { exact: true })).toBeVisible();
    await expect(second.getByText('word 1', { exact: true })).toHaveCount(0);
    lines[1]!.mend();
    await expect(second.getByText('word 2', { exact: true })).toBeVisible();
    await expect(second.getByText('The line is down')).toHaveCount(0);

    const { port } = new URL(server.url);
    await server.kill();
    await expect(first.getByText('The line is down')).toBeVisible();
    server = await startServerProcess(folder, { CONFIRM_EMAIL: 'off', PORT: port });
    await commit(leo, 3);
    await say(leo, 'word 3');
    await expect(first.getByText('word 3', { exact: true })).toBeVisible();
    await expect(second.getByText('word 3', { exact: true })).toBeVisible();

    const whole = {
      rifffs: ['Nº 4', 'Nº 3', 'Nº 2', 'Nº 1'],
      messages: ['word 1', 'word 2', 'word 3'],
    };
    await expect.poll(() => heldBy(first)).toEqual(whole);
    await expect.poll(() => heldBy(second)).toEqual(whole);
  } finally {
    for (const page of pages) await page.context().close();
    for (const line of lines) line.close();
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
