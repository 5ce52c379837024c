import { memo, useMemo } from 'react';
import { decodeBytes } from '../../../data/contract/loopData.ts';
import type { PlaylistItem } from '../../../data/contract/playlists.ts';
import { RifffDisc } from '../rings/RifffDisc.tsx';
import styles from './Playlist.module.css';

const BARS = 14;
/** Least height of a bar, as a share of the picture's. */
const LEAST = 0.08;

/** Bars of a wave from the middle outwards, as the path of a picture of 100 by 100. @param peaks base64 of bytes */
export function wavePath(peaks: string): string {
  const bytes = decodeBytes(peaks);
  const per = Math.max(1, Math.floor(bytes.length / BARS));
  const step = 100 / BARS;
  return Array.from({ length: BARS }, (_, bar) => {
    let most = 0;
    for (const byte of bytes.subarray(bar * per, (bar + 1) * per)) most = Math.max(most, byte);
    const high = 100 * Math.max(LEAST, (0.7 * most) / 255);
    return `M${(bar * step).toFixed(2)} ${(50 - high / 2).toFixed(1)}h${(step * 0.66).toFixed(2)}v${high.toFixed(1)}h-${(step * 0.66).toFixed(2)}z`;
  }).join('');
}

interface ItemPictureProps {
  item: PlaylistItem;
  sizePx: number;
}

/** What an item looks like: the rings of a rifff, the wave of a track, a dashed circle where it is gone. */
export const ItemPicture = memo(function ItemPicture({ item, sizePx }: ItemPictureProps) {
  const { type, data } = item;
  const path = useMemo(() => (type === 'track' && data ? wavePath(data.peaks) : ''), [type, data]);
  const size = { width: sizePx, height: sizePx };
  if (!data) return <span className={styles.gone} style={size} aria-hidden="true" />;
  if (type === 'audio') return <RifffDisc rifff={item.data!} sizePx={sizePx} />;
  return (
    <svg {...size} viewBox="0 0 100 100" className={styles.playlistWave} aria-hidden="true">
      <path d={path} fill="currentColor" />
    </svg>
  );
});
