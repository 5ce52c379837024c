/**
 * `npm run bench:playlist`: what lies between two entries of a list, beside what audio elements in a row leave there in
 * the same run; and the decoded audio that is held while two hundred entries are played. In the real Chromium, from a
 * production build.
 */
import { DECODED_CACHE_BYTES } from '../../src/data/contract/constants.ts';
import { line, withPage } from '../audio/benchPage.ts';

/** What may lie between two entries. */
const GAP_BAR_FRAMES = 0;
/** What memory may rise by, against the most of the first ten entries. */
const RISE_BAR = 1.1;

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const most = (figures: readonly number[]) => Math.max(0, ...figures);

await withPage(
  { folder: '../playlist/page' },
  'playlistBench',
  ['--autoplay-policy=no-user-gesture-required'],
  async (page) => {
    const { ours, elements } = await page.evaluate(() => window.playlistBench!.seams());
    const worst = most(ours.gaps);
    line(
      `end of one to the start of the next, ${ours.seams} seams`,
      `${worst} frames`,
      `${GAP_BAR_FRAMES} frames`,
      worst <= GAP_BAR_FRAMES,
    );
    const sorted = [...elements.gaps].sort((a, b) => a - b);
    line(
      `  audio elements in a row, median of ${elements.seams}`,
      `${sorted[Math.floor(sorted.length / 2)] ?? 0} frames`,
    );
    line('  audio elements in a row, worst', `${most(sorted)} frames`);

    const { own, all, speed } = await page.evaluate(() => window.playlistBench!.memory());
    const first = most(own.slice(0, 10));
    const rest = most(own.slice(10));
    line('decoded audio of a list: first 10 entries', mb(first));
    line(
      '  the most of all 200',
      mb(most(own)),
      `≤ ${RISE_BAR} × the first`,
      rest <= RISE_BAR * first,
    );
    line('  the last 10', mb(most(own.slice(-10))));
    line(
      '  with the cache of the engine, the most',
      mb(most(all)),
      `≤ ${mb(DECODED_CACHE_BYTES)}`,
      most(all) <= DECODED_CACHE_BYTES,
    );
    line('rendering of the 200 entries', `${speed.toFixed(0)} × real time`);
  },
);
