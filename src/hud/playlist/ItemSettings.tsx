import { MAX_FADE_OUT_BARS, MAX_LOOP_COUNT, TRACK_BAR_SEC } from '../../data/contract/constants.ts';
import type { PlaylistItem } from '../../data/contract/playlists.ts';
import { itemSeconds } from '../../data/rules/playlist/playable.ts';
import { clockText, itemTitle } from '../../data/rules/playlist/view.ts';
import { Dialog } from '../system/Dialog.tsx';
import { CountField } from './CountField.tsx';
import styles from './PlaylistRoom.module.css';
import type { ItemDeeds } from './useItemDeeds.ts';

interface ItemSettingsProps {
  item: PlaylistItem;
  change: ItemDeeds['change'];
  onClose(): void;
}

/** How often an item is played and how it ends, where its row has no room for that. */
export function ItemSettings({ item, change, onClose }: ItemSettingsProps) {
  const { id, type, loopCount, fadeOut } = item;
  const seconds = itemSeconds(item);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={itemTitle(item)}
      description={seconds === null ? undefined : `Plays for ${clockText(seconds)}`}
    >
      <div className={styles.settings}>
        <CountField
          label="Played"
          hasLabel
          value={loopCount}
          min={1}
          max={MAX_LOOP_COUNT}
          unit={loopCount === 1 ? 'round' : 'rounds'}
          onCommit={(value) => change({ itemId: id, loopCount: value })}
        />
        <CountField
          label="Fades out over"
          hasLabel
          value={fadeOut}
          min={0}
          max={MAX_FADE_OUT_BARS}
          unit={fadeOut === 1 ? 'bar' : 'bars'}
          onCommit={(value) => change({ itemId: id, fadeOut: value })}
        />
      </div>
      {type === 'track' && (
        <p className="t13 muted">A bar of a track counts as {TRACK_BAR_SEC} seconds.</p>
      )}
    </Dialog>
  );
}
