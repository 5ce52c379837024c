/** Who may share a rifff to the feed: the same rule on the page, which offers it, and on the server, which enforces it. */
import type { Jam } from '../../contract/jams.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { type JudgedRifff, rightsRefusal } from './rights.ts';

/**
 * May this account share the rifff? Its maker may, and the owner of its jam, where the rights of what came in with an
 * import let them. (A rifff that a moderator took out of the feed stays out; only the server knows.)
 *
 * @param jam the jam in which the rifff stands, where it is known
 * @param userId account that asks; '' for a visitor, who may not
 */
export function mayShare(
  rifff: JudgedRifff & Pick<Rifff, 'loops'>,
  jam: Pick<Jam, 'owner'> | undefined,
  userId: string,
): boolean {
  const isTheirs = userId !== '' && (rifff.userName === userId || jam?.owner === userId);
  return isTheirs && rightsRefusal('publish', rifff, rifff.loops) === null;
}
