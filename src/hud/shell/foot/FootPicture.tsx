import { useEffect, useRef } from 'react';
import { subscribe } from 'valtio/vanilla';
import { MASTER_ROW, telemetryRef } from '../../../audio/engine/telemetry.ts';
import { playlist } from '../../../audio/state/playlist.ts';
import type { PlaylistItem } from '../../../data/contract/playlists.ts';
import { onFrame } from '../../../data/stores/frameLoop.ts';
import { ItemPicture } from '../../parts/playlist/ItemPicture.tsx';
import { useMedia } from '../../parts/useMedia.ts';
import styles from './Foot.module.css';

/** Share of its size by which a picture follows the level, as rings do. */
const SWELL = 0.06;

/** What plays, small and alive: it swells with the level, and a rifff has its notch at the beat. */
export function FootPicture({ item, sizePx }: { item: PlaylistItem; sizePx: number }) {
  const picture = useRef<HTMLSpanElement>(null);
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isRifff = item.type === 'audio';
  useEffect(() => {
    const turn = onFrame('readouts', () => {
      const style = picture.current?.style;
      const { hasTelemetry } = playlist;
      const isPlaying = playlist.status === 'playing';
      const { levels, phase } = telemetryRef.current;
      if (picture.current) picture.current.dataset.live = String(hasTelemetry);
      const level = isPlaying && !isStill ? Math.min(1, 2 * (levels[MASTER_ROW] ?? 0)) : 0;
      style?.setProperty('--swell', (1 - SWELL + SWELL * level).toFixed(3));
      // Without motion the notch steps.
      const turns = isStill ? Math.floor(phase * 16) / 16 : phase;
      style?.setProperty('--turn', `${turns.toFixed(4)}turn`);
      return isPlaying;
    });
    const unsubscribe = subscribe(playlist, turn.wake);
    turn.wake();
    return () => {
      unsubscribe();
      turn.stop();
    };
  }, [isStill]);
  return (
    <span
      ref={picture}
      className={`relative block rigid ${styles.picture}`}
      style={{ width: sizePx, height: sizePx }}
    >
      <span className={styles.swelling}>
        <ItemPicture item={item} sizePx={sizePx} />
      </span>
      {isRifff && item.data && <span className={styles.turning} />}
    </span>
  );
}
