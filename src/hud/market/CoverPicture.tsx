import { useState } from 'react';
import { Skeleton } from '../system/Loading.tsx';
import styles from './Market.module.css';

interface CoverPictureProps {
  url: string;
  /** Empty where the title stands beside it. */
  alt: string;
}

/** The cover of a token whose rings are gone; an empty disc where that is missing too. */
export function CoverPicture({ url, alt }: CoverPictureProps) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) {
    return (
      <span className={styles.cover}>
        <Skeleton shape="disc" width="100%" height="100%" />
      </span>
    );
  }
  return (
    <img
      className={styles.cover}
      src={url}
      alt={alt}
      loading="lazy"
      onError={() => setMissing(true)}
    />
  );
}
