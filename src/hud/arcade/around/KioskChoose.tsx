import { useEffect, useRef } from 'react';
import type { ArcadeMode } from '../../../data/contract/arcade.ts';
import { MODE_TITLES } from '../../../data/rules/arcade/scoreText.ts';
import { Button } from '../../system/Button.tsx';
import styles from './Result.module.css';

interface KioskChooseProps {
  brief: string;
  onChoose(mode: ArcadeMode): void;
  onBack(): void;
}

/** The choice between the two ways to play, explained for a first visit. */
export function KioskChoose({ brief, onChoose, onBack }: KioskChooseProps) {
  const ways: readonly (readonly [ArcadeMode, string])[] = [
    ['explorer', 'Collect loops that you like, and leave with a rifff of your own.'],
    ['mission', brief || 'A brief for today, the same for everybody, and a score.'],
  ];
  const first = useRef<HTMLButtonElement>(null);
  // A visitor with a keyboard or a gamepad starts from the first button.
  useEffect(() => first.current?.focus(), []);
  return (
    <section className={`${styles.choose} over`}>
      <h1 className={`huge ${styles.big}`}>What shall it be?</h1>
      <ul className={styles.choices}>
        {ways.map(([mode, words], at) => (
          <li key={mode} className="lineBelow">
            <button
              ref={at === 0 ? first : undefined}
              type="button"
              className={styles.choice}
              onClick={() => onChoose(mode)}
            >
              <span className="t40">{MODE_TITLES[mode]}</span>
              <span className="t18">{words}</span>
            </button>
          </li>
        ))}
      </ul>
      <Button size="lg" icon="arrowLeft" onClick={onBack}>
        Back
      </Button>
    </section>
  );
}
