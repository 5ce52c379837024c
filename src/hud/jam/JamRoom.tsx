import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import type { Jam } from '../../data/contract/jams.ts';
import { ringMakers } from '../../data/rules/sharing/credits.ts';
import { commit, forgetAutoPlay } from '../../data/stores/commit.ts';
import { chooseRifff, listening } from '../../data/stores/listening.ts';
import { room } from '../../data/stores/room.ts';
import { useEngine } from '../EngineContext.tsx';
import { useSiblingNote } from '../parts/commit/useSiblingNote.ts';
import { ResetMix } from '../parts/listening/MixActions.tsx';
import { TurningRifff } from '../parts/listening/TurningRifff.tsx';
import { type Listening, useListening, useListeningKeys } from '../parts/listening/useListening.ts';
import { useReader } from '../parts/shares/useReader.ts';
import { useMedia } from '../parts/useMedia.ts';
import { Tabs } from '../system/Tabs.tsx';
import { AnswerRow, FollowButton } from './AnswerRow.tsx';
import { ChatPanel } from './chat/ChatPanel.tsx';
import { History } from './History.tsx';
import type { HistoryEntry } from './historyEntry.ts';
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
import { useAnswerLink } from './useAnswerLink.ts';
import { useBesideNote, useChanges } from './useChanges.ts';
import { useFollowNewest } from './useFollowNewest.ts';
import type { JamView } from './useJam.ts';
import { useOpenDraft } from './useJam.ts';

const NARROW = '(max-width: 991px)';
/** Left free around the rings, in CSS pixels. */
const MARGIN_PX = 14;
/** In a room people stand there; as in `.ringsSheet[data-room]`. */
const ROOM_MARGIN_PX = 32;
const PLACE = 'jam.now';

/** Its history on the sheet of keys. */
const HISTORY_WORDS = { group: 'Jam', previous: 'The rifff before', next: 'The rifff after' };

/** A rifff that was committed to be played is chosen as soon as it is here; else the newest is on show. */
function useFirstChoice(ids: readonly string[], own: Listening): void {
  const { autoPlayRifffId } = useSnapshot(commit);
  const { choose } = own;
  const isHere = autoPlayRifffId !== null && ids.includes(autoPlayRifffId);
  useEffect(() => {
    if (!isHere || autoPlayRifffId === null) return;
    forgetAutoPlay();
    choose(autoPlayRifffId);
  }, [isHere, autoPlayRifffId, choose]);
}

/** Chooses and shows rifffs of the tree: one that only the tree knows as soon as it has come. */
function useChoices(view: JamView, ids: readonly string[], own: Listening) {
  const engine = useEngine();
  const [wanted, setWanted] = useState<{ id: string; plays: boolean } | null>(null);
  const { choose, show } = own;
  const { need } = view;
  const isHere = wanted !== null && ids.includes(wanted.id);
  useEffect(() => {
    if (!isHere || !wanted) return;
    setWanted(null);
    if (wanted.plays) choose(wanted.id);
    else show(wanted.id);
  }, [isHere, wanted, choose, show]);
  const want = (id: string, plays: boolean) => {
    if (ids.includes(id)) {
      setWanted(null);
      return plays ? choose(id) : show(id);
    }
    // Inside the gesture; what it asks for may come after it.
    if (plays) void engine.unlock();
    need([id]);
    setWanted({ id, plays });
  };
  return [(id: string) => want(id, true), (id: string) => want(id, false)] as const;
}

