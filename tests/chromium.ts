import { existsSync } from 'node:fs';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Path of the Chromium that measurements and the long list drive: `CHROMIUM_PATH`, else the first installed one, the headless
 * shell where there is no other. `undefined` lets Playwright look for its own download.
 */
export function chromiumPath(): string | undefined {
  const known = [...CANDIDATES, HEADLESS_SHELL];
  return process.env.CHROMIUM_PATH || known.find((path) => existsSync(path));
}

/** Path of the Chromium that `npm test` drives: the headless shell, the same engine without windows, else the whole program. */
export function testChromiumPath(): string | undefined {
  const isWhole = process.env.RONDO_LONG === '1' || process.env.CHROMIUM_PATH;
  return !isWhole && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : chromiumPath();
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
 * Chromium features that journeys do not need. With them, each window makes two pages for suggestions under its address
 * bar, which no test looks at: without them a context takes half the processor time. Chromium reads only the last of
 * several such flags, so the features that Playwright switches off are named here again.
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

/** Adds a microphone that beeps, and the leave to use it: the headless shell has no window in which it could be asked for. */
export const MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
