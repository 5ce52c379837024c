import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StarterLoop } from '../../../src/data/contract/library.ts';
import { encodeBytes } from '../../../src/data/contract/loopData.ts';
import { measureLoop } from '../output/measure.ts';
import { decodeOgg, encodeOgg } from '../output/ogg.ts';
import { type Report, reportOn } from './report.ts';

const RATE = 48_000;
const BPS = 2;
const LENGTH_16THS = 16;
const FRAMES = (LENGTH_16THS / (4 * BPS)) * RATE;

/** Notes (MIDI) held one after the other for a quarter of the loop each, with a fade at both ends. */
function tune(notes: readonly number[], level: number): Float32Array {
  const length = FRAMES / notes.length;
  return Float32Array.from({ length: FRAMES }, (_, n) => {
    const hz = 440 * 2 ** ((notes[Math.floor(n / length)]! - 69) / 12);
    const at = n % length;
    const fade = Math.min(1, at / 2000, (length - at) / 2000);
    return level * fade * Math.sin((2 * Math.PI * hz * at) / RATE);
  });
}

interface Made {
  readonly name: string;
  readonly sound: Float32Array;
  readonly category?: string;
  /** Changes the document after it was measured. */
  readonly document?: Partial<StarterLoop>;
}

async function write(
  folder: string,
  { name, sound, category = 'leads', document }: Made,
  at: number,
) {
  const ogg = await encodeOgg([sound, sound], at, 8);
  const file = `ogg/${at}.ogg`;
  await mkdir(join(folder, 'ogg'), { recursive: true });
  await writeFile(join(folder, file), ogg);
  const loop = {
    _id: `loop${at}`,
    name,
    creatorUserName: 'rondo',
    created: at,
    startOffsetSamples: 0,
    barLength: 16,
    length16ths: LENGTH_16THS,
    bps: BPS,
    sampleRate: RATE,
    category,
    family: 'one',
    root: 9,
    scale: 5,
  };
  const measures = measureLoop(loop, (await decodeOgg(ogg)).channels);
  return {
    ...loop,
    file,
    frames: measures.frames,
    loudnessLufs: measures.loudnessLufs,
    chroma: Array.from(measures.chroma),
    peaks: encodeBytes(measures.peaks),
    bands: encodeBytes(measures.bands),
    flatness: encodeBytes(measures.shape.flatness),
    crest: encodeBytes(measures.shape.crest),
    timbre: encodeBytes(measures.shape.timbre),
    ...document,
  };
}

const A_MINOR = [57, 60, 64, 69];
const LEVEL = 0.1;
const spike = (sound: Float32Array) => sound.map((value, n) => (n === 0 ? 0.9 : value));

const MADE: readonly Made[] = [
  { name: 'good', sound: tune(A_MINOR, LEVEL) },
  { name: 'twin', sound: tune(A_MINOR, LEVEL * 0.95) },
  { name: 'loud', sound: tune([76, 71, 72, 74, 76, 74, 72, 71], 0.99) },
  { name: 'click', sound: spike(tune([64, 60, 64, 57, 69, 72], LEVEL)) },
  { name: 'sharp', sound: tune([58, 61, 63, 66, 70, 68], LEVEL) },
  { name: 'offset', sound: tune([52, 52, 52, 59], LEVEL).map((value) => value + 0.02) },
  { name: 'long', sound: tune([69, 57, 81], LEVEL), document: { length16ths: 17 } },
  {
    name: 'stale',
    sound: tune([48, 60, 72, 64, 67], LEVEL),
    document: { loudnessLufs: -30, peaks: '', chroma: Array.from({ length: 12 }, () => 0.5) },
  },
  { name: 'beat', sound: tune([34, 50], 0.5), category: 'drums' },
];

describe('the report on the loops of the house', () => {
  let folder: string;
  let report: Report;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rondo-report-'));
    const loops = await Promise.all(MADE.map((made, at) => write(folder, made, at)));
    const missing = { ...loops[0]!, _id: 'gone', name: 'gone', file: 'ogg/gone.ogg' };
    const pack = { id: 'one', name: 'One', description: '', bps: BPS, root: 9, scale: 5 };
    const manifest = { packs: [pack], loops: [...loops, missing], rifffs: [] };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    report = await reportOn(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const missedBy = (name: string) =>
    report.missed.filter((sentence) => sentence.startsWith(`one/${name} `)).join('\n');

  it('names each bar that a loop misses', () => {
    expect(missedBy('twin')).toMatch(/is nearly the same as one\/good/);
    expect(missedBy('good')).toMatch(/^one\/good is nearly the same as one\/twin \([\d.]+\)$/);
    expect(missedBy('loud')).toMatch(/LU off its category's target/);
    expect(missedBy('loud')).toMatch(/peaks at [−-]?0\.\d+ dBTP/);
    expect(missedBy('click')).toMatch(/clicks by \d+\.\d dB/);
    expect(missedBy('sharp')).toMatch(/of its tones in A Minor/);
    expect(missedBy('offset')).toMatch(/has a mean of 0\.0(199|2)/);
    expect(missedBy('long')).toMatch(/has 96000 frames; tempo and length ask for 102000/);
    expect(missedBy('stale')).toMatch(/loudness, peaks, chroma are not those of the file/);
    expect(missedBy('gone')).toMatch(/cannot be measured: ENOENT/);
  });

  it('does not blame a loop for what it keeps', () => {
    expect(missedBy('sharp').split('\n')).toHaveLength(1);
    expect(missedBy('stale').split('\n')).toHaveLength(1);
    expect(missedBy('beat')).not.toMatch(/tones in/);
  });

  it('counts what the whole lacks', () => {
    expect(report.missed).toContain('10 loops, fewer than 96');
    expect(report.missed).toContain('1 families, fewer than 3');
    expect(report.missed).toContain('one has 0 loops of bass');
  });

  it('prints one aligned line for each loop and for each family', () => {
    const table = report.lines.slice(0, MADE.length + 1);
    expect(table[0]).toMatch(/^loop +category +LUFS +Δ LU +dBTP +seam +frames +DC +key/);
    const column = table[0]!.indexOf('category');
    for (const [at, { name }] of MADE.entries()) {
      expect(table[at + 1]).toMatch(new RegExp(`^one/${name} +(leads|drums) `));
      expect(table[at + 1]!.slice(column)).toMatch(/^(leads|drums)/);
    }
    expect(table[1]).toMatch(/A Minor +100 % +A Minor/);
    expect(table.at(-1)).toMatch(/ – +– +– /);
    expect(report.lines.join('\n')).toMatch(/\none +9 +120\.0 /);
  });

  it('leaves with 1 and says how many bars are missed', () => {
    const script = join(import.meta.dirname, '..', 'report.ts');
    const { status, stdout } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    expect(stdout).toMatch(new RegExp(`\n${report.missed.length} bars missed\n$`));
    expect(status).toBe(1);
  });
});
