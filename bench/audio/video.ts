/**
 * `node bench/audio/video.ts`: a video of full size, and one recorded while it plays, made in the real Chromium and
 * read back by FFmpeg. Without FFmpeg it says so and measures nothing.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import { line } from '../figure.ts';
import type {} from './page/main.ts';

const SIZE_PX = Number(process.env.BENCH_VIDEO_PX) || 1080;
const SMALL_PX = 270;
const FPS = 30;
const RATE = 48_000;
/** A turn of what is shown lasts 16 s. */
const TURNS = Number(process.env.BENCH_VIDEO_TURNS) || 2;
/** Pictures that are compared: some in the first turn, some in the last, the very last. */
const CHECKED = [0, 1, 37, 144, 311, TURNS * 16 * FPS - 100, TURNS * 16 * FPS - 1];
/** Sound and picture are told apart by people from about this on (ITU-R BT.1359: 45 ms early, 125 ms late). */
const APART_MS = 45;

const ffmpeg = (...asked: string[]) =>
  execFileSync('ffmpeg', ['-v', 'error', ...asked], { maxBuffer: 1 << 30 });

interface Stream {
  readonly codec_type: string;
  readonly codec_name: string;
  readonly start_time: string;
  readonly duration?: string;
  readonly nb_read_frames?: string;
}

function streamsOf(path: string): { video: Stream; audio: Stream; duration: number } {
  const asked = ['-v', 'error', '-count_frames', '-show_streams', '-show_format', '-of', 'json'];
  const found = JSON.parse(execFileSync('ffprobe', [...asked, path], { encoding: 'utf8' })) as {
    streams: Stream[];
    format: { duration?: string };
  };
  const one = (type: string) => found.streams.find((stream) => stream.codec_type === type)!;
  return { video: one('video'), audio: one('audio'), duration: Number(found.format.duration) };
}

/** The first channel of a file, decoded by FFmpeg as players hear it. */
function soundOf(path: string): Float32Array {
  const bytes = ffmpeg(
    '-i',
    path,
    '-map',
    'a',
    '-af',
    'pan=mono|c0=c0',
    '-f',
    'f32le',
    '-ar',
    `${RATE}`,
    '-',
  );
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** Frames by which `heard` is late of `wanted`, found where both agree best, and how well they then agree in dB. */
function lag(
  wanted: Float32Array,
  heard: Float32Array,
  most: number,
): { frames: number; snrDb: number } {
  const from = RATE;
  const length = Math.min(4 * RATE, wanted.length - 2 * RATE);
  let best = { frames: 0, snrDb: Number.NEGATIVE_INFINITY };
  for (let frames = -most; frames <= most; frames++) {
    let signal = 0;
    let noise = 0;
    for (let n = from; n < from + length; n++) {
      const x = wanted[n]!;
      signal += x * x;
      noise += (x - (heard[n + frames] ?? 0)) ** 2;
    }
    const snrDb = 10 * Math.log10(signal / Math.max(noise, 1e-12));
    if (snrDb > best.snrDb) best = { frames, snrDb };
  }
  return best;
}

function pictures(path: string, numbers: readonly number[]): Buffer[] {
  const which = numbers.map((n) => `eq(n\\,${n})`).join('+');
  const filter = `select=${which},scale=${SMALL_PX}:${SMALL_PX}:flags=area`;
  const all = ffmpeg(
    '-i',
    path,
    '-vf',
    filter,
    '-vsync',
    '0',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-',
  );
  const bytes = SMALL_PX * SMALL_PX * 3;
  return numbers.map((_, at) => all.subarray(at * bytes, (at + 1) * bytes));
}

function differenceRms(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at]! - b[at]!) ** 2;
  return Math.sqrt(sum / a.length);
}

/** For each checked picture the one around it that is most like what was to be painted: pictures off. */
async function picturesOff(page: Page, path: string): Promise<{ off: number; rms: number }> {
  let off = 0;
  let rms = 0;
  for (const n of CHECKED) {
    const around = [-2, -1, 0, 1, 2]
      .map((by) => n + by)
      .filter((at) => at >= 0 && at < TURNS * 16 * FPS);
    const painted = await page.evaluate(
      ([sec, size, small]) => window.soundBench!.paintedAt(sec, size, small),
      [n / FPS, SIZE_PX, SMALL_PX] as const,
    );
    const wanted = Buffer.from(painted, 'base64');
    const all = pictures(path, around).map((picture) => differenceRms(picture, wanted));
    const best = all.indexOf(Math.min(...all));
    off = Math.max(off, Math.abs(around[best]! - n));
    rms = Math.max(rms, all[best]!);
  }
  return { off, rms };
}

type Wish = Parameters<NonNullable<Window['soundBench']>['exportFor']>[1];

async function made(page: Page, folder: string, what: 'video' | 'wav', wish: Wish) {
  const coming = page.waitForEvent('download', { timeout: 0 });
  const answer = page.evaluate(([kind, how]) => window.soundBench!.exportFor(kind, how), [
    what,
    wish,
  ] as const);
  const failed = answer.then(({ error }) => {
    if (error) throw new Error(error);
    return coming;
  });
  const download = await Promise.race([coming, failed]);
  const path = join(folder, `${what}-${wish.hide ? 'recorded' : 'whole'}`);
  await download.saveAs(path);
  return { path, ...(await answer) };
}

