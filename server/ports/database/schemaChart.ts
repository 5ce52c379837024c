/** One comments row: what an account said about a share. */
export interface CommentRow {
  id: string;
  shareId: string;
  userId: string;
  /** Milliseconds since the epoch; no two of a share have the same. */
  created: number;
  /** As it was typed. */
  text: string;
}

/** One chartVoices row: what an account gives a share. It stays with no points, so that its `isFollower` does. */
export interface ChartVoiceRow {
  shareId: string;
  userId: string;
  points: number;
  /** Followed the account that shared it, at the first reaction. */
  isFollower: boolean;
}

/** One chart row: a share in the chart of a week; not written to once that week, or its seven days, are over. */
export interface ChartRow {
  shareId: string;
  /** When the week began: see `rules/chart/weeks.ts`. */
  week: number;
  /** When it was shared. */
  created: number;
  points: number;
  people: number;
  strangerPoints: number;
  strangers: number;
}

/** One weekWinners row: what became of a week. */
export interface WeekWinnerRow {
  week: number;
  /** Null where no share won, or the share is gone. */
  shareId: string | null;
  /** Who shared it, and rests for some weeks; null once that account is gone. */
  userId: string | null;
  origin: 'rule' | 'moderator';
  /** What the moderator wrote. */
  reason: string;
  points: number;
  people: number;
  strangers: number;
  /** When it was decided; milliseconds since the epoch. */
  chosen: number;
}
