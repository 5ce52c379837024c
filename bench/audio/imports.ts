/**
 * `node bench/audio/imports.ts`: how often tempo and key of a file are proposed rightly, without help of a name, and
 * how fast files are decoded, in the real Chromium from a production build. MP3 and M4A are not among the speeds:
 * nothing here can write them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Loop } from '../../src/data/contract/loop.ts';
import { line } from '../figure.ts';
import { STARTER, withPage } from './benchPage.ts';
import type {} from './importsPage/main.ts';

/** `--meyda`: loudness, brightness and chroma by Meyda and by ours, on the same loops. */
async function besideMeyda(page: Page, all: readonly Loop[]): Promise<void> {
  const { scores, loops, loudness, brightness } = await page.evaluate(
    (list) => window.importsBench!.meydaBesideOurs(list),
    all,
  );
  for (const [material, { ours, meyda }] of Object.entries(scores)) {
    for (const [name, { of, near, root, ms }] of Object.entries({ ours, meyda })) {
      line(`${material}: key within one note, ${name}`, `${near} of ${of}`);
      line('  the same root', `${root} of ${of}`);
      line('  a loop', `${(ms / of).toFixed(0)} ms`);
    }
  }
  line(`loudness of ${loops} loops, Meyda off LUFS`, `${loudness.medianDb.toFixed(2)} dB median`);
  line('  worst', `${loudness.worstDb.toFixed(2)} dB`);
  line('  correlation', loudness.correlation.toFixed(3));
  line('brightness, correlation of both', brightness.correlation.toFixed(3));
  const live = await page.evaluate(() => window.importsBench!.liveFeatures());
  for (const [name, { ms, bytes }] of Object.entries(live)) {
    line(name, `${ms.toFixed(3)} ms`, `${bytes.toFixed(0)} bytes a frame`);
  }
}

async function measure(page: Page): Promise<void> {
  const { loops } = JSON.parse(readFileSync(join(STARTER, 'manifest.json'), 'utf8')) as {
    loops: (Loop & { file: string })[];
  };
  const all = loops.map((loop) => ({ ...loop, url: `/${loop.file}` }));
  if (process.argv.includes('--meyda')) return await besideMeyda(page, all);
  const ours = await page.evaluate((list) => window.importsBench!.library(list), all);
  const isAll = ours.tempoAny === ours.of;
  line('library: tempo among the proposals', `${ours.tempoAny} of ${ours.of}`, 'all', isAll);
  line('  the first proposal right', `${ours.tempoFirst} of ${ours.of}`);
  line('library: key within one note', `${ours.near} of ${ours.keyed}`);
  line('  the same root', `${ours.root} of ${ours.keyed}`);
  const drums = await page.evaluate(() => window.importsBench!.drums());
  line('drums not fitted to: tempo among the proposals', `${drums.tempoAny} of ${drums.of}`);
  line('  the first proposal right', `${drums.tempoFirst} of ${drums.of}`);
  const keys = await page.evaluate(() => window.importsBench!.progressions());
  line('progressions: key within one note', `${keys.near} of ${keys.keyed}`);
  line('  the same root', `${keys.root} of ${keys.keyed}`);
  for (const { name, timesRealTime } of await page.evaluate(() =>
    window.importsBench!.decodeSpeeds(),
  )) {
    line(`decoding ${name}`, `${timesRealTime.toFixed(0)} × real time`);
  }
}

await withPage(
  { folder: 'importsPage', hasStarter: true },
  'importsBench',
  ['--enable-precise-memory-info'],
  measure,
);
