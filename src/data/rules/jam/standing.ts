import type { ClubRole } from '../../contract/clubs.ts';
import type { JamRole } from '../../contract/jams.ts';

/** Does somebody of this role keep order in a jam, or in a club and its channels: its owner, and a club's moderators? */
export const keepsOrder = (role: JamRole | ClubRole | null | undefined): boolean =>
  role === 'owner' || role === 'moderator';
