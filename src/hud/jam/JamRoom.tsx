import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { commit, forgetAutoPlay } from '../../data/stores/commit.ts';
import { chooseRifff, listening } from '../../data/stores/listening.ts';
import { type Listening, useListening } from '../landing/useListening.ts';
import { registerCommands } from '../parts/commands/registry.ts';
import { useMedia } from '../parts/useMedia.ts';
import { History } from './History.tsx';
import { JamHead } from './JamHead.tsx';
import styles from './JamPage.module.css';
import { JamRings } from './JamRings.tsx';
import { JamTracks } from './JamTracks.tsx';
import { RifffActions } from './RifffActions.tsx';
import { RifffHead } from './RifffHead.tsx';
import { RingRows } from './RingRows.tsx';
import type { JamView } from './useJam.ts';
import { useOpenDraft } from './useOpenDraft.ts';

const NARROW = '(max-width: 991px)';

/** Keys of a jam. */
function useJamKeys(own: Listening): void {
  const latest = useRef(own);
  latest.current = own;
  useEffect(() => {
    const group = 'Jam';
    return registerCommands([
      {
        id: 'jam.play',
        title: 'Play or pause',
        group,
        keys: ['Space'],
        run: () => latest.current.togglePlay(),
      },
      {
        id: 'jam.older',
        title: 'The rifff before',
        group,
        keys: ['ArrowLeft'],
        run: () => latest.current.skip(-1),
      },
      {
        id: 'jam.newer',
        title: 'The rifff after',
        group,
        keys: ['ArrowRight'],
        run: () => latest.current.skip(1),
      },
      {
        id: 'jam.reset',
        title: 'Reset the mix',
        group,
        keys: ['Shift+R'],
        isEnabled: () => latest.current.isChanged,
        run: () => latest.current.reset(),
      },
    ]);
  }, []);
}

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
  useJamKeys(own);
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
          <JamRings listening={own} />
          <RifffActions view={view} entry={shown} listening={own} />
        </div>
        <RingRows listening={own} />
        {isNarrow && tracks}
      </div>
      {history}
    </section>
  );
}
