import { Part } from '../Part.tsx';
import styles from './Sections.module.css';

const HEADINGS = [
  ['t204', '204 / 162, 700', 'Goes', 'The one sentence of the landing'],
  ['t136', '136 / 108, 700', 'Round', 'Titles of a sheet'],
  ['t64', '64 / 56, 700', 'Late shift 2 480', 'Name of a room, score'],
  ['t40', '40 / 40, 700', 'Long way down', 'Name of the focused rifff'],
  ['t24', '24 / 28, 700', 'Hey, ninth bus', 'Title of a panel'],
] as const;

const BODY = [
  ['t18', '18 / 24, 500', 'Anyone may answer. The last loop came two minutes ago.'],
  ['t15', '15 / 20, 400', 'Anyone may answer. The last loop came two minutes ago.'],
  ['t13', '13 / 16, 400', '112.00 bpm, 4 bars, +1.2 dB, 21:14, E♭ Dorian'],
] as const;

/** The sizes of the one family. */
export function TypographySection() {
  return (
    <>
      <Part
        title="Headings"
        text="Special Gothic in 400, 500 and 700. Sentence case, no capitals, tight as type for a poster. The two largest shrink in narrow windows."
      >
        {HEADINGS.map(([name, figures, sample, use]) => (
          <div key={name} className={styles.type}>
            <span className="t13 muted">
              {figures}
              <br />
              {use}
            </span>
            <span className={`${name} ${styles.sample}`}>{sample}</span>
          </div>
        ))}
      </Part>
      <Part
        title="Body text"
        text="Nothing is smaller than 13. Numbers have figures of one width, a true minus and a thin space in thousands."
      >
        {BODY.map(([name, figures, sample]) => (
          <div key={name} className={styles.type}>
            <span className="t13 muted">{figures}</span>
            <span className={`${name} ${styles.sample}`}>{sample}</span>
          </div>
        ))}
        <div className={styles.type}>
          <span className="t13 muted">A paragraph</span>
          <div className={styles.column}>
            <p>
              A loop is a few bars of sound. Up to eight of them make a rifff, and a rifff goes
              round until somebody answers it. Names are <b>500</b> in a row and <b>700</b> in a
              button;{' '}
              <a href="#body-text" style={{ textDecoration: 'underline' }}>
                words that lead on
              </a>{' '}
              are underlined in running text.
            </p>
            <p className="muted">The second sentence is muted when it only explains the first.</p>
          </div>
        </div>
      </Part>
    </>
  );
}
