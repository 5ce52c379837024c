import { useFollow } from '../../../data/queries/people.ts';
import { notify } from '../../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../system/Button.tsx';
import { useIsPupil, useLoginHref, useLoginWords, useMember } from './useReader.ts';

interface FollowButtonProps {
  userId: string;
  displayName: string;
  isFollowed: boolean;
  size?: ButtonSize;
  /** How it looks while they are not followed. */
  variant?: ButtonVariant;
}

/** Follows or unfollows a person at once. Visitors are led to sign in and back. Not shown on one's own page. */
export function FollowButton(props: FollowButtonProps) {
  const { userId, displayName, isFollowed, size = 'sm', variant = 'outlined' } = props;
  const member = useMember();
  const isPupil = useIsPupil();
  const loginHref = useLoginHref();
  const loginWords = useLoginWords();
  const follow = useFollow(userId, (error) => notify(troubleOf(readFailure(error))));
  const name = displayName || userId;
  if (member === userId || isPupil) return null;
  if (member === '') {
    const label = `Follow ${name}: ${loginWords.toLowerCase()} first`;
    return (
      <Button size={size} variant={variant} to={loginHref} aria-label={label}>
        Follow
      </Button>
    );
  }
  return (
    <Button
      size={size}
      variant={isFollowed ? 'outlined' : variant}
      icon={isFollowed ? 'check' : undefined}
      aria-label={isFollowed ? `Following ${name}, unfollow` : `Follow ${name}`}
      onClick={() => follow.mutate(!isFollowed)}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}
