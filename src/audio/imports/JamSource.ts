/**
 * What readers of other people's files give, and what running an import takes. Readers work on `Blob`s, which browsers
 * have of dropped files and Node of files on disk (`openAsBlob`), and hold no more than a piece of them in memory.
 */
import type {
  ImportedJam,
  ImportedMessage,
  ImportedPerson,
  ImportKind,
} from '../../data/contract/imports.ts';
import type { Loop } from '../../data/contract/loop.ts';
import type { Rifff } from '../../data/contract/rifff.ts';

/** A file with its path in what was dropped or named; `/` between folders. */
export interface SourceFile {
  readonly path: string;
  readonly blob: Blob;
}

/** Sound of a loop as its source has it: Ogg Vorbis, FLAC, WAV or AIFF, told by its bytes. */
export interface SourceSound {
  readonly file: Blob;
  /** A lossless twin of the same length. */
  readonly master?: Blob;
}

/** One thing that a reader found, in an order in which it can be stored. */
export type SourceItem =
  /** Comes first, once for each jam of the source. */
  | {
      readonly kind: 'jam';
      readonly from: ImportKind;
      readonly origin: string;
      readonly jam: ImportedJam;
      /** `rondo.json` of a bundle as it stands there. */
      readonly head?: unknown;
    }
  | { readonly kind: 'person'; readonly person: ImportedPerson }
  /** `sound` is asked for only where the server has not got it. */
  | { readonly kind: 'loop'; readonly loop: Loop; readonly sound: () => Promise<SourceSound> }
  | { readonly kind: 'rifff'; readonly rifff: Rifff }
  | { readonly kind: 'message'; readonly message: ImportedMessage }
  /** Something that is damaged or not known, in plain words. */
  | { readonly kind: 'skipped'; readonly what: string; readonly reason: string };

/** Everything of a source in order, from its beginning each time that it is walked. */
export interface JamSource extends AsyncIterable<SourceItem> {
  readonly totalBytes: number;
  /** How far it has been read. */
  readonly readBytes: number;
}

/** How far an import is; bytes and things are counted as they are read. */
export interface ImportProgress {
  readonly jam: string;
  readonly loops: number;
  readonly rifffs: number;
  readonly messages: number;
  readonly skipped: number;
  readonly readBytes: number;
  readonly totalBytes: number;
}

/** A jam that came in. */
export interface ImportedJamFacts {
  readonly jamId: string;
  readonly name: string;
  /** Did the server believe the signature of its bundle? Null where it comes from no bundle. */
  readonly isProven: boolean | null;
  /** Are things in it proven to be the importing account's own? */
  readonly hasOwn: boolean;
}

/** What came of an import. Of each kind of thing how many were stored, were there already, or were left out. */
export interface ImportReport {
  readonly jams: readonly ImportedJamFacts[];
  readonly stored: Readonly<Record<'loops' | 'rifffs' | 'messages', number>>;
  readonly same: Readonly<Record<'loops' | 'rifffs' | 'messages', number>>;
  /** The first thousand; `skippedCount` is all of them. */
  readonly skipped: readonly { readonly what: string; readonly reason: string }[];
  readonly skippedCount: number;
  /** Why it ended before its end, for people; it may be started again and goes on from there. Null where it did not. */
  readonly stopped: string | null;
}

/** Makes files that the server takes: of WAV and AIFF, and where the sound is more than a frame off its length. */
export type SoundMaker = (
  loop: Loop,
  sound: SourceSound,
) => Promise<{ loop: Loop; file: Blob; master?: Blob }>;
