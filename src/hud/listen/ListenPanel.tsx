import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import { transport } from '../../audio/state/transport.ts';
import type { ListenEntry, ListenRef } from '../../data/rules/listening/entry.ts';
import { askForPlaylist } from '../../data/stores/addToPlaylist.ts';
import { useLoadingSentence } from '../parts/listening/describeRifff.ts';
import { KeepMix, ResetMix, useRemix } from '../parts/listening/MixActions.tsx';
import { RingCredits } from '../parts/listening/RingCredits.tsx';
import type { Listening } from '../parts/listening/useListening.ts';
import { Byline } from '../parts/shares/Byline.tsx';
import { LikeButton } from '../parts/shares/LikeButton.tsx';
import { Button, IconButton } from '../system/Button.tsx';
import { FamilyTree } from './FamilyTree.tsx';
import styles from './Listen.module.css';
import { ListenOrder, type Order } from './ListenOrder.tsx';
import { PieceLines } from './Piece.tsx';
import { QueueList } from './QueueList.tsx';
import { SourceBar, type SourceBarProps } from './SourceBar.tsx';
import type { GoOn } from './useGoOn.ts';
import { SOURCE_ID } from './useListenCommands.ts';
import type { Sleep } from './useSleep.ts';
import type { Wall } from './useWall.ts';

export interface ListenPanelProps {
  entry: ListenEntry;
  next: readonly ListenRef[];
  /** Parts of the piece that it belongs to; empty for none. */
  family: readonly ListenEntry[];
  own: Listening;
  order: Order;
  source: SourceBarProps;
  /** Said under the source. */
  note: string;
  sleep: Sleep;
  goOn: GoOn;
  wall: Wall;
  /** Plays something of the queue. */
  onBring(key: string): void;
  /** Goes on with the piece from one of its parts. */
  onPart(key: string): void;
  /** Opens another window with the picture. */
  onCast(): void;
}

/** What is heard, who made it, what comes next, and how. */
export function ListenPanel(props: ListenPanelProps) {
  const { entry, next, family, own, order, source, note, sleep, goOn, wall } = props;
  const { solo } = useSnapshot(mixer);
  const { load } = useSnapshot(transport);
  const { shown, mix } = own;
  const trouble = useLoadingSentence(mix);
  const { isWall, setWall } = wall;
  const isComing = own.pendingId !== null && own.pendingId !== shown.id;
  const word = isComing ? (load === 'loading' ? 'Loading' : 'Coming in') : 'Next';
  return (
    <div className={`${styles.panel} over`}>
      <header>
        <h1 className={`${styles.title} clamp`} title={shown.title}>
          <Link to={pageOf(entry)} className={`hoverUnderline ${styles.titleLink}`}>
            {shown.title}
          </Link>
        </h1>
        <div className={styles.byRow}>
          {entry.share ? (
            <Byline share={entry.share} className={styles.by} hasDemoMark />
          ) : (
            <p className={styles.by}>{entry.ref.by}</p>
          )}
          {!isWall && (
            <IconButton
              icon="list"
              label="Add to playlist"
              aria-haspopup="dialog"
              onClick={() =>
                askForPlaylist({
                  itemId: shown.rifff._id,
                  jamId: entry.ref.jamId,
                  title: entry.ref.title,
                })
              }
            />
          )}
        </div>
        {entry.ref.part && <PieceLines entry={entry} family={family} />}
      </header>
      {family.length > 1 && !isWall && (
        <FamilyTree family={family} nowKey={entry.ref.key} onChoose={props.onPart} />
      )}
      <div className={styles.credits}>
        <RingCredits
          rifff={mix}
          solo={solo}
          isShort={isWall}
          licence={entry.share?.license ?? mix.license}
        />
      </div>
      <ListenControls entry={entry} own={own} wall={wall} />
      {goOn.hasGivenUp ? (
        <p className={`${styles.status} t13`} role="status">
          None of the last rifffs could be loaded.{' '}
          <Button size="xs" icon="reset" onClick={goOn.tryAgain}>
            Try again
          </Button>
        </p>
      ) : (
        <p className={`${styles.status} t13 muted`} role="status">
          {trouble}
        </p>
      )}
      <div className={styles.settings} hidden={isWall}>
        <div id={SOURCE_ID}>
          <SourceBar {...source} />
        </div>
        {note && (
          <p className="top12 t13 muted" role="status">
            {note}
          </p>
        )}
        {next.length > 0 && !isWall && (
          <QueueList next={next} word={word} onChoose={props.onBring} />
        )}
        <ListenOrder
          order={order}
          sleep={sleep}
          onWall={() => setWall(true)}
          onCast={props.onCast}
        />
      </div>
    </div>
  );
}

/** The page of what is heard: of the share, or of the jam that it stands in. */
function pageOf({ ref }: ListenEntry): string {
  return ref.shareId === null ? `/jams/${encodeURIComponent(ref.jamId)}` : `/rifff/${ref.shareId}`;
}

/** What can be done with the rifff that is heard; on a wall only what goes on. */
function ListenControls({ entry, own, wall }: Pick<ListenPanelProps, 'entry' | 'own' | 'wall'>) {
  const remix = useRemix();
  const { shown, mix } = own;
  return (
    <div className={`row wrap gap8 top24 ${styles.controls}`}>
      <IconButton
        icon="skipBack"
        label="Previous rifff"
        size="lg"
        variant="outlined"
        disabled={!own.hasPrevious}
        onClick={() => own.skip(-1)}
      />
      <IconButton
        icon="skipForward"
        label="Next rifff"
        size="lg"
        variant="outlined"
        disabled={!own.hasNext}
        onClick={() => own.skip(1)}
      />
      {entry.share && <LikeButton share={entry.share} size="lg" />}
      {wall.isWall ? (
        <IconButton
          icon="close"
          label="Leave the wall"
          size="lg"
          variant="outlined"
          onClick={() => wall.setWall(false)}
        />
      ) : (
        <>
          <Button size="md" icon="branch" onClick={() => void remix(mix, shown.title)}>
            Remix
          </Button>
          <ResetMix own={own} size="md" />
          <KeepMix mix={mix} title={shown.title} isChanged={own.isChanged} />
        </>
      )}
    </div>
  );
}
