/** Exports of odd rifffs, one after the other, two at once, and such that fail. */
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeLoop, makeRifff, noise, sine } from '../../../tests/audio/loops.ts';
import { RATE, rms, toDb } from '../../../tests/audio/offline.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { createDraft, editSlot, setTempo, toggleMute } from '../../data/rules/draft/draft.ts';
import { PatternMaker } from '../loading/patternMaker.ts';
import { exporting } from '../state/exporting.ts';
import { exportFrames } from './chunks.ts';
import { createExporter } from './createExporter.ts';
import type { ExportJob, SoundFormat } from './Exporter.ts';

const maker = new PatternMaker();
const exporter = createExporter(maker);
const before = Object.getOwnPropertyDescriptor(window, 'showSaveFilePicker');
let folder: FileSystemDirectoryHandle;

/** The person puts every export into one folder, as the name suggests. */
beforeEach(async () => {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry('chosen', { recursive: true }).catch(() => undefined);
  folder = await root.getDirectoryHandle('chosen', { create: true });
  const value = ({ suggestedName }: { suggestedName: string }) =>
    folder.getFileHandle(suggestedName, { create: true });
  Object.defineProperty(window, 'showSaveFilePicker', { value, configurable: true });
});
afterEach(() => exporter.clear());
afterAll(() => {
  if (before) Object.defineProperty(window, 'showSaveFilePicker', before);
  maker.dispose();
});

const mixOf = (rifff: Rifff, format: SoundFormat = 'wav24', more: Partial<ExportJob> = {}) =>
  ({
    rifff,
    title: 'Night bus',
    turns: 1,
    tail: 'folded',
    credits: '',
    wish: { kind: 'mix', format },
    ...more,
  }) satisfies ExportJob;

async function namesLeft(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}

async function made(job: ExportJob): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  await exporter.export(job);
  expect(exporting.error).toBe(null);
  const { name, bytes } = exporting.result!;
  const file = await (await folder.getFileHandle(name)).getFile();
  expect(file.size).toBe(bytes);
  return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

async function decode(bytes: Uint8Array): Promise<Float32Array[]> {
  const context = new OfflineAudioContext(2, 1, RATE);
  const sound = await context.decodeAudioData(bytes.slice().buffer as ArrayBuffer);
  return [0, 1].map((c) => sound.getChannelData(c));
}

const quiet = (bps = 4) =>
  makeRifff([
    makeLoop({ sound: sine(440, 0.2), category: 'bass', bps }),
    makeLoop({ sound: noise(2, 0.3, 0.2), category: 'drums', channels: 2, bps }),
    makeLoop({ sound: sine(97, 0.2), length16ths: 64, bps }),
  ]);

describe('exports', () => {
  it('are the same every time, to the rounding of the browser', async () => {
    const rifff = quiet();
    for (const format of ['wav24', 'flac'] as const) {
      const first = await decode((await made(mixOf(rifff, format))).bytes);
      const again = await decode((await made(mixOf(rifff, format))).bytes);
      expect(again[0]!.length).toBe(first[0]!.length);
      // Voices are added up in any order: the last bit of 24 may differ.
      const isNear = again[1]!.every((x, n) => Math.abs(x - first[1]![n]!) <= 2 ** -22);
      expect(isNear).toBe(true);
    }
  });

  it('as stems add up to the mix where the limiter has nothing to do', async () => {
    const rifff = editSlot(quiet(), 1, { gain: 0.7, effects: { pan: 0.5, lowCutHz: 300 } });
    const mix = await decode((await made(mixOf(rifff, 'wavFloat'))).bytes);
    const wish = { kind: 'stems', format: 'wavFloat', slots: [0, 1, 2] } as const;
    const { bytes } = await made({ ...mixOf(rifff), wish });
    const stems = await Promise.all(Object.values(unzipSync(bytes)).map(decode));
    expect(stems).toHaveLength(3);
    let worst = 0;
    mix.forEach((channel, c) => {
      channel.forEach((x, n) => {
        worst = Math.max(worst, Math.abs(stems.reduce((sum, stem) => sum + stem[c]![n]!, 0) - x));
      });
    });
    console.info(`sum of stems against the mix: ${toDb(worst).toFixed(1)} dB`);
    expect(rms(mix[0]!, 0)).toBeGreaterThan(0.01);
    expect(toDb(worst)).toBeLessThan(-90);
  });

  it.each([
    ['of one sixteenth', () => makeRifff([makeLoop({ sound: sine(20, 0.3), length16ths: 1 })])],
    ['at 300 bpm', () => makeRifff([makeLoop({ sound: sine(440, 0.3), bps: 5 })])],
    ['far from its tempo', () => setTempo(quiet(2), 5)],
    [
      'of 64 bars',
      () => makeRifff([makeLoop({ sound: sine(440, 0.3), bps: 5, length16ths: 64 * 16 })]),
    ],
    [
      'in 15/16',
      () => makeRifff([makeLoop({ sound: sine(440, 0.3), barLength: 15, length16ths: 15 })]),
    ],
  ])('of a rifff %s have exactly its frames', async (_, make) => {
    const rifff = make();
    const { bytes } = await made(mixOf(rifff, 'flac', { tail: 'left' }));
    const sound = await decode(bytes);
    expect(sound[0]!.length).toBe(exportFrames(rifff, 1, 'left'));
    const from = Math.floor(sound[0]!.length / 4);
    expect(rms(sound[0]!, from, 3 * from)).toBeGreaterThan(0.03);
  });

  it('have names that every file system takes', async () => {
    const title =
      'AC/DC: "Über" \\ 夜のバス 🚌🚌 and a name that goes on for much longer than a line';
    const { name } = await made(mixOf(quiet(), 'ogg', { title }));
    expect(name).toBe('Rondo – AC DC Über 夜のバス 🚌🚌 and a name th – 240 bpm – C major.ogg');
  });
});

describe('an export', () => {
  it('is not disturbed by a second one, which is refused', async () => {
    const first = exporter.export(mixOf(quiet(), 'wav16', { turns: 8 }));
    await expect(exporter.export(mixOf(createDraft('bo', 2)))).rejects.toThrow('Another export');
    await first;
    expect(exporting.status).toBe('done');
    expect(await namesLeft()).toHaveLength(1);
  });

  it('can be followed by another as soon as it is cancelled, and leaves no file', async () => {
    const job = mixOf(quiet(), 'wav16', { turns: 60 });
    const first = exporter.export(job);
    await expect.poll(() => exporting.share).toBeGreaterThan(0);
    exporter.cancel();
    const { name } = await made(mixOf(quiet(), 'wav16', { title: 'Other' }));
    await first;
    expect(exporting.result?.name).toBe(name);
    await expect.poll(namesLeft).toEqual([name]);
  });

  it('asks before the page is left, as long as it runs', async () => {
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(false);
    const running = exporter.export(mixOf(quiet()));
    expect(leave()).toBe(true);
    await running;
    expect(leave()).toBe(false);
  });

  it('that cannot be whole says which loop is missing and leaves no file', async () => {
    const rifff = makeRifff([
      makeLoop({ sound: sine(440, 0.3) }),
      { ...makeLoop({ sound: sine(3), category: 'drums' }), name: 'Kettle', url: '/none.wav' },
    ]);
    await exporter.export(mixOf(rifff));
    expect(exporting.status).toBe('failed');
    expect(exporting.error).toBe('the loop “Kettle” (2 Drums) could not be loaded');
    expect(await namesLeft()).toEqual([]);
    // Muted, it is no part of the mix.
    await made(mixOf(toggleMute(rifff, 1)));
  });
});
