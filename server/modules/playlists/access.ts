import type { ClubRole } from '../../../src/data/contract/clubs.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { MESSAGES } from '../../../src/data/contract/messages.ts';
import type { Reader } from '../../plugins/identity.ts';
import { closedClubOf } from '../../plugins/pupils.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findReadableClub, keepsOrder } from '../jams/clubs.ts';
import { findPlaylist, type NamedPlaylist } from './repo.ts';

/** Which playlist a call is about. One that is looked for in a club has to be that club's. */
export interface PlaylistAt {
  readonly playlistId: string;
  readonly clubId?: string;
}

/**
 * What a change takes: to react, to put things in and order them, or to change everything; `judge` is a moderator's of
 * this server.
 */
export type PlaylistRight = 'react' | 'add' | 'edit' | 'judge';

/** A playlist that the caller may read, with what else they may do. */
export interface PlaylistFor extends NamedPlaylist {
  readonly mayReact: boolean;
  readonly mayAdd: boolean;
  readonly mayEdit: boolean;
}

/** A personal playlist with what the reader may do: its owner everything, anyone else but pupils who is signed in react. */
export function asPersonal(playlist: NamedPlaylist, reader: Reader): PlaylistFor {
  const isOwn = reader?.userId === playlist.ownerId;
  return {
    ...playlist,
    mayReact: reader?.userId !== undefined && !reader.pupilOf,
    mayAdd: isOwn,
    mayEdit: isOwn,
  };
}

/** A playlist of a club with what that role may do there; in a closing club nothing is written, and pupils only read. */
export function asOfClub(
  playlist: NamedPlaylist,
  reader: Reader,
  { role, closes }: { readonly role: ClubRole | null; readonly closes: number | null },
): PlaylistFor {
  const mayReact = role !== null && closes === null && !reader?.pupilOf;
  const mayEdit = mayReact && keepsOrder(role);
  const isOpen = playlist.clubAccess === 'open' && playlist.clubCloses === null;
  return {
    ...playlist,
    access: isOpen ? 'public' : 'private',
    mayReact,
    mayAdd: mayEdit || (mayReact && playlist.adders === 'members'),
    mayEdit,
  };
}

/** What may not be read does not exist, as far as the reader can tell. */
const noPlaylist = () => new ApiError('not_found', MESSAGES.playlistNotFound);

/**
 * A playlist that the reader may read: a public one or their own, and of a club where they may read the club. To a pupil
 * whose class is not open no public one is there.
 * @throws ApiError `not_found` with 'Playlist not found'
 */
export async function findReadablePlaylist(
  queries: Queries,
  reader: Reader,
  { playlistId, clubId }: PlaylistAt,
): Promise<PlaylistFor> {
  const playlist = await findPlaylist(queries, playlistId);
  if (!playlist || (clubId !== undefined && playlist.clubId !== clubId)) throw noPlaylist();
  if (playlist.clubId !== null) {
    const club = await findReadableClub(queries, reader, playlist.clubId).catch(
      (error: unknown) => {
        throw error instanceof ApiError && error.code === 'not_found' ? noPlaylist() : error;
      },
    );
    return asOfClub(playlist, reader, club);
  }
  const isOwn = reader?.userId === playlist.ownerId;
  const isClosed = playlist.access === 'private' || closedClubOf(reader) !== undefined;
  // Of an account that is leaving it is on its way out.
  if (playlist.owner === null || (isClosed && !isOwn)) throw noPlaylist();
  return asPersonal(playlist, reader);
}

/** Throws `forbidden`, with the reason, for an account that may only read. */
export function requireRight(playlist: PlaylistFor, right: PlaylistRight): void {
  const { mayReact, mayAdd, mayEdit, clubId } = playlist;
  if ({ react: mayReact, add: mayAdd, edit: mayEdit, judge: true }[right]) return;
  if (clubId === null) throw new ApiError('forbidden', 'Only its owner may change this playlist');
  throw new ApiError(
    'forbidden',
    mayReact
      ? 'Only the owner and the moderators of this club may do this'
      : 'Only members change what is in a club, and no one in one that is closing',
  );
}
