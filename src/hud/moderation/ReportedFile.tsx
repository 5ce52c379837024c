import { useMemberFile } from '../parts/media/useMemberFile.ts';
import styles from './Moderation.module.css';

interface ReportedFileProps {
  url: string;
  isSound: boolean;
  label: string;
}

/** A picture or a voice that not everyone may have: fetched with the credential of this device, and let go with it. */
export function ReportedFile({ url, isSound, label }: ReportedFileProps) {
  const { held, isGone } = useMemberFile(url);
  if (isGone) return <p className="t13 muted">{label}: it could not be loaded.</p>;
  if (!held) return <p className="t13 muted">{label}: loading.</p>;
  if (!isSound) return <img src={held} alt={label} className={styles.reportedPicture} />;
  // biome-ignore lint/a11y/useMediaCaption: nobody wrote down what was said
  return <audio src={held} controls aria-label={label} className="wide" />;
}
