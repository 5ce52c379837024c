import { REACTIONS, type Reaction } from '../../data/contract/chat.ts';
import type { PlaylistItem } from '../../data/contract/playlists.ts';
import { addToPlaylistItem } from '../parts/playlist/addItem.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { Menu, type MenuItem } from '../system/Menu.tsx';
import styles from './PlaylistRoom.module.css';
import type { ItemDeeds } from './useItemDeeds.ts';

export interface ItemRowProps {
  item: PlaylistItem;
  /** Where the row stands in the list. */
  style: { top: number };
  /** From 0. */
  at: number;
  count: number;
  /** What it does now. */
  sound: 'none' | 'loading' | 'playing' | 'paused';
  /** May the reader change the order? */
  mayMove: boolean;
  /** May the reader say how it is played, and take it out? */
  mayChange: boolean;
  /** May the reader react? False for visitors: a row does not ask them to sign in. */
  mayReact: boolean;
  isNarrow: boolean;
  deeds: Pick<ItemDeeds, 'change' | 'react'>;
  onPlay(itemId: string): void;
  onMove(itemId: string, to: number): void;
  onRemove(item: PlaylistItem, at: number): void;
  onSettings(item: PlaylistItem): void;
}

interface ReactionsProps {
  reactions: PlaylistItem['reactions'];
  title: string;
  mayReact: boolean;
  onReact(reaction: Reaction): void;
}

/** What people gave an item; a tap gives the same, or takes it back. */
export function Reactions({ reactions, title, mayReact, onReact }: ReactionsProps) {
  if (reactions.length === 0) return null;
  return (
    <ul className={styles.reactions} aria-label={`Reactions to ${title}`}>
      {reactions.map(({ reaction, count, isOwn }) => (
        <li key={reaction}>
          <Button
            size="xxs"
            aria-pressed={isOwn}
            aria-label={`${reaction}, ${count}`}
            disabled={!mayReact}
            variant={isOwn ? 'filled' : 'outlined'}
            onClick={() => onReact(reaction as Reaction)}
          >
            {reaction} {count}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Everything that can be done with an item, for fingers and keys. */
export function RowMenu(props: ItemRowProps & { title: string }) {
  const { item, at, count, mayMove, mayChange, mayReact, deeds, title } = props;
  const { id, data, reactions } = item;
  const rows: MenuItem[] = [];
  if (mayMove) {
    const move = (to: number) => () => props.onMove(id, to);
    rows.push(
      {
        id: 'up',
        title: 'Move up',
        icon: 'chevronUp',
        keys: 'Alt ↑',
        disabled: at === 0,
        run: move(at - 1),
      },
      {
        id: 'down',
        title: 'Move down',
        icon: 'chevronDown',
        keys: 'Alt ↓',
        disabled: at === count - 1,
        run: move(at + 1),
      },
      { id: 'top', title: 'Move to the top', icon: 'skipBack', disabled: at === 0, run: move(0) },
    );
  }
  if (mayChange && data) {
    rows.push({
      id: 'settings',
      title: 'Times and fade-out',
      icon: 'sliders',
      run: () => props.onSettings(item),
    });
  }
  const { itemId, jamId } = item;
  if (itemId !== null && jamId !== null) rows.push(addToPlaylistItem({ itemId, jamId, title }));
  if (mayReact) {
    for (const reaction of REACTIONS) {
      const given = reactions.find((one) => one.reaction === reaction);
      const total = given ? ` ${given.count}` : '';
      rows.push({
        id: reaction,
        title: `${given?.isOwn ? 'Take back' : 'React'} ${reaction}${total}`,
        run: () => deeds.react(item, reaction),
      });
    }
  }
  if (mayChange) {
    rows.push({
      id: 'remove',
      title: 'Take out',
      icon: 'bin',
      run: () => props.onRemove(item, at),
    });
  }
  if (rows.length === 0) return <span className={styles.noMenu} />;
  return (
    <Menu
      label={title}
      align="end"
      items={rows}
      trigger={<IconButton icon="more" size="sm" label={`More about ${title}`} />}
    />
  );
}
