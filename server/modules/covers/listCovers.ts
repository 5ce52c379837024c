/** What covers of playlists, clubs and looks show: for those alone that anyone may read. */
import { ApiError } from '../../../src/data/contract/errors.ts';
import { ID_PATTERN } from '../../../src/data/contract/fields.ts';
import type { LookDocument } from '../../../src/data/contract/looks.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { ClubRow } from '../../ports/database/schemaClubs.ts';
import { findReadableClub } from '../jams/clubs.ts';
import { keyText } from '../jams/repo.ts';
import { findPublicLook } from '../looks/publicLook.ts';
import { findPublicPlaylist } from '../playlists/publicPlaylist.ts';
import { findHearable, presentBriefly } from '../playlists/rifffs.ts';

export type ListKind = 'playlists' | 'clubs' | 'looks';

/** What is drawn. */
export interface CoverSubject {
  readonly title: string;
  /** What it is, for instance `Playlist`. */
  readonly kind: string;
  /** Whose it is; may be empty. */
  readonly by: string;
  /** Four at most. */
  readonly discs: readonly Rifff[];
  /** Draws the first of them, where it is the cover of a look. */
  readonly look?: LookDocument;
}

export type FindCoverSubject = (kind: ListKind, id: string) => Promise<CoverSubject | undefined>;

const DISCS = 4;

/** A club that anyone may read; undefined for any other. */
export async function findOpenClub(queries: Queries, id: string): Promise<ClubRow | undefined> {
  return findReadableClub(queries, null, id).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  });
}

/** The newest rifffs of the channels that anyone hears. */
async function findClubDiscs(
  queries: Queries,
  clubId: string,
  publicUrl: string | undefined,
): Promise<Rifff[]> {
  const keys = await queries
    .selectFrom('rifffs')
    .innerJoin('jams', 'jams.id', 'rifffs.jamId')
    .select(['rifffs.jamId', 'rifffs.id as rifffId'])
    .where('jams.clubId', '=', clubId)
    .where('jams.channelAccess', '=', 'public')
    .orderBy('rifffs.created', 'desc')
    .orderBy('rifffs.id')
    .limit(2 * DISCS)
    .execute();
  const hearable = await findHearable(queries, null, keys);
  const rows = keys.flatMap((key) => hearable.get(keyText(key)) ?? []).slice(0, DISCS);
  return [...(await presentBriefly(queries, null, rows, publicUrl)).values()];
}

/**
 * Finds what a cover shows; undefined where there is nothing that everybody may see.
 *
 * @param sample the rifff that looks are shown by; undefined where there is none
 */
export function coverSubjects(
  queries: Queries,
  publicUrl: string | undefined,
  sample: () => Promise<Rifff | undefined>,
): FindCoverSubject {
  return async (kind, id) => {
    if (!ID_PATTERN.test(id)) return undefined;
    if (kind === 'playlists') {
      const list = await findPublicPlaylist(queries, id, publicUrl);
      return list && { title: list.name, kind: 'Playlist', by: list.by, discs: list.discs };
    }
    if (kind === 'looks') {
      const look = await findPublicLook(queries, id);
      if (!look) return undefined;
      const rifff = await sample();
      const { document, by } = look;
      return {
        title: document.name,
        kind: 'Look',
        by,
        discs: rifff ? [rifff] : [],
        look: document,
      };
    }
    const club = await findOpenClub(queries, id);
    if (!club) return undefined;
    const discs = await findClubDiscs(queries, id, publicUrl);
    return { title: club.name, kind: 'Club', by: '', discs };
  };
}
