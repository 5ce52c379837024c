/** Rows of the house band, of imports, and of the databases of devices. */
import type { JsonColumn } from './schemaJams.ts';

/** One bandTurns row: where the band stands in a jam that it was invited to. */
export interface BandTurnRow {
  jamId: string;
  isResting: boolean;
  /** When it plays next, ms; null while it waits for a person. */
  due: number | null;
  /** Until when a node works on it, ms; 0 for none. */
  claimed: number;
  /** What it remembers: `BandMemory` of the rules. */
  doc: JsonColumn;
}

/** One bandAnswers row. */
export interface BandAnswerRow {
  jamId: string;
  rifffId: string;
  parentId: string;
  /** The loop that was made for it; null for one of the library, or none. */
  loopId: string | null;
  /** One sentence for people. */
  what: string;
  /** The move, as the rules describe it. */
  doc: JsonColumn;
  created: number;
}

/** One imports row. */
export interface ImportRow {
  id: string;
  userId: string;
  jamId: string;
  /** SHA-256 of where the jam comes from, so that the same one goes on. */
  sourceKey: string;
  /** What the jam is called there: parents in documents name it so. */
  sourceJam: string;
  kind: string;
  origin: string;
  name: string;
  /** Who of its people the account is. */
  self: string | null;
  state: 'open' | 'done';
  created: number;
  updated: number;
  rifffs: number;
  loops: number;
  messages: number;
}

/** One importedPeople row; its id stands where a user id does, and is none of an account. */
export interface ImportedPersonRow {
  id: string;
  importId: string;
  sourceId: string;
  displayName: string;
}

/** One importedLoops row: what a loop of an import is called here. */
export interface ImportedLoopRow {
  importId: string;
  sourceId: string;
  loopId: string;
}

/** One syncDatabases row: the documents that the devices of an account share. */
export interface SyncDatabaseRow {
  name: string;
  userId: string;
  /** Number of its last change. */
  seq: number;
  /** What its documents and attachments occupy. */
  bytes: number;
}

/** One syncRevisions row: a revision that is known, with its body while it is a leaf. */
export interface SyncRevisionRow {
  name: string;
  docId: string;
  rev: string;
  seq: number;
  isLeaf: boolean;
  isDeleted: boolean;
  path: JsonColumn;
  body: JsonColumn | null;
  bytes: number;
}

/** One syncLocals row: a `_local` document, such as a checkpoint. */
export interface SyncLocalRow {
  name: string;
  docId: string;
  rev: string;
  body: JsonColumn;
}

/** One syncAttachments row; `key` is its blob. */
export interface SyncAttachmentRow {
  name: string;
  digest: string;
  key: string;
  mime: string;
  bytes: number;
  created: number;
}
