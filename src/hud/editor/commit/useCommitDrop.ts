import { type RefObject, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { rifffBars } from '../../../data/rules/time/timing.ts';
import { commit } from '../../../data/stores/commit.ts';
import { draft } from '../../../data/stores/draft.ts';
import { rifffGlyph } from '../../../drawing/glyph.ts';
import { rifffModel } from '../../../drawing/model.ts';

const DROP_MS = 240;
/** The crop marks close first. */
const CLOSE_MS = 200;
const DISC_PX = 40;
const DRAWN_PX = 320;

/** Lets a picture of the rifff drop from the rings onto its place in the history. */
function drop(from: DOMRect, target: HTMLElement, rifff: Rifff): () => void {
  const to = target.getBoundingClientRect();
  const disc = document.createElement('div');
  disc.innerHTML = rifffGlyph(rifffModel(rifff, rifffBars(rifff)), DRAWN_PX);
  const place = (box: DOMRect, sizePx: number) => {
    const x = box.left + box.width / 2 - DRAWN_PX / 2;
    const y = box.top + box.height / 2 - DRAWN_PX / 2;
    return `translate(${x}px, ${y}px) scale(${sizePx / DRAWN_PX})`;
  };
  Object.assign(disc.style, { position: 'fixed', left: '0', top: '0', zIndex: '40' });
  Object.assign(disc.style, { pointerEvents: 'none', visibility: 'hidden' });
  document.body.append(disc);
  // In narrow windows words stand there, which stay.
  const isDisc = target.querySelector('svg') !== null;
  if (isDisc) target.style.visibility = 'hidden';
  const end = () => {
    disc.remove();
    target.style.visibility = '';
  };
  const startPx = Math.min(from.width, from.height) * 0.6;
  const animation = disc.animate(
    [
      { transform: place(from, startPx), visibility: 'visible' },
      { transform: place(to, DISC_PX), visibility: 'visible' },
    ],
    { duration: DROP_MS, delay: CLOSE_MS, easing: 'cubic-bezier(.2, 0, 0, 1)' },
  );
  animation.finished.then(end, end);
  return () => animation.cancel();
}

/** Shows a commit as the disc of the rifff falling from `sheet` to where `[data-commit-disc]` is. */
export function useCommitDrop(sheet: RefObject<HTMLElement | null>): void {
  const { lastId } = useSnapshot(commit);
  const shown = useRef(lastId);
  useEffect(() => {
    if (shown.current === lastId) return;
    shown.current = lastId;
    const target = document.querySelector<HTMLElement>('[data-commit-disc]');
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!lastId || !sheet.current || !target || isStill) return;
    return drop(sheet.current.getBoundingClientRect(), target, draft.rifff as Rifff);
  }, [lastId, sheet]);
}
