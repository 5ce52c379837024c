import { useDraggable, useDroppable } from '@dnd-kit/core';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { MAX_FADE_OUT_BARS, MAX_LOOP_COUNT } from '../../data/contract/constants.ts';
import type { PlaylistItem } from '../../data/contract/playlists.ts';
import { itemSeconds, whyNot } from '../../data/rules/playlist/playable.ts';
import { clockText, itemTitle } from '../../data/rules/playlist/view.ts';
import { personText } from '../../data/rules/sharing/credits.ts';
import { formatCount } from '../parts/controls/format.ts';
import { ItemPicture } from '../parts/playlist/ItemPicture.tsx';
import { Icon } from '../system/Icon.tsx';
import { Spinner } from '../system/Loading.tsx';
import { CountField } from './CountField.tsx';
import styles from './PlaylistRoom.module.css';
import { type ItemRowProps, Reactions, RowMenu } from './RowMenu.tsx';

const PICTURE_PX = 48;

/** The page of what an item plays: of its share, else the jam that it stands in. */
function pageOf({ shareId, jamId, data }: PlaylistItem): string | null {
  if (!data || jamId === null) return null;
  return shareId === null ? `/jams/${encodeURIComponent(jamId)}` : `/rifff/${shareId}`;
}

/** How it is played, in words, where its fields have no room. */
function howText({ type, loopCount, fadeOut }: PlaylistItem): string {
  const rounds = type === 'track' && loopCount === 1 ? '' : formatCount(loopCount, 'round');
  return [rounds, fadeOut > 0 && `${formatCount(fadeOut, 'bar')} fade`].filter(Boolean).join(', ');
}

/** One item of a playlist. */
export function ItemRow(props: ItemRowProps) {
  const { item, style, at, count, sound, mayMove, mayChange, mayReact, isNarrow, deeds } = props;
  const { id, user, displayName, loopCount, fadeOut, reactions } = item;
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({
    id,
    disabled: !mayMove,
  });
  const { setNodeRef: setTarget, isOver } = useDroppable({ id });
  const title = itemTitle(item);
  const trouble = whyNot(item);
  const seconds = itemSeconds(item);
  const page = pageOf(item);
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const isHandle = (event.target as Element).closest('[data-handle]') !== null;
    if (step === undefined || !mayMove || !(event.altKey || isHandle)) return;
    event.preventDefault();
    event.stopPropagation();
    props.onMove(id, at + step);
  };
  return (
    <li
      ref={setTarget}
      className={`row gap16 narrowGap12 lineOver bringsUp ${styles.item}`}
      data-sound={sound}
      data-gone={trouble !== '' || undefined}
      data-over={(isOver && !isDragging) || undefined}
      data-dragged={isDragging || undefined}
      style={transform ? { ...style, transform: `translateY(${transform.y}px)` } : style}
      data-item={id}
      aria-posinset={at + 1}
      aria-setsize={count}
      onKeyDown={keys}
    >
      {mayMove ? (
        <button
          ref={setNodeRef}
          type="button"
          className={`hoverPaper focusInside ${styles.handle}`}
          aria-label={`Move ${title}, number ${at + 1}`}
          aria-describedby={attributes['aria-describedby']}
          data-handle={id}
          onPointerDown={listeners?.onPointerDown as ((event: unknown) => void) | undefined}
        >
          <Icon name="menu" size={16} />
        </button>
      ) : (
        <span className={`${styles.number} t13 muted`}>{at + 1}</span>
      )}
      <button
        type="button"
        className={`bringsUp ${styles.picture}`}
        aria-label={`${sound === 'playing' ? 'Pause' : 'Play'} ${title}`}
        aria-busy={sound === 'loading' || undefined}
        disabled={trouble !== ''}
        onClick={() => props.onPlay(id)}
      >
        <ItemPicture item={item} sizePx={PICTURE_PX} />
        {trouble === '' && (
          <span className={`comesUp ${styles.playDisc}`} data-shown={sound !== 'none' || undefined}>
            {sound === 'loading' ? (
              <Spinner size={14} />
            ) : (
              <Icon name={sound === 'playing' ? 'pause' : 'play'} size={14} />
            )}
          </span>
        )}
      </button>
      <span className={styles.words}>
        <span
          className={`${sound === 'none' ? 'medium' : 'bold'} ${sound === 'playing' ? 'thickUnderline' : ''} ${trouble ? 'muted' : ''} truncate`}
          title={title}
        >
          {page ? (
            <Link to={page} className="thickLine hoverUnderline">
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
        <span className="t13 muted truncate">
          {trouble ||
            [personText(displayName || user), isNarrow && howText(item)].filter(Boolean).join(', ')}
        </span>
      </span>
      {!isNarrow && (
        <Reactions
          reactions={reactions}
          title={title}
          mayReact={mayReact}
          onReact={(reaction) => deeds.react(item, reaction)}
        />
      )}
      {!isNarrow &&
        (mayChange && item.data ? (
          <span className="flex gap8 rigid">
            <CountField
              label={`Times that ${title} is played`}
              value={loopCount}
              min={1}
              max={MAX_LOOP_COUNT}
              unit={loopCount === 1 ? 'round' : 'rounds'}
              onCommit={(value) => deeds.change({ itemId: id, loopCount: value })}
            />
            <CountField
              label={`Bars over which ${title} fades out`}
              value={fadeOut}
              min={0}
              max={MAX_FADE_OUT_BARS}
              unit={fadeOut === 1 ? 'bar fade' : 'bars fade'}
              onCommit={(value) => deeds.change({ itemId: id, fadeOut: value })}
            />
          </span>
        ) : (
          <span className={`${styles.how} t13 muted`}>{howText(item)}</span>
        ))}
      <span className={`${styles.length} muted`}>{seconds !== null && clockText(seconds)}</span>
      <RowMenu {...props} title={title} />
    </li>
  );
}
