import styles from './Landing.module.css';

/** What fingers do on rings; only what works. */
const GESTURES = [
  ['Tap', 'mute'],
  ['Tap twice', 'solo'],
  ['Drag out', 'louder'],
] as const;

/** The small table that says what can be touched. */
export function TouchTable() {
  return (
    <section className={`${styles.touch} over`}>
      <h2 className="t18">Touch a ring</h2>
      <dl className={styles.rows}>
        {GESTURES.map(([gesture, effect]) => (
          <div key={gesture} className={styles.pair}>
            <dt>{gesture}</dt>
            <dd className="muted">{effect}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
