/** The peaks of a whole rifff as hairlines over one line. Pure. */
import { RIFFF_PEAK_STEP } from '../data/contract/constants.ts';

/** From the left edge of one hairline to that of the next, at least, in CSS pixels. */
const PITCH_PX = 3;

/**
 * What is drawn of a rifff's `peakData`: every third bin, scaled to a maximum of 1 (specification, section 9). All 0
 * for a silent rifff, empty where nothing is known.
 */
export function drawnPeaks(peakData: readonly number[]): number[] {
  const bins = peakData.filter((_, at) => at % RIFFF_PEAK_STEP === 0);
  const most = bins.reduce((highest, bin) => Math.max(highest, bin), 0);
  return most > 0 ? bins.map((bin) => bin / most) : bins.map(() => 0);
}

/**
 * The highest of the bins that each column covers, 0 to 1.
 * @param drawn one turn of the rifff
 * @param turns how often it is played, one after the other
 */
export function peakColumns(drawn: readonly number[], columns: number, turns = 1): number[] {
  const width = (drawn.length * turns) / columns;
  return Array.from({ length: columns }, (_, column) => {
    let highest = 0;
    // What rounding adds to a whole number must not pull in the neighbouring bin.
    const from = Math.floor(column * width + 1e-6);
    const to = Math.max(from + 1, Math.ceil((column + 1) * width - 1e-6));
    for (let at = from; at < Math.min(to, from + drawn.length); at++) {
      highest = Math.max(highest, drawn[at % drawn.length] ?? 0);
    }
    return highest;
  });
}

/**
 * One path: the line at the foot, and a hairline on it for each column that is not silent. As wide as said in CSS
 * pixels and 1 high, to be stretched to the height of its box. Hairlines stand in the middle of a pixel.
 * @param widthPx of the box; '' for none
 */
export function peaksPath(drawn: readonly number[], widthPx: number, turns = 1): string {
  const width = Math.floor(widthPx);
  if (width < PITCH_PX) return '';
  const most = Math.max(1, drawn.length * turns);
  const columns = Math.min(most, Math.floor(width / PITCH_PX));
  const lines = peakColumns(drawn, columns, turns).map((high, column) => {
    const x = Math.floor(((column + 0.5) * width) / columns) + 0.5;
    return high > 0 ? `M${x} 1V${(1 - high).toFixed(3)}` : '';
  });
  return `M0 1H${width}${lines.join('')}`;
}
