import type { ColumnType } from 'kysely';

/** JSON goes in as text (`JSON.stringify`) and comes out parsed, on every engine. */
export type JsonColumn = ColumnType<unknown, string, string>;

/** One packs row: a family of loops that fit together. */
export interface PackRow {
  id: string;
  name: string;
  description: string;
  bps: number;
  root: number;
  scale: number;
  /** Order in lists. */
  position: number;
}

/** Who may see a loop in the library; a retired loop still sounds in the rifffs that hold it. */
export type Approval = 'approved' | 'retired';

/** Where a loop came from: only the seed may change or retire what the seed brought. */
export type LoopOrigin = 'starter' | 'upload';

/** One loops row. `doc` is the Loop document without computed keys; the columns repeat what is searched. */
export interface LoopRow {
  id: string;
  creatorId: string;
  /** Milliseconds since the epoch. */
  created: number;
  category: string;
  packId: string | null;
  /** The name as search compares it. */
  nameFolded: string;
  isLibrary: boolean;
  origin: LoopOrigin;
  approval: Approval;
  /** Removed loops are tombstones: they keep their timing and lose their sound. */
  isRemoved: boolean;
  doc: JsonColumn;
}

/** One media row: the key that clients see, random for each loop, and the content that it stands for. */
export interface MediaRow {
  key: string;
  /** SHA-256 of the content in hex: its name in the blob store. */
  hash: string;
  mime: string;
  size: number;
  loopId: string;
}

/** One starterRifffs row. `doc` is a Rifff with an empty list of loops: they are embedded on reading. */
export interface StarterRifffRow {
  id: string;
  title: string;
  position: number;
  doc: JsonColumn;
}

/** One notes row: what the server remembers about itself. */
export interface NoteRow {
  name: string;
  value: string;
}

/** Every table; the property names are the names of tables and columns. */
export interface Schema {
  packs: PackRow;
  loops: LoopRow;
  media: MediaRow;
  starterRifffs: StarterRifffRow;
  notes: NoteRow;
}
