/** What a page takes from a machine: processor, frames that are shown, underruns of its sound. */
import type { Browser, Page } from 'playwright';

/** So long frames are counted. */
export const COUNTED_SEC = 4;

interface Underruns {
  contexts: AudioContext[];
}
declare global {
  interface Window {
    benchSound: Underruns;
  }
}

/** Processor time so far of everything that the browser runs, in seconds. */
export async function spentSec(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Counts the processor time of the main thread of a page. @returns what tells the seconds since then */
export async function mainThread(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await read();
  return async () => (await read()) - before;
}

/** Frames a second that the compositor shows. */
export async function shownFrames(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  let frames = 0;
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name } of value as unknown as { name: string }[]) {
      if (name === 'Display::DrawAndSwap') frames += 1;
    }
  });
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['viz'] },
  });
  await new Promise((done) => setTimeout(done, COUNTED_SEC * 1000));
  const isWhole = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.end');
  await isWhole;
  await devtools.detach();
  return frames / COUNTED_SEC;
}

/** Gathers the contexts of the page: they know what the loudspeaker missed. */
export function gatherContexts(): void {
  const contexts: AudioContext[] = [];
  window.benchSound = { contexts };
  const Original = window.AudioContext;
  window.AudioContext = class extends Original {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts.push(this);
    }
  };
}

/** What the loudspeaker missed so far of what the page plays; `gatherContexts` comes first. */
export const underruns = (page: Page) =>
  page.evaluate(() =>
    window.benchSound.contexts.reduce((sum, context) => {
      const { playbackStats } = context as unknown as {
        playbackStats?: { underrunEvents: number };
      };
      return sum + (playbackStats?.underrunEvents ?? 0);
    }, 0),
  );
