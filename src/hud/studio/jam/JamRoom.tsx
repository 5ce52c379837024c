import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { usedSlots } from '../../../data/rules/draft/draft.ts';
import { draft } from '../../../data/stores/draft.ts';
import { chooseRifff, listening } from '../../../data/stores/listening.ts';
import { useSiblingNote } from '../../parts/commit/useSiblingNote.ts';
import { TurningRifff } from '../../parts/listening/TurningRifff.tsx';
import { type Listening, useListening, usePreload } from '../../parts/listening/useListening.ts';
import { restTurn } from '../../parts/page/firstSound.ts';
import { HeaderActions } from '../../parts/page/frame.tsx';
import { useReader } from '../../parts/shares/useReader.ts';
import { useMedia } from '../../parts/useMedia.ts';
import { TalkLine } from '../chat/TalkLine.tsx';
import type { HistoryEntry } from '../history/historyEntry.ts';
import { NarrowDraftState } from '../narrow/NarrowDraftState.tsx';
import { DraftState } from '../rings/DraftState.tsx';
import { RingsStage } from '../rings/RingsStage.tsx';
import { ListenTogether } from '../room/ListenTogether.tsx';
import { MidiClock } from '../room/MidiClockDialog.tsx';
import { TouchNames } from '../room/TouchNames.tsx';
import { useActivity } from '../room/useActivity.ts';
import { useMidiLead } from '../room/useMidiLead.ts';
import { useRoomRings } from '../room/useRoomRings.ts';
import { useTogether } from '../room/useTogether.ts';
import {
  LaterHistory,
  LaterTracks,
  LOOPS_PART,
  NarrowMaking,
  SLOTS_PART,
  Talk,
} from '../surface/laterParts.tsx';
import { StudioTools } from '../surface/StudioTools.tsx';
import { Surface } from '../surface/Surface.tsx';
import { NARROW, type SidePart } from '../surface/surfaceParts.ts';
import { useAnswer } from '../surface/useAnswer.ts';
import { useDraftSession } from '../useDraftSession.ts';
import { AnswerRow, FollowButton, HearSwitch, NewerRow } from './AnswerRows.tsx';
import { JamHead, NarrowJamTitle } from './JamHead.tsx';
import styles from './JamPage.module.css';
import { RingRows } from './RingRows.tsx';
import { RifffActions, RifffHead } from './ShownRifff.tsx';
import { useAnswerLink } from './useAnswerLink.ts';
import { useBesideNote, useChanges } from './useChanges.ts';
import { useChoices, useFirstChoice, useHeardTogether } from './useChoices.ts';
import { useFollowNewest, useFresh } from './useFollowNewest.ts';
import { type JamView, useOpenDraft } from './useJam.ts';
import { overAnswer, useJamCommands } from './useJamCommands.ts';

/** Left free around the rings, in CSS pixels. */
const MARGIN_PX = 14;
/** In a room people stand there; as in `.ringsSheet[data-room]`. */
const ROOM_MARGIN_PX = 32;
const PLACE = 'jam.now';

