/** What clubs need of their playlists. */

import type { Transaction } from 'kysely';
import type { PlaylistBrief } from '../../../src/data/contract/playlists.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import type { Reader } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, insertRows, valuesOf } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { ClubFor } from '../jams/clubs.ts';
import { asOfClub } from './access.ts';
import { presentBriefs } from './briefs.ts';
import { deletePlaylists, findOfClub } from './repo.ts';

export interface NewClubPlaylist {
  readonly clubId: string;
  /** Who makes it. */
  readonly ownerId: string;
  readonly name: string;
  readonly nowMs: number;
  /** Made here where it is left out. */
  readonly id?: string;
  readonly description?: string;
}

/**
 * Stores an empty playlist of a club to which every member may add, inside a transaction that holds the lock of the club.
 * @returns its id
 */
export async function insertClubPlaylist(
  transaction: Transaction<Schema>,
  { clubId, ownerId, name, nowMs, id = newId(nowMs), description = '' }: NewClubPlaylist,
): Promise<string> {
  const about = { id, clubId, ownerId, name, description };
  await insertRows(transaction, 'playlists', {
    ...about,
    access: 'public',
    adders: 'members',
    created: nowMs,
    changed: nowMs,
  });
  return id;
}

/** The playlists of a club that the reader may read, the oldest first. */
export async function briefsOfClub(
  queries: Queries,
  reader: Reader,
  club: ClubFor,
  publicUrl: string | undefined,
): Promise<PlaylistBrief[]> {
  const found = await findOfClub(queries, club.id);
  const playlists = found.map((playlist) => asOfClub(playlist, reader, club));
  return presentBriefs(queries, reader, playlists, publicUrl);
}

/** Takes all playlists of a club away, inside a transaction that holds the lock of the club. */
export async function removePlaylistsOfClub(queries: Queries, clubId: string): Promise<void> {
  const rows = await findRows(queries, 'playlists', { clubId }, ['id']);
  await deletePlaylists(queries, valuesOf(rows, 'id'));
}
