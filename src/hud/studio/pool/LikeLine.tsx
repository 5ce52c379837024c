import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { patchPool, pool } from '../../../data/stores/pool.ts';
import { IconButton } from '../../system/Button.tsx';
import styles from './Pool.module.css';

interface LikeLineProps {
  /** Takes the keyboard when the line goes. */
  onEnd(): void;
}

/** What the loops on show sound like, and the way back to all of them. It takes the keyboard when it comes. */
export function LikeLine({ onEnd }: LikeLineProps) {
  const { like } = useSnapshot(pool);
  const end = useRef<HTMLButtonElement>(null);
  const id = like?.id;
  const known = useRef(id);
  useEffect(() => {
    // What was on show before the page was opened takes nothing.
    if (id !== known.current) end.current?.focus();
    known.current = id;
  }, [id]);
  if (!like) return null;
  return (
    <p className={styles.like} role="status">
      <span className="fill truncate">
        Sounds like <strong>{like.name}</strong>
      </span>
      <IconButton
        ref={end}
        icon="close"
        size="xs"
        label="Show all loops again"
        onClick={() => {
          patchPool({ like: null });
          onEnd();
        }}
      />
    </p>
  );
}
