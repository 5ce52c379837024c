/**
 * A page of its own that records, and can be closed in the middle: an iframe of the same origin, with modules, a
 * context and locks of its own, which shares only what the device keeps.
 */
import type { Loopback } from './loopback.ts';
import { openModuleFrame } from './moduleFrame.ts';

/** What the page offers to the test that made it. */
export interface RecordingPage {
  readonly engine: import('../../src/audio/engine/Engine.ts').Engine;
  readonly recorder: import('../../src/audio/studio/record/Recorder.ts').Recorder;
  readonly recording: import('../../src/audio/state/recording.ts').RecordingState;
  readonly loopback: Loopback;
}

declare global {
  interface Window {
    isRecordingPage?: boolean;
    recordingPage?: Promise<RecordingPage>;
  }
}

async function open(): Promise<RecordingPage> {
  const [{ joinLoopback }, { createEngine }, { recording }] = await Promise.all([
    import('./loopback.ts'),
    import('../../src/audio/engine/createEngine.ts'),
    import('../../src/audio/state/recording.ts'),
  ]);
  const loopback = joinLoopback();
  const engine = createEngine();
  const { recorder } = await engine.studio();
  return { engine, recorder, recording, loopback };
}

if (window.isRecordingPage) window.recordingPage = open();

/** Opens such a page. Click somewhere in it or around it before its sound begins. @returns it, and what closes it */
export async function openRecordingPage(): Promise<
  RecordingPage & { readonly scope: Window & typeof globalThis; close(): void }
> {
  const { scope, close } = await openModuleFrame(import.meta.url, 'isRecordingPage');
  return { ...(await scope.recordingPage!), scope, close };
}
