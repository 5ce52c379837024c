import { expect } from 'vitest';
import type { ClubRole } from '../../src/data/contract/clubs.ts';
import { newId } from '../../src/data/rules/ids.ts';
import type { PlaylistItemRow, PlaylistRow } from '../ports/database/schemaClubs.ts';
import type { TestAccount } from './accounts.ts';
import { type CallMethod, callsAs } from './calls.ts';
import { postable } from './rifffs.ts';
import type { TestServer } from './testApp.ts';

/** What tests of playlists need, stored without the calls that would make it. */
export function playlistWorld(server: TestServer) {
  const send = callsAs(server);
  const ok = async (method: CallMethod, url: string, who: TestAccount | null, body?: object) => {
    const answer = await send(method, url, who, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data;
  };

  /** Adds a person to a club; blocked if their role is null. */
  const join = (clubId: string, userId: string, role: ClubRole | null) =>
    server.database.queries
      .insertInto('clubMembers')
      .values({ clubId, userId, role: role ?? 'member', since: 1, isBlocked: role === null })
      .execute();

  /** Makes a club with its people; the owner is the person with the role `owner`. */
  async function makeClub(
    people: Readonly<Record<string, ClubRole | null>>,
    parts: { access?: 'open' | 'invite'; closes?: number | null } = {},
  ): Promise<string> {
    const id = `club${newId().slice(-10)}`;
    const ownerId = Object.keys(people).find((name) => people[name] === 'owner') ?? '';
    const about = { id, name: `Club ${id}`, description: '', ownerId, created: 1 };
    await server.database.queries
      .insertInto('clubs')
      .values({ ...about, access: 'open', iconKey: null, bannerKey: null, closes: null, ...parts })
      .execute();
    for (const [userId, role] of Object.entries(people)) await join(id, userId, role);
    return id;
  }

  async function makePlaylist(parts: Partial<PlaylistRow> & { ownerId: string }): Promise<string> {
    const row: PlaylistRow = {
      id: newId(),
      clubId: null,
      name: 'Long way home',
      description: '',
      access: 'public',
      adders: 'members',
      created: 1,
      changed: 1,
      ...parts,
    };
    await server.database.queries.insertInto('playlists').values(row).execute();
    return row.id;
  }

  /** So many places at the end of a playlist, of rifffs that are there or not. Returns their ids in order. */
  async function fill(
    playlistId: string,
    by: string,
    rifffIds: readonly string[],
    parts: Partial<PlaylistItemRow> = {},
  ): Promise<string[]> {
    const { queries } = server.database;
    const before = await queries
      .selectFrom('playlistItems')
      .select('id')
      .where('playlistId', '=', playlistId)
      .execute();
    const rows = rifffIds.map(
      (itemId, at): PlaylistItemRow => ({
        id: newId(),
        playlistId,
        position: before.length + at,
        kind: 'audio',
        jamId: by,
        itemId,
        addedBy: by,
        created: 1,
        fadeOut: 0,
        loopCount: 2,
        ...parts,
      }),
    );
    await queries.insertInto('playlistItems').values(rows).execute();
    return rows.map(({ id }) => id);
  }

  /** A track of a jam, whose file is not there. */
  async function storeTrack(userId: string, jamId = userId): Promise<string> {
    const id = newId();
    const file = { hash: id.padEnd(64, '0'), mime: 'audio/ogg', size: 1, key: newId() };
    await server.database.queries
      .insertInto('tracks')
      .values({
        ...file,
        id,
        userId,
        jamId,
        isPinned: false,
        name: `Track of ${userId}`,
        created: 1,
        digest: id,
        durationSec: 4,
        peaks: '',
      })
      .execute();
    return id;
  }

  /** The order of a playlist as it is stored; fails where places have gaps. */
  async function storedOrder(playlistId: string): Promise<string[]> {
    const rows = await server.database.queries
      .selectFrom('playlistItems')
      .select(['id', 'position'])
      .where('playlistId', '=', playlistId)
      .orderBy('position')
      .execute();
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at));
    return rows.map(({ id }) => id);
  }

  /** Commits a rifff to the account's personal jam, or to another jam. Returns its id. */
  const rifffOf = async (who: TestAccount, jamId = who.userId): Promise<string> =>
    (await ok('POST', `/jam/${jamId}/rifffs`, who, { rifff: postable() })).id;

  return { send, ok, join, makeClub, makePlaylist, fill, storeTrack, storedOrder, rifffOf };
}
