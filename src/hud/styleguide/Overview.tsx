import { Link } from 'react-router';
import { Button } from '../system/Button.tsx';
import styles from './Overview.module.css';
import { RingPicture } from './RingPicture.tsx';
import { type SheetState, sampleRings } from './ringSheet.ts';
import { GUIDE_SECTIONS } from './sections.ts';

const ART_PX = 400;
const ART_RINGS = sampleRings(7);
const ART_STATE: SheetState = { notch: 0.12 };

/** What holds everywhere, and where to find the rest. */
export function Overview() {
  return (
    <>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>
            Printed
            <br />
            matter
          </h2>
          <p className={`${styles.lead} t18`}>
            Ink is for loops, everything else is paper on ground, and energy is geometry, never
            light.
          </p>
          <Button to="/stylev3" icon="expand">
            All of it on one sheet
          </Button>
        </div>
        <div className={styles.art}>
          <RingPicture rings={ART_RINGS} sizePx={ART_PX} state={ART_STATE} />
        </div>
      </div>
      <ul>
        {GUIDE_SECTIONS.map(({ id, title, text }) => (
          <li key={id}>
            <Link to={`/styleguide/${id}`} className={styles.row}>
              <span className={styles.name}>{title}</span>
              <span className="muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
