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
import { usePageTitle } from '../parts/page/page.ts';
import { useNames } from '../parts/people/useNames.ts';
import { useMedia } from '../parts/useMedia.ts';
import { SkipCommands } from './actions/skip.tsx';
import { useEditorActions } from './EditorContext.tsx';
import { MakeTabs } from './make/MakeTabs.tsx';
import { NarrowDraftState, NarrowMaking } from './narrow/NarrowMaking.tsx';
import { Pool } from './pool/Pool.tsx';
import { DraftState } from './rings/DraftState.tsx';
import { RingsStage } from './rings/RingsStage.tsx';
import { Slots } from './slots/SlotList.tsx';
import { StudioTools } from './surface/StudioTools.tsx';
import { NARROW, Surface } from './surface/Surface.tsx';
import { useEditorRoom } from './useEditorRoom.ts';
import { useStartIn } from './useStartIn.ts';

/** What makes a rifff, beside the rings. */
export const LOOPS_PART = {
  id: 'loops',
  title: 'Make',
  content: (
    <MakeTabs>
      <Pool />
    </MakeTabs>
  ),
} as const;
export const SLOTS_PART = { id: 'slots', title: 'Slots', content: <Slots /> } as const;

/** The studio alone: the draft of this device, inside its provider. */
export function EditorView() {
  const isNarrow = useMedia(NARROW);
  usePageTitle('Draft');
  useDraftSession();
  useStartIn();
  useEditorRoom();
  return (
    <StudioTools narrowTitle={<NarrowDraftState />}>
      <Surface
        label="Your draft"
        head={isNarrow ? null : <DraftState />}
        rings={
          <RingsStage placeId="editor" marginPx={isNarrow ? 19 : 14} hasCropMarks={!isNarrow} />
        }
        under={isNarrow && <NarrowMaking />}
        left={[LOOPS_PART]}
        right={[SLOTS_PART]}
        mayMake
      />
      <SkipCommands />
    </StudioTools>
  );
}

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
