import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ListenEntry } from '../../data/rules/listening/entry.ts';
import { blendOf } from '../../data/rules/listening/listenOrder.ts';
import { type ListenSource, listenSearch } from '../../data/rules/listening/listenSource.ts';
import { matchedRifff, matchTo } from '../../data/rules/listening/match.ts';
import { makersText } from '../../data/rules/sharing/credits.ts';
import { forgetMatches, mixOf } from '../../data/stores/listening.ts';
import {
  chooseBlend,
  chooseMatch,
  chooseRounds,
  listenOrder,
} from '../../data/stores/listenOrder.ts';
import { entryOf } from '../../data/stores/listenQueue.ts';
import type { StageView } from '../../data/stores/places.ts';
import { TurningRifff } from '../parts/listening/TurningRifff.tsx';
import { useListening, useListeningKeys, usePreload } from '../parts/listening/useListening.ts';
import { useMediaSession } from '../parts/media/useMediaSession.ts';
import { Later, lazyComponent } from '../parts/page/lazyPiece.tsx';
import { useNames } from '../parts/people/useNames.ts';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Listen.module.css';
import { ListenPanel } from './ListenPanel.tsx';
import { marginOf, pieceStage } from './Piece.tsx';
import { matchIn, passOver, useBring, useHeard, useRowSkips, useSync } from './rowPlay.ts';
import { useCast } from './useCast.ts';
import { useGoOn } from './useGoOn.ts';
import { useListenCommands } from './useListenCommands.ts';
import type { ListenRow } from './useListenRow.ts';
import { useSleep } from './useSleep.ts';
import { useQuiet, useWall } from './useWall.ts';

export interface ListenRoomProps {
  /** What plays now, and what is before and after it. */
  row: ListenRow & { readonly now: ListenEntry };
  source: ListenSource;
  /** All that the source has so far: a family is found in it. */
  entries: readonly ListenEntry[];
  onSource(source: ListenSource): void;
  /** Said beside the source: it is empty, or could not be read. */
  note: string;
  /** The end of the list comes near. */
  onNearEnd(): void;
}

/** Fetched with the first wall. */
const WallLook = lazyComponent(async () => (await import('./WallLook.tsx')).WallLook).Piece;

/** Ground round the rings, in CSS pixels: they lie over words. On a wall with a look they lie over nothing. */
const BITE_PX = 8;
/** So few of the source that are left ask for its next page. */
const NEAR_END = 8;

