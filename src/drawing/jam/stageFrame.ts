/** Where the rings of a stage lie in the window. Lengths in CSS pixels. */
import type { LookDocument } from '../../data/contract/looks.ts';
import type { StageLook } from '../../data/contract/stageLooks.ts';
import { isFlight, leaningCamera, lookBox } from './cameraBox.ts';
import { finishReach } from './lookReach.ts';

export interface StageFrame {
  /** Centre of the rings from the window's corner, and their radius. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Share of the shorter side that the rings' diameter takes; what leans is farther from its corners; print is cropped by three sides (the look, section 2). */
const [SIZE, LEANING_SIZE, PRINT_SIZE] = [0.84, 0.9, 1.58];
/** How far what passes by in a flight fills the picture on all sides, as a share of the radius: then it is out of the window. */
const FLIGHT_FILLS = 1.48;
/** Centre of print as shares of width and height. */
const PRINT_X = 548 / 1440;
const PRINT_Y = 462 / 900;

/**
 * @param isSafe nothing may lie outside the title-safe area (5 % at each side, as in EBU R 95)
 */
export function stageFrame(
  look: StageLook | LookDocument,
  width: number,
  height: number,
  isSafe: boolean,
): StageFrame {
  // Rings that lean are less high than wide: a wide window shows them larger.
  const { wide, high } = lookBox(look);
  const least = Math.min(width / wide, height / high);
  // Tips, people, the spread by sound and shadows go beyond the radius.
  if (isSafe) {
    const radius = (0.9 * least) / 2 / (1.14 + finishReach(look));
    return { x: width / 2, y: height / 2, radius };
  }
  if (isFlight(look)) {
    // Its mouth lies beyond all corners: one flies through, and does not look at a tunnel from outside.
    const radius = Math.hypot(width, height) / 2 / FLIGHT_FILLS;
    return { x: width / 2, y: height / 2, radius };
  }
  const size = look === 'print' ? PRINT_SIZE : leaningCamera(look) ? LEANING_SIZE : SIZE;
  const radius = (size * least) / 2;
  if (look !== 'print') return { x: width / 2, y: height / 2, radius };
  // An upright window has room below: there the top is cropped, and the credits stand free.
  return width > height
    ? { x: PRINT_X * width, y: PRINT_Y * height, radius }
    : { x: width / 2, y: PRINT_X * height, radius };
}
