import { useState } from 'react';
import styles from './Loading.module.css';

interface AvatarProps {
  /** Name as it is shown; its first letter stands for it. */
  name: string;
  /** Address of the picture; without one, or when it does not come, the initial stands in. */
  src?: string | null;
  /** Side in CSS pixels. */
  size?: number;
  /** It is a program and no person: rings stand for it. */
  isProgram?: boolean;
}

/** First letter or digit of a name, in capitals; nothing for a name without any. */
export function initialOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '';
}

/**
 * A person: an initial in a disc of paper, or their picture as a square sheet (discs are for initials).
 * Silent to screen readers: the name stands beside it or labels what it is in.
 */
export function Avatar({ name, src, size = 40, isProgram }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const side = { width: size, height: size };
  if (isProgram) return <span className={styles.program} style={side} aria-hidden="true" />;
  if (src && src !== failed) {
    return (
      <img
        className={styles.picture}
        style={side}
        width={size}
        height={size}
        src={src}
        alt=""
        decoding="async"
        onError={() => setFailed(src)}
      />
    );
  }
  const fontSize = Math.max(12, Math.round(size * 0.45));
  return (
    <span className={styles.avatarDisc} style={{ ...side, fontSize }} aria-hidden="true">
      {initialOf(name)}
    </span>
  );
}
