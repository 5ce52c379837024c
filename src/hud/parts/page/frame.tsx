/** What the frame of every page gives to the page inside it. */
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The element of the header that pages put their controls into, once it is there. */
export const HeaderSlotContext = createContext<HTMLElement | null>(null);

/** Puts a page's own controls into the header, right of the middle. */
export function HeaderActions({ children }: { children?: ReactNode }) {
  const slot = useContext(HeaderSlotContext);
  return slot && createPortal(children, slot);
}
