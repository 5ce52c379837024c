/** What stands beside the rings of the studio: a drawer on each side, and the history at the foot. */
import { proxy } from 'valtio/vanilla';
import { keepText, keptText } from '../keptText.ts';

const SIDES = { people: 'left', loops: 'left', talk: 'right', slots: 'right' } as const;

export type SideDrawer = keyof typeof SIDES;
export type DrawerName = SideDrawer | 'history';

interface DrawersState {
  /** The drawer that is open on each side; null for none. */
  left: SideDrawer | null;
  right: SideDrawer | null;
  isHistoryOpen: boolean;
}

const KEY = 'rondo/drawers';
const FIRST: DrawersState = { left: 'people', right: 'talk', isHistoryOpen: true };

/** As this device left them; what cannot be read is as at first. */
function kept(): DrawersState {
  try {
    const { left, right, isHistoryOpen } = JSON.parse(keptText(KEY) ?? '{}');
    const on = (side: 'left' | 'right', name: unknown): SideDrawer | null => {
      if (name === null) return null;
      return SIDES[name as SideDrawer] === side ? (name as SideDrawer) : FIRST[side];
    };
    return {
      left: on('left', left),
      right: on('right', right),
      isHistoryOpen: isHistoryOpen !== false,
    };
  } catch {
    return { ...FIRST };
  }
}

export const drawers = proxy<DrawersState>(kept());

function keep(): void {
  keepText(KEY, JSON.stringify(drawers));
}

/** Opens a drawer in place of the other one of its side. */
export function openDrawer(name: DrawerName): void {
  if (name === 'history') drawers.isHistoryOpen = true;
  else drawers[SIDES[name]] = name;
  keep();
}

/** Closes a drawer where it is open. */
export function putDrawerAway(name: SideDrawer): void {
  if (drawers[SIDES[name]] === name) toggleDrawer(name);
}

/** Closes a drawer that is open, or opens it. */
export function toggleDrawer(name: DrawerName): void {
  if (name === 'history') drawers.isHistoryOpen = !drawers.isHistoryOpen;
  else drawers[SIDES[name]] = drawers[SIDES[name]] === name ? null : name;
  keep();
}
