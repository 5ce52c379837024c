import { type RefObject, useEffect } from 'react';
import { keysPhrase } from '../../../../audio/state/play.ts';
import type { Keys } from '../../../../audio/studio/Studio.ts';
import { phraseLength } from '../../../../data/rules/instruments/phrase.ts';

/** Lets the keys and the notch follow what is heard, frame by frame and without a render. */
export function useKeyMotion(
  instrument: Keys | null,
  keys: RefObject<Set<HTMLElement>>,
  notch: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    if (!instrument) return;
    let handle = 0;
    const frame = () => {
      handle = requestAnimationFrame(frame);
      for (const element of keys.current) {
        const isHeld = instrument.held[Number(element.dataset.note)] === 1;
        if (element.hasAttribute('data-held') !== isHeld) {
          element.toggleAttribute('data-held', isHeld);
        }
      }
      const line = notch.current;
      if (!line) return;
      const at = instrument.position16ths();
      line.toggleAttribute('data-runs', at >= 0);
      const width = line.parentElement?.clientWidth ?? 0;
      const x = (Math.max(0, at) / phraseLength(keysPhrase())) * width;
      line.style.transform = `translateX(${x.toFixed(1)}px)`;
    };
    handle = requestAnimationFrame(frame);
    return () => cancelAnimationFrame(handle);
  }, [instrument, keys, notch]);
}
