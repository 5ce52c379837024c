import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Where the word lies from the finger: above it, so that a fingertip does not hide it. */
const ABOVE_PX = 56;
const ASIDE_PX = 16;
/** Room that the word may need; nearer to the right edge it changes sides. */
const ROOM_PX = 176;
/**
 * A word that follows the finger without a React commit.
 *
 * @returns the element's ref, and what shows a text at CSS pixels of the viewport; null hides it,
 *   and a word that no release ends goes by itself after `forMs`
 */
export function useFingerWord(): {
  word: RefObject<HTMLDivElement | null>;
  showWord(text: string | null, x: number, y: number, forMs?: number): void;
} {
  const word = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const showWord = useCallback((text: string | null, x: number, y: number, forMs?: number) => {
    const element = word.current;
    if (!element) return;
    clearTimeout(timer.current);
    element.hidden = text === null;
    if (text === null) return;
    if (element.textContent !== text) element.textContent = text;
    const isRight = x + ROOM_PX > window.innerWidth;
    const left = x + (isRight ? -ASIDE_PX : ASIDE_PX);
    const top = y > ABOVE_PX + 8 ? y - ABOVE_PX : y + ABOVE_PX / 2;
    element.style.transform = `translate(${left}px, ${top}px)${isRight ? ' translateX(-100%)' : ''}`;
    if (forMs === undefined) return;
    timer.current = setTimeout(() => {
      element.hidden = true;
    }, forMs);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { word, showWord };
}
