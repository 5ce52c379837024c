import { useState } from 'react';
import { Button } from '../../system/Button.tsx';
import { Skeleton, Spinner } from '../../system/Loading.tsx';
import { Progress } from '../../system/Progress.tsx';
import { Part } from '../Part.tsx';
import { Specimen, Specimens } from '../Specimen.tsx';
import styles from './Sections.module.css';

function Bars() {
  const [done, setDone] = useState(3);
  return (
    <Specimens columnPx={280}>
      <Specimen title="Known">
        <Progress label="Loops sent" value={done / 8} text={`${done} of 8`} />
      </Specimen>
      <Specimen title="Done">
        <Progress label="Loops sent" value={1} />
      </Specimen>
      <Specimen title="Unknown">
        <Progress label="Waiting for the server" value={null} />
      </Specimen>
      <Specimen title="One more">
        <Button size="xs" onClick={() => setDone((done + 1) % 9)}>
          Step
        </Button>
      </Specimen>
    </Specimens>
  );
}

/** What stands there meanwhile. */
export function LoadingSection() {
  return (
    <>
      <Part
        title="Skeleton"
        text="A flat bar for words, a dashed circle for a rifff. Nothing pulses."
      >
        <div className={styles.row}>
          <Skeleton shape="disc" width={96} />
          <div style={{ display: 'grid', gap: 12 }}>
            <Skeleton width={208} height={15} />
            <Skeleton width={136} height={13} />
          </div>
        </div>
      </Part>
      <Part title="Spinner" text="A disc whose notch goes round, with words beside it.">
        <div className={styles.row}>
          {[16, 24, 48].map((size) => (
            <Spinner key={size} size={size} />
          ))}
          <span className="muted">Loading the room</span>
        </div>
      </Part>
      <Part
        title="Progress"
        text="For what has an end. The bar on top of the window is the same for pages."
      >
        <Bars />
      </Part>
    </>
  );
}
