/** A ring with a notch as paths of a 2D canvas. The sides of the notch are parallel and reach to the middle. */
import type { Paint, PaintList } from './paintList.ts';

type Path = Pick<CanvasPath, 'closePath' | 'lineTo' | 'moveTo'>;

/** Goes on with a path, or begins it. */
function go(path: Path, x: number, y: number, hasBegun: boolean): true {
  if (hasBegun) path.lineTo(x, y);
  else path.moveTo(x, y);
  return true;
}

/** What the notch of a list leaves of a ring. */
export const traceCut = (path: Path, list: PaintList, paint: Paint): void =>
  trace(path, list, paint, false);

/** What it takes: the rest of the ring, from the middle to its edge. */
export const traceNotch = (path: Path, list: PaintList, paint: Paint): void =>
  trace(path, list, paint, true);

function trace(
  path: Path,
  { points, phase, notchWidth }: PaintList,
  { from, count }: Paint,
  isTaken: boolean,
): void {
  const alongX = Math.sin(phase * 2 * Math.PI);
  const alongY = -Math.cos(phase * 2 * Math.PI);
  const half = notchWidth / 2;
  let x0 = points[2 * (from + count - 1)]!;
  let y0 = points[2 * (from + count - 1) + 1]!;
  let across0 = y0 * alongX - x0 * alongY;
  let isIn0 = x0 * alongX + y0 * alongY > 0 && Math.abs(across0) < half;
  // The sides on which the outline came in and went out last. It goes clockwise: in on the left, out on the right.
  let came = -half;
  let went = half;
  let hasBegun = false;
  for (let at = 2 * from; at < 2 * (from + count); at += 2) {
    const x1 = points[at]!;
    const y1 = points[at + 1]!;
    const across1 = y1 * alongX - x1 * alongY;
    const isAhead = x1 * alongX + y1 * alongY > 0;
    const isIn1 = isAhead && Math.abs(across1) < half;
    const leaps = isAhead && !isIn0 && !isIn1 && across0 < -half && across1 > half;
    if ((!isIn0 && isIn1) || leaps) {
      came = across0 < 0 ? -half : half;
      if (isTaken && came !== went) {
        hasBegun = go(path, -alongY * went, alongX * went, hasBegun);
        path.lineTo(-alongY * came, alongX * came);
      }
      const share = (came - across0) / (across1 - across0);
      hasBegun = go(path, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, hasBegun);
    }
    if ((isIn0 && !isIn1) || leaps) {
      went = across1 < 0 ? -half : half;
      if (!isTaken && went !== came) {
        hasBegun = go(path, -alongY * came, alongX * came, hasBegun);
        path.lineTo(-alongY * went, alongX * went);
      }
      const share = (went - across0) / (across1 - across0);
      hasBegun = go(path, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, hasBegun);
    }
    if (isIn1 === isTaken) hasBegun = go(path, x1, y1, hasBegun);
    x0 = x1;
    y0 = y1;
    across0 = across1;
    isIn0 = isIn1;
  }
  if (hasBegun) path.closePath();
}
