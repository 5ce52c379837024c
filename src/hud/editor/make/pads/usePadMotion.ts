import { type RefObject, useEffect } from 'react';
import { padPattern } from '../../../../audio/state/play.ts';
import type { Pads } from '../../../../audio/studio/Studio.ts';
import { hitsOf, stepCount } from '../../../../data/rules/instruments/steps.ts';

export interface PadMotion {
  notch: RefObject<HTMLDivElement | null>;
  pads: RefObject<(HTMLElement | null)[]>;
  /** First step and steps of the bar that is shown. */
  from: number;
  count: number;
  isFolded: boolean;
}

/** Begins the bar of a pad anew. */
function strike(pad: HTMLElement | null | undefined): void {
  if (!pad) return;
  pad.removeAttribute('data-hit');
  // Read, so that the animation starts again.
  void pad.offsetWidth;
  pad.setAttribute('data-hit', '');
}

function place(notch: HTMLElement, at: number, { from, count, isFolded }: PadMotion): void {
  const inside = at - from;
  const isShown = at >= 0 && inside >= 0 && inside < count;
  notch.toggleAttribute('data-runs', isShown);
  const field = notch.parentElement;
  if (!isShown || !field) return;
  const columns = isFolded ? Math.ceil(count / 2) : count;
  const row = Math.floor(inside / columns);
  const x = ((inside - row * columns) / columns) * field.clientWidth;
  notch.style.transform = `translate(${x.toFixed(1)}px, ${isFolded ? row * 48 : 0}px)`;
}

/** Lets the notch and the pads follow what is heard, frame by frame and without a render. */
export function usePadMotion(pads: Pads | null, motion: PadMotion): void {
  const { from, count, isFolded } = motion;
  const { notch, pads: elements } = motion;
  useEffect(() => {
    if (!pads) return;
    const seen = pads.hitMs.slice();
    let before = -1;
    let handle = 0;
    const frame = () => {
      handle = requestAnimationFrame(frame);
      pads.hitMs.forEach((ms, pad) => {
        if (ms === seen[pad]) return;
        seen[pad] = ms;
        strike(elements.current[pad]);
      });
      const at = pads.position16ths();
      if (notch.current) place(notch.current, at, { notch, pads: elements, from, count, isFolded });
      if (at >= 0 && before >= 0 && at !== before) {
        const total = stepCount(padPattern());
        const moved = (at - before + total) % total;
        for (const hit of hitsOf(padPattern())) {
          if ((hit.at16ths - before + total) % total < moved) strike(elements.current[hit.pad]);
        }
      }
      before = at;
    };
    handle = requestAnimationFrame(frame);
    return () => cancelAnimationFrame(handle);
  }, [pads, notch, elements, from, count, isFolded]);
}
