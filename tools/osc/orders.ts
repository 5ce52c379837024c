/** What Open Sound Control messages say to the stages of a room. */
import type { StageOrder } from '../../src/data/contract/live.ts';
import { LOOK_KNOBS } from '../../src/data/contract/stageLooks.ts';
import { knobOrder } from '../../src/data/rules/stage/orders.ts';
import { BLENDS } from '../../src/data/rules/stage/stageAddress.ts';

/** A message as it came: its address, then its arguments. */
export type OscMessage = readonly [address: string, ...args: unknown[]];

const KNOB = /^\/rondo\/knob\/(\d+)$/;

/** Is it on? A button sends 1 and 0, or true and false. */
const isOn = (value: unknown) => value === true || (typeof value === 'number' && value > 0);

/**
 * The order of a message; null for one that says nothing to a stage.
 *
 * `/rondo/knob/1` to `/rondo/knob/8` take a number from 0 to 1, `/rondo/look` the key of a look, `/rondo/freeze` whether
 * the rifff of now stays, `/rondo/newest` goes to the newest one, `/rondo/blend` takes 0, 1, 2, 4 or 8 bars.
 */
export function orderOf([address, value]: OscMessage): StageOrder | null {
  const knob = Number(KNOB.exec(address)?.[1] ?? 0);
  if (knob >= 1 && knob <= LOOK_KNOBS) {
    return typeof value === 'number' ? knobOrder(knob - 1, value) : null;
  }
  switch (address) {
    case '/rondo/look':
      return typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value)
        ? { look: value }
        : null;
    case '/rondo/freeze':
      return { isFrozen: isOn(value) };
    case '/rondo/newest':
      // A button says something when it is let go as well.
      return value === undefined || isOn(value) ? { rifffId: null } : null;
    case '/rondo/blend': {
      const blendBars = BLENDS.find((bars) => bars === value);
      return blendBars === undefined ? null : { blendBars };
    }
    default:
      return null;
  }
}
