import { createContext } from 'react';

/** The element of the header that pages put their controls into, once it is there. */
export const HeaderSlotContext = createContext<HTMLElement | null>(null);
