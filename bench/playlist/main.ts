/**
 * `npm run bench:playlist`: what lies between two entries of a list, beside what audio elements in a row leave there in
 * the same run; and the decoded audio that is held while two hundred entries are played. In the real Chromium, from a
 * production build.
 */
import { withPage } from '../audio/benchPage.ts';
import { figure, line } from '../figure.ts';

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const most = (figures: readonly number[]) => Math.max(0, ...figures);

await withPage(
  { folder: '../playlist/page' },
  'playlistBench',
  ['--autoplay-policy=no-user-gesture-required'],
  async (page) => {
    const { ours, elements } = await page.evaluate(() => window.playlistBench!.seams());
    figure('entryGap', most(ours.gaps));
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
    line('  the most of all 200', mb(most(own)));
    figure('listRise', rest / first);
    line('  the last 10', mb(most(own.slice(-10))));
    figure('listCache', most(all) / 1024 / 1024);
    line('rendering of the 200 entries', `${speed.toFixed(0)} × real time`);
  },
);
