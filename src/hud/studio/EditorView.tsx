import { usePageTitle } from '../parts/page/page.ts';
import { useMedia } from '../parts/useMedia.ts';
import { SkipCommands } from './actions/skip.tsx';
import { NarrowDraftState } from './narrow/NarrowDraftState.tsx';
import { NarrowMaking } from './narrow/NarrowMaking.tsx';
import { MakePart } from './pool/MakePart.tsx';
import { DraftState } from './rings/DraftState.tsx';
import { RingsStage } from './rings/RingsStage.tsx';
import { Slots } from './slots/SlotList.tsx';
import { StudioTools } from './surface/StudioTools.tsx';
import { Surface } from './surface/Surface.tsx';
import { NARROW } from './surface/surfaceParts.ts';
import { useKeptFocus } from './surface/useKeptFocus.ts';
import { useDraftSession } from './useDraftSession.ts';
import { useEditorRoom } from './useEditorRoom.ts';
import { useStartIn } from './useStartIn.ts';

/** The studio alone: the draft of this device, inside its provider. */
export function EditorView() {
  const isNarrow = useMedia(NARROW);
  usePageTitle('Draft');
  useDraftSession();
  useKeptFocus();
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
        left={[{ id: 'loops', title: 'Make', content: <MakePart /> }]}
        right={[{ id: 'slots', title: 'Slots', content: <Slots /> }]}
        mayMake
      />
      <SkipCommands />
    </StudioTools>
  );
}
