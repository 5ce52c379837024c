import { Link } from 'react-router';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { useLike } from '../../../data/queries/feed.ts';
import { countText } from '../../../data/rules/site/locale.ts';
import { notify } from '../../../data/stores/ui.ts';
import { Icon } from '../../system/Icon.tsx';
import styles from './Shares.module.css';
import { useIsPupil, useLoginHref, useLoginWords, useMember } from './useReader.ts';

export interface LikeButtonProps {
  share: SharedRifff;
  size?: 'sm' | 'lg';
}

/** A heart with its count. Visitors are led to sign in and back, guests of a room to sign up. */
export function LikeButton({ share, size = 'sm' }: LikeButtonProps) {
  const member = useMember();
  const isPupil = useIsPupil();
  const loginHref = useLoginHref();
  const loginWords = useLoginWords();
  const like = useLike(share._id, (error) => notify(`The like was not kept: ${error.message}`));
  const { liked_by_current_user: isLiked, react_counts: counts, title } = share;
  // As it stands there: who speaks to a control says what they read.
  const likes = `${countText(counts.like)} ${counts.like === 1 ? 'like' : 'likes'}`;
  const name = title || 'this rifff';
  const className = `hoverRaised2 ${styles.like} ${styles[size]}`;
  const inside = (
    <>
      <Icon name={isLiked ? 'heart' : 'heartLine'} size={size === 'lg' ? 24 : 16} />
      <span aria-hidden="true">{countText(counts.like)}</span>
    </>
  );
  if (isPupil) {
    return (
      <span className={className} role="img" aria-label={likes}>
        {inside}
      </span>
    );
  }
  if (!member) {
    return (
      <Link
        to={loginHref}
        className={className}
        data-deed="like"
        aria-label={`${loginWords} to like ${name}, ${likes}`}
      >
        {inside}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={className}
      data-deed="like"
      aria-pressed={isLiked}
      aria-label={`Like ${name}, ${likes}`}
      onClick={() => like.mutate(!isLiked)}
    >
      {inside}
    </button>
  );
}