/** A jam with something to hear. */
export function JamRoom({ view }: { view: JamView }) {
  const { entries, jam } = view;
  const isNarrow = useMedia(NARROW);
  const rifffs = useMemo(
    () => entries.map(({ rifff, title }) => ({ id: rifff._id, title, rifff })),
    [entries],
  );
  const ids = useMemo(() => rifffs.map(({ id }) => id), [rifffs]);
  const newest = ids.at(-1) ?? '';
  // Before the first picture, so that it is the newest that is shown.
  if (listening.chosenId === null || !ids.includes(listening.chosenId)) chooseRifff(newest);
  const alone = useListening(rifffs);
  // A ring that is touched is heard at once.
  usePreload(alone.shown.rifff, restTurn);
  const together = useTogether(jam, rifffs);
  const shown = entries.find(({ rifff }) => rifff._id === alone.shown.rifff._id) as HistoryEntry;
  const mayMake = view.isOwn ? view.id !== null : jam?.mayAnswer === true;
  const reader = useReader();
  const isMine = (id: string) => {
    return entries.some(({ rifff }) => rifff._id === id && rifff.userName === reader);
  };
  const byItself = together.byItself(alone, isMine);
  const bring = (id: string) => {
    if (transport.status === 'playing') byItself.choose(id);
    else chooseRifff(id);
  };
  const answer = useAnswer(view, mayMake, shown, rifffs, bring);
  const own = overAnswer(together.over(alone), ids, answer.isHeard);
  const midi = useMidiLead(alone, together);
  const openDraft = useOpenDraft(view);
  useJamCommands(own, mayMake);
  useActivity(answer.isOpen);
  useFirstChoice(ids, byItself);
  const [choose, scrub] = useChoices(view, ids, own);
  useHeardTogether(view, ids, together.isOn);
  const fresh = useFresh(entries, own.shown.rifff._id);
  const following = useFollowNewest(
    {
      shownId: own.shown.rifff._id,
      // One's own that is on its way is the newest for who made it.
      newestId: shown.unsent
        ? shown.rifff._id
        : (entries.findLast(({ unsent }) => unsent === null)?.rifff._id ?? ''),
      // When people listen together, only the leader chooses what plays.
      isEditing:
        own.isChanged || answer.isOpen || openDraft !== null || (together.isOn && !together.isLead),
    },
    own.show,
  );
  const link = useAnswerLink(entries, view.need);
  useSiblingNote();
  useBesideNote(view);
  const changes = useChanges(shown, entries, view.need);
  const isRoom = jam?.kind === 'room';
  const card = shown.unsent ? null : { jamId: jam?.id ?? '', rifffId: shown.rifff._id };
  const left: SidePart[] = [
    {
      id: 'people',
      title: isRoom ? 'People' : 'Jam',
      content: (
        <JamHead
          view={view}
          onChoose={choose}
          together={
            <>
              <ListenTogether together={together} />
              <MidiClock lead={midi} />
            </>
          }
        >
          <LaterTracks view={view} />
        </JamHead>
      ),
    },
  ];
  if (mayMake) left.push(LOOPS_PART);
  const right: SidePart[] = [];
  if (isRoom && jam) {
    right.push({
      id: 'talk',
      title: 'Talk',
      content: <Talk jam={jam} card={card && { ...card, title: shown.title }} />,
    });
  }
  right.push(
    mayMake && !(answer.isOpen && !answer.isHeard)
      ? SLOTS_PART
      : {
          id: 'slots',
          title: 'Rings',
          content: <RingRows listening={own} changed={changes.slots} />,
        },
  );
  const history = (
    <LaterHistory
      view={view}
      fresh={fresh}
      entries={entries}
      draft={openDraft}
      onDraft={mayMake ? () => answer.listenTo('draft') : null}
      shownId={shown.rifff._id}
      pendingId={own.pendingId}
      total={view.total}
      isNarrow={isNarrow}
      older={view.older}
      onChoose={choose}
      onScrub={scrub}
    />
  );
  const newer = answer.newer && <NewerRow newer={answer.newer} />;
  const hearSwitch = answer.isOpen && <HearSwitch answer={answer} />;
  const head = answer.isHeard ? (
    !isNarrow && <DraftState isInJam>{hearSwitch}</DraftState>
  ) : (
    <RifffHead entry={shown} all={entries} isChanged={own.isChanged} news={changes.news}>
      {!isNarrow && hearSwitch}
    </RifffHead>
  );
  const surface = (
    <Surface
      label={jam?.name ?? 'Your jam'}
      head={head}
      over={<div className={styles.overRings}>{isNarrow ? hearSwitch : newer}</div>}
      rings={
        mayMake && (answer.isHeard || !answer.isOpen) ? (
          <AnswerRings jam={jam} listening={own} isHeard={answer.isHeard} isNarrow={isNarrow} />
        ) : (
          <div className={styles.rings}>
            <div className={styles.ringsSheet} data-room={isRoom || undefined}>
              {isRoom ? (
                <RoomRings listening={own} jam={jam} />
              ) : (
                <TurningRifff placeId={PLACE} listening={own} marginPx={MARGIN_PX} />
              )}
            </div>
          </div>
        )
      }
      under={
        answer.isHeard ? (
          isNarrow && <NarrowMaking />
        ) : (
          <RifffActions
            view={view}
            entry={shown}
            listening={own}
            mayMake={mayMake}
            onChoose={choose}
          >
            {link && <AnswerRow link={link} />}
            {isRoom && <FollowButton following={following} />}
          </RifffActions>
        )
      }
      left={left}
      right={right}
      history={history}
      line={(isNarrow && newer) || (isRoom && jam && <TalkLine jam={jam} />)}
      mayMake={mayMake}
    />
  );
  if (!mayMake) {
    return (
      <>
        {isNarrow && (
          <HeaderActions>
            <NarrowJamTitle view={view} />
          </HeaderActions>
        )}
        {surface}
      </>
    );
  }
  return (
    <StudioTools
      narrowTitle={answer.isHeard ? <NarrowDraftState /> : <NarrowJamTitle view={view} />}
    >
      <AnswerSession />
      {surface}
    </StudioTools>
  );
}

/** What sounds on the device's own controls. */
function AnswerSession() {
  useDraftSession();
  return null;
}

interface AnswerRingsProps {
  jam: Jam | undefined;
  listening: Listening;
  isHeard: boolean;
  isNarrow: boolean;
}

/** What is on show, to be changed in place, with the people of the room on it. */
function AnswerRings({ jam, listening: own, isHeard, isNarrow }: AnswerRingsProps) {
  const { rifff } = useSnapshot(draft);
  const isRoom = jam?.kind === 'room';
  const { rings, layout } = useRoomRings(PLACE, rifff as Rifff, jam, own.shown.rifff._id, true);
  const isEmpty = usedSlots(rifff as Rifff) === 0;
  return (
    <RingsStage
      placeId={PLACE}
      marginPx={isRoom ? ROOM_MARGIN_PX : isNarrow ? 19 : MARGIN_PX}
      hasCropMarks={isHeard}
      around={isRoom ? rings : undefined}
      onPlay={isHeard || isEmpty ? undefined : own}
    >
      {isRoom && <TouchNames rifffId={own.shown.rifff._id} layout={layout} />}
    </RingsStage>
  );
}

/** The rings with the people of the room on them. */
function RoomRings({ listening: own, jam }: { listening: Listening; jam: Jam | undefined }) {
  const { rings, layout } = useRoomRings(PLACE, own.mix, jam, own.mix._id);
  return (
    <>
      <TurningRifff placeId={PLACE} listening={own} marginPx={ROOM_MARGIN_PX} {...rings} />
      <TouchNames rifffId={own.mix._id} layout={layout} />
    </>
  );
}
