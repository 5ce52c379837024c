/**
 * Which animation frames draw. A machine that draws by its processor shows some 33 pictures a second: rings, lanes and
 * read-outs all in the same ones, so that the page is put together no oftener.
 */
import { FramePacer } from '../rules/time/framePacer.ts';
import { currentRingDrawing } from './ringDrawing.ts';

const pacer = new FramePacer();

/** Does the page draw in this animation frame? @param nowMs the time that the frame was called with */
export function isFrameDue(nowMs: number): boolean {
  return currentRingDrawing() === 'webgl' || pacer.isDue(nowMs);
}
