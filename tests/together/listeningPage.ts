/** A page of its own that listens together with others: an iframe with modules and a context of its own. */
import { openModuleFrame } from '../audio/moduleFrame.ts';
import type { Recording } from '../audio/recorder.ts';

/** What the page offers to the test that made it. */
export interface ListeningPage {
  readonly engine: import('../../src/audio/engine/Engine.ts').Engine;
  readonly tap: {
    start(lastsSec: number): Promise<void>;
    stop(): Promise<Recording>;
    release(): void;
  };
}

declare global {
  interface Window {
    isListeningPage?: boolean;
    listeningPage?: Promise<ListeningPage>;
  }
}

async function open(): Promise<ListeningPage> {
  const [{ tapLoudspeaker }, { createEngine }] = await Promise.all([
    import('../audio/recorder.ts'),
    import('../../src/audio/engine/createEngine.ts'),
  ]);
  const tap = tapLoudspeaker();
  return { engine: createEngine(), tap };
}

if (window.isListeningPage) window.listeningPage = open();

/** Opens such a page. Click somewhere in it or around it before its sound begins. */
export async function openListeningPage(): Promise<
  ListeningPage & { readonly scope: Window & typeof globalThis; close(): Promise<void> }
> {
  const frame = await openModuleFrame(import.meta.url, 'isListeningPage');
  const { scope } = frame;
  const page = await scope.listeningPage!;
  const close = async () => {
    await page.engine.dispose();
    frame.close();
  };
  return { ...page, scope, close };
}
