/**
 * The journal of a recording: the device keeps it in pieces of about a second until its takes are kept, so
 * that a crash, a reload or a closed tab costs no more than the last piece.
 */
import type { DBSchema } from 'idb';
import type { BarGrid } from '../../../data/rules/recording/takes.ts';
import { lazyDatabase } from '../../loading/lazyDatabase.ts';
import type { RecordSource } from '../../state/recording.ts';

/** A recording from its press to its stop, pass after pass. */
export interface JournalInfo {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly grid: BarGrid;
  /** Bar of the grid on which the first pass begins. */
  readonly startBar: number;
  /** Bars of a pass. */
  readonly bars: number;
  /** Frames from the music to its sound coming in. */
  readonly latencyFrames: number;
  readonly source: RecordSource;
  readonly rifffName: string;
  /** Passes that are takes by now, or not wanted. */
  readonly keptLaps: number;
}

/** A piece of it. */
export interface JournalPiece {
  readonly reelId: string;
  /** Context frame of its first sample. */
  readonly firstFrame: number;
  readonly left: Float32Array<ArrayBuffer>;
  /** Null when both channels are equal. */
  readonly right: Float32Array<ArrayBuffer> | null;
}

interface JournalSchema extends DBSchema {
  reels: { key: string; value: JournalInfo };
  pieces: { key: [string, number]; value: JournalPiece };
}

const open = lazyDatabase<JournalSchema>('rondo-reels', (db) => {
  db.createObjectStore('reels', { keyPath: 'id' });
  db.createObjectStore('pieces', { keyPath: ['reelId', 'firstFrame'] });
});

/** All pieces of a journal that begin before a frame. */
const piecesOf = (id: string, beforeFrame = Number.POSITIVE_INFINITY) =>
  IDBKeyRange.bound([id, Number.NEGATIVE_INFINITY], [id, beforeFrame], false, true);

/**
 * Stores a journal's head and deletes its pieces that begin before a frame.
 * @throws DOMException when the device refuses it
 */
export async function putJournal(info: JournalInfo, beforeFrame?: number): Promise<void> {
  const transaction = (await open()).transaction(['reels', 'pieces'], 'readwrite');
  await Promise.all([
    transaction.objectStore('reels').put(info),
    beforeFrame !== undefined &&
      transaction.objectStore('pieces').delete(piecesOf(info.id, beforeFrame)),
    transaction.done,
  ]);
}

/** Keeps a piece. It need not have reached the disk: a crashed page loses nothing. @throws DOMException when refused */
export async function putPiece(piece: JournalPiece): Promise<void> {
  const transaction = (await open()).transaction('pieces', 'readwrite', { durability: 'relaxed' });
  await Promise.all([transaction.store.put(piece), transaction.done]);
}

/** All journals of this device, oldest first. */
export async function listJournals(): Promise<JournalInfo[]> {
  try {
    const journals = await (await open()).getAll('reels');
    return journals.sort((a, b) => a.created - b.created);
  } catch (cause) {
    console.error('The recordings of this device cannot be read', cause);
    return [];
  }
}

/** The pieces of a journal, in the order of time. */
export async function getPieces(id: string): Promise<JournalPiece[]> {
  return (await open()).getAll('pieces', piecesOf(id));
}

/** Deletes a journal with all its pieces. */
export async function dropJournal(id: string): Promise<void> {
  try {
    const transaction = (await open()).transaction(['reels', 'pieces'], 'readwrite');
    await Promise.all([
      transaction.objectStore('reels').delete(id),
      transaction.objectStore('pieces').delete(piecesOf(id)),
      transaction.done,
    ]);
  } catch (cause) {
    console.error('A recording of this device could not be removed', cause);
  }
}