/** Rifffs that came since the page opened, until they are shown. Older ones that are fetched later are not new. */
function useFresh(entries: JamView['entries'], shownId: string): ReadonlySet<string> {
  const [since] = useState(() => entries.at(-1)?.created ?? 0);
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set());
  useEffect(() => {
    setSeen((before) => (before.has(shownId) ? before : new Set([...before, shownId])));
  }, [shownId]);
  return useMemo(
    () =>
      new Set(
        entries
          .filter(({ created, unsent, rifff }) => {
            return unsent === null && created > since && !seen.has(rifff._id);
          })
          .map(({ rifff }) => rifff._id),
      ),
    [entries, seen, since],
  );
}

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
  const { need } = view;
  const { rifffId: heardId = null } = useSnapshot(room).transport ?? {};
  useEffect(() => {
    if (together.isOn && heardId && !ids.includes(heardId)) need([heardId]);
  }, [together.isOn, heardId, ids, need]);
  const fresh = useFresh(entries, own.shown.rifff._id);
  const following = useFollowNewest(
    {
      shownId: own.shown.rifff._id,
      newestId: entries.findLast(({ unsent }) => unsent === null)?.rifff._id ?? '',
      // Of those who listen together whoever leads says what plays.
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
      hasOlder={view.hasOlder}
      isLoadingOlder={view.isLoadingOlder}
      onOlder={view.older}
      onChoose={choose}
      onScrub={scrub}
    />
  );
  return (
    <section className={styles.room} aria-label={view.jam?.name ?? 'Your jam'}>
      <div className={styles.columns}>
        <JamHead
          view={view}
          together={
            <>
              <ListenTogether together={together} />
              <MidiClock lead={midi} />
            </>
          }
        >
          {!isNarrow && tracks}
        </JamHead>
        <div className={styles.middle}>
          <RifffHead entry={shown} all={entries} isChanged={own.isChanged} news={changes.news} />
          <div className={styles.rings}>
            <div className={styles.ringsSheet} data-room={isRoom || undefined}>
              {isRoom ? (
                <RoomRings listening={own} />
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
        <Beside jam={view.jam} entry={shown} listening={own} changed={changes.slots} />
        {isNarrow && tracks}
      </div>
      {history}
    </section>
  );
}

/** The rings with the people of the room on them. */
function RoomRings({ listening: own }: { listening: Listening }) {
  const { rings, layout } = useRoomRings(PLACE, own.mix);
  return (
    <>
      <TurningRifff placeId={PLACE} listening={own} marginPx={ROOM_MARGIN_PX} {...rings} />
      <TouchNames rifffId={own.mix._id} layout={layout} />
    </>
  );
}

interface BesideProps {
  jam: Jam | undefined;
  /** What is on show. */
  entry: HistoryEntry;
  listening: Listening;
  /** Slots that it changed. */
  changed: readonly number[];
}

/** In a room the talk and the rings, one at a time; in a personal jam the rings. */
function Beside({ jam, entry, listening: own, changed }: BesideProps) {
  const [shown, setShown] = useState('talk');
  const rows = <RingRows listening={own} changed={changed} />;
  if (jam?.kind !== 'room') return rows;
  const { rifff, title, unsent } = entry;
  const card = unsent ? null : { jamId: jam.id, rifffId: rifff._id, title };
  return (
    <div className={`${styles.right} ${styles.tabbed}`}>
      <Tabs
        label="Beside the rings"
        value={shown}
        onValueChange={setShown}
        items={[
          {
            value: 'talk',
            title: 'Talk',
            content: <ChatPanel jam={jam} card={card} isTitled={false} />,
          },
          { value: 'rings', title: 'Rings', content: rows },
        ]}
      />
    </div>
  );
}

/** What sounds: one row for each ring, from the outside in. */
function RingRows({ listening: own, changed }: Pick<BesideProps, 'listening' | 'changed'>) {
  const { solo } = useSnapshot(mixer);
  const rows = ringMakers(own.mix);
  return (
    <section className={styles.right} aria-label="Rings">
      <div className={styles.rowsHead}>
        <h2 className="t24">Rings</h2>
        <ResetMix own={own} />
      </div>
      <ul>
        {rows.map(({ slot, category, loopName, userId, isOn }) => {
          const by = changed.includes(slot) ? `by ${own.shown.rifff.userName}` : '';
          const name = [loopName || userId, by].filter(Boolean).join(', ');
          const isSilent = !isOn || (solo >= 0 && solo !== slot);
          return (
            <li key={slot} className={styles.ringRow}>
              <span className={isSilent ? 'muted' : styles.sounding}>{category}</span>
              <span className="muted truncate" title={name}>
                {isOn ? name : ['muted', by].filter(Boolean).join(', ')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
