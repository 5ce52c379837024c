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

/**
 * Features that journeys do without. Each window brings two pages for suggestions under its address bar, which nobody
 * sees: a context is there for half the processor time without them. Of several such flags Chromium heeds the last
 * alone, so what Playwright switches off is named again.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/**
 * Flags for journeys. In the short suite pages are put together without the emulated GPU, and find no WebGL: they leave
 * an emulated one alone in any case (`ringDrawing.ts`), but starting it to ask for its name costs a second processor.
 */
export const journeyArgs = [
  ...chromiumArgs,
  `--disable-features=${WITHOUT.join(',')}`,
  ...(process.env.RONDO_LONG === '1' ? [] : ['--disable-gpu-compositing', '--disable-3d-apis']),
];
