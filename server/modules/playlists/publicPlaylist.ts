import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findReadablePlaylist } from './access.ts';
import { presentBriefs } from './briefs.ts';

/** A playlist that anyone may read, as previews of its page show it. */
export interface PublicPlaylist {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The name of its club, or what its owner goes by; never empty but where an owner calls themselves nothing. */
  readonly by: string;
  /** Of its club; null for a personal one. */
  readonly clubId: string | null;
  /** User id of the owner of a personal one; '' of a club's. */
  readonly owner: string;
  /** Its first rifffs that anyone may hear, four at most, with short peaks. */
  readonly discs: readonly Rifff[];
  readonly itemCount: number;
  /** When it was last changed; ms. */
  readonly changed: number;
}

/** A public personal playlist, or one of an open club; undefined for any other. */
export async function findPublicPlaylist(
  queries: Queries,
  id: string,
  publicUrl?: string,
): Promise<PublicPlaylist | undefined> {
  const found = await findReadablePlaylist(queries, null, { playlistId: id }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_found') return undefined;
      throw error;
    },
  );
  if (!found) return undefined;
  const [brief] = await presentBriefs(queries, null, [found], publicUrl);
  const { name, description, clubId, clubName, owner, displayName, ...rest } = brief!;
  return {
    id,
    name,
    description,
    clubId,
    by: clubId === null ? displayName : clubName,
    owner: clubId === null ? owner : '',
    discs: rest.discs,
    itemCount: rest.itemCount,
    changed: rest.changed,
  };
}
