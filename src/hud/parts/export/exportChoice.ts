/** What can be chosen of an export, and what it comes to. */
import type { ExportWish, SoundFormat, Tail, VideoSize } from '../../../audio/export/Exporter.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { rifffFrames } from '../../../data/rules/time/timing.ts';

export type ExportKind = ExportWish['kind'];

/** As they stand in the room, as if never turned, or as they moved in the room just now. */
export type VideoKnobs = 'stand' | 'rest' | 'moved';

export interface ExportChoice {
  readonly kind: ExportKind;
  readonly title: string;
  readonly format: SoundFormat;
  readonly turns: number;
  readonly tail: Tail;
  /** Id of one of `VIDEO_SIZES`. */
  readonly size: string;
  readonly fps: 30 | 60;
  /** Key of the look of a video, or `PLAIN_LOOK`. */
  readonly look: string;
  /** How the knobs of the look stand. */
  readonly knobs: VideoKnobs;
}

/** In place of a key: the rings as they are drawn everywhere. No look has this key. */
export const PLAIN_LOOK = '';

export const FORMATS: readonly { readonly value: SoundFormat; readonly title: string }[] = [
  { value: 'wav24', title: 'WAV, 24 bits' },
  { value: 'wav16', title: 'WAV, 16 bits' },
  { value: 'wavFloat', title: 'WAV, 32-bit float' },
  { value: 'flac', title: 'FLAC' },
  { value: 'ogg', title: 'Ogg Vorbis' },
];

export const VIDEO_SIZES: readonly (VideoSize & { readonly id: string; readonly title: string })[] =
  [
    { id: 'square', title: 'Square, 1080 × 1080', width: 1080, height: 1080 },
    { id: 'wide', title: 'Wide, 1920 × 1080', width: 1920, height: 1080 },
    { id: 'tall', title: 'Tall, 1080 × 1920', width: 1080, height: 1920 },
  ];

/** The size with an id; the first when there is none. */
export function videoSize(id: string): VideoSize {
  return VIDEO_SIZES.find((size) => size.id === id) ?? VIDEO_SIZES[0]!;
}

const RATE_HZ = 48_000;
/** Bytes of a second of stereo in formats whose sizes are numbers of 32 bits. */
const SEC_BYTES: Partial<Record<SoundFormat, number>> = {
  wav16: 4 * RATE_HZ,
  wav24: 6 * RATE_HZ,
  wavFloat: 8 * RATE_HZ,
};

/** Can a file of the format not hold so many seconds? */
export function isTooLong(format: SoundFormat, sec: number): boolean {
  return sec * (SEC_BYTES[format] ?? 0) > 0xffff_0000;
}

/** Longest export. */
const MAX_SEC = 1800;
const TURNS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128] as const;

/** Seconds of so many turns. */
export function turnsSec(rifff: Rifff, turns: number): number {
  return (turns * rifffFrames(rifff)) / RATE_HZ;
}

/** Turns that can be chosen: no more than half an hour, and always one. */
export function turnChoices(rifff: Rifff): number[] {
  return TURNS.filter((turns) => turns === 1 || turnsSec(rifff, turns) <= MAX_SEC);
}

/** Minutes and seconds, rounded: `0:16`, `12:05`. */
export function formatLength(sec: number): string {
  const whole = Math.round(sec);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Bytes in words: `812 kB`, `23.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  const mb = bytes / 1e6;
  return mb < 1000 ? `${mb.toFixed(1)} MB` : `${(mb / 1000).toFixed(2)} GB`;
}

/** A choice to begin with. */
export function firstChoice(title: string): ExportChoice {
  return {
    kind: 'mix',
    title,
    format: 'wav24',
    turns: 1,
    tail: 'folded',
    size: 'square',
    fps: 30,
    look: PLAIN_LOOK,
    knobs: 'stand',
  };
}
