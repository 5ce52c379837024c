/** Who is in one room now. */
export interface RoomPresence {
  /** User ids, those who do most first, at most eight. */
  readonly users: readonly string[];
  readonly count: number;
  /** A person records or edits an answer. */
  readonly isBeingAnswered: boolean;
}

/** Who is where now, on all nodes. */
export interface Presence {
  /** By short id of the jam; empty rooms are left out. Never throws: rooms are empty rather. */
  inRooms(jamIds: readonly string[]): Promise<ReadonlyMap<string, RoomPresence>>;
}
