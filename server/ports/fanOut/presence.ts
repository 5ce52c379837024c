/** Who is in one room now. */
export interface RoomPresence {
  /** User ids, those who do most first, at most eight. */
  readonly users: readonly string[];
  readonly count: number;
  /** Somebody records or edits an answer. */
  readonly isBeingAnswered: boolean;
}

/** Who is where now, on all nodes. */
export interface Presence {
  /** By short id of the jam; rooms in which nobody is are left out. Never throws: nobody is there rather. */
  inRooms(jamIds: readonly string[]): Promise<ReadonlyMap<string, RoomPresence>>;
}
