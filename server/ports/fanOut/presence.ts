/** Who is in one room now. */
export interface RoomPresence {
  /** User ids, those who do most first; of many some. */
  readonly users: readonly string[];
  readonly count: number;
  /** A person records or edits an answer. */
  readonly isBeingAnswered: boolean;
}

/** Who is where now, on all nodes. */
export interface Presence {
  /**
   * By short id of the jam; empty rooms are left out. Never throws: rooms are empty rather.
   * @param most people who are named of each; eight where it is left out
   */
  inRooms(jamIds: readonly string[], most?: number): Promise<ReadonlyMap<string, RoomPresence>>;
}
