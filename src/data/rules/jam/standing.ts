/** Who may what in a jam, and in the channel of a club. Pure. */
import type { ClubRole } from '../../contract/clubs.ts';
import type { Jam, JamRole } from '../../contract/jams.ts';

/**
 * Does a person of this role keep order in a jam, or in a club and its channels: its owner, and a club's moderators?
 */
export const keepsOrder = (role: JamRole | ClubRole | null | undefined): boolean =>
  role === 'owner' || role === 'moderator';

/** Is it the channel of a club that is closing, in which nothing may be changed? */
export const isFrozen = (jam: Pick<Jam, 'club'> | undefined): boolean =>
  typeof jam?.club?.closes === 'number';

/** May they take away here what others made, and change the room? */
export const ordersJam = (jam: Pick<Jam, 'role' | 'club'> | undefined): boolean =>
  jam !== undefined && keepsOrder(jam.role) && !isFrozen(jam);

const HEARING: Readonly<Record<NonNullable<Jam['club']>['heardBy'], string>> = {
  public: 'Anyone may listen. The members of its club play.',
  members: 'The members of its club listen and play.',
  moderators: 'The owner and the moderators of its club listen and play.',
};

/** Who hears a channel, in a sentence or two. */
export function channelText({ closes, heardBy }: NonNullable<Jam['club']>): string {
  return closes === null ? HEARING[heardBy] : 'Its club is closing: its members may listen.';
}
