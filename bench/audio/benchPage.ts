/** What the benches of the sound share: a page of theirs from a production build. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';

/** The loops that come with the house. */
export const STARTER = join(import.meta.dirname, '../../assets/starter');

/** Opens a bench's page and waits until it has set `global` on its window; its errors are printed. */
export async function openPage(
  browser: Browser | BrowserContext,
  url: string,
  global: string,
): Promise<Page> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`page: ${message.text()}`);
  });
  await page.goto(url);
  await page.waitForFunction((name) => name in window, global);
  return page;
}

interface BuiltPage {
  /** Beside this file. */
  readonly folder: string;
  /** Are the loops of the house served with it? */
  readonly hasStarter?: boolean;
}

/** Builds a page for production, serves it, and puts all away after `work`. */
export async function withBuiltPage(
  { folder, hasStarter = false }: BuiltPage,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const outDir = await mkdtemp(join(tmpdir(), 'rondo-bench-'));
  const root = join(import.meta.dirname, folder);
  const publicDir = hasStarter ? { publicDir: STARTER } : {};
  const shared = { root, configFile: false, logLevel: 'error', ...publicDir } as const;
  await build({ ...shared, worker: { format: 'es' }, build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
  try {
    await work(server.resolvedUrls!.local[0]!);
  } finally {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}

/** The same with one browser and its page. */
export async function withPage(
  built: BuiltPage,
  global: string,
  args: readonly string[],
  work: (page: Page) => Promise<void>,
): Promise<void> {
  await withBuiltPage(built, async (url) => {
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: [...chromiumArgs, ...args],
    });
    try {
      await work(await openPage(browser, url, global));
    } finally {
      await browser.close();
    }
  });
}
