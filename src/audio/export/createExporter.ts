/** Runs one export at a time and says how far it is. */
import { beginPace, goOn, type Pace, secondsLeft } from '../../data/rules/time/timeLeft.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import { type ExportPart, exporting, patchExporting, type TextBeside } from '../state/exporting.ts';
import { type ByteSink, type FileKind, openSink } from './byteSink.ts';
import type { Run } from './desk.ts';
import type { Exporter, ExportJob, FoldersJob, ListJob } from './Exporter.ts';
import { listKind, textsBeside, writeList } from './list/writeList.ts';
import { foldersKind, writeFolders } from './stems/writeFolders.ts';
import { kindOf, writeExport } from './writeExport.ts';

/** State is written at most so often. */
const TELL_MS = 120;

/** Counts what a sink is given, and gives it nothing more once the export is cancelled. */
function counting(sink: ByteSink, signal: AbortSignal): { sink: ByteSink; bytes(): number } {
  let bytes = 0;
  let at = 0;
  const wrote = (position: number, length: number) => {
    signal.throwIfAborted();
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

/** Tells the page how far an export is, until it is cancelled. */
function teller(signal: AbortSignal) {
  let total = 1;
  let done = 0;
  let toldMs = 0;
  let pace: Pace | null = null;
  const tell = (change: Parameters<typeof patchExporting>[0]) => {
    if (!signal.aborted) patchExporting(change);
  };
  return {
    tell,
    step: (text: string) => tell({ step: text }),
    expect(frames: number) {
      total = Math.max(1, frames);
    },
    progress(frames: number) {
      done += frames;
      const nowMs = performance.now();
      if (nowMs - toldMs < TELL_MS) return;
      toldMs = nowMs;
      const share = Math.min(1, done / total);
      pace = pace ? goOn(pace, share, nowMs) : beginPace(share, nowMs);
      tell({ share, leftSec: secondsLeft(pace) });
    },
  };
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

/** What went wrong, for the person who waits for the file. */
function reasonOf(error: unknown): string {
  if (nameOf(error) === 'QuotaExceededError') return 'there is not enough room for it here';
  return error instanceof Error ? error.message : String(error);
}

/** Starts a download of a file by its name. */
function download(name: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Leaving the page would end an export: the browser asks first. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

function forget(): void {
  const { result } = exporting;
  if (result?.url) URL.revokeObjectURL(result.url);
  const nothing = { name: '', step: '', share: 0, leftSec: null, result: null, error: null };
  patchExporting({ status: 'idle', ...nothing });
}

/** What one kind of job does. */
interface Work {
  kind(): Promise<FileKind>;
  /** Writes the file. @returns what is in it, where it is an archive */
  write(run: Pick<Run, 'sink' | 'expect' | 'step' | 'progress'>): Promise<ExportPart[]>;
  /** What belongs beside the file. */
  beside?(fileName: string): TextBeside[];
}

async function make(work: Work, kind: FileKind, sink: ByteSink, signal: AbortSignal) {
  const { tell, ...told } = teller(signal);
  const counted = counting(sink, signal);
  try {
    const parts = await work.write({ sink: counted.sink, ...told });
    signal.throwIfAborted();
    tell({ share: 1, leftSec: null, step: 'Writing the file' });
    const file = await sink.close();
    signal.throwIfAborted();
    const url = file && URL.createObjectURL(file);
    const beside = work.beside?.(kind.name) ?? [];
    const result = { name: kind.name, bytes: counted.bytes(), parts, beside, url };
    patchExporting({ status: 'done', step: '', result });
    if (url) download(kind.name, url);
  } catch (error) {
    await sink.abort().catch(() => undefined); // what was written is gone with it
    throw error;
  }
}

/** The exporter of an engine. */
export function createExporter(maker: PatternMaker): Exporter {
  let running: AbortController | null = null;

  const run = async (work: Work, signal: AbortSignal) => {
    try {
      const kind = await work.kind();
      const sink = await openSink(kind);
      if (signal.aborted) await sink.abort();
      signal.throwIfAborted();
      patchExporting({ name: kind.name });
      await make(work, kind, sink, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (nameOf(error) === 'AbortError') return forget();
      console.error('The export failed', error);
      patchExporting({ status: 'failed', step: '', error: reasonOf(error) });
    }
  };

  const cancel = () => {
    if (!running) return;
    running.abort();
    running = null;
    window.removeEventListener('beforeunload', askFirst);
    // The running rendering ends by itself and is thrown away; it is not awaited.
    forget();
  };
  const begin = async (workOf: (signal: AbortSignal) => Work) => {
    if (running) throw new Error('Another export is being made: wait for it, or cancel it');
    const mine = new AbortController();
    running = mine;
    forget();
    patchExporting({ status: 'running', step: 'Getting ready' });
    window.addEventListener('beforeunload', askFirst);
    await run(workOf(mine.signal), mine.signal);
    if (running !== mine) return;
    running = null;
    window.removeEventListener('beforeunload', askFirst);
  };
  const rifffWork = (job: ExportJob, signal: AbortSignal): Work => ({
    kind: () => kindOf(job),
    write: (run) => writeExport({ job, desk: { maker, rifff: job.rifff, signal }, ...run }),
  });
  const listWork = (job: ListJob, signal: AbortSignal): Work => ({
    kind: async () => listKind(job),
    async write(run) {
      await writeList(job, { maker, signal }, run);
      return [];
    },
    beside: (fileName) => textsBeside(job, fileName),
  });
  const foldersWork = (job: FoldersJob, signal: AbortSignal): Work => ({
    kind: async () => foldersKind(job),
    write: (run) => writeFolders(job, { maker, signal }, run),
  });
  return {
    export: (job) => begin((signal) => rifffWork(job, signal)),
    exportList: (job) => begin((signal) => listWork(job, signal)),
    stemFolders: (job) => begin((signal) => foldersWork(job, signal)),
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
