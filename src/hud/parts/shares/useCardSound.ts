/** How the cards of a grid are heard: by a tap, by a key, or by a pointer that rests on one. */
import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { transport } from '../../../audio/state/transport.ts';
import type { StarterRifff } from '../../../data/contract/library.ts';
import { mixOf } from '../../../data/stores/listening.ts';
import { useEngine } from '../../EngineContext.tsx';
import type { Listening } from '../listening/useListening.ts';
import { savesData } from '../page/firstSound.ts';

/** A mouse that is so long on the picture of a card means it. */
export const REST_MS = 300;
/** Sounds are fetched for a card that is pointed at for so long; sweeping over many fetches none of them. */
const AHEAD_MS = 80;
/** A press so soon after a card began by itself means to hear it, and does not pause it. */
const MEANT_MS = 1000;
const NEVER = Number.NEGATIVE_INFINITY;

/** The id of the item whose card something is in; null outside, and in a card beside its picture. */
function pointedAt(target: EventTarget): string | null {
  if (!(target instanceof Element) || !target.closest('[data-picture]')) return null;
  return target.closest<HTMLElement>('[data-item]')?.dataset.item ?? null;
}

/** A rifff's sounds are made ready, unless they play already. */
function useAhead(entry: StarterRifff | undefined): void {
  const engine = useEngine();
  const rifff = entry?.rifff;
  useEffect(() => {
    if (!rifff || savesData()) return;
    const controller = new AbortController();
    // A tap meets the same failure and says so.
    engine.preload(mixOf(rifff), controller.signal).catch(() => {});
    return () => controller.abort();
  }, [engine, rifff]);
}

/**
 * Plays cards of a list. A mouse that rests on a card plays it if sound is wanted: sound plays now, or did when the page
 * was opened, or a card was played here since, and the reader has not paused it. The card plays until the mouse rests on
 * another card or another card is chosen; the sounds cross-fade at the next beat. The card under the mouse, the card with
 * the focus and the next card are loaded in advance. A card that is scrolled under a still mouse stays silent. A touch
 * never counts as resting.
 */
export function useCardSound(
  own: Listening,
  rifffs: readonly StarterRifff[],
  list: RefObject<HTMLElement | null>,
) {
  // As the page was opened, before what other pages play is silenced.
  const isWanted = useRef(transport.status === 'playing');
  const latest = useRef(own);
  latest.current = own;
  const [pointedId, setPointed] = useState<string | null>(null);
  const [focusedId, setFocused] = useState<string | null>(null);
  const rest = useRef({ id: '', beganMs: NEVER, screenX: -1, screenY: -1 });
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);

  const leave = useCallback(() => {
    timers.current.splice(0).forEach(clearTimeout);
    Object.assign(rest.current, { id: '', beganMs: NEVER });
    setPointed(null);
  }, []);
  useEffect(() => {
    window.addEventListener('scroll', leave, { passive: true });
    return () => {
      window.removeEventListener('scroll', leave);
      leave();
    };
  }, [leave]);

  const onPointerMove = useCallback(
    ({ pointerType, target, screenX, screenY }: PointerEvent) => {
      const now = rest.current;
      // Browsers tell of a still pointer too, when something moves under it.
      const isStill = screenX === now.screenX && screenY === now.screenY;
      if (pointerType !== 'mouse' || isStill) return;
      Object.assign(now, { screenX, screenY });
      const id = pointedAt(target);
      if (id === (now.id || null)) return;
      leave();
      if (id === null) return;
      now.id = id;
      const play = () => {
        const { isPlaying, shown, pendingId, choose } = latest.current;
        const isHeard = (isPlaying && shown.id === id) || pendingId === id;
        const isSeen = list.current !== null && document.visibilityState === 'visible';
        if (isHeard || !isWanted.current || !transport.isUnlocked || !isSeen) return;
        now.beganMs = performance.now();
        choose(id);
      };
      timers.current.push(
        setTimeout(() => setPointed(id), AHEAD_MS),
        setTimeout(play, REST_MS),
      );
    },
    [leave, list],
  );

  const onFocus = useCallback(({ target }: FocusEvent) => {
    setFocused(target.closest<HTMLElement>('[data-item]')?.dataset.item ?? null);
  }, []);

  /** The button of a card was pressed. */
  const toggle = useCallback((id: string, isPlaying: boolean) => {
    const isMeant = rest.current.id === id && performance.now() - rest.current.beganMs < MEANT_MS;
    if (isPlaying && isMeant) return;
    isWanted.current = !isPlaying;
    if (isPlaying) latest.current.togglePlay();
    else latest.current.choose(id);
  }, []);

  const shownAt = rifffs.indexOf(own.shown);
  const following = own.isPlaying ? rifffs[shownAt + 1] : undefined;
  const ids = [pointedId, focusedId, following?.id];
  const aheadId = ids.find((id) => id && !(own.isPlaying && id === own.shown.id));
  useAhead(rifffs.find((item) => item.id === aheadId));

  return { toggle, onFocus, onPointerMove, onPointerLeave: leave };
}
