import type { ReactNode } from 'react';
import type { SideDrawer } from '../../../data/stores/drawers.ts';

/** Narrower than this, rings come first and the rest in sheets. */
export const NARROW = '(max-width: 991px)';

/** What stands beside the rings, in a drawer of a wide window. */
export interface SidePart {
  id: SideDrawer;
  title: string;
  content: ReactNode;
}

export interface SurfaceProps {
  /** What the section is called. */
  label: string;
  /** Over the rings: what is on show, and how it stands. */
  head: ReactNode;
  rings: ReactNode;
  /** What is to be chosen now, over the edge of the rings. */
  over?: ReactNode;
  /** Under the rings, or in the corners that they leave free. */
  under?: ReactNode;
  /** One is open at a time; where there is only one it has no button. */
  left: readonly SidePart[];
  right: readonly SidePart[];
  /** The way back, at the foot. */
  history?: ReactNode;
  /** May something be made here? Then the transport stands at the foot. */
  mayMake: boolean;
  /** Over the buttons of a narrow window: what was said last, or what is to be chosen. */
  line?: ReactNode;
}
