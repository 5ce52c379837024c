/** Runs one export at a time and says how far it is. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { exportName, slotName, stemName } from '../../data/rules/exportNames.ts';
import type { PatternMaker } from '../load/patternMaker.ts';
import {
  type ExportPart,
  type ExportResult,
  exporting,
  patchExporting,
} from '../state/exporting.ts';
import { type ByteSink, type FileKind, openSink } from './byteSink.ts';
import type { Exporter, ExportJob, SoundFormat } from './Exporter.ts';
import { projectFrames, writeProject } from './project/writeProject.ts';
import { exportFrames } from './renderChunks.ts';
import { type SoundDesk, writeSound } from './soundFile.ts';
import { ZipWriter } from './zipWriter.ts';

/** The archive's sizes are numbers of 32 bits. */
const MAX_ZIP_BYTES = 0xfff0_0000;
/** State is written at most so often. */
const TELL_MS = 120;

const ENDING: Readonly<Record<SoundFormat, string>> = {
  wav16: 'wav',
  wav24: 'wav',
  wavFloat: 'wav',
  flac: 'flac',
  ogg: 'ogg',
};
const MIME: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
};
/** Most bytes that a frame of stereo takes. */
const FRAME_BYTES: Readonly<Record<SoundFormat, number>> = {
  wav16: 4,
  wav24: 6,
  wavFloat: 8,
  flac: 6,
  ogg: 2,
};

/** Everything that a kind of export works with. */
export interface Run {
  readonly job: ExportJob;
  readonly desk: SoundDesk;
  readonly sink: ByteSink;
  /** Frames of sound in all. */
  expect(frames: number): void;
  /** What is being made now. */
  step(text: string): void;
  readonly progress: (frames: number) => void;
}

/** The file that a job makes. */
async function kindOf({ rifff, title, wish }: ExportJob): Promise<FileKind> {
  const base = exportName(rifff, title);
  if (wish.kind === 'mix') {
    const ending = ENDING[wish.format];
    return { name: `${base}.${ending}`, mime: MIME[ending]!, description: 'Sound' };
  }
  if (wish.kind === 'stems') {
    return { name: `${base} – stems.zip`, mime: 'application/zip', description: 'Stems' };
  }
  if (wish.kind === 'project') {
    return { name: `${base}.dawproject`, mime: 'application/zip', description: 'DAWproject' };
  }
  const { videoKind } = await import('./video/writeVideo.ts');
  return videoKind(base, wish.size);
}

async function writeMix(run: Run, format: SoundFormat): Promise<ExportPart[]> {
  const { rifff, turns, tail } = run.job;
  run.expect(exportFrames(rifff, turns, tail));
  run.step('Mix');
  const take = (bytes: Uint8Array<ArrayBuffer>) => run.sink.write(bytes);
  await writeSound(run.desk, { turns, tail }, format, take, run.progress);
  return [];
}

async function writeStems(
  run: Run,
  format: SoundFormat,
  slots: readonly number[],
): Promise<ExportPart[]> {
  const { rifff, title, turns, tail, credits } = run.job;
  const frames = exportFrames(rifff, turns, tail);
  if (slots.length * frames * FRAME_BYTES[format] > MAX_ZIP_BYTES) {
    throw new RangeError('So many stems do not fit into one archive: take fewer turns or bits');
  }
  run.expect(frames * slots.length);
  const zip = new ZipWriter((bytes) => run.sink.write(bytes));
  const parts: ExportPart[] = [];
  for (const slot of slots) {
    run.step(slotName(rifff, slot));
    const name = `${stemName(rifff, title, slot)}.${ENDING[format]}`;
    const entry = zip.begin(name);
    // A stem is what the slot plays, also where the mix has it muted.
    const desk = { ...run.desk, rifff: withSlotOn(run.desk, slot) };
    await writeSound(desk, { turns, tail, slots: [slot] }, format, entry.write, run.progress);
    await entry.end();
    parts.push({ name, bytes: entry.size });
  }
  if (credits)
    parts.push({ name: 'Credits.txt', bytes: await zip.addText('Credits.txt', credits) });
  await zip.end();
  return parts;
}

function withSlotOn({ rifff }: SoundDesk, slot: number) {
  const playback = rifff.state.playback.map((entry, at) => {
    const { current } = entry.slot;
    return at === slot && current
      ? { ...entry, slot: { ...entry.slot, current: { ...current, on: true } } }
      : entry;
  });
  return { ...rifff, state: { ...rifff.state, playback } };
}

