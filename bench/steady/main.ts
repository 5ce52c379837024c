/**
 * `npm run bench:steady [-- SECONDS]`: eight stereo loops, one with every effect, played by the engine in the real Chromium,
 * and in another process of the browser a context that does nothing. Underruns that the browser tells of both within a
 * second of each other are the machine's, which stood still; the others are ours. Half an hour unless told otherwise.
 */
import { loadavg } from 'node:os';
import { chromium } from 'playwright';
import { aloneOf } from '../../tests/audio/underruns.ts';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import { openPage, withBuiltPage } from '../audio/benchPage.ts';
import { figure, line } from '../figure.ts';

const SECONDS = Number(process.argv[2]) || 1800;

await withBuiltPage({ folder: 'page' }, async (url) => {
  const options = {
    executablePath: chromiumPath(),
    args: [...chromiumArgs, '--autoplay-policy=no-user-gesture-required'],
  };
  const [playing, idle] = [await chromium.launch(options), await chromium.launch(options)];
  try {
    const [player, watcher] = [
      await openPage(playing, url, 'soundBench'),
      await openPage(idle, url, 'soundBench'),
    ];
    const [ours, machine] = await Promise.all([
      player.evaluate((seconds) => window.soundBench!.playSteady(seconds), SECONDS),
      watcher.evaluate((seconds) => window.soundBench!.idleSteady(seconds), SECONDS),
    ]);
    if (!ours || !machine) return line('underruns', 'not told by this browser');
    const alone = aloneOf(ours, machine);
    line(`played ${SECONDS} s: underruns told`, String(ours.length));
    line(
      '  of an idle context beside it',
      String(machine.length),
      `load ${loadavg()[0]!.toFixed(1)}`,
    );
    if (SECONDS >= 1800) figure('underruns', alone.length);
    else line('  not at the same time as those', String(alone.length));
  } finally {
    await playing.close();
    await idle.close();
  }
});
