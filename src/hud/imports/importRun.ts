/**
 * The import of this window. It goes on while other pages are shown. The browser holds the files: closing the window
 * ends the import, and choosing the same files again continues it.
 */
import { proxy, ref } from 'valtio/vanilla';
import type { ImportProgress, ImportReport, SourceFile } from '../../audio/imports/JamSource.ts';
import { type Found, recognise } from '../../audio/imports/recognise.ts';
import { pageCalls } from '../../audio/imports/run/pageCalls.ts';
import { runImport } from '../../audio/imports/run/runImport.ts';
import { type SoundCodec, soundMaker } from '../../audio/imports/sound/soundMaker.ts';

type ImportStep = 'empty' | 'looking' | 'found' | 'running' | 'paused' | 'done';

interface ImportRunState {
  step: ImportStep;
  found: Found | null;
  progress: ImportProgress | null;
  report: ImportReport | null;
  /** Start of this run, and the bytes read until then: data that the server already has is skipped quickly. */
  begunMs: number;
  /** Why nothing was found, or what cannot be read; '' otherwise. */
  trouble: string;
}

const EMPTY: ImportRunState = {
  step: 'empty',
  found: null,
  progress: null,
  report: null,
  begunMs: 0,
  trouble: '',
};

export const importRun = proxy<ImportRunState>({ ...EMPTY });

let stop: AbortController | null = null;

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Says what files are. */
export async function lookAt(
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
): Promise<void> {
  Object.assign(importRun, { ...EMPTY, step: 'looking' });
  try {
    const found = await recognise(files);
    if (importRun.step !== 'looking') return;
    Object.assign(importRun, { step: 'found', found: ref(found) });
  } catch (cause) {
    console.error('What was given cannot be read', cause);
    const trouble = 'These files could not be read. Are they still where they were?';
    Object.assign(importRun, { ...EMPTY, trouble });
  }
}

/** Begins, or goes on after a pause: the server has what came in before. */
export async function beginImport(loadCodec: () => Promise<SoundCodec>): Promise<void> {
  const { found } = importRun;
  if (!found || importRun.step === 'running') return;
  const mine = new AbortController();
  stop = mine;
  Object.assign(importRun, { step: 'running', report: null, begunMs: Date.now(), trouble: '' });
  window.addEventListener('beforeunload', warn);
  try {
    const codec = await loadCodec();
    const report = await runImport(found.source(), {
      calls: pageCalls,
      makeSound: soundMaker(codec),
      signal: mine.signal,
      onProgress: (progress) => {
        if (stop === mine) importRun.progress = { ...progress };
      },
    });
    if (stop !== mine) return;
    Object.assign(importRun, { step: 'done', report: ref(report) });
  } catch (cause) {
    console.error('The import could not begin', cause);
    const trouble = 'A part of this page could not be loaded. Is there a network?';
    if (stop === mine) Object.assign(importRun, { step: 'paused', trouble });
  } finally {
    if (stop === mine || stop === null) window.removeEventListener('beforeunload', warn);
  }
}

/** Pauses the import; what was imported stays. */
export function pauseImport(): void {
  const held = stop;
  stop = null;
  importRun.step = 'paused';
  held?.abort(new Error('held up'));
}

/** Ends it and forgets the files; what came in stays. */
export function endImport(): void {
  const held = stop;
  stop = null;
  Object.assign(importRun, EMPTY);
  held?.abort(new Error('ended'));
}
