import { Button, IconButton } from '../system/Button.tsx';
import type { AnswerLink } from './useAnswerLink.ts';
import type { FollowNewest } from './useFollowNewest.ts';

/** Plays what an address leads to: what was asked, then what was answered. */
export function AnswerRow({ link }: { link: AnswerLink }) {
  const { who, hasQuestion, play, dismiss } = link;
  return (
    <div className="row gap4">
      <Button size="sm" icon="play" onClick={play}>
        {hasQuestion ? 'Question and answer' : `The answer of ${who}`}
      </Button>
      <IconButton size="sm" variant="bare" icon="close" label="Dismiss" onClick={dismiss} />
    </div>
  );
}

/** Goes along with the newest rifff, or stays with the one that was chosen. */
export function FollowButton({ following }: { following: FollowNewest }) {
  const { isOn, set } = following;
  return (
    <Button
      size="xs"
      variant={isOn ? 'bare' : 'outlined'}
      icon={isOn ? 'check' : 'skipForward'}
      aria-pressed={isOn}
      onClick={() => set(!isOn)}
    >
      Follow the newest
    </Button>
  );
}
