/** How fast a rifff is rendered to a file, against the time that it plays. */

import { renderChunks } from '../../../src/audio/export/chunks.ts';
import { createExporter } from '../../../src/audio/export/createExporter.ts';
import type { ExportWish, FramePainter, SoundFormat } from '../../../src/audio/export/Exporter.ts';
import { writeSound } from '../../../src/audio/export/soundFile.ts';
import { PatternMaker } from '../../../src/audio/loading/patternMaker.ts';
import { exporting } from '../../../src/audio/state/exporting.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { editSlot } from '../../../src/data/rules/draft/draft.ts';
import { rifffFrames } from '../../../src/data/rules/time/timing.ts';
import { makeLoop, makeRifff, noise } from '../../../tests/audio/loops.ts';
import { RATE } from '../../../tests/audio/offline.ts';

/** Eight stereo loops, loud enough together that the limiter works all the time. */
function eightLoops(hasEffects: boolean, amplitude = 0.3): Rifff {
  const loops = Array.from({ length: 8 }, (_, at) =>
    makeLoop({ sound: noise(at, 1, amplitude), length16ths: 64, channels: 2 }),
  );
  const effects = { reverb: 0.3, delay: 0.3, pan: 0.2 };
  return hasEffects ? editSlot(makeRifff(loops), 0, { effects }) : makeRifff(loops);
}

const turnsOf = (rifff: Rifff, minutes: number) =>
  Math.ceil((minutes * 60 * RATE) / rifffFrames(rifff));

/** Times real time at which pieces of eight stereo loops are rendered, before limiting and encoding. */
export async function mixSpeed(minutes: number, hasEffects: boolean): Promise<number> {
  const maker = new PatternMaker();
  const rifff = eightLoops(hasEffects);
  await maker.preload(rifff);
  const turns = turnsOf(rifff, minutes);
  const from = performance.now();
  let frames = 0;
  for await (const piece of renderChunks(maker, rifff, { turns, tail: 'left' })) {
    frames += piece.frames;
  }
  const seconds = (performance.now() - from) / 1000;
  maker.dispose();
  return frames / RATE / seconds;
}

/** Times real time of a whole file: rendered, limited, written; its bytes are counted and dropped. */
export async function fileSpeed(minutes: number, format: SoundFormat, hasEffects: boolean) {
  const maker = new PatternMaker();
  const rifff = eightLoops(hasEffects);
  await maker.preload(rifff);
  const turns = turnsOf(rifff, minutes);
  const desk = { maker, rifff, signal: new AbortController().signal };
  let bytes = 0;
  const from = performance.now();
  await writeSound(
    desk,
    { turns, tail: 'folded' },
    format,
    async (part) => {
      bytes += part.length;
    },
    () => undefined,
  );
  const seconds = (performance.now() - from) / 1000;
  maker.dispose();
  return { speed: (turns * rifffFrames(rifff)) / RATE / seconds, bytes };
}

/** A small picture that changes: what grows with the length of a video is its list of pictures, not their size. */
async function paint(): Promise<FramePainter> {
  const canvas = new OffscreenCanvas(64, 64);
  const context = canvas.getContext('2d')!;
  return {
    canvas,
    paint(sec) {
      context.fillStyle = `hsl(${Math.round(sec * 90)} 80% 50%)`;
      context.fillRect(0, 0, 64, 64);
    },
    dispose: () => undefined,
  };
}

const WISHES = {
  stems: { kind: 'stems', format: 'wav24', slots: [0, 1, 2, 3, 4, 5, 6, 7] },
  video: { kind: 'video', size: { width: 64, height: 64 }, fps: 30, paint },
} as const satisfies Record<string, ExportWish>;

/** Makes a whole export of so many minutes into a file of the browser's own storage. @returns its bytes */
export async function exportWhole(minutes: number, what: SoundFormat | keyof typeof WISHES) {
  const maker = new PatternMaker();
  const exporter = createExporter(maker);
  const folder = await navigator.storage.getDirectory();
  const name = `${what}-${minutes}`;
  const handle = await folder.getFileHandle(name, { create: true });
  Object.defineProperty(window, 'showSaveFilePicker', {
    value: async () => handle,
    configurable: true,
  });
  const rifff = eightLoops(false, 0.1);
  const wish: ExportWish =
    what === 'stems' || what === 'video' ? WISHES[what] : { kind: 'mix', format: what };
  const turns = turnsOf(rifff, minutes);
  await exporter.export({ rifff, title: 'Bench', turns, tail: 'folded', credits: '', wish });
  if (!exporting.result) throw new Error(exporting.error ?? 'The export came to nothing');
  const { bytes } = exporting.result;
  exporter.clear();
  maker.dispose();
  // Only to make room: the storage of this window goes with it.
  await folder.removeEntry(name).catch(() => undefined);
  return bytes;
}
