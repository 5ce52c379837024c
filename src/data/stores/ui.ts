/** What is selected and open on this device. */
import { proxy } from 'valtio/vanilla';
import { keepText, keptText } from '../keptText.ts';
import { followReach } from '../reach.ts';

export type EditorPanel = 'none' | 'pool' | 'slot' | 'mixer' | 'people' | 'talk' | 'history';

/** The tab of the library's list among the ways to get a loop. */
export const LOOPS_TAB = 'loops';

/**
 * What a notice offers: to take back what was done to the draft, a way inside the app, or something else to do. A question
 * stays longer, and can be put off.
 */
export type NoticeAction =
  | 'undo'
  | { readonly title: string; readonly to: string }
  | { readonly title: string; readonly run: () => void; readonly isQuestion?: boolean };

interface UiState {
  /** Slot of the draft that the controls act on, or −1. */
  selectedSlot: number;
  /** Ring that the keyboard is on, or −1. */
  focusedSlot: number;
  /** Sheet open in a narrow window. */
  panel: EditorPanel;
  /** Way to get a loop that is open: `LOOPS_TAB`, or the id of a maker. */
  maker: string;
  /** Slot whose ring is to be merged with others, or −1. */
  mergeSlot: number;
  isExportOpen: boolean;
  /** Are the drafts of this device on show? */
  isDraftsOpen: boolean;
  isShortcutSheetOpen: boolean;
  /** Said to screen readers, and shown for a moment. */
  notice: { id: number; text: string; action?: NoticeAction } | null;
  /** Is there a network, and the server at the other end of it? */
  isOnline: boolean;
  /** Is something of playlists wanted over the pages: the player, or a dialog? Its code comes then, and stays. */
  hasFoot: boolean;
  /** Parts of the page that trade: while there is one, what wallets ask is shown. */
  traders: number;
}

/** Where `stores/playlist.ts` keeps what was listened to; named here so that the first page need not bring it. */
export const OPEN_LIST_KEY = 'rondo.playlist';

/** Which way to get a loop was open before this window was loaded again. */
const MAKER_KEY = 'rondo/maker';

export const ui = proxy<UiState>({
  selectedSlot: -1,
  focusedSlot: -1,
  panel: 'none',
  maker: keptText(MAKER_KEY, 'sessionStorage') ?? LOOPS_TAB,
  mergeSlot: -1,
  isExportOpen: false,
  isDraftsOpen: false,
  isShortcutSheetOpen: false,
  notice: null,
  isOnline: typeof navigator === 'undefined' ? true : navigator.onLine,
  hasFoot: keptText(OPEN_LIST_KEY) !== null,
  traders: 0,
});

/** Something of playlists is wanted over the pages. */
export function wantFoot(): void {
  ui.hasFoot = true;
}

let noticeId = 0;

export function selectSlot(slot: number): void {
  ui.selectedSlot = slot;
}

export function focusSlot(slot: number): void {
  ui.focusedSlot = slot;
}

export function openPanel(panel: EditorPanel): void {
  ui.panel = panel;
}

/** Opens a way to get a loop; it is open again when the window is loaded again. */
export function openMaker(maker: string): void {
  ui.maker = maker;
  keepText(MAKER_KEY, maker, 'sessionStorage');
}

/** Asks with which other rings a ring shall be merged; −1 asks no more. */
export function openMerge(slot: number): void {
  ui.mergeSlot = slot;
}

/** Opens or closes what takes the draft away as files. */
export function setExportOpen(isOpen: boolean): void {
  ui.isExportOpen = isOpen;
}

/** Opens or closes the drafts of this device. */
export function setDraftsOpen(isOpen: boolean): void {
  ui.isDraftsOpen = isOpen;
}

export function setShortcutSheet(isOpen: boolean): void {
  ui.isShortcutSheetOpen = isOpen;
}

/** Says something for a moment. `undo` offers to take back what was done to the draft. */
export function notify(text: string, action?: NoticeAction): void {
  noticeId += 1;
  ui.notice = { id: noticeId, text, action };
}

export function dismissNotice(id: number): void {
  if (ui.notice?.id === id) ui.notice = null;
}

if (typeof window !== 'undefined') {
  let isReached = true;
  const look = () => {
    ui.isOnline = navigator.onLine && isReached;
  };
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  followReach((now) => {
    isReached = now;
    look();
  });
}
