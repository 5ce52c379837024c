import { expressionBuilder } from 'kysely';
import type * as z from 'zod';
import { categoryOf, type LibraryCategory } from '../../../src/data/contract/categories.ts';
import { LIVE_MS } from '../../../src/data/contract/constants.ts';
import type { LobbyJam, LobbyQuerySchema, LobbySchema } from '../../../src/data/contract/jams.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Queries } from '../../ports/database/database.ts';
import { holding } from '../../ports/database/holding.ts';
import { countOf } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { type Reader, withRoles } from '../jams/access.ts';
import { isNotClosing } from '../jams/clubs.ts';
import { findNewest, presentJams } from '../jams/presentJam.ts';
import type { RoomsContext } from './context.ts';

/** What a loop groove is built of, the ones that most are built of first. */
const MOST_WANTED: readonly LibraryCategory[] = [
  ...(['drums', 'bass', 'chords', 'leads'] as const),
  ...(['pads', 'vocals', 'perc', 'fx'] as const),
];

/** Categories of which a rifff has no loop that sounds, the most wanted first; none of one without loops. */
export function lacksOf({ state, loops }: Pick<Rifff, 'state' | 'loops'>): LibraryCategory[] {
  const there = new Set<string>();
  for (const { slot } of state.playback) {
    const loop = loops.find(({ _id }) => _id === slot.current?.currentLoop);
    if (slot.current && loop) there.add(categoryOf(slot.current.category ?? loop.category).slug);
  }
  return there.size === 0 ? [] : MOST_WANTED.filter((category) => !there.has(category));
}

function publicRooms(queries: Queries, { search, live }: Asked, nowMs: number) {
  const build = expressionBuilder<Schema, 'jams'>();
  let rooms = queries
    .selectFrom('jams')
    .where('jams.kind', '=', 'room')
    .where('jams.access', '=', 'public')
    .where(isNotClosing());
  if (live) {
    // What an import says of its times makes no room live.
    const told = build
      .selectFrom('rifffs')
      .select('rifffs.id')
      .whereRef('rifffs.jamId', '=', 'jams.id')
      .whereRef('rifffs.created', '=', 'jams.latest')
      .where('rifffs.isImported', '=', true);
    rooms = rooms
      .where('jams.latest', '>', nowMs - LIVE_MS)
      .where(({ not, exists }) => not(exists(told)));
  }
  if (!search) return rooms;
  const like = holding(search);
  const owner = build
    .selectFrom('accounts')
    .select('accounts.id')
    .whereRef('accounts.id', '=', 'jams.ownerId')
    .where((where) => where.or([like('accounts.displayName'), like('accounts.id')]));
  return rooms.where((where) =>
    where.or([like('jams.name'), like('jams.description'), where.exists(owner)]),
  );
}

type Asked = z.output<typeof LobbyQuerySchema>;

/** Public rooms and public channels of clubs, live ones first: those with the newest rifff, then empty ones, the newest first. */
export function lobbyCall(context: RoomsContext) {
  const { queries } = context.database;
  return async (reader: Reader, asked: Asked): Promise<z.output<typeof LobbySchema>> => {
    const rooms = publicRooms(queries, asked, Date.now());
    const [rows, total] = await Promise.all([
      rooms
        .selectAll('jams')
        .orderBy((order) => order.case().when('jams.latest', 'is', null).then(1).else(0).end())
        .orderBy('jams.latest', 'desc')
        .orderBy('jams.created', 'desc')
        .orderBy('jams.id')
        .limit(asked.limit)
        .offset(asked.skip)
        .execute(),
      countOf(rooms),
    ]);
    const ids = rows.map(({ id }) => id);
    const [shown, newest, presence] = await Promise.all([
      presentJams(queries, await withRoles(queries, reader, rows), context.publicUrl),
      findNewest(queries, reader, ids, context.publicUrl),
      context.presence.inRooms(ids),
    ]);
    const jams = shown.map((jam): LobbyJam => {
      const rifff = newest.get(jam.id) ?? null;
      const here = presence.get(jam.id);
      return {
        ...jam,
        newest: rifff,
        lacks: rifff ? lacksOf(rifff) : [],
        present: [...(here?.users ?? [])].slice(0, 8),
        presentCount: here?.count ?? 0,
        isBeingAnswered: here?.isBeingAnswered ?? false,
      };
    });
    return { jams, total };
  };
}
