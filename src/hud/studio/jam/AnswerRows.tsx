/** What is to be chosen about an answer in a room, over and beside the rings. */
import { Button, IconButton } from '../../system/Button.tsx';
import type { Answer, Newer } from '../surface/useAnswer.ts';
import styles from './JamPage.module.css';
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

/** Follows the newest rifff, or stays with the chosen one. */
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

/** What sounds: the jam, or the answer that is being made. */
export function HearSwitch({ answer }: { answer: Answer }) {
  const { isHeard, listenTo } = answer;
  return (
    <fieldset className={styles.hear} aria-label="What you hear">
      <Button size="xs" aria-pressed={!isHeard} onClick={() => listenTo('list')}>
        Hear the jam
      </Button>
      <Button size="xs" aria-pressed={isHeard} onClick={() => listenTo('draft')}>
        Hear mine
      </Button>
    </fieldset>
  );
}

/** A newer rifff came: the answer goes on from it, or stays with the older one. */
export function NewerRow({ newer }: { newer: Newer }) {
  const { entry, goOn, stay } = newer;
  return (
    <div className={`row wrap gap8 ${styles.newer}`} role="status">
      <span className="medium">{entry.title} came</span>
      <Button size="xs" onClick={goOn}>
        Go on from it
      </Button>
      <Button size="xs" variant="bare" onClick={stay}>
        Stay
      </Button>
    </div>
  );
}
