/** Rows of the house band, of imports, and of the databases of devices. */
import type { JsonColumn } from './schemaJams.ts';

/** One bandTurns row: where the band stands in a jam that it was invited to. */
export interface BandTurnRow {
  jamId: string;
  /** It was told to rest. */
  isResting: boolean;
  /** Its owner invited it while others were in the room: it answers beside them too. */
  withOthers: boolean;
  /** When it plays next, ms; null while it waits for a person. */
  due: number | null;
  /** What it plays on: a person's rifff, or its own last answer. */
  parentId: string | null;
  /** Answers in a row that it gave by itself since a person committed. */
  alone: number;
  /** Answers that it has given in the jam. */
  count: number;
  /** Until when a node works on it, ms; 0 for none. */
  claimed: number;
  /** One line for people where it did not answer the last commit; null where it did, or has not yet. */
  thought: string | null;
  /** It answers one commit of so many. */
  every: number;
}

/** One bandAnswers row: stored before the rifff that it tells of, which may not be there yet. */
export interface BandAnswerRow {
  jamId: string;
  rifffId: string;
  parentId: string;
  /** The loop that was made for it; null for one of the library, or none. */
  loopId: string | null;
  /** One sentence for people. */
  what: string;
  /** The move (`BandMove` of the rules), and the order that a loop was asked for by. */
  doc: JsonColumn;
  /** When it was planned. */
  created: number;
  /** Its rifff may not be there yet, or a loop may still come that is not waited for any more. */
  isOpen: boolean;
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
  /** What documents call the importing account in what people said; null where nothing proves who it is. */
  self: string | null;
  /** Of a bundle that is signed: what its lines are signed for, and the key. */
  bundle: string | null;
  bundleKey: string | null;
  /** The account of the signing server that the importing account is; null where nothing proves one. */
  account: string | null;
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
  /** Documents that are there. */
  docs: number;
  /** Documents of which a mark is left that they were deleted. */
  deletedDocs: number;
  /** Revisions that a document remembers. */
  revsLimit: number;
  created: number;
}

/** One syncDocs row: a document as its last change left it. */
export interface SyncDocRow {
  name: string;
  docId: string;
  seq: number;
  /** The winning revision. */
  rev: string;
  /** Of the winning revision. */
  isDeleted: boolean;
  /** `{ rev, isDeleted }` of each leaf, the winner first. */
  leaves: JsonColumn;
}

/** One syncRevisions row: a leaf. What it grew from has no row, and stands in its path alone. */
export interface SyncRevisionRow {
  name: string;
  docId: string;
  rev: string;
  isDeleted: boolean;
  path: JsonColumn;
  /** Without the members that begin with `_`. */
  body: JsonColumn;
  /** By name what a stub says of it. */
  attachments: JsonColumn;
  bytes: number;
}

/** One syncLocals row: a `_local` document, such as a checkpoint. */
export interface SyncLocalRow {
  name: string;
  docId: string;
  rev: string;
  body: JsonColumn;
}

/** One syncAttachments row: content of a database, once, however many documents name it. */
export interface SyncAttachmentRow {
  name: string;
  /** As CouchDB says it: `md5-` and base64. */
  digest: string;
  hash: string;
  bytes: number;
  created: number;
}

/** One syncUses row: a leaf that names an attachment. */
export interface SyncUseRow {
  name: string;
  docId: string;
  rev: string;
  digest: string;
}
