/** Who may share a rifff to the feed: the same rule on the page, which offers it, and on the server, which enforces it. */
import type { Jam } from '../../contract/jams.ts';
import type { Rifff } from '../../contract/rifff.ts';

/**
 * May this account share the rifff? Its maker may, and the owner of its jam. (A rifff that a moderator took out of
 * the feed stays out; only the server knows.)
 *
 * @param jam the jam in which the rifff stands, where it is known
 * @param userId account that asks; '' for a visitor, who may not
 */
export function mayShare(
  { userName }: Pick<Rifff, 'userName'>,
  jam: Pick<Jam, 'owner'> | undefined,
  userId: string,
): boolean {
  return userId !== '' && (userName === userId || jam?.owner === userId);
}
