/** Taking music away: what pages may ask for. What is going on is read from `audio/state/exporting`. */
import type { Rifff } from '../../data/contract/rifff.ts';
import type { LeftOut, ListPart } from '../../data/rules/playlist/taking.ts';
import type { HeldProducts } from '../../data/rules/sharing/credits.ts';

/** WAV of 16 or 24 bits or of floating point, FLAC of 24 bits, or Ogg Vorbis. */
export type SoundFormat = 'wav16' | 'wav24' | 'wavFloat' | 'flac' | 'ogg';

/** What rings after the end: folded into the beginning, so that the file goes round, or left after it. */
export type Tail = 'folded' | 'left';

export interface VideoSize {
  readonly width: number;
  readonly height: number;
}

/** Draws pictures of a rifff, each a pure function of its beat. */
export interface FramePainter {
  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  /** Draws the picture of a moment. @param sec seconds since the start of the rifff */
  paint(sec: number): void;
  dispose(): void;
}

export type ExportWish =
  | { readonly kind: 'mix'; readonly format: SoundFormat }
  | { readonly kind: 'stems'; readonly format: SoundFormat; readonly slots: readonly number[] }
  | { readonly kind: 'project'; readonly slots: readonly number[] }
  | {
      readonly kind: 'video';
      readonly size: VideoSize;
      readonly fps: 30 | 60;
      /** Makes what draws it; called once. */
      paint(size: VideoSize): Promise<FramePainter>;
    };

export interface ExportJob {
  readonly rifff: Rifff;
  readonly title: string;
  /** Turns of the rifff, 1 or more. */
  readonly turns: number;
  readonly tail: Tail;
  /** Who made what, and under which licence: in the tags of files, and a text beside stems. */
  readonly credits: string;
  /** Everybody behind it, in one line. */
  readonly makers?: string;
  /** Short name and address of the licence of the whole; left out where it has none. */
  readonly licence?: string;
  readonly wish: ExportWish;
}

/** A playlist as one file. */
export interface ListJob {
  readonly title: string;
  readonly format: SoundFormat;
  /** In their order, one or more. */
  readonly parts: readonly ListPart[];
  /** What the credits say is not in it. */
  readonly leftOut: readonly LeftOut[];
}

/** A jam as folders of stems, one folder for a rifff. */
export interface FoldersJob {
  /** Name of the jam. */
  readonly title: string;
  /** How many rifffs come, as far as that is known: only for telling how far it is. */
  readonly count: number;
  /** Rifffs with their loops, oldest first; asked for page by page, while the pages before are written. */
  rifffs(signal: AbortSignal): AsyncIterable<Rifff>;
  /** Who takes them; null for a visitor. Others' loops stay behind where their makers did not allow it. */
  readonly userId: string | null;
  /** Collections of partners that they hold. */
  readonly products?: HeldProducts;
  /** What people are called, by their user id; left out: by that id. */
  nameOf?(userId: string): string | Promise<string>;
}

/** How this browser can make videos. */
export interface VideoWays {
  /** `encoded`: faster or slower than real time, every picture there; `recorded`: while it plays. */
  readonly way: 'encoded' | 'recorded' | 'none';
  /** In words, for instance `MP4, H.264 and AAC`. */
  readonly text: string;
}

export interface Exporter {
  /**
   * Makes a file and puts it where the person chooses, or offers it for download. Call it inside a gesture. Resolves
   * when it is done, failed (the state says why) or cancelled.
   * @throws Error while another one runs
   */
  export(job: ExportJob): Promise<void>;
  /** The same for a playlist: one file with chapters, one part after the other as the engine plays them. */
  exportList(job: ListJob): Promise<void>;
  /**
   * The same for a jam: an archive of stem folders as Endlesss names them. What cannot be loaded, or may not be taken,
   * is left out and named in `Credits.txt`.
   */
  stemFolders(job: FoldersJob): Promise<void>;
  /** Ends it at once; nothing of it is left. */
  cancel(): void;
  /** Forgets the last result, and its file where it was kept for download. */
  clear(): void;
  videoWays(size: VideoSize): Promise<VideoWays>;
}
