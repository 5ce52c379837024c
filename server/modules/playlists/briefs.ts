import type { PlaylistBrief } from '../../../src/data/contract/playlists.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Reader } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { keyText } from '../jams/repo.ts';
import type { PlaylistFor } from './access.ts';
import { countItems } from './repo.ts';
import { findHearable, presentBriefly } from './rifffs.ts';

/** Rifffs on the cover of a playlist. */
const DISCS = 4;
/** Rifffs on all covers of a list: a long one has fewer on each, and one at least on the first so many of it. */
const DISCS_IN_ALL = 160;
/** The cover is looked for among the first things of a playlist. */
const FIRST_ITEMS = 24;
/** Those that are looked at for one disc: some may not be read, or are gone. */
const LOOKED_AT = 2;

/** By playlist: its first rifffs that the reader may hear. */
async function findDiscs(
  queries: Queries,
  reader: Reader,
  playlistIds: readonly string[],
  publicUrl: string | undefined,
): Promise<Map<string, Rifff[]>> {
  const shown = playlistIds.slice(0, DISCS_IN_ALL);
  if (shown.length === 0) return new Map();
  const most = Math.min(DISCS, Math.floor(DISCS_IN_ALL / shown.length));
  const items = await queries
    .selectFrom('playlistItems')
    .select(['playlistId', 'jamId', 'itemId as rifffId'])
    .where('playlistId', 'in', shown)
    .where('position', '<', FIRST_ITEMS)
    .where('kind', '=', 'audio')
    .orderBy('playlistId')
    .orderBy('position')
    .execute();
  const candidates = new Map(
    [...Map.groupBy(items, ({ playlistId }) => playlistId)].map(([id, keys]) => [
      id,
      [...new Map(keys.map((key) => [keyText(key), key])).values()].slice(0, DISCS * LOOKED_AT),
    ]),
  );
  const hearable = await findHearable(queries, reader, [...candidates.values()].flat());
  const chosen = new Map(
    [...candidates].map(([id, keys]) => [
      id,
      keys.filter((key) => hearable.has(keyText(key))).slice(0, most),
    ]),
  );
  const rows = [...chosen.values()].flat().map((key) => hearable.get(keyText(key))!);
  const rifffs = await presentBriefly(queries, reader, rows, publicUrl);
  return new Map(
    [...chosen].map(([id, keys]) => [id, keys.map((key) => rifffs.get(keyText(key))!)]),
  );
}

/** Playlists as lists show them, in the same order. The reader may read them: the caller has seen to that. */
export async function presentBriefs(
  queries: Queries,
  reader: Reader,
  playlists: readonly PlaylistFor[],
  publicUrl: string | undefined,
): Promise<PlaylistBrief[]> {
  const ids = playlists.map(({ id }) => id);
  const [counts, discs] = await Promise.all([
    countItems(queries, ids),
    findDiscs(queries, reader, ids, publicUrl),
  ]);
  return playlists.map((playlist) => {
    const { id, name, description, clubId, clubName, access, adders, created, changed } = playlist;
    return {
      id,
      name,
      description,
      clubId,
      access,
      adders,
      created,
      changed,
      clubName: clubName ?? '',
      owner: playlist.owner ?? '',
      displayName: playlist.displayName ?? '',
      isDemo: playlist.isDemo ?? false,
      itemCount: counts.get(id) ?? 0,
      mayAdd: playlist.mayAdd,
      mayEdit: playlist.mayEdit,
      discs: discs.get(id) ?? [],
    };
  });
}
