/** Kits, each rendered once in a worker. */
import { once } from '../../../loading/singleFlight.ts';
import { studioPool } from '../../../workers/studioPool.ts';
import type { StereoSound } from './mixHits.ts';

const kits = new Map<string, () => Promise<StereoSound[]>>();

/** The sounds of a kit. @throws Error when it cannot be rendered; the next call tries again */
export function loadKit(kit: string): Promise<StereoSound[]> {
  const load = kits.get(kit) ?? once(() => studioPool.run('kit', kit));
  kits.set(kit, load);
  return load();
}
