import { useEffect } from 'react';
import { subscribe, useSnapshot } from 'valtio';
import {
  keysPhrase,
  padPattern,
  play,
  restoreKeys,
  restorePads,
  setPlayTempo,
} from '../../../audio/state/play.ts';
import { loadKeptPlay, saveKeptPlay } from '../../../data/keptPlay.ts';
import { draft } from '../../../data/stores/draft.ts';
import { useDraft } from '../EditorContext.tsx';

/** Shortest time between two writes. */
const WRITE_MS = 1000;

/** What is kept, as it stands; equal values mean that nothing was changed. */
const held = () => {
  const { kit, isTouched } = play.pads;
  const { patch, settings, octaves } = play.keys;
  return {
    pads: { kit, pattern: padPattern(), isTouched },
    keys: { patch, settings, octaves, phrase: keysPhrase() },
  };
};

let written = '';
let timer: ReturnType<typeof setTimeout> | undefined;
let lastMs = Number.NEGATIVE_INFINITY;

function write(): void {
  clearTimeout(timer);
  timer = undefined;
  const kept = held();
  const text = JSON.stringify(kept);
  if (text === written) return;
  lastMs = performance.now();
  if (saveKeptPlay(kept)) written = text;
}

function writeSoon(): void {
  timer ??= setTimeout(write, Math.max(0, lastMs + WRITE_MS - performance.now()));
}

let isKeeping = false;

/**
 * Stores the settings of the instruments on this device, one set for all drafts: they are not part of a rifff. Loads
 * the stored settings, and stores every later change; of two windows, the last change wins. Further calls do nothing.
 */
function keepPlay(): void {
  if (isKeeping) return;
  isKeeping = true;
  const { pads, keys } = loadKeptPlay();
  if (pads) restorePads(pads);
  if (keys) restoreKeys(keys);
  written = JSON.stringify(held());
  subscribe(play, writeSoon);
  window.addEventListener('pagehide', write);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') write();
  });
}

/**
 * Takes up what the instruments held before, and lets them play in the draft's tempo and metre when no rifff plays.
 * Both wait until the draft is known: steps cut to the metre of an empty one would be lost.
 */
export function usePlayTempo(): void {
  const { bps, barLength } = useDraft().rifff.state;
  const { isRestored } = useSnapshot(draft);
  useEffect(() => {
    if (!isRestored) return;
    setPlayTempo(bps, barLength);
    keepPlay();
  }, [isRestored, bps, barLength]);
}
