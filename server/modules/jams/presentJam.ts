import { LIVE_MS } from '../../../src/data/contract/constants.ts';
import type { Jam } from '../../../src/data/contract/jams.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Reader } from '../../plugins/identity.ts';
import { mediaUrl } from '../../plugins/subPath.ts';
import type { Queries } from '../../ports/database/database.ts';
import { valuesOf } from '../../ports/database/rows.ts';
import { type JamFor, mayAnswer, mayChat } from './access.ts';
import { briefRifff } from './brief.ts';
import { countMembers } from './members.ts';
import { presentRifffs } from './present.ts';
import { asRifff } from './repo.ts';

function present(jam: JamFor, memberCount: number, publicUrl: string | undefined): Jam {
  const { ownerId: owner, coverKey, guestsMayAnswer, guestsMayChat, ...more } = jam;
  const { clubId: _, isMuted: __, channelAccess, club, isCollectible, hasBand, ...rest } = more;
  return {
    ...rest,
    club: club && {
      id: club.id,
      name: club.name,
      isOpen: club.access === 'open',
      closes: club.closes,
      heardBy: channelAccess ?? 'members',
    },
    owner,
    coverUrl: coverKey && mediaUrl(coverKey, publicUrl),
    memberCount,
    guests: { mayAnswer: guestsMayAnswer, mayChat: guestsMayChat },
    mayAnswer: mayAnswer(jam),
    mayChat: mayChat(jam),
    ...(isCollectible && jam.access === 'public' && { isCollectible }),
    ...(hasBand && { hasBand }),
  };
}

const selectNewest = (queries: Queries, jamIds: readonly string[]) =>
  queries
    .selectFrom('rifffs')
    .innerJoin('jams', (join) =>
      join.onRef('jams.id', '=', 'rifffs.jamId').onRef('jams.latest', '=', 'rifffs.created'),
    )
    .where('rifffs.jamId', 'in', jamIds);

/** Those of the jams whose newest rifff came with an import and says that it is from just now. */
async function findToldLive(
  queries: Queries,
  jams: readonly Pick<JamFor, 'id' | 'latest'>[],
  sinceMs: number,
): Promise<Set<string>> {
  const recent = jams.filter(({ latest }) => latest !== null && latest > sinceMs);
  if (recent.length === 0) return new Set();
  const rows = await selectNewest(queries, valuesOf(recent, 'id'))
    .select('rifffs.jamId')
    .where('rifffs.isImported', '=', true)
    .execute();
  return new Set(rows.map(({ jamId }) => jamId));
}

/**
 * Jams as the reader that they were found for sees them, in the same order. What an import says of its times makes no
 * jam live: the latest of one that it says is from just now is told as older.
 */
export async function presentJams(
  queries: Queries,
  jams: readonly JamFor[],
  publicUrl: string | undefined,
): Promise<Jam[]> {
  const sinceMs = Date.now() - LIVE_MS;
  const [counts, told] = await Promise.all([
    countMembers(queries, jams),
    findToldLive(queries, jams, sinceMs),
  ]);
  return jams.map((jam) => {
    const shown = present(jam, counts.get(jam.id) ?? 1, publicUrl);
    return told.has(jam.id) ? { ...shown, latest: sinceMs } : shown;
  });
}

/** One jam as the reader it was found for sees it. */
export async function presentJam(
  queries: Queries,
  jam: JamFor,
  publicUrl: string | undefined,
): Promise<Jam> {
  const [shown] = await presentJams(queries, [jam], publicUrl);
  return shown!;
}

/** The newest rifff of each of the jams by its short id, brief; none where it was taken out. */
export async function findNewest(
  queries: Queries,
  reader: Reader,
  jamIds: readonly string[],
  publicUrl: string | undefined,
): Promise<Map<string, Rifff>> {
  if (jamIds.length === 0) return new Map();
  const rows = await selectNewest(queries, jamIds)
    .selectAll('rifffs')
    .where('rifffs.digest', '!=', '')
    .execute();
  const shown = await presentRifffs(queries, reader, rows.map(asRifff), publicUrl);
  return new Map(rows.map(({ jamId }, at) => [jamId, briefRifff(shown[at]!)]));
}
