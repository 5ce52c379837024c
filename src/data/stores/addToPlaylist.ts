/** What a person wishes to put into a playlist: the one dialog for it is open while there is something. */
import { proxy } from 'valtio/vanilla';
import { wantFoot } from './ui.ts';

export interface ToAdd {
  /** Of the rifff or the track. */
  readonly itemId: string;
  readonly jamId: string;
  /** What it is called, for the words of the dialog. */
  readonly title: string;
}

export const addToPlaylist = proxy<{ asked: ToAdd | null }>({ asked: null });

/** Asks into which playlist something shall go. */
export function askForPlaylist(asked: ToAdd): void {
  addToPlaylist.asked = asked;
  wantFoot();
}

/** It went there, or nowhere. */
export function closeAddToPlaylist(): void {
  addToPlaylist.asked = null;
}
