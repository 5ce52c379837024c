/** What finders make of files, one finder for each kind of thing that can be imported. */
import type { ImportKind } from '../../../data/contract/imports.ts';
import type { JamSource, SourceFile } from '../JamSource.ts';
import type { OpenSql } from './sql.ts';

/** Something that can be imported. */
export interface FoundPart {
  readonly kind: ImportKind;
  /** In words: "Rondo bundle", "LORE archive". */
  readonly what: string;
  /** Of the jam, or of the file that holds several. */
  readonly name: string;
  /** Jams in it; null where that is only known after reading it. */
  readonly jams: number | null;
  /** What people should know before they bring it in. */
  readonly note?: string;
  readonly open: () => JamSource;
}

/** A file that nothing is made of, and why, for people. */
export interface UnknownFile {
  readonly path: string;
  readonly reason: string;
}

/** What finders make of files. What one does not name is left to the others. */
export interface Finding {
  readonly parts: FoundPart[];
  readonly taken: SourceFile[];
  readonly unknown: UnknownFile[];
}

/** What finders need of where they run. */
export interface FinderTools {
  readonly openSql?: OpenSql;
}

/** Adds what it finds among files. */
export type Finder = (
  files: readonly SourceFile[],
  found: Finding,
  tools: FinderTools,
) => Promise<void>;
