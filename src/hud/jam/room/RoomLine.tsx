import { createContext, useContext } from 'react';
import type { RoomLink } from '../../../data/socket.ts';

/** The room that the page is in, as far as it has a line to it. */
export interface RoomLine {
  /** Null before it is there, in personal jams and for whoever is out. */
  readonly link: RoomLink | null;
  /** What happened in the last moments; '' for nothing. */
  readonly note: string;
  /** Somebody leaves by their own wish: that they are out then is no news. */
  leaving(isLeaving: boolean): void;
  isLeaving(): boolean;
}

const Line = createContext<RoomLine>({
  link: null,
  note: '',
  leaving: () => {},
  isLeaving: () => false,
});

/** Gives the line of the page to everything below. */
export const RoomLineProvider = Line.Provider;

/** The line of the page. */
export const useLine = (): RoomLine => useContext(Line);
