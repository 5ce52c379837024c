import type { Rifff } from '../../data/contract/rifff.ts';
import { credits } from '../parts/listening/describeRifff.ts';
import { KeepMix } from '../parts/rings/KeepMix.tsx';
import { Button } from '../system/Button.tsx';
import styles from './Landing.module.css';

export interface CreditsProps {
  title: string;
  rifff: Rifff;
  /** Does the mix differ from the maker's? */
  isChanged: boolean;
  /** Slot that alone sounds, or −1. */
  solo: number;
  onReset(): void;
}

/** What sounds: one line per ring, from the outside in. */
export function Credits({ title, rifff, isChanged, solo, onReset }: CreditsProps) {
  return (
    <section className={`${styles.credits} over`}>
      <div className={styles.reset}>
        <KeepMix mix={rifff} title={title} isChanged={isChanged} size="xs" />
        {isChanged && (
          <Button size="xs" icon="reset" onClick={onReset}>
            Reset mix
          </Button>
        )}
      </div>
      <h2 className="t18">{title}</h2>
      <dl className={styles.rows}>
        {credits(rifff).map(({ slot, category, name, isOn }) => {
          const isSilent = !isOn || (solo >= 0 && solo !== slot);
          return (
            <div key={slot} className={styles.pair}>
              <dt className={isSilent ? 'muted' : undefined}>{category}</dt>
              <dd className="muted">{isOn ? name : 'muted'}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
