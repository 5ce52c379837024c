import { useEffect, useState } from 'react';
import { trackSound } from '../../../data/queries/tracks.ts';
import styles from './Chat.module.css';

interface MemberImageProps {
  url: string;
  width: number;
  height: number;
  /** Only a member may see it: it is fetched with the credential of this device. */
  isForMember: boolean;
  label: string;
}

/** A picture of the talk, in its own proportion from the start; opens whole in another window. */
export function MemberImage({ url, width, height, isForMember, label }: MemberImageProps) {
  const [held, setHeld] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    if (!isForMember) return;
    let address: string | null = null;
    let isHere = true;
    trackSound(url).then(
      (blob) => {
        if (!isHere) return;
        address = URL.createObjectURL(blob);
        setHeld(address);
      },
      () => isHere && setGone(true),
    );
    return () => {
      isHere = false;
      if (address) URL.revokeObjectURL(address);
    };
  }, [url, isForMember]);
  const source = isForMember ? held : url;
  if (isGone) return <p className="t13 muted">The picture could not be loaded.</p>;
  const style = { aspectRatio: `${width} / ${height}` };
  if (!source) return <span className={styles.image} style={style} />;
  return (
    <a href={source} target="_blank" rel="noopener" className={styles.image} style={style}>
      <img src={source} alt={label} decoding="async" loading="lazy" onError={() => setGone(true)} />
    </a>
  );
}
