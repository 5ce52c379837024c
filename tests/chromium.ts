import { existsSync } from 'node:fs';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Path of the Chromium that tests and measurements drive: `CHROMIUM_PATH`, else the first installed one.
 * `undefined` lets Playwright look for its own download.
 */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH || CANDIDATES.find((path) => existsSync(path));
}

/**
 * Flags for a headless run without a GPU or a sound card; audio still waits for a gesture. Debian's wrapper has pages
 * painted by the GPU: an emulated one takes half as much processor time again for a page with a rifff on it.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-swiftshader',
  '--use-angle=swiftshader',
  '--disable-gpu-rasterization',
];
