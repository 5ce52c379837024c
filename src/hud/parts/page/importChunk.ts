import { inBase } from '../../../data/rules/site/base.ts';

/** Key of the last reload for a missing piece of the app, in session storage. */
const RELOADED_KEY = 'rondo/reloaded';
/** A second failure within this time is not answered by another reload. */
const RELOAD_AGAIN_MS = 60_000;

export interface ReloadPorts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly isServerThere: () => Promise<boolean>;
  readonly reload: () => void;
  readonly nowMs: () => number;
}

async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (await fetch(inBase('/healthz'), { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

const browserPorts: ReloadPorts = {
  storage: {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
  },
  isServerThere,
  reload: () => location.reload(),
  nowMs: Date.now,
};

/** May the page be reloaded now? Only when the server answers, and once a minute. */
async function mayReload(ports: ReloadPorts): Promise<boolean> {
  const last = Number(ports.storage.getItem(RELOADED_KEY) ?? 0);
  if (ports.nowMs() - last < RELOAD_AGAIN_MS) return false;
  if (!(await ports.isServerThere())) return false;
  ports.storage.setItem(RELOADED_KEY, String(ports.nowMs()));
  return true;
}

/**
 * Loads a piece of the app. A piece that is gone (the server has a newer version) reloads the page once;
 * without a network nothing is reloaded, since that would stop what plays.
 * @param change replaces parts of what a reload does
 * @throws what `load` threw when a reload would not help
 */
export async function importChunk<T>(
  load: () => Promise<T>,
  change: Partial<ReloadPorts> = {},
): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const ports = { ...browserPorts, ...change };
    const canReload = await mayReload(ports).catch(() => false);
    if (!canReload) throw cause;
    ports.reload();
    return new Promise<T>(() => {});
  }
}
