/** What sounds one entry: on exact frames of the context, with its fade-out, whatever kind of entry it is. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';
import { cutAt, type Fade, fadeCurve, frameTime } from '../looper/curves.ts';
import type { Grid } from '../looper/gridClock.ts';

/** Where an entry lies on the frames of the context. */
export interface Span {
  /** Frame of the entry's first frame: before `fromFrame` where it is gone on with. */
  readonly originFrame: number;
  /** From here on it is heard whole: the cross-over lies in the 5 ms before. */
  readonly fromFrame: number;
  /** What follows it is heard whole from here on. */
  readonly endFrame: number;
}

export interface ListDeck {
  /**
   * Begins and ends on the frames of a span. Call it once.
   * @returns false when the page was held up so long that it is too late; nothing sounds then
   */
  start(span: Span): boolean;
  /** Ends it on an earlier frame, by the cross-over of 5 ms before it. */
  stop(atFrame: number): void;
  /** Frames that it rings on after it ended. */
  readonly ringFrames: number;
  /** Decoded bytes that only this deck holds. */
  readonly bytes: number;
  /** Work that may be late. */
  tick(): void;
  /** Lets go of everything at once. */
  dispose(): void;
  /** What a slot sounds like, and the grid that it counts by: of a rifff only. */
  analyserOf(slot: number): AnalyserNode | null;
  readonly grid: Grid | null;
}

/** Points of a fade-out; between them the browser draws straight lines. */
const FADE_POINTS = 1025;

/** Sets a gain to the curve of a cross-over. */
export function crossOver(param: AudioParam, fade: Fade, direction: 'in' | 'out'): void {
  const time = frameTime(Math.max(0, fade.fromFrame), SAMPLE_RATE_HZ);
  param.setValueCurveAtTime(fadeCurve(fade, direction), time, fade.frames / SAMPLE_RATE_HZ);
}

/** The cross-over that ends on a frame; shorter where the context has only begun. */
export function cutTo(frame: number): Fade {
  const cut = cutAt(frame);
  return cut.fromFrame >= 0 ? cut : { fromFrame: 0, frames: Math.max(1, frame) };
}

/**
 * Fades out over the last frames of an entry: cos(π/2 · x) for x from 0 where the fade begins to 1 where it ends, which
 * is equal power, as the long blends of rifffs have it. An entry that is gone on with in the middle of its fade takes it
 * up where it was.
 */
export function fadeEntry(
  param: AudioParam,
  { fadeOutFrames }: Pick<PlaylistEntry, 'fadeOutFrames'>,
  { fromFrame, endFrame }: Span,
): void {
  if (fadeOutFrames <= 0) return;
  const fullFrom = endFrame - fadeOutFrames;
  const from = Math.max(fullFrom, fromFrame - cutTo(fromFrame).frames);
  const begun = (from - fullFrom) / fadeOutFrames;
  const curve = Float32Array.from({ length: FADE_POINTS }, (_, point) => {
    const x = begun + ((1 - begun) * point) / (FADE_POINTS - 1);
    return Math.cos((Math.PI / 2) * x);
  });
  param.setValueCurveAtTime(
    curve,
    frameTime(from, SAMPLE_RATE_HZ),
    (endFrame - from) / SAMPLE_RATE_HZ,
  );
}
