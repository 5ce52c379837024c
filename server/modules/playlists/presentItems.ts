import type { PlaylistItem } from '../../../src/data/contract/playlists.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Reader } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { valuesOf } from '../../ports/database/rows.ts';
import type { TrackRow } from '../../ports/database/schema.ts';
import type { PlaylistItemRow } from '../../ports/database/schemaClubs.ts';
import { canReadJam, withRoles } from '../jams/access.ts';
import { findNames } from '../jams/lineageRepo.ts';
import { keysWithoutDeleted } from '../jams/present.ts';
import { findJams, keyText } from '../jams/repo.ts';
import { findTitles, type Titled } from '../jams/titles.ts';
import { findTracks } from '../uploads/repo.ts';
import { presentTrack } from '../uploads/tracks.ts';
import { findReactions } from './reactionsRepo.ts';
import { findHearable, presentBriefly } from './rifffs.ts';

type Key = Pick<PlaylistItemRow, 'jamId' | 'itemId'>;
const rifffKey = ({ jamId, itemId }: Key) => ({ jamId, rifffId: itemId });

/** A rifff that the reader may read, with who made it, and its title and public share. */
interface FoundRifff extends Titled {
  readonly rifff: Rifff;
  readonly userId: string;
}

/** By `keyText`: the rifffs of items that the reader may read. */
async function findRifffsOf(
  queries: Queries,
  reader: Reader,
  items: readonly Key[],
  publicUrl: string | undefined,
): Promise<Map<string, FoundRifff>> {
  const hearable = await findHearable(queries, reader, items.map(rifffKey));
  const rows = [...hearable.values()];
  // Without a public share a rifff is read through its jam, so the name of that may be said.
  const [rifffs, titles] = await Promise.all([
    presentBriefly(queries, reader, rows, publicUrl),
    findTitles(
      queries,
      rows.map(({ jamId, id }) => ({ jamId, rifffId: id })),
    ),
  ]);
  return new Map(
    [...hearable].map(([key, { userId }]) => [
      key,
      { rifff: rifffs.get(key)!, userId, ...titles.get(key)! },
    ]),
  );
}

/** By id: the tracks of items that are still in their jams, which the reader may read. */
export async function findTracksOf(
  queries: Queries,
  reader: Reader,
  items: readonly Key[],
): Promise<Map<string, TrackRow>> {
  const tracks = await findTracks(queries, valuesOf(items, 'itemId'));
  const jams = await findJams(queries, [...new Set(items.map(({ jamId }) => jamId))]);
  const readable = new Set(
    (await withRoles(queries, reader, [...jams.values()])).filter(canReadJam).map(({ id }) => id),
  );
  const found = items.flatMap(({ jamId, itemId }) => {
    const track = tracks.get(itemId);
    return track?.jamId === jamId && readable.has(jamId) ? [track] : [];
  });
  return new Map(found.map((track) => [track.id, track]));
}

/**
 * Items as the reader sees them, in the same order. An item that is gone, or that the reader may not see, keeps only its
 * place. People who deleted their account are not named.
 */
export async function presentItems(
  queries: Queries,
  reader: Reader,
  items: readonly PlaylistItemRow[],
  publicUrl: string | undefined,
): Promise<PlaylistItem[]> {
  const of = (kind: PlaylistItemRow['kind']) => items.filter((item) => item.kind === kind);
  const [rifffs, tracks, reactions, keys] = await Promise.all([
    findRifffsOf(queries, reader, of('audio'), publicUrl),
    findTracksOf(queries, reader, of('track')),
    findReactions(queries, reader?.userId, valuesOf(items, 'id')),
    keysWithoutDeleted(queries, items.map(rifffKey)),
  ]);
  const people = [...rifffs.values(), ...tracks.values()].map(({ userId }) => userId);
  const named = new Set([...people, ...items.map(({ addedBy }) => addedBy)]);
  const names = await findNames(queries, [...named]);
  const shown = (userId: string) => (names.has(userId) ? userId : '');
  const by = (userId = '') => ({ user: shown(userId), displayName: names.get(userId) ?? '' });
  return items.map((item, at): PlaylistItem => {
    const { id, itemId, created, fadeOut, loopCount } = item;
    const common = {
      id,
      created,
      fadeOut,
      loopCount,
      addedBy: shown(item.addedBy),
      reactions: reactions.get(id) ?? [],
    };
    const keyIf = (data: object | null) =>
      data ? { itemId, jamId: keys[at]!.jamId } : { itemId: null, jamId: null };
    if (item.kind === 'track') {
      const row = tracks.get(itemId);
      const data = row ? { ...presentTrack(row, publicUrl), user_id: shown(row.userId) } : null;
      const title = row?.name ?? '';
      return {
        ...common,
        ...keyIf(data),
        type: 'track',
        title,
        ...by(row?.userId),
        shareId: null,
        data,
      };
    }
    const found = rifffs.get(keyText(rifffKey(item)));
    const { shareId = null, title = '' } = found ?? {};
    const data = found?.rifff ?? null;
    return { ...common, ...keyIf(data), type: 'audio', title, ...by(found?.userId), shareId, data };
  });
}
