/** Where the parts of a playlist begin in one file, and what lies beside that file. */
import { SAMPLE_RATE_HZ } from '../../contract/constants.ts';
import type { LeftOut, ListPart } from './taking.ts';

/** The beginning of a part. */
export interface Chapter {
  readonly title: string;
  /** Of the file, from 0. */
  readonly frame: number;
}

/** First frame of each part, and the frame after the last. Parts follow each other without a gap. */
export function partStarts(parts: readonly Pick<ListPart, 'entry'>[]): {
  starts: number[];
  end: number;
} {
  let end = 0;
  const starts = parts.map(({ entry }) => {
    const start = end;
    end += entry.durationFrames;
    return start;
  });
  return { starts, end };
}

/** The chapters of a file, each called by its part and that part's makers. */
export function chaptersOf(parts: readonly ListPart[]): Chapter[] {
  const { starts } = partStarts(parts);
  return parts.map(({ title, makers }, at) => ({
    title: makers === '' ? title : `${title} – ${makers}`,
    frame: starts[at]!,
  }));
}

const two = (value: number) => String(value).padStart(2, '0');

/** A time as `01:02:03`, cut to whole seconds. */
function clockText(frame: number): string {
  const sec = Math.floor(frame / SAMPLE_RATE_HZ);
  return [Math.floor(sec / 3600), Math.floor(sec / 60) % 60, sec % 60].map(two).join(':');
}

/** The text beside the file: who made each part and under which licence, and what was left out. */
export function creditsText(
  title: string,
  parts: readonly ListPart[],
  leftOut: readonly LeftOut[],
): string {
  const { starts } = partStarts(parts);
  const blocks = parts.map(({ title: name, makers, licence, credits }, at) => {
    const head = [`${clockText(starts[at]!)} ${name}`, makers, licence].filter(Boolean).join(' – ');
    return [
      head,
      ...credits
        .split('\n')
        .filter(Boolean)
        .map((line) => `  ${line}`),
    ].join('\n');
  });
  const missing = leftOut.map(({ title: name, reason }) => `${name}: ${reason}`);
  const tail = missing.length > 0 ? [['Left out', ...missing].join('\n')] : [];
  return [title, ...blocks, ...tail].join('\n\n');
}

/** Tracks that a cue sheet may have. */
const MOST_CUE_TRACKS = 99;
/** Its frames in a second: those of an audio CD. */
const CUE_FRAMES = 75;

/** A text inside a cue sheet, which has no way to write a quotation mark or a line. */
const quoted = (text: string) => `"${text.replaceAll('"', '”').replace(/\s+/g, ' ')}"`;

function cueTime(frame: number): string {
  const all = Math.floor((frame * CUE_FRAMES) / SAMPLE_RATE_HZ);
  const sec = Math.floor(all / CUE_FRAMES);
  return `${two(Math.floor(sec / 60))}:${two(sec % 60)}:${two(all % CUE_FRAMES)}`;
}

/**
 * A cue sheet of the file (CDRWIN User's Guide, appendix A). Times are cut to a 75th of a second.
 * @returns null where there are more parts than a cue sheet may have
 */
export function cueSheet(
  { title, makers, fileName }: { title: string; makers: string; fileName: string },
  parts: readonly ListPart[],
): string | null {
  if (parts.length > MOST_CUE_TRACKS) return null;
  const { starts } = partStarts(parts);
  const lines = [
    `PERFORMER ${quoted(makers)}`,
    `TITLE ${quoted(title)}`,
    `FILE ${quoted(fileName)} WAVE`,
    ...parts.flatMap((part, at) => [
      `  TRACK ${two(at + 1)} AUDIO`,
      `    TITLE ${quoted(part.title)}`,
      `    PERFORMER ${quoted(part.makers)}`,
      `    INDEX 01 ${cueTime(starts[at]!)}`,
    ]),
  ];
  return `${lines.join('\r\n')}\r\n`;
}
