/** Kits, each rendered once in a worker. */
import type { KitAnswer } from './kit.worker.ts';
import type { StereoSound } from './mixHits.ts';

const kits = new Map<string, Promise<StereoSound[]>>();

function renderInWorker(kit: string): Promise<StereoSound[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./kit.worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<KitAnswer>) =>
      end(() => ('error' in data ? reject(new Error(data.error)) : resolve(data.sounds)));
    worker.onerror = ({ message }) =>
      end(() => reject(new Error(message || 'the kit was not made')));
    worker.postMessage({ kit });
  });
}

/** The sounds of a kit. @throws Error when the worker fails; the next call tries again */
export function loadKit(kit: string): Promise<StereoSound[]> {
  const known = kits.get(kit);
  if (known) return known;
  const coming = renderInWorker(kit);
  kits.set(kit, coming);
  coming.catch(() => kits.delete(kit));
  return coming;
}