async function whole(page: Page, folder: string): Promise<Float32Array> {
  const wav = await made(page, folder, 'wav', { turns: TURNS, sizePx: SIZE_PX });
  const wanted = soundOf(wav.path);
  const video = await made(page, folder, 'video', { turns: TURNS, sizePx: SIZE_PX });
  const found = streamsOf(video.path);
  line(
    `${SIZE_PX} × ${SIZE_PX}, ${video.sec} s, ${video.text}`,
    `${video.speed.toFixed(2)} × real time`,
  );
  const count = Number(found.video.nb_read_frames);
  line('  pictures', `${count}`, `${video.sec * FPS}`, count === video.sec * FPS);
  const offMs = 1000 * Math.abs(found.duration - video.sec);
  line('  duration off', `${offMs.toFixed(1)} ms`, '≤ a picture', offMs <= 1000 / FPS);
  const { frames, snrDb } = lag(wanted, soundOf(video.path), 480);
  const lateMs = (1000 * frames) / RATE;
  line(
    '  sound late of the WAV export',
    `${lateMs.toFixed(2)} ms`,
    '≤ 1 ms',
    Math.abs(lateMs) <= 1,
  );
  line('  sound of the WAV export over the difference', `${snrDb.toFixed(1)} dB`);
  const { off, rms } = await picturesOff(page, video.path);
  line('  pictures off, worst of those compared', `${off}`, '0', off === 0);
  line('  their difference from what was painted', `${rms.toFixed(1)} of 255`);
  return wanted;
}

/** Seconds at which the pictures of a file are shown. */
function timesOf(path: string): number[] {
  const entries = ['-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const text = execFileSync('ffprobe', ['-v', 'error', ...entries, path], { encoding: 'utf8' });
  return text.split('\n').filter(Boolean).map(Number.parseFloat);
}

/** Seconds by which pictures are late of the sound, found by painting what is around each. */
async function pictureLateSec(
  page: Page,
  path: string,
  sizePx: number,
  soundAtSec: number,
): Promise<number> {
  const times = timesOf(path);
  let worst = 0;
  for (const at of [0.4, 0.6, 0.8].map((share) => Math.floor(share * times.length))) {
    const [picture] = pictures(path, [at]);
    let best = { by: 0, rms: Number.POSITIVE_INFINITY };
    for (let by = -5; by <= 5; by++) {
      const sec = times[at]! - soundAtSec - by / FPS;
      const painted = await page.evaluate(
        ([when, size, small]) => window.soundBench!.paintedAt(when, size, small),
        [sec, sizePx, SMALL_PX] as const,
      );
      const rms = differenceRms(picture!, Buffer.from(painted, 'base64'));
      if (rms < best.rms) best = { by, rms };
    }
    if (Math.abs(best.by) > Math.abs(worst)) worst = best.by;
  }
  return worst / FPS;
}

async function recorded(page: Page, folder: string, wanted: Float32Array): Promise<void> {
  const sizePx = 320;
  const video = await made(page, folder, 'video', { turns: 1, sizePx, hide: true });
  const found = streamsOf(video.path);
  line(`320 × 320 recorded, 16 s, ${video.text}`, `${video.speed.toFixed(2)} × real time`);
  const codecs = `${found.video.codec_name}, ${found.audio.codec_name}`;
  line('  codecs', codecs, 'both there', !!found.video && !!found.audio);
  line('  pictures', `${found.video.nb_read_frames} of ${16 * FPS}`);
  const heard = soundOf(video.path);
  const lasts = heard.length / RATE;
  line('  sound lasts', `${lasts.toFixed(2)} s`, '≥ 16 s', lasts >= 16);
  const { frames, snrDb } = lag(wanted.subarray(0, 8 * RATE), heard, RATE);
  line('  sound of the WAV export over the difference', `${snrDb.toFixed(1)} dB`);
  const soundAtSec = Number(found.audio.start_time) + frames / RATE;
  line('  its first frame in the file', `${(1000 * soundAtSec).toFixed(0)} ms`);
  const lateMs = 1000 * (await pictureLateSec(page, video.path, sizePx, soundAtSec));
  const isNear = Math.abs(lateMs) <= APART_MS;
  line('  pictures late of the sound', `${lateMs.toFixed(0)} ms`, `≤ ${APART_MS} ms`, isNear);
}

async function main(): Promise<void> {
  try {
    execFileSync('ffprobe', ['-version'], { stdio: 'ignore' });
  } catch {
    console.log('Videos are read back by FFmpeg, which is not installed here.');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'rondo-bench-video-'));
  const root = join(import.meta.dirname, 'page');
  const outDir = join(folder, 'page');
  const shared = { root, configFile: false, logLevel: 'error' } as const;
  await build({ ...shared, worker: { format: 'es' }, build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  try {
    const open = async () => {
      const page = await browser.newPage();
      page.setDefaultTimeout(0);
      page.on('pageerror', (error) => console.error(`page: ${error.message}`));
      await page.goto(server.resolvedUrls!.local[0]!);
      await page.waitForFunction(() => window.soundBench !== undefined);
      return page;
    };
    const wanted = await whole(await open(), folder);
    await recorded(await open(), folder, wanted);
  } finally {
    await browser.close();
    await server.close();
    if (!process.env.BENCH_KEEP) await rm(folder, { recursive: true, force: true });
    else console.log(folder);
  }
}

await main();
