/** Measures looks beside the page. A newer question ends the one before it. */
import type { LookDocument } from '../../../data/contract/looks.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { rifffBars } from '../../../data/rules/time/timing.ts';
import { type LookMeasure, measureLook } from '../../../drawing/jam/measureLook.ts';
import { judgeStripes, MOST_STRIPES } from '../../../drawing/jam/stripeTrial.ts';
import { rifffModel } from '../../../drawing/model.ts';

export interface MeterQuestion {
  readonly number: number;
  readonly look: LookDocument;
  readonly rifff: Rifff;
}

export interface MeterAnswer extends LookMeasure {
  readonly number: number;
  /** Would others not be shown it for its stripes? That is tried as on the server, without the rifff. */
  readonly isStriped: boolean;
}

/** Pictures between two looks at what was asked meanwhile. */
const SLICE = 12;

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<MeterQuestion>) => void) | null;
  postMessage(answer: MeterAnswer): void;
};
let newest = -1;

function* measure(look: LookDocument, rifff: Rifff) {
  const measured = yield* measureLook(look, rifffModel(rifff, rifffBars(rifff)));
  return { ...measured, isStriped: (yield* judgeStripes(look)) > MOST_STRIPES };
}

scope.onmessage = async ({ data: { number, look, rifff } }) => {
  newest = number;
  const measuring = measure(look, rifff);
  for (let picture = 1; ; picture++) {
    const { done, value } = measuring.next();
    if (done) {
      scope.postMessage({ number, ...value });
      return;
    }
    if (picture % SLICE !== 0) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (newest !== number) return;
  }
};
