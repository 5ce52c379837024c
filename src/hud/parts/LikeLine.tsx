import { useEffect, useRef } from 'react';
import { IconButton } from '../system/Button.tsx';
import page from './Page.module.css';

interface LikeLineProps {
  /** The loop that the loops on show sound like; null where they are any. */
  like: { readonly id: string; readonly name: string } | null;
  /** What the way back is called. */
  endLabel: string;
  onEnd(): void;
}

/** What the loops on show sound like, and the way back. It takes the keyboard when another loop is chosen. */
export function LikeLine({ like, endLabel, onEnd }: LikeLineProps) {
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
    <p className={page.like} role="status">
      <span className="fill truncate" title={like.name}>
        Sounds like <strong>{like.name}</strong>
      </span>
      <IconButton ref={end} icon="close" size="xs" label={endLabel} onClick={onEnd} />
    </p>
  );
}
