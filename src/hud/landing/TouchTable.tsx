import { useEngine } from '../EngineContext.tsx';
import styles from './Landing.module.css';

/** What fingers do on rings. */
const GESTURES = [
  { gesture: 'Tap', effect: 'mute' },
  { gesture: 'Tap twice', effect: 'solo' },
  { gesture: 'Drag out', effect: 'louder' },
  { gesture: 'Drag round', effect: 'pitch', needsPitch: true },
] as const;

/** The small table that says what can be touched; only what works. */
export function TouchTable() {
  const { features } = useEngine();
  const gestures = GESTURES.filter((one) => !('needsPitch' in one) || features.pitchShift);
  return (
    <section className={`${styles.touch} over`}>
      <h2 className="t18">Touch a ring</h2>
      <dl className={styles.rows}>
        {gestures.map(({ gesture, effect }) => (
          <div key={gesture} className={styles.pair}>
            <dt>{gesture}</dt>
            <dd className="muted">{effect}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
