import { useMemo } from 'react';
import type { StarterRifff } from '../../../data/contract/library.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';

/** A share as something to listen to. Its rifff knows its jam, so that a remix names its parent. */
export function listenable(share: SharedRifff): StarterRifff {
  const { rifff, jamId } = share;
  return {
    id: share._id,
    title: share.title || 'Untitled',
    rifff: rifff.jamId === jamId ? rifff : { ...rifff, jamId },
  };
}

const listenables = new WeakMap<SharedRifff['rifff'], StarterRifff>();

/** The same object for the same rifff, whatever becomes of its likes: the engine compares by identity. */
function kept(share: SharedRifff): StarterRifff {
  const known = listenables.get(share.rifff);
  if (known && known.id === share._id && known.title === (share.title || 'Untitled')) return known;
  const made = listenable(share);
  listenables.set(share.rifff, made);
  return made;
}

/** Shares as a list to listen to. */
export function useShareList(shares: readonly SharedRifff[]): StarterRifff[] {
  return useMemo(() => shares.map(kept), [shares]);
}
