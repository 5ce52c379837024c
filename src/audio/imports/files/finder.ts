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

/** What one finder makes of files; what it does not name is left to the others. */
export interface Finding {
  readonly parts: readonly FoundPart[];
  readonly taken: readonly SourceFile[];
  readonly unknown: readonly UnknownFile[];
}

/** What finders need of where they run. */
export interface FinderTools {
  readonly openSql?: OpenSql;
}

export type Finder = (files: readonly SourceFile[], tools: FinderTools) => Promise<Finding>;
