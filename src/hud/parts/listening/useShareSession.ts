import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { makersText } from '../../../data/rules/makers.ts';
import { useMediaSession } from '../media/useMediaSession.ts';
import type { Listening } from './useListening.ts';

/**
 * Puts a shared rifff on the device's own controls.
 *
 * @param toggle the play button of the page
 * @param hasOthers is there another one to skip to?
 */
export function useShareSession(
  share: SharedRifff,
  own: Listening,
  toggle: () => void,
  hasOthers: boolean,
): void {
  useMediaSession({
    title: own.shown.title,
    artist: makersText(share.rifff, share.user, share.displayName, share.creators),
    artworkUrl: share.image ? share.image_url : '',
    isPlaying: own.isPlaying,
    onToggle: toggle,
    onNext: hasOthers ? () => own.skip(1) : undefined,
    onPrevious: hasOthers ? () => own.skip(-1) : undefined,
  });
}
