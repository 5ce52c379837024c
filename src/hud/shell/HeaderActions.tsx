import { type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { HeaderSlotContext } from './headerSlot.ts';

/** Puts a page's own controls into the header, right of the middle. */
export function HeaderActions({ children }: { children?: ReactNode }) {
  const slot = useContext(HeaderSlotContext);
  return slot && createPortal(children, slot);
}
