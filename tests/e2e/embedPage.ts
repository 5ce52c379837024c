/** A page of another site with an embed in it, and the size of an embed. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { APIRequestContext, Frame, Page } from '@playwright/test';
import { makePerson } from './accountPages.ts';
import { commit, share } from './sharingCalls.ts';

const DIST = join(import.meta.dirname, '..', '..', 'dist');

/** A page of another origin that holds this markup. `close` ends it. */
export async function otherPage(body: string): Promise<{ url: string; close(): Promise<void> }> {
  const page = `<!doctype html><html lang="en"><title>A blog</title><body style="margin:0">${body}</body></html>`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}/`, close };
}

/** Commits a rifff of the library to the jam of a new person and shares it. @returns the id of the share */
export async function shareLibrary(request: APIRequestContext, title: string): Promise<string> {
  const person = await makePerson(request);
  return share(request, person, await commit(request, person, 0), title);
}

/** The frame of an embed inside a page. */
export async function embedFrame(page: Page): Promise<Frame> {
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  if (!frame) throw new Error('There is no embed on the page');
  await frame.waitForSelector('.disc');
  return frame;
}

/** Waits until an embed plays. */
export const playing = (frame: Frame | Page) =>
  frame.waitForFunction(() => document.documentElement.dataset.sound === 'playing');

interface ManifestEntry {
  file: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}

/**
 * Bytes that an embed needs before its first sound, by file: script, worklet, worker and style compressed by
 * gzip, and the font, which is compressed already.
 */
export function embedWeight(): Map<string, number> {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >;
  const files = new Set<string>(['embed.html']);
  const entries = new Set(['embed.html']);
  for (const name of entries) {
    const { file, imports = [], css = [], assets = [] } = manifest[name]!;
    for (const one of imports) entries.add(one);
    for (const one of [file, ...css, ...assets]) files.add(one);
  }
  // Worklets and workers are named in the script that starts them.
  for (const file of files) {
    if (!file.endsWith('.js')) continue;
    const text = readFileSync(join(DIST, file), 'utf8');
    for (const [, name] of text.matchAll(/["'`/]([\w.-]+\.work(?:er|let)-[\w-]+\.js)/g)) {
      files.add(`assets/${name}`);
    }
  }
  // Letters beyond Latin-1 are fetched only for a text that has them.
  const needed = [...files].filter((file) => !/latin-ext/.test(file));
  return new Map(
    needed.map((file) => {
      const bytes = readFileSync(join(DIST, file));
      return [file, file.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length];
    }),
  );
}
