/**
 * `npm run bench:audio`: the engine's figures beside their bars, in the real Chromium, from a production
 * build. What runs in real time is repeated and its median taken, because other work on the machine shows.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Loop } from '../../src/data/contract/loop.ts';
import type { BarId } from '../bars.ts';
import { figure, line } from '../figure.ts';
import { STARTER, withPage } from './benchPage.ts';
import type { Bench } from './page/main.ts';

const MINUTES = Number(process.env.BENCH_MINUTES) || 10;
const REPEATS = 7;

const median = (figures: number[]) =>
  figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)]!;
const spread = (figures: number[]) => Math.max(...figures) - Math.min(...figures);
const mean = (figures: number[]) => figures.reduce((sum, x) => sum + x, 0) / figures.length;
const db = (x: number) => `${x.toFixed(2)} dB`;
const ms = (x: number) => `${x.toFixed(1)} ms`;
const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

async function offline(page: Page): Promise<void> {
  const drift = await page.evaluate((minutes) => window.soundBench!.drift(minutes), MINUTES);
  figure('drift', drift.frames);
  line('  a rounded loop end (computed)', `${drift.roundedLoopEndFrames.toFixed(1)} frames`);
  const treble = await page.evaluate(() => window.soundBench!.treble());
  const worst = Math.max(...treble.ours.map(Math.abs));
  figure('treble', worst);
  line('  a fractional loop end: mean loss', db(-mean(treble.fractional.slice(1))));
  line('  a fractional loop end: spread of passes', db(spread(treble.fractional)));
  const seam = await page.evaluate(() => window.soundBench!.seam());
  figure('loopSeam', seam);
  const click = await page.evaluate(() => window.soundBench!.switchClick());
  figure('switchClick', click.worst);
  line('  a hard cut', db(click.hardCut));
  const limiter = await page.evaluate(() => window.soundBench!.limiter());
  figure('truePeak', limiter.ours);
  line('  Tone.Limiter(−1)', db(limiter.tone));
  const cpu = await page.evaluate(() => window.soundBench!.cpu());
  const share = (x: number) => `${x.toFixed(2)} % of a core`;
  figure('looperCpu', cpu.looper);
  figure('engineCpu', cpu.full);
  line('  plain sources', share(cpu.plain));
  line('  Tone.Player', share(cpu.tonePlayer));
}

async function stretching(page: Page): Promise<void> {
  const onsets = await page.evaluate(() => window.soundBench!.onsets());
  // A cross-over takes as long: a stretched onset must not be further off than a change of loops is wide.
  figure('onsetHits', onsets.slicesMs);
  figure('onsetTones', onsets.tonesMs);
  line('  Tone.GrainPlayer', `${onsets.grainsMs.toFixed(2)} ms`);
  const seam = await page.evaluate(() => window.soundBench!.shiftSeam());
  figure('shiftSeam', seam);
  const { oursDb, nativeDb } = await page.evaluate(() => window.soundBench!.resampling());
  line('10 kHz at speed 1.07: signal over noise', db(oursDb));
  line('  a native source at another rate', db(nativeDb));
  const { tempoMs, pitchMs } = await page.evaluate(() => window.soundBench!.renderEight());
  figure('eightStretched', tempoMs);
  figure('eightShifted', pitchMs);
  const cpu = await page.evaluate(() => window.soundBench!.shiftCpu());
  const share = (x: number) => `${x.toFixed(2)} % of a core`;
  figure('stretchedCpu', cpu.ours);
  figure('effectsCpu', cpu.withEffects);
  line('  Tone.Player, not stretched', share(cpu.player));
  line('  Tone.PitchShift', share(cpu.pitchShift));
  line('  Tone.GrainPlayer', share(cpu.grainPlayer));
}

async function instruments(page: Page): Promise<void> {
  const cents = await page.evaluate(() => window.soundBench!.tuning());
  figure('tuning', cents);
  const off = await page.evaluate(() => window.soundBench!.kitLevels());
  figure('kitLevels', off);
}

const CODEC_BARS: Readonly<Record<string, readonly [BarId, BarId]>> = {
  'Ogg Vorbis': ['oggFrames', 'oggSeam'],
  FLAC: ['flacFrames', 'flacSeam'],
};

function fail(sentence: string): never {
  throw new Error(sentence);
}

async function encoding(page: Page): Promise<void> {
  for (const codec of await page.evaluate(() => window.soundBench!.codecs())) {
    const { name, framesOff, seamDb, snrDb, kbps, timesRealTime } = codec;
    const [frames, seam] = CODEC_BARS[name] ?? fail(`A codec without bars: ${name}`);
    figure(frames, framesOff);
    figure(seam, seamDb);
    line(`  signal over noise`, db(snrDb));
    line(`  size`, `${kbps.toFixed(0)} kbit/s`);
    line(`  encoding`, `${timesRealTime.toFixed(0)} × real time`);
  }
}

async function live(page: Page): Promise<void> {
  await page.evaluate(() => window.soundBench!.warm());
  const taps: number[] = [];
  for (let i = 0; i < REPEATS; i++) {
    const tapped = page.evaluate(() => window.soundBench!.tapToAudible());
    await page.waitForTimeout(200);
    await page.click('#play');
    taps.push(await tapped);
  }
  figure('tapFirst', taps[0]!);
  figure('tapAgain', median(taps.slice(1)));
  const gestures: number[] = [];
  let latency = 0;
  for (let i = 0; i < REPEATS; i++) {
    const measured = page.evaluate(() => window.soundBench!.gestureToSound());
    await page.waitForTimeout(1200);
    await page.click('#ring');
    const { ms: took, outputLatencyMs } = await measured;
    gestures.push(took);
    latency = outputLatencyMs;
  }
  figure('ringGesture', median(gestures));
  line('  output latency of this machine', ms(latency));
}

/** From a press to its first sample, over the instruments that an open panel has ready. */
async function pressing(page: Page): Promise<void> {
  const presses = {
    pads: () => page.keyboard.press('a'),
    keys: () => page.click('#ring'),
    midi: () => Promise.resolve(),
  };
  const bars = { pads: 'pressPad', keys: 'pressKey', midi: 'pressMidi' } as const;
  await page.evaluate(() => window.soundBench!.readyInstruments());
  let latency = 0;
  for (const player of ['pads', 'keys', 'midi'] as const) {
    const figures: number[] = [];
    for (let i = 0; i < REPEATS; i++) {
      const measured = page.evaluate((who) => window.soundBench!.pressToSound(who), player);
      await page.waitForTimeout(500);
      await presses[player]();
      const { ms: took, outputLatencyMs } = await measured;
      figures.push(took);
      latency = outputLatencyMs;
    }
    figure(bars[player], median(figures));
  }
  line('  output latency of this machine', ms(latency));
}

