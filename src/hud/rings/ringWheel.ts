import { playingSlot } from '../../data/rules/draft/draft.ts';
import { pickSlot, type RingContext, setRingGain } from './ringContext.ts';
import { GAIN_STEP_DB, stepGain } from './ringGain.ts';

/** Travel of the wheel for one step. */
const STEP_PX = 40;

/**
 * The wheel over a ring: with Shift it is its gain, alone it scrolls the page.
 *
 * @param label shows the gain at CSS pixels of the viewport
 * @returns what stops it
 */
export function followWheel(
  disc: SVGElement,
  getContext: () => RingContext,
  label: (gain: number, x: number, y: number) => void,
): () => void {
  let travelPx = 0;
  const onWheel = (event: WheelEvent): void => {
    if (!event.shiftKey || event.ctrlKey || event.metaKey) return;
    const context = getContext();
    const slot = pickSlot(context, event.clientX, event.clientY);
    const current = playingSlot(context.rifff, slot);
    if (!current) return;
    event.preventDefault();
    const unitPx = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : STEP_PX;
    // Some systems turn the wheel sideways while Shift is held.
    travelPx -= (event.deltaY || event.deltaX) * unitPx;
    if (Math.abs(travelPx) < STEP_PX) return;
    const gain = stepGain(current.gain, Math.sign(travelPx) * GAIN_STEP_DB);
    travelPx = 0;
    setRingGain(context, slot, gain);
    label(gain, event.clientX, event.clientY);
  };
  disc.addEventListener('wheel', onWheel, { passive: false });
  return () => disc.removeEventListener('wheel', onWheel);
}
