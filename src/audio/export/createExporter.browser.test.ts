/** What an export leaves behind, read back. */
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import { RATE, rms } from '../../../tests/audio/offline.ts';
import { editSlot } from '../../data/rules/draft/draft.ts';
import { PatternMaker } from '../loading/patternMaker.ts';
import { exporting } from '../state/exporting.ts';
import { exportFrames } from './chunks.ts';
import { createExporter } from './createExporter.ts';
import type { ExportJob, ExportWish, FramePainter, VideoSize } from './Exporter.ts';

const maker = new PatternMaker();
const exporter = createExporter(maker);
// No dialog to choose a place: the export goes where browsers without such a dialog put it.
beforeAll(() =>
  Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true }),
);
afterAll(() => {
  exporter.clear();
  maker.dispose();
});

const loops = (bps = 2) => [
  makeLoop({ sound: sine(440, 0.3), category: 'bass', bps }),
  makeLoop({ sound: sine(660, 0.3), length16ths: 32, category: 'drums', bps }),
];
const job = (wish: ExportWish, more: Partial<ExportJob> = {}): ExportJob => ({
  rifff: makeRifff(loops()),
  title: 'Night bus',
  turns: 1,
  tail: 'folded',
  credits: 'who made it',
  wish,
  ...more,
});

async function made(one: ExportJob): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  await exporter.export(one);
  expect(exporting.error).toBe(null);
  const { name, url, bytes } = exporting.result!;
  const file = new Uint8Array(await (await fetch(url!)).arrayBuffer());
  expect(file.length).toBe(bytes);
  return { name, bytes: file };
}

const decode = (bytes: Uint8Array) =>
  new OfflineAudioContext(2, 1, RATE).decodeAudioData(bytes.slice().buffer as ArrayBuffer);

/** Pictures of one colour that changes. */
async function paint({ width, height }: VideoSize): Promise<FramePainter> {
  // Only one of the page can be recorded.
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d')!;
  return {
    canvas,
    paint(sec) {
      context.fillStyle = `hsl(${Math.round(sec * 90)} 80% 50%)`;
      context.fillRect(0, 0, width, height);
    },
    dispose: () => undefined,
  };
}

