/** What the picture of a room is made from: the same data give every viewer the same picture. */
import type { RifffModel } from '../model.ts';

/** A rifff of the room's recent history. */
export interface RoomNode {
  readonly id: string;
  /** What it answers; null for none, or one that is not in the list. */
  readonly parentId: string | null;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly model: RifffModel;
}

/** A person in the room. */
export interface RoomPerson {
  readonly user: string;
  readonly isMaking: boolean;
}

/** A touch of a ring. */
export interface RoomTouch {
  readonly user: string;
  readonly rifffId: string;
  /** 0–7. */
  readonly slot: number;
  /** Turns from the top, clockwise. */
  readonly turn: number;
  /** How far out on the ring, 0–1 of its thickness. */
  readonly depth: number;
}

/** A room at human speed: what changes when a person does something. */
export interface RoomData {
  readonly history: readonly RoomNode[];
  readonly people: readonly RoomPerson[];
}

/** A place of a person between 0 and 1 turn, from their id alone (FNV-1a, 32 bits). */
export function homeTurn(user: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < user.length; at++) {
    hash = Math.imul(hash ^ user.charCodeAt(at), 16_777_619);
  }
  // The last letters of like names move the low bits: they are spread over all of them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) / 4_294_967_296;
}
