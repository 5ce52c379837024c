/**
 * The database of this device and its documents: drafts, commits and messages that wait to be sent, loops to upload.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Loop } from './contract/loop.ts';
import type { Rifff, RifffState } from './contract/rifff.ts';

/** The commit that a draft goes on from, and how it sounded. */
export interface DraftBase {
  jamId: string;
  rifffId: string;
  state: RifffState;
  /** Its key; left out by drafts of earlier versions. */
  root?: number;
  scale?: number;
}

/** A room that rifffs are committed to. */
export interface JamTarget {
  /** Short id. */
  jamId: string;
  /** What it was called when it was chosen. */
  name: string;
}

export interface DraftDocument {
  /** `draft_` and the id of the rifff. */
  _id: string;
  type: 'Draft';
  rifff: Rifff;
  /** Number of changes since it was begun. */
  changes: number;
  /** What it was begun from, for people; empty for a fresh one. */
  from: string;
  /** Left out until something of it is committed. */
  base?: DraftBase;
  /** Room that its commits go to; left out for the jam of the account. */
  target?: JamTarget;
  /** Account that it belongs to; null or left out until a person signs in. */
  account?: string | null;
  /**
   * Rifff id of the draft that was changed on two devices at once, where this is one of the two; left out otherwise.
   */
  copyOf?: string;
  /** The device that changed it last; left out until the synced database has it. */
  device?: string;
  /** Milliseconds since the epoch. */
  updated: number;
}

export interface CommitDocument {
  /** `commit_` and the id of the rifff. */
  _id: string;
  type: 'Commit';
  /** What is posted. Its parent may stand in `OWN_JAM`. */
  rifff: Rifff;
  /** What it was begun from, for people; empty for a fresh one. */
  title: string;
  /** Account that it goes to; null until a person signs in. */
  account: string | null;
  /** Room that it goes to; left out or null for the jam of the account, as in documents of earlier versions. */
  target?: JamTarget | null;
  state: 'waiting' | 'refused';
  /** Why it was refused, for people. */
  reason: string;
  /** It was refused because the room cannot be read any more; left out otherwise. */
  isRoomClosed?: boolean;
  /** A room whose rifffs it cannot name as its parent, since it was closed to the account; left out otherwise. */
  closedJamId?: string;
  /** The loop that was refused, where it was one; left out otherwise. */
  refusedLoopId?: string;
  /** Does the new rifff become the one that plays? */
  autoplay: boolean;
  /** When its draft was begun by this device's clock, in ms since the epoch; left out by earlier versions. */
  begun?: number;
  /** Milliseconds since the epoch, for the order in which they go. */
  queued: number;
}

/** The files that a loop is uploaded as. */
export interface LoopFiles {
  /** Ogg Vorbis. */
  readonly ogg: Blob;
  /** FLAC: the master. */
  readonly flac: Blob;
}

export interface UploadDocument {
  loopId: string;
  /** The loop as it was first sent: sent again, it must be the same. */
  loop: Loop;
  /** Null once the server has it. */
  files: LoopFiles | null;
  /** As the server has it; null until then. */
  uploaded: Loop | null;
}

/** Something said in a jam that the server does not have yet. */
export interface MessageDocument {
  /** Id of the message: sent again, it is the same one. */
  id: string;
  jamId: string;
  /** Account that says it. */
  account: string;
  text: string;
  images: readonly Blob[];
  /** Ogg Vorbis or FLAC. */
  voice: Blob | null;
  replyTo: string | null;
  rifff: { jamId: string; rifffId: string } | null;
  /** Refused ones are kept until their author drops or changes them. */
  state: 'waiting' | 'refused';
  /** Why it was refused, for people. */
  reason: string;
  /** Milliseconds since the epoch, for the order in which they go. */
  queued: number;
}

interface DeviceSchema extends DBSchema {
  documents: { key: string; value: DraftDocument; indexes: { updated: number } };
  commits: { key: string; value: CommitDocument; indexes: { queued: number } };
  uploads: { key: string; value: UploadDocument };
  messages: { key: string; value: MessageDocument };
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

const VERSION = 4;

let database: Promise<DeviceDatabase> | null = null;

const forget = () => {
  database = null;
};

/** Opens the database once for each page. Rejects where the browser refuses storage; the next call tries again. */
export function openDevice(name = 'rondo'): Promise<DeviceDatabase> {
  database ??= openDB<DeviceSchema>(name, VERSION, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore('documents', { keyPath: '_id' }).createIndex('updated', 'updated');
      }
      if (from < 2) {
        db.createObjectStore('commits', { keyPath: '_id' }).createIndex('queued', 'queued');
      }
      if (from < 3) db.createObjectStore('uploads', { keyPath: 'loopId' });
      if (from < 4) db.createObjectStore('messages', { keyPath: 'id' });
    },
    blocking(_from, _to, event) {
      // A newer page waits for this one to let go; what this page writes next opens it again.
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  database.catch(forget);
  return database;
}

/** Lets the database go; the next use opens it again. */
export async function closeDevice(): Promise<void> {
  const open = await database?.catch(() => null);
  forget();
  open?.close();
}