describe('an export', () => {
  it('of stems is an archive of equal lengths, each slot alone, muted ones too', async () => {
    const rifff = editSlot(makeRifff(loops()), 1, { on: false });
    const { name, bytes } = await made(
      job({ kind: 'stems', format: 'wav24', slots: [0, 1] }, { rifff }),
    );
    expect(name).toBe('Rondo – Night bus – 120 bpm – C major – stems.zip');
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toEqual([
      'Rondo – Night bus – 120 bpm – C major – 1 Bass.wav',
      'Rondo – Night bus – 120 bpm – C major – 2 Drums.wav',
      'Credits.txt',
    ]);
    const sounds = await Promise.all(Object.values(files).slice(0, 2).map(decode));
    for (const sound of sounds) {
      expect(sound.length).toBe(exportFrames(rifff, 1, 'folded'));
      expect(rms(sound.getChannelData(0), RATE, 2 * RATE)).toBeGreaterThan(0.05);
    }
    expect(exporting.result!.parts.map((part) => part.name)).toEqual(Object.keys(files));
    // Each says what it is, and so does the mix.
    const said = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.slice(-400));
    expect(said(Object.values(files)[1]!)).toMatch(/INAM.*2 Drums/s);
    const about = { makers: 'ana, bo', licence: 'CC BY 4.0' };
    const mix = await made(job({ kind: 'mix', format: 'wav16' }, { rifff, ...about }));
    expect(said(mix.bytes)).toMatch(/Night bus.*ana, bo.*CC BY 4\.0.*who made it/s);
    expect((await decode(mix.bytes)).length).toBe(exportFrames(rifff, 1, 'folded'));
  });

  it('of a project has a track a slot, with its sound at the length of its clip', async () => {
    const cut = { pan: -0.4, lowCutHz: 300, reverb: 0.5 };
    const rifff = editSlot(makeRifff(loops()), 0, { gain: 0.4, on: false, effects: cut });
    const { name, bytes } = await made(
      job({ kind: 'project', slots: [0, 1] }, { turns: 2, rifff }),
    );
    expect(name).toMatch(/\.dawproject$/);
    const files = unzipSync(bytes);
    const text = (path: string) => new TextDecoder().decode(files[path]);
    const xml = new DOMParser().parseFromString(text('project.xml'), 'application/xml');
    expect(xml.querySelector('parsererror')).toBe(null);
    const audio = [...xml.querySelectorAll('Audio')];
    const sounds: AudioBuffer[] = [];
    expect(audio).toHaveLength(2);
    for (const one of audio) {
      const sound = await decode(files[one.querySelector('File')!.getAttribute('path')!]!);
      expect(sound.length / RATE).toBeCloseTo(Number(one.getAttribute('duration')), 6);
      sounds.push(sound);
    }
    // The loop lies there as it is, sample for sample: gain, pan and cuts are the mixer's.
    const wave = sounds[0]!.getChannelData(1);
    const own = sine(440, 0.3);
    const isSame = wave.every((x, n) => Math.abs(x - own(n, wave.length)) < 2 ** -22);
    expect([wave.length, isSame]).toEqual([2 * RATE, true]);
    const outer = [...xml.querySelectorAll('Lanes > Clips > Clip')];
    expect(outer.map((clip) => clip.getAttribute('duration'))).toEqual(['64', '64']);
    expect(outer.map((clip) => clip.getAttribute('loopEnd'))).toEqual(['4', '8']);
    expect(text('metadata.xml')).toContain('<Title>Night bus</Title>');
  });

  it('of a video has pictures and sound of the same length', async () => {
    const size = { width: 320, height: 320 };
    const ways = await exporter.videoWays(size);
    console.info(`video here: ${ways.way}, ${ways.text}`);
    // A turn of four seconds.
    const rifff = makeRifff(loops(8));
    const one = job({ kind: 'video', size, fps: 30, paint }, { rifff });
    const { bytes } = await made(one);
    const video = document.createElement('video');
    video.src = URL.createObjectURL(new Blob([bytes]));
    await new Promise((resolve, reject) => {
      video.onloadedmetadata = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    expect(video.videoWidth).toBe(320);
    const sec = exportFrames(rifff, 1, 'folded') / RATE;
    expect(Math.abs(video.duration - sec)).toBeLessThan(0.1);
    const sound = await decode(bytes);
    expect(Math.abs(sound.duration - sec)).toBeLessThan(0.1);
    expect(rms(sound.getChannelData(0), RATE, 2 * RATE)).toBeGreaterThan(0.05);
  });

  it('of a video is recorded while it plays where nothing can be encoded', async () => {
    const encoder = Object.getOwnPropertyDescriptor(window, 'VideoEncoder')!;
    Reflect.deleteProperty(window, 'VideoEncoder');
    try {
      await gesture();
      const size = { width: 160, height: 160 };
      const rifff = makeRifff([makeLoop({ sound: sine(220, 0.3), bps: 10 })]);
      const one = job({ kind: 'video', size, fps: 30, paint }, { rifff });
      expect(await exporter.videoWays(size)).toMatchObject({ way: 'recorded' });
      const sec = exportFrames(rifff, 1, 'folded') / RATE;
      const running = made(one);
      await expect.poll(() => exporting.share).toBeGreaterThan(0.2);
      const { bytes } = await running;
      const video = document.createElement('video');
      video.src = URL.createObjectURL(new Blob([bytes]));
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
      });
      expect(video.videoWidth).toBe(160);
      const sound = await decode(bytes);
      expect(sound.duration).toBeGreaterThan(sec - 0.1);
      expect(rms(sound.getChannelData(0), RATE, RATE + RATE / 2)).toBeGreaterThan(0.05);

      const again = exporter.export(one);
      await expect.poll(() => exporting.share).toBeGreaterThan(0.1);
      exporter.cancel();
      expect(exporting.status).toBe('idle');
      await again;
      expect(exporting.result).toBe(null);
    } finally {
      Object.defineProperty(window, 'VideoEncoder', encoder);
    }
  });

  it('is cancelled at once and leaves nothing', async () => {
    const running = exporter.export(job({ kind: 'mix', format: 'wav16' }, { turns: 60 }));
    await expect.poll(() => exporting.share).toBeGreaterThan(0);
    exporter.cancel();
    expect(exporting.status).toBe('idle');
    await running;
    expect(exporting.status).toBe('idle');
    expect(exporting.result).toBe(null);
  });

  it('of a video is cancelled at once, and nothing more is written', async () => {
    const written: number[] = [];
    const stream = new WritableStream({ write: () => void written.push(performance.now()) });
    const handle = {
      createWritable: async () => stream.getWriter(),
      getFile: async () => new File([], 'video'),
    };
    Object.defineProperty(window, 'showSaveFilePicker', { value: async () => handle });
    try {
      const wish: ExportWish = { kind: 'video', size: { width: 320, height: 320 }, fps: 60, paint };
      const running = exporter.export(job(wish, { turns: 20 }));
      await expect.poll(() => exporting.leftSec).toBeGreaterThan(0);
      await expect.poll(() => written.length).toBeGreaterThan(0);
      exporter.cancel();
      expect([exporting.status, exporting.leftSec]).toEqual(['idle', null]);
      const cancelledMs = performance.now();
      await running;
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(written.filter((ms) => ms > cancelledMs)).toEqual([]);
      expect(exporting.result).toBe(null);
    } finally {
      Object.defineProperty(window, 'showSaveFilePicker', { value: undefined });
    }
  });
});
