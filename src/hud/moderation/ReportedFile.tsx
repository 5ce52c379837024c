import { useEffect, useState } from 'react';
import { trackSound } from '../../data/queries/tracks.ts';
import styles from './Moderation.module.css';

interface ReportedFileProps {
  url: string;
  isSound: boolean;
  label: string;
}

/** A picture or a voice that not everyone may have: fetched with the credential of this device, and let go with it. */
export function ReportedFile({ url, isSound, label }: ReportedFileProps) {
  const [held, setHeld] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  useEffect(() => {
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
  }, [url]);
  if (isGone) return <p className="t13 muted">{label}: it could not be loaded.</p>;
  if (!held) return <p className="t13 muted">{label}: loading.</p>;
  if (!isSound) return <img src={held} alt={label} className={styles.reportedPicture} />;
  // biome-ignore lint/a11y/useMediaCaption: nobody wrote down what was said
  return <audio src={held} controls aria-label={label} className={styles.reportedSound} />;
}
