/** The library without a network: its loops whose sound is on this device, found as the server would find them. */
import type { Loop } from '../../contract/loop.ts';

export interface KeptFilter {
  readonly categories?: readonly string[] | undefined;
  readonly creatorId?: string | undefined;
  readonly pack?: string | undefined;
  /** Part of a name, in any case and any spelling of Unicode. */
  readonly search?: string | undefined;
  readonly order?: 'desc' | 'asc' | undefined;
}

const folded = (name: string) => name.normalize('NFKC').toLowerCase();

/** Those of the loops that a filter lets through, newest first unless it says otherwise. Empty fields do not filter. */
export function keptLoops(loops: readonly Loop[], filter: KeptFilter): Loop[] {
  const { categories = [], creatorId, pack, search, order } = filter;
  const part = folded(search?.trim() ?? '');
  const found = loops.filter(
    (loop) =>
      (categories.length === 0 || categories.includes(loop.category ?? '?')) &&
      (!creatorId || loop.creatorUserName === creatorId) &&
      (!pack || loop.family === pack) &&
      (part === '' || folded(loop.name ?? '').includes(part)),
  );
  const sign = order === 'asc' ? 1 : -1;
  return found.sort((a, b) => sign * (a.created - b.created) || (a._id < b._id ? -1 : 1));
}
