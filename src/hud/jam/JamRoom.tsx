import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import type { Jam } from '../../data/contract/jams.ts';
import { ringMakers } from '../../data/rules/sharing/credits.ts';
import { commit, forgetAutoPlay } from '../../data/stores/commit.ts';
import { chooseRifff, listening } from '../../data/stores/listening.ts';
import { ResetMix } from '../parts/listening/MixActions.tsx';
import { TurningRifff } from '../parts/listening/TurningRifff.tsx';
import { type Listening, useListening, useListeningKeys } from '../parts/listening/useListening.ts';
import { useMedia } from '../parts/useMedia.ts';
import { Tabs } from '../system/Tabs.tsx';
import { ChatPanel } from './chat/ChatPanel.tsx';
import { History } from './History.tsx';
import { JamHead } from './JamHead.tsx';
import styles from './JamPage.module.css';
import { JamTracks } from './JamTracks.tsx';
import { RifffActions, RifffHead } from './ShownRifff.tsx';
import type { JamView } from './useJam.ts';
import { useOpenDraft } from './useJam.ts';

const NARROW = '(max-width: 991px)';
/** Left free around the rings, in CSS pixels. */
const MARGIN_PX = 14;

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
  const own = useListening(rifffs);
  const openDraft = useOpenDraft(view.isOwn);
  useListeningKeys(own, HISTORY_WORDS);
  useFirstChoice(ids, own);
  const shown = entries.find(({ rifff }) => rifff._id === own.shown.rifff._id);
  if (!shown) return null;
  const tracks = <JamTracks view={view} />;
  const history = (
    <History
      entries={entries}
      draft={openDraft}
      shownId={shown.rifff._id}
      pendingId={own.pendingId}
      total={view.total}
      isNarrow={isNarrow}
      hasOlder={view.hasOlder}
      isLoadingOlder={view.isLoadingOlder}
      onOlder={view.older}
      onChoose={own.choose}
    />
  );
  return (
    <section className={styles.room} aria-label={view.jam?.name ?? 'Your jam'}>
      <div className={styles.columns}>
        <JamHead view={view}>{!isNarrow && tracks}</JamHead>
        <div className={styles.middle}>
          <RifffHead entry={shown} all={entries} isChanged={own.isChanged} />
          <div className={styles.rings}>
            <div className={styles.ringsSheet}>
              <TurningRifff placeId="jam.now" listening={own} marginPx={MARGIN_PX} />
            </div>
          </div>
          <RifffActions view={view} entry={shown} listening={own} />
        </div>
        <Beside jam={view.jam} listening={own} />
        {isNarrow && tracks}
      </div>
      {history}
    </section>
  );
}

/** In a room the talk and the rings, one at a time; in a personal jam the rings. */
function Beside({ jam, listening: own }: { jam: Jam | undefined; listening: Listening }) {
  const [shown, setShown] = useState('talk');
  if (jam?.kind !== 'room') return <RingRows listening={own} />;
  return (
    <div className={`${styles.right} ${styles.tabbed}`}>
      <Tabs
        label="Beside the rings"
        value={shown}
        onValueChange={setShown}
        items={[
          { value: 'talk', title: 'Talk', content: <ChatPanel jam={jam} /> },
          { value: 'rings', title: 'Rings', content: <RingRows listening={own} /> },
        ]}
      />
    </div>
  );
}

/** What sounds: one row for each ring, from the outside in. */
function RingRows({ listening: own }: { listening: Listening }) {
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
          const name = loopName || userId;
          const isSilent = !isOn || (solo >= 0 && solo !== slot);
          return (
            <li key={slot} className={styles.ringRow}>
              <span className={isSilent ? 'muted' : styles.sounding}>{category}</span>
              <span className="muted truncate" title={name}>
                {isOn ? name : 'muted'}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
