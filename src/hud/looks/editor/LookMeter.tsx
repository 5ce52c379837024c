import { useEffect, useRef, useState } from 'react';
import type { LookDocument } from '../../../data/contract/looks.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import styles from '../../parts/looks/Looks.module.css';
import type { MeterAnswer, MeterQuestion } from './meter.worker.ts';

/** A look is measured once it has rested for so long, in ms. */
const REST_MS = 500;
/** Flashes within a second that nobody is hurt by (WCAG 2.3.1). */
const MOST_FLASHES = 3;

/** The newest measure of a look with a rifff; null while there is none. */
function useMeasure(look: LookDocument, rifff: Rifff): MeterAnswer | null {
  const worker = useRef<Worker | null>(null);
  const number = useRef(0);
  const [answer, setAnswer] = useState<MeterAnswer | null>(null);
  useEffect(() => {
    const made = new Worker(new URL('./meter.worker.ts', import.meta.url), { type: 'module' });
    made.onmessage = ({ data }: MessageEvent<MeterAnswer>) => {
      if (data.number === number.current) setAnswer(data);
    };
    worker.current = made;
    return () => {
      worker.current = null;
      made.terminate();
    };
  }, []);
  useEffect(() => {
    number.current += 1;
    const question: MeterQuestion = { number: number.current, look, rifff };
    const timer = setTimeout(() => worker.current?.postMessage(question), REST_MS);
    return () => clearTimeout(timer);
  }, [look, rifff]);
  return answer;
}

const flashText = (flashes: number) =>
  flashes > MOST_FLASHES
    ? `${flashes} flashes in a second with this rifff: more than is safe. Try Calmer.`
    : flashes === 0
      ? 'No flashes with this rifff.'
      : `${flashes} of ${MOST_FLASHES} flashes in a second that are safe, with this rifff.`;

/** Flashes and cost of a look, measured on one turn of the rifff that it is seen with. */
export function LookMeter({ look, rifff }: { look: LookDocument; rifff: Rifff }) {
  const answer = useMeasure(look, rifff);
  const flashes = answer?.flashes ?? 0;
  return (
    <div className="grid gap4 t13">
      <p role="status" data-flashes={answer?.flashes}>
        {answer ? flashText(flashes) : 'Flashes are being counted.'}
      </p>
      <div
        className={styles.meter}
        aria-hidden="true"
        data-over={flashes > MOST_FLASHES || undefined}
      >
        {[1, 2, 3, 4, 5, 6].map((one) => (
          <span key={one} data-on={one <= flashes || undefined} />
        ))}
      </div>
      <p className="muted">
        {answer ? `Draws ${answer.cost.toFixed(1)} times as much as print.` : ' '}
      </p>
    </div>
  );
}