async function writeDawProject(run: Run, slots: readonly number[]): Promise<ExportPart[]> {
  const { job, desk, sink } = run;
  const frames = projectFrames(job.rifff, slots, job.turns);
  if (frames * FRAME_BYTES.wavFloat > MAX_ZIP_BYTES) {
    throw new RangeError('The loops do not fit into one archive');
  }
  run.expect(frames);
  run.step('Loops');
  const zip = new ZipWriter((bytes) => sink.write(bytes));
  const parts = await writeProject(desk, job, slots, zip, run.progress);
  await zip.end();
  return parts;
}

async function write(run: Run): Promise<ExportPart[]> {
  const { wish } = run.job;
  if (wish.kind === 'mix') return writeMix(run, wish.format);
  if (wish.kind === 'stems') return writeStems(run, wish.format, wish.slots);
  if (wish.kind === 'project') return writeDawProject(run, wish.slots);
  const { writeVideo } = await import('./video/writeVideo.ts');
  return writeVideo(run, wish);
}

/** Counts what a sink is given. */
function counting(sink: ByteSink): { sink: ByteSink; bytes(): number } {
  let bytes = 0;
  let at = 0;
  const wrote = (position: number, length: number) => {
    bytes = Math.max(bytes, position + length);
  };
  return {
    bytes: () => bytes,
    sink: {
      async write(part) {
        wrote(at, part.length);
        at += part.length;
        await sink.write(part);
      },
      async writeAt(position, part) {
        wrote(position, part.length);
        await sink.writeAt(position, part);
      },
      close: () => sink.close(),
      abort: () => sink.abort(),
    },
  };
}

function teller() {
  let total = 1;
  let done = 0;
  let toldMs = 0;
  return {
    expect(frames: number) {
      total = Math.max(1, frames);
    },
    progress(frames: number) {
      done += frames;
      const nowMs = performance.now();
      if (nowMs - toldMs < TELL_MS) return;
      toldMs = nowMs;
      patchExporting({ share: Math.min(1, done / total) });
    },
  };
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Starts a download of a file by its name. */
function download(name: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** The exporter of an engine. */
export function createExporter(maker: PatternMaker): Exporter {
  let running: { abort: AbortController; done: Promise<void> } | null = null;

  const forget = () => {
    const { result } = exporting;
    if (result?.url) URL.revokeObjectURL(result.url);
    patchExporting({ status: 'idle', step: '', share: 0, result: null, error: null });
  };

  const make = async (job: ExportJob, kind: FileKind, sink: ByteSink, signal: AbortSignal) => {
    const counted = counting(sink);
    const desk: SoundDesk = { maker, rifff: job.rifff, signal };
    const step = (text: string) => patchExporting({ step: text });
    try {
      const parts = await write({ job, desk, sink: counted.sink, step, ...teller() });
      patchExporting({ share: 1, step: 'Writing the file' });
      const file = await sink.close();
      const url = file && URL.createObjectURL(file);
      const result: ExportResult = { name: kind.name, bytes: counted.bytes(), parts, url };
      patchExporting({ status: 'done', step: '', result });
      if (url) download(kind.name, url);
    } catch (error) {
      await sink.abort().catch(() => undefined); // what was written is gone with it
      throw error;
    }
  };

  const run = async (job: ExportJob, signal: AbortSignal) => {
    forget();
    patchExporting({ status: 'running', step: 'Getting ready' });
    try {
      const kind = await kindOf(job);
      const sink = await openSink(kind);
      if (signal.aborted) await sink.abort();
      signal.throwIfAborted();
      await make(job, kind, sink, signal);
    } catch (error) {
      if (isAbort(error)) forget();
      else {
        console.error('The export failed', error);
        const text = error instanceof Error ? error.message : String(error);
        patchExporting({ status: 'failed', step: '', error: text });
      }
    }
  };

  const cancel = () => running?.abort.abort();
  return {
    async export(job) {
      cancel();
      await running?.done;
      const abort = new AbortController();
      const mine = { abort, done: run(job, abort.signal) };
      running = mine;
      await mine.done;
      if (running === mine) running = null;
    },
    cancel,
    clear() {
      cancel();
      forget();
    },
    async videoWays(size) {
      return (await import('./video/ways.ts')).videoWays(size);
    },
  };
}

/** Seconds of an export. */
export function exportSec(job: Pick<ExportJob, 'rifff' | 'turns' | 'tail'>): number {
  return exportFrames(job.rifff, job.turns, job.tail) / SAMPLE_RATE_HZ;
}
