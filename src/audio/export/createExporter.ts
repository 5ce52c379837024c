/** Runs one export at a time and says how far it is. */
import { beginPace, goOn, type Pace, secondsLeft } from '../../data/rules/time/timeLeft.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import { exporting, patchExporting } from '../state/exporting.ts';
import { type ByteSink, type FileKind, openSink } from './byteSink.ts';
import type { SoundDesk } from './desk.ts';
import type { Exporter, ExportJob } from './Exporter.ts';
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

/** What went wrong, for whoever waits for the file. */
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

async function make(
  desk: SoundDesk,
  job: ExportJob,
  kind: FileKind,
  sink: ByteSink,
): Promise<void> {
  const { tell, ...told } = teller(desk.signal);
  const counted = counting(sink, desk.signal);
  try {
    const parts = await writeExport({ job, desk, sink: counted.sink, ...told });
    desk.signal.throwIfAborted();
    tell({ share: 1, leftSec: null, step: 'Writing the file' });
    const file = await sink.close();
    desk.signal.throwIfAborted();
    const url = file && URL.createObjectURL(file);
    const result = { name: kind.name, bytes: counted.bytes(), parts, url };
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

  const run = async (job: ExportJob, signal: AbortSignal) => {
    try {
      const kind = await kindOf(job);
      const sink = await openSink(kind);
      if (signal.aborted) await sink.abort();
      signal.throwIfAborted();
      patchExporting({ name: kind.name });
      await make({ maker, rifff: job.rifff, signal }, job, kind, sink);
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
    // What is being rendered comes to its end by itself, unheard; nobody has to wait for it.
    forget();
  };
  return {
    async export(job) {
      if (running) throw new Error('Another export is being made: wait for it, or cancel it');
      const mine = new AbortController();
      running = mine;
      forget();
      patchExporting({ status: 'running', step: 'Getting ready' });
      window.addEventListener('beforeunload', askFirst);
      await run(job, mine.signal);
      if (running !== mine) return;
      running = null;
      window.removeEventListener('beforeunload', askFirst);
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