/** A room that plays one rifff after the other. */
export function ListenRoom({ row, source, entries, onSource, note, onNearEnd }: ListenRoomProps) {
  const { blendId, rounds, matchesTempo, matchesKey } = useSnapshot(listenOrder);
  const blend = blendOf(blendId);
  const { now, next, near } = row;
  const items = useMemo(() => near.map(({ item }) => item), [near]);
  const listened = useListening(items, blend.boundary, blend.bars, {
    firstId: now.ref.key,
    beforeStart: matchIn,
  });
  const own = useRowSkips(listened, row);
  const shownKey = own.shown.id;
  const shown = entryOf(shownKey) ?? now;
  useSync(now.ref.key, shownKey);
  const wall = useWall();
  const isQuiet = useQuiet(own.isPlaying && wall.isWall);
  useListeningKeys(own);
  useEffect(() => forgetMatches, []);

  const family = useMemo(() => familyOf(shown, entries), [shown, entries]);
  const [look, setLook] = useState<StageView['look'] | null>(null);
  const stage = useMemo(() => pieceStage(shown, family, look), [shown, family, look]);

  const following = next[0] ? entryOf(next[0].key) : undefined;
  const nextRifff = following?.item.rifff ?? null;
  const heard = useHeard(own.mix);
  const nextHeard = useMemo(() => {
    const wish = { tempo: matchesTempo, key: matchesKey };
    return nextRifff && matchedRifff(mixOf(nextRifff), matchTo(mixOf(nextRifff), heard, wish));
  }, [nextRifff, heard, matchesTempo, matchesKey]);
  // The one that a tap plays; while it plays the one after it.
  usePreload(own.isPlaying ? (nextHeard ?? heard) : heard);

  const sleepEnds = useRef<() => boolean>(() => false);
  const goOn = useGoOn({
    own,
    heard,
    next: nextHeard && following ? { key: following.ref.key, rifff: nextHeard } : null,
    rounds,
    blend,
    endsHere: () => sleepEnds.current(),
  });
  const sleep = useSleep(own.isPlaying, goOn.rest);
  sleepEnds.current = sleep.rifffEnds;
  const bring = useBring(near, own.show, listenSearch(source));
  useSession(shown, own.isPlaying, goOn.toggle, own);
  const openCast = useCast({
    rifff: heard,
    title: shown.ref.title,
    by: shown.ref.by,
    share: shown.share,
  });
  useListenCommands({ openCast, sleep });

  const isNearEnd = useMemo(() => {
    const last = next.findLast(({ isOwn }) => !isOwn)?.key ?? now.ref.key;
    const at = entries.findIndex(({ ref }) => ref.key === last);
    return at >= entries.length - NEAR_END;
  }, [entries, next, now]);
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);

  return (
    <article
      className={styles.room}
      data-quiet={isQuiet || undefined}
      data-wall={wall.isWall || undefined}
    >
      {wall.isWall && (
        <Later>
          <WallLook share={shown.share} next={following?.share ?? null} onLook={setLook} />
        </Later>
      )}
      <VisuallyHidden role="status">{announced(shown, following, own.isPlaying)}</VisuallyHidden>
      <div className={styles.rifff}>
        <TurningRifff
          placeId="listen"
          listening={{ ...own, togglePlay: goOn.toggle }}
          isInviting
          bitePx={look === null ? BITE_PX : 0}
          marginPx={marginOf(stage)}
          stage={stage}
        />
      </div>
      <ListenPanel
        entry={shown}
        next={next}
        family={family}
        own={own}
        order={{
          blend,
          setBlend: chooseBlend,
          rounds,
          setRounds: chooseRounds,
          matchesTempo,
          matchesKey,
          setMatch: chooseMatch,
        }}
        source={{ source, onChoose: onSource }}
        note={note}
        sleep={sleep}
        goOn={goOn}
        wall={wall}
        onBring={bring}
        onPart={(key) => {
          passOver(key);
          bring(key);
        }}
        onCast={openCast}
      />
    </article>
  );
}

/** The text that screen readers say: the entry that plays, and the next one. '' while nothing plays. */
function announced(shown: ListenEntry, next: ListenEntry | undefined, isPlaying: boolean): string {
  if (!isPlaying) return '';
  const after = next ? ` Next: ${next.ref.title} by ${next.ref.by}.` : '';
  return `Now: ${shown.ref.title} by ${shown.ref.by}.${after}`;
}

/** The parts of the piece that an entry belongs to, in the order of play. */
function familyOf({ ref }: ListenEntry, entries: readonly ListenEntry[]): readonly ListenEntry[] {
  const { part } = ref;
  if (!part) return [];
  return entries.filter((one) => one.ref.part?.winner === part.winner);
}

/** Puts what is heard on the device's own controls: cover, title, makers; next and previous, and nothing to seek in. */
function useSession(
  { ref, item, share }: ListenEntry,
  isPlaying: boolean,
  toggle: () => void,
  own: { hasNext: boolean; hasPrevious: boolean; skip(by: 1 | -1): void },
): void {
  const [drawn, setDrawn] = useState('');
  const cover = share?.image ? share.image_url : '';
  useEffect(() => {
    if (cover !== '') return;
    let isOver = false;
    // Drawn on the device where the server has none.
    void import('../parts/media/rifffPicture.ts')
      .then(({ rifffPicture }) => rifffPicture(item.rifff))
      .then(
        (picture) => isOver || setDrawn(picture),
        () => isOver || setDrawn(''),
      );
    return () => {
      isOver = true;
    };
  }, [cover, item]);
  useMediaSession({
    title: ref.title,
    artist: makersText(
      item.rifff,
      share ?? {
        user: item.rifff.userName,
        displayName: ref.by,
        creators: item.rifff.creators ?? [],
      },
      useNames(),
    ),
    artworkUrl: cover || drawn,
    isPlaying,
    onToggle: toggle,
    onNext: own.hasNext ? () => own.skip(1) : undefined,
    onPrevious: own.hasPrevious ? () => own.skip(-1) : undefined,
  });
}
