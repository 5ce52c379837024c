import { useEffect, useState } from 'react';
import { stepText } from '../../../data/rules/jam/together.ts';
import { Button } from '../../system/Button.tsx';
import styles from './Room.module.css';
import { useLine } from './RoomLine.tsx';
import type { Together } from './useTogether.ts';

const LOOK_MS = 500;

/** When the first bar of the current sound was, in ms of this page's clock; tests compare it between two pages. */
function useBegan({ isOn, beganMs }: Together): number | null {
  const [began, setBegan] = useState<number | null>(null);
  useEffect(() => {
    if (!isOn) return setBegan(null);
    const timer = setInterval(() => setBegan(beganMs()), LOOK_MS);
    return () => clearInterval(timer);
  }, [isOn, beganMs]);
  return began;
}

/** Says who leads, or that there is no leader. */
function leadText({ isLead, leader, mayMove }: Together): string {
  if (isLead) return 'You lead: what you play, everybody hears.';
  if (leader) return `${leader} leads.`;
  return mayMove ? 'No one leads: what anyone plays is played for all.' : 'No one leads.';
}

/** Listening on the same beat as the others in the room: off until the reader chooses it. */
export function ListenTogether({ together }: { together: Together }) {
  const { link } = useLine();
  const { isOn, now, isLead, mayMove, join, leave, lead } = together;
  const began = useBegan(together);
  const isFree = isOn && now.state === 'free';
  return (
    <section
      className={styles.together}
      aria-label="Listen together"
      data-on={isOn || undefined}
      data-step={isOn ? now.state : 'off'}
      data-began-ms={began ?? undefined}
    >
      {isOn ? (
        <>
          <div className={styles.step}>
            <h2 className="t18">Together</h2>
            <span className="medium t13">{stepText(now)}</span>
          </div>
          <p className="t13 muted" role="status">
            {isFree && mayMove && !isLead
              ? 'Nothing plays in step yet. Play something, and the others hear it with you.'
              : leadText(together)}
          </p>
          <div className="row wrap gap8">
            {mayMove && (
              <Button size="xs" onClick={() => lead(!isLead)}>
                {isLead ? 'Give the lead back' : 'Take the lead'}
              </Button>
            )}
            <Button size="xs" variant={mayMove ? 'bare' : 'outlined'} onClick={leave}>
              Listen alone
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button size="xs" icon="loop" aria-disabled={!link} onClick={() => link && join()}>
            Listen together
          </Button>
        </div>
      )}
    </section>
  );
}
