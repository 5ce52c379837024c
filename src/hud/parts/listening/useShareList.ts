/** Shared rifffs as a list to listen to, and on the device's own controls. */
import { useMemo } from 'react';
import type { StarterRifff } from '../../../data/contract/library.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { makersText } from '../../../data/rules/sharing/credits.ts';
import { useMediaSession } from '../media/useMediaSession.ts';
import { useNames } from '../people/useNames.ts';
import type { Listening } from './useListening.ts';

/** A share as something to listen to. Its rifff knows its jam, so that a remix names its parent. */
function listenable(share: SharedRifff): StarterRifff {
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

/**
 * Puts a shared rifff on the device's own controls.
 *
 * @param toggle the play button of the page
 */
export function useShareSession(share: SharedRifff, own: Listening, toggle: () => void): void {
  useMediaSession({
    title: own.shown.title,
    artist: makersText(share.rifff, share, useNames()),
    artworkUrl: share.image ? share.image_url : '',
    isPlaying: own.isPlaying,
    onToggle: toggle,
    onNext: own.hasNext ? () => own.skip(1) : undefined,
    onPrevious: own.hasPrevious ? () => own.skip(-1) : undefined,
  });
}
