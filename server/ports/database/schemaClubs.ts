/** One clubs row. */
export interface ClubRow {
  /** `club` + 10 hex. */
  id: string;
  name: string;
  description: string;
  /** See `ClubAccessSchema`. */
  access: 'open' | 'invite';
  /**
   * The same person has the `owner` row in `clubMembers`, and owns its channels. Empty where the owner left and had no
   * heir.
   */
  ownerId: string;
  created: number;
  /** Keys in `clubImages`. */
  iconKey: string | null;
  bannerKey: string | null;
  /** When it is gone, once it was deleted. */
  closes: number | null;
}

/** One clubMembers row; a blocked one is no member. */
export interface ClubMemberRow {
  clubId: string;
  userId: string;
  role: 'owner' | 'moderator' | 'member';
  since: number;
  isBlocked: boolean;
}

/** One clubImages row. */
export interface ClubImageRow {
  key: string;
  hash: string;
  mime: string;
  size: number;
  clubId: string;
  kind: 'icon' | 'banner' | 'channel';
  userId: string;
  width: number;
  height: number;
}

/** One playlists row: of a club, or of its owner where `clubId` is null. */
export interface PlaylistRow {
  id: string;
  clubId: string | null;
  /** Who made it; of a personal one whose it is. */
  ownerId: string;
  name: string;
  description: string;
  /** Of a personal one; one of a club is read as the club is. */
  access: 'public' | 'private';
  /** Of a club's: who adds to it. */
  adders: 'members' | 'moderators';
  created: number;
  changed: number;
}

/** One playlistItems row. Positions of a playlist count from 0 without gaps. */
export interface PlaylistItemRow {
  id: string;
  playlistId: string;
  position: number;
  /** `audio`: a rifff. */
  kind: 'audio' | 'track';
  /** Short id of the jam of the rifff or track. */
  jamId: string;
  itemId: string;
  addedBy: string;
  created: number;
  /** Bars. */
  fadeOut: number;
  loopCount: number;
}

/** One playlistReactions row. */
export interface PlaylistReactionRow {
  itemId: string;
  userId: string;
  reaction: string;
  created: number;
}
