import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { usedSlots } from '../../data/rules/draft/draft.ts';
import { peopleText } from '../../data/rules/sharing/credits.ts';
import { draft } from '../../data/stores/draft.ts';
import { ui } from '../../data/stores/ui.ts';
import { useCommand } from '../parts/commands/registry.ts';
import { rifffPicture } from '../parts/media/rifffPicture.ts';
import { useMediaSession } from '../parts/media/useMediaSession.ts';
import { useNames } from '../parts/people/useNames.ts';
import { useEditorActions } from './EditorContext.tsx';

/** After the last change: a picture is not made for every step of a gesture. */
const PICTURE_AFTER_MS = 800;

/** The draft as a picture while it is heard. */
function useDraftPicture(rifff: Rifff, isPlaying: boolean): string {
  const [picture, setPicture] = useState('');
  useEffect(() => {
    if (!isPlaying) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      rifffPicture(rifff).then(
        (url) => isWanted && setPicture(url),
        (cause) => console.warn('The draft has no picture', cause),
      );
    }, PICTURE_AFTER_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [rifff, isPlaying]);
  return picture;
}

/**
 * Puts the draft on the device's own controls: play and pause, the rifff before and the one after. Where no rifff comes
 * after, forward brings the next loop of its kind for the selected slot, or for the outermost ring while none is
 * selected; the way back from that is Undo.
 */
export function useDraftSession(): void {
  const actions = useEditorActions();
  const { rifff: shown, from, inDraftState } = useSnapshot(draft);
  const { status } = useSnapshot(transport);
  const play = useCommand('editor.play');
  const back = useCommand('editor.skipBack');
  const forward = useCommand('editor.skipForward');
  const rifff = shown as Rifff;
  const isPlaying = status === 'playing';
  const nextLoop = () => {
    const slot = ui.selectedSlot >= 0 ? ui.selectedSlot : usedSlots(draft.rifff) - 1;
    if (slot >= 0) void actions.swap(slot, 'next');
  };
  useMediaSession({
    title: !inDraftState && from ? from : from ? `Draft from ${from}` : 'Draft',
    artist: peopleText(rifff, useNames()),
    artworkUrl: useDraftPicture(rifff, isPlaying),
    isPlaying,
    onToggle: play.run,
    onNext: forward.isEnabled ? forward.run : nextLoop,
    ...(back.isEnabled && { onPrevious: back.run }),
  });
}
