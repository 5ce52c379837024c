/** The documents of the synced database of a device, and their names. */
import type { Loop } from '../contract/loop.ts';
import type { Rifff } from '../contract/rifff.ts';
import type { DraftDocument } from '../device.ts';

/** What PouchDB adds to a document that was read. */
export interface Stored {
  _rev?: string;
  /** The device that wrote this revision. */
  device?: string;
}

/** A draft as the synced database has it. */
export type StoredDraft = DraftDocument & Stored;

/** A loop that no server has as a loop; its sound is the attachment `sound`, FLAC or WAV. */
export interface TakeDocument extends Stored {
  /** `take_` and the id of the loop. */
  _id: string;
  type: 'Take';
  loop: Loop;
  /** Milliseconds since the epoch. */
  updated: number;
}

/** A rifff that was heard, as it can be drawn and played again without a network. */
export interface HeardDocument extends Stored {
  /** `heard_` and one of fifty places: the oldest makes way, so that what was heard leaves no tombstones. */
  _id: string;
  type: 'Heard';
  title: string;
  /** Without the band envelopes of its loops. */
  rifff: Rifff;
  /** When it was heard last, in ms since the epoch. */
  updated: number;
}

export type KeptDocument = StoredDraft | TakeDocument | HeardDocument;
export type Kind = 'draft' | 'take' | 'heard';

/** Name of the sound of a take among its attachments. */
export const TAKE_SOUND = 'sound';
/** Drafts kept for an account, and for visitors; the oldest go first. */
export const MAX_DRAFTS = 50;
/** Heard rifffs kept; the oldest go first. */
export const MAX_HEARD = 50;

/** Id of the draft document of a rifff. */
export const draftDocumentId = (rifffId: string): string => `draft_${rifffId}`;
/** Id of the document of a take. */
export const takeDocumentId = (loopId: string): string => `take_${loopId}`;
/** Id of a place among the rifffs heard last. */
export const heardDocumentId = (place: number): string => `heard_${String(place).padStart(2, '0')}`;

/** Which kind of document has this id; null for any other. */
export function kindOf(id: string): Kind | null {
  const [, kind] = /^(draft|take|heard)_/.exec(id) ?? [];
  return (kind as Kind | undefined) ?? null;
}

/** The range of ids of one kind, for `allDocs`. */
export const idsOf = (kind: Kind) => ({ startkey: `${kind}_`, endkey: `${kind}_\ufff0` });