/** One loop of each category of the first family of the starter pack, at the address of this bench. */
function starterLoops(): Loop[] {
  const path = join(STARTER, 'manifest.json');
  if (!existsSync(path)) return [];
  const { loops } = JSON.parse(readFileSync(path, 'utf8')) as {
    loops: (Loop & { file: string })[];
  };
  const family = loops.filter((loop) => loop.family === loops[0]?.family);
  const byCategory = new Map(family.map((loop) => [loop.category, loop]));
  return [...byCategory.values()].map((loop) => ({ ...loop, url: `/${loop.file}` }));
}

async function decoding(page: Page): Promise<void> {
  const loops = starterLoops();
  if (loops.length === 0) return line('decoding', 'no starter pack');
  const figures: Awaited<ReturnType<Bench['decode']>>[] = [];
  for (let i = 0; i < 5; i++) {
    figures.push(await page.evaluate((list) => window.soundBench!.decode(list), loops));
  }
  const { bytes, totalBytes } = figures[0]!;
  figure('eightReady', median(figures.map((one) => one.ms)));
  line('  the first time', ms(figures[0]!.coldMs));
  figure('eightAtTempo', median(figures.map((one) => one.tempoMs)));
  figure('decodedKept', bytes / 1024 / 1024);
  line('  with a second tempo', mb(totalBytes));
}

/** `--tone`: what Tone's nodes cost in the place of ours, and how exact they are. */
async function besideTone(page: Page): Promise<void> {
  // Processor time of the whole page: what else runs on the machine does not count.
  const browser = await page.context().browser()!.newBrowserCDPSession();
  const cpuSec = async () => {
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    return renderers.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  for (const name of await page.evaluate(() => window.soundBench!.toneCases())) {
    let least = Number.POSITIVE_INFINITY;
    let judged = { apartDb: 0, framesOff: 0 };
    for (let turn = 0; turn < 4; turn++) {
      const before = await cpuSec();
      judged = await page.evaluate((one) => window.soundBench!.toneCase(one), name);
      least = Math.min(least, 1000 * ((await cpuSec()) - before));
    }
    const { apartDb, framesOff } = judged;
    const apart = `apart ${apartDb <= -300 ? 'nothing' : db(apartDb)}`;
    const off = name.startsWith('metronome') ? `, ${framesOff} frames off` : '';
    line(name, `${least.toFixed(0)} ms / 30 s`, apart + off);
  }
  const meters = await page.evaluate(() => window.soundBench!.meterCosts());
  for (const [name, { ms: spent, bytes }] of Object.entries(meters)) {
    line(`ten rows read: ${name}`, `${spent.toFixed(3)} ms`, `${bytes.toFixed(0)} bytes left`);
  }
}

const main = () =>
  withPage(
    { folder: 'page', hasStarter: true },
    'soundBench',
    ['--enable-precise-memory-info'],
    async (page) => {
      if (process.argv.includes('--tone')) return await besideTone(page);
      await live(page);
      await pressing(page);
      await decoding(page);
      await offline(page);
      await encoding(page);
      await stretching(page);
      await instruments(page);
    },
  );

const renewed = process.argv.find((arg) => arg.startsWith('--renew='))?.slice('--renew='.length);
if (renewed) await (await import('./report.ts')).renewSection(renewed);
else if (process.argv.includes('--report')) await (await import('./report.ts')).writeReport();
else await main();
