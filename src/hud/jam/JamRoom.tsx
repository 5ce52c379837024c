import { useMemo } from 'react';
import type { Jam } from '../../data/contract/jams.ts';
import { chooseRifff, listening } from '../../data/stores/listening.ts';
import { useSiblingNote } from '../parts/commit/useSiblingNote.ts';
import { TurningRifff } from '../parts/listening/TurningRifff.tsx';
import { type Listening, useListening, useListeningKeys } from '../parts/listening/useListening.ts';
import page from '../parts/Page.module.css';
import { useReader } from '../parts/shares/useReader.ts';
import { useMedia } from '../parts/useMedia.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { BesideRings } from './BesideRings.tsx';
import { History } from './History.tsx';
import { JamHead } from './JamHead.tsx';
import styles from './JamPage.module.css';
import { JamTracks } from './JamTracks.tsx';
import { ListenTogether } from './room/ListenTogether.tsx';
import { MidiClock } from './room/MidiClockDialog.tsx';
import { TouchNames } from './room/TouchNames.tsx';
import { useMidiLead } from './room/useMidiLead.ts';
import { useRoomRings } from './room/useRoomRings.ts';
import { useTogether } from './room/useTogether.ts';
import { RifffActions, RifffHead } from './ShownRifff.tsx';
import { type AnswerLink, useAnswerLink } from './useAnswerLink.ts';
import { useBesideNote, useChanges } from './useChanges.ts';
import { useChoices, useFirstChoice, useHeardTogether } from './useChoices.ts';
import { type FollowNewest, useFollowNewest, useFresh } from './useFollowNewest.ts';
import { type JamView, useOpenDraft } from './useJam.ts';

/** Plays what an address leads to: what was asked, then what was answered. */
function AnswerRow({ link }: { link: AnswerLink }) {
  const { who, hasQuestion, play, dismiss } = link;
  return (
    <div className="row gap4">
      <Button size="sm" icon="play" onClick={play}>
        {hasQuestion ? 'Question and answer' : `The answer of ${who}`}
      </Button>
      <IconButton size="sm" variant="bare" icon="close" label="Dismiss" onClick={dismiss} />
    </div>
  );
}

/** Follows the newest rifff, or stays with the chosen one. */
function FollowButton({ following }: { following: FollowNewest }) {
  const { isOn, set } = following;
  return (
    <Button
      size="xs"
      variant={isOn ? 'bare' : 'outlined'}
      icon={isOn ? 'check' : 'skipForward'}
      aria-pressed={isOn}
      onClick={() => set(!isOn)}
    >
      Follow the newest
    </Button>
  );
}

const NARROW = '(max-width: 991px)';
/** Left free around the rings, in CSS pixels. */
const MARGIN_PX = 14;
/** In a room people stand there; as in `.ringsSheet[data-room]`. */
const ROOM_MARGIN_PX = 32;
const PLACE = 'jam.now';

/** Its history on the sheet of keys. */
const HISTORY_WORDS = { group: 'Jam', previous: 'The rifff before', next: 'The rifff after' };

/** A jam with something to hear. */
export function JamRoom({ view }: { view: JamView }) {
  const { entries } = view;
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
  const together = useTogether(view.jam, rifffs);
  const own = together.over(alone);
  const midi = useMidiLead(alone, together);
  const reader = useReader();
  const isMine = (id: string) => {
    return entries.some(({ rifff }) => rifff._id === id && rifff.userName === reader);
  };
  const openDraft = useOpenDraft(view);
  useListeningKeys(own, HISTORY_WORDS);
  useFirstChoice(ids, together.byItself(alone, isMine));
  const [choose, scrub] = useChoices(view, ids, own);
  useHeardTogether(view, ids, together.isOn);
  const fresh = useFresh(entries, own.shown.rifff._id);
  const following = useFollowNewest(
    {
      shownId: own.shown.rifff._id,
      newestId: entries.findLast(({ unsent }) => unsent === null)?.rifff._id ?? '',
      // When people listen together, only the leader chooses what plays.
      isEditing: own.isChanged || openDraft !== null || (together.isOn && !together.isLead),
    },
    own.show,
  );
  const answer = useAnswerLink(entries, view.need);
  useSiblingNote();
  useBesideNote(view);
  const shown = entries.find(({ rifff }) => rifff._id === own.shown.rifff._id);
  const changes = useChanges(shown, entries, view.need);
  if (!shown) return null;
  const isRoom = view.jam?.kind === 'room';
  const tracks = <JamTracks view={view} />;
  const history = (
    <History
      view={view}
      fresh={fresh}
      entries={entries}
      draft={openDraft}
      shownId={shown.rifff._id}
      pendingId={own.pendingId}
      total={view.total}
      isNarrow={isNarrow}
      older={view.older}
      onChoose={choose}
      onScrub={scrub}
    />
  );
  return (
    <section className={styles.room} aria-label={view.jam?.name ?? 'Your jam'}>
      <div className={styles.columns}>
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
          {!isNarrow && tracks}
        </JamHead>
        <div className={`${page.middleColumn} ${styles.middle}`}>
          <RifffHead entry={shown} all={entries} isChanged={own.isChanged} news={changes.news} />
          <div className={styles.rings}>
            <div className={styles.ringsSheet} data-room={isRoom || undefined}>
              {isRoom ? (
                <RoomRings listening={own} jam={view.jam} />
              ) : (
                <TurningRifff placeId={PLACE} listening={own} marginPx={MARGIN_PX} />
              )}
            </div>
          </div>
          <RifffActions view={view} entry={shown} listening={own} onChoose={choose}>
            {answer && <AnswerRow link={answer} />}
            {isRoom && <FollowButton following={following} />}
          </RifffActions>
        </div>
        <BesideRings jam={view.jam} entry={shown} listening={own} changed={changes.slots} />
        {isNarrow && tracks}
      </div>
      <div className={styles.historyRoom}>{history}</div>
    </section>
  );
}

/** The rings with the people of the room on them. */
function RoomRings({ listening: own, jam }: { listening: Listening; jam: Jam | undefined }) {
  const { rings, layout } = useRoomRings(PLACE, own.mix, jam);
  return (
    <>
      <TurningRifff placeId={PLACE} listening={own} marginPx={ROOM_MARGIN_PX} {...rings} />
      <TouchNames rifffId={own.mix._id} layout={layout} />
    </>
  );
}
