import { useEffect, useRef, useState } from 'react';
import type { LookDocument } from '../../../data/contract/looks.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { Progress } from '../../system/Progress.tsx';
import type { MeterAnswer, MeterQuestion } from './meter.worker.ts';

/** A look is measured once it has rested for so long, in ms. */
const REST_MS = 500;
/** Most flashes within a second that are safe (WCAG 2.3.1). */
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
    ? 'These are more flashes than is safe. Try Calmer.'
    : 'Three flashes in a second are the most that is safe.';

const STRIPE_TEXT =
  'Its stripes are over more of the screen than is safe, so it cannot be shown to others. ' +
  'Make its layers smaller, or take one out.';

/** Flashes and cost of a look, measured on one turn of the rifff that it is seen with, and whether it has stripes. */
export function LookMeter({ look, rifff }: { look: LookDocument; rifff: Rifff }) {
  const answer = useMeasure(look, rifff);
  return (
    <div className="grid gap8 t13" data-flashes={answer?.flashes}>
      <Progress
        label="Flashes in a second"
        value={answer && answer.flashes / MOST_FLASHES}
        text={answer ? `${answer.flashes} of ${MOST_FLASHES}` : 'being counted'}
      />
      <p role="status" className="muted">
        {answer
          ? `${flashText(answer.flashes)} ${answer.isStriped ? `${STRIPE_TEXT} ` : ''}It draws ${answer.cost.toFixed(1)} times as much as print.`
          : ''}
      </p>
    </div>
  );
}
