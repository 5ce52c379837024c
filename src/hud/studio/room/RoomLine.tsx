import { createContext, useContext } from 'react';
import type { RoomLink } from '../../../data/socket.ts';

/** The connection of the page to its room. */
export interface RoomLine {
  /** Null before it is open, in personal jams, and for a reader who has no access. */
  readonly link: RoomLink | null;
  /** What happened in the last moments; '' for nothing. */
  readonly note: string;
  /** The reader leaves the room by choice: the page then does not report lost access. */
  leaving(isLeaving: boolean): void;
  isLeaving(): boolean;
}

const Line = createContext<RoomLine>({
  link: null,
  note: '',
  leaving: () => {},
  isLeaving: () => false,
});

/** Gives the connection of the page to all components below. */
export const RoomLineProvider = Line.Provider;

/** The connection of the page to its room. */
export const useLine = (): RoomLine => useContext(Line);
