/** Chapters of a sound file: in the comments of Vorbis, and as cues of WAV. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { Chapter } from '../../data/rules/playlist/chapters.ts';
import { joinBytes } from '../../dsp/joinBytes.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text) as Bytes;

/** Whole numbers of 32 bits, the low bytes first. */
export function words(...values: number[]): Bytes {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, at) => {
    view.setUint32(4 * at, value, true);
  });
  return bytes;
}

/** A time as the extension writes it: `01:02:03.004`. */
function timeText(frame: number): string {
  const ms = Math.round((1000 * frame) / SAMPLE_RATE_HZ);
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60];
  const clock = [hours, minutes, seconds].map((value) => part(Math.floor(value), 2)).join(':');
  return `${clock}.${part(ms % 1000, 3)}`;
}

/** Bytes that the names of all chapters may take: comments and setup of Ogg Vorbis share a page of 65 kB. */
const NAMES_BYTES = 26_000;
const NAME_BYTES = 160;

/** A text of at most so many bytes of UTF-8, whole characters only. */
function shortened(text: string, bytes: number): string {
  if (utf8(text).length <= bytes) return text;
  const characters = [...text];
  while (characters.length > 0 && utf8(`${characters.join('')}…`).length > bytes) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/**
 * Comments that say where chapters begin and what they are called, to the millisecond.
 * Source: the chapter extension of Vorbis comments, wiki.xiph.org/Chapter_Extension.
 * @param chapters 999 at most
 */
export function vorbisChapters(chapters: readonly Chapter[]): [name: string, text: string][] {
  const room = Math.min(NAME_BYTES, Math.floor(NAMES_BYTES / Math.max(1, chapters.length)));
  return chapters.flatMap(({ title, frame }, at): [string, string][] => {
    const name = `CHAPTER${String(at + 1).padStart(3, '0')}`;
    return [
      [name, timeText(frame)],
      [`${name}NAME`, shortened(title, room)],
    ];
  });
}

/** A chunk of RIFF, padded to whole words of two bytes. */
function chunk(name: string, body: Uint8Array): Bytes {
  return joinBytes([utf8(name), words(body.length), body, new Uint8Array(body.length & 1)]);
}

/**
 * Chunks of WAV that say the same to the frame: `cue ` with the places, `LIST` `adtl` with their names.
 * Source: "Multimedia Programming Interface and Data Specifications 1.0", cue points and associated data.
 */
export function wavCues(chapters: readonly Chapter[]): Bytes {
  if (chapters.length === 0) return new Uint8Array();
  // Each: its name, its place in the order of playing, the chunk that it points into, and the frame there.
  const points = chapters.map(({ frame }, at) =>
    joinBytes([words(at + 1, frame), utf8('data'), words(0, 0, frame)]),
  );
  const labels = chapters.map(({ title }, at) =>
    chunk('labl', joinBytes([words(at + 1), utf8(`${title}\0`)])),
  );
  const cue = chunk('cue ', joinBytes([words(chapters.length), ...points]));
  return joinBytes([cue, chunk('LIST', joinBytes([utf8('adtl'), ...labels]))]);
}
