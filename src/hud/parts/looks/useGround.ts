/** What lies behind the whole page while a look is shown, by the rules of `Looks.module.css`. */
import './Looks.module.css';
import { useEffect } from 'react';
import type { LookGround } from '../../../data/contract/stageLooks.ts';

/** Puts a ground behind the page, or none at all where it is `clear`; null leaves the page as it is. */
export function useGround(ground: LookGround | 'clear' | null): void {
  useEffect(() => {
    if (ground === null) return;
    const { dataset } = document.documentElement;
    dataset.stage = ground;
    return () => {
      delete dataset.stage;
    };
  }, [ground]);
}
