/** What part of a file its waveform shows, and where things stand in it. Pure. */
import { cutSec, type LoopCut } from '../../../../data/rules/recording/imports.ts';

export interface CutView {
  readonly fromSec: number;
  readonly toSec: number;
}

/** The loop with a little of what lies before and behind it, or the whole file where that is hardly more. */
export function cutView(cut: LoopCut, durationSec: number): CutView {
  const length = cutSec(cut);
  if (durationSec <= length * 1.5) {
    return { fromSec: 0, toSec: Math.max(durationSec, cut.startSec + length) };
  }
  const margin = length * 0.12;
  return { fromSec: cut.startSec - margin, toSec: cut.startSec + length + margin };
}

/** Where a moment stands in a view, as a share of its width. */
export function shareAt(sec: number, { fromSec, toSec }: CutView): number {
  return (sec - fromSec) / (toSec - fromSec);
}

/** Moments of the bar lines of a loop, its end included; beats when there are few bars. */
export function gridLines(
  cut: LoopCut,
  barLength: number,
): { readonly sec: number; readonly isBar: boolean }[] {
  const bars = cut.length16ths / barLength;
  const step = bars <= 8 ? 4 : barLength;
  const every = bars > 32 ? 4 * barLength : step;
  const lines: { sec: number; isBar: boolean }[] = [];
  for (let at = 0; at <= cut.length16ths; at += every) {
    lines.push({ sec: cut.startSec + at / (4 * cut.bps), isBar: at % barLength === 0 });
  }
  return lines;
}

/**
 * Largest value of an outline in each column of a view.
 * @param outline bins over `durationSec`, 0 to 255
 * @returns `columns` values, 0 where there is no sound
 */
export function columnPeaks(
  outline: Uint8Array,
  durationSec: number,
  view: CutView,
  columns: number,
): Uint8Array {
  const binsPerSec = outline.length / durationSec;
  const secPerColumn = (view.toSec - view.fromSec) / columns;
  return Uint8Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((view.fromSec + column * secPerColumn) * binsPerSec);
    const to = Math.max(
      from + 1,
      Math.floor((view.fromSec + (column + 1) * secPerColumn) * binsPerSec),
    );
    let peak = 0;
    for (let bin = Math.max(0, from); bin < Math.min(outline.length, to); bin++) {
      peak = Math.max(peak, outline[bin]!);
    }
    return peak;
  });
}
