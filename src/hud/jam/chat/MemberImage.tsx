import { useState } from 'react';
import { useMemberFile } from '../../parts/media/useMemberFile.ts';
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
  const { held, isGone } = useMemberFile(isForMember ? url : null);
  const [isBroken, setBroken] = useState(false);
  const source = isForMember ? held : url;
  if (isGone || isBroken) return <p className="t13 muted">The picture could not be loaded.</p>;
  const style = { aspectRatio: `${width} / ${height}` };
  if (!source) return <span className={styles.image} style={style} />;
  return (
    <a href={source} target="_blank" rel="noopener" className={styles.image} style={style}>
      <img
        className="block full coverFit"
        src={source}
        alt={label}
        decoding="async"
        loading="lazy"
        onError={() => setBroken(true)}
      />
    </a>
  );
}
