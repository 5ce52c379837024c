import type { Jam } from '../../../src/data/contract/jams.ts';
import type { Queries } from '../../ports/database/database.ts';
import { type JamFor, mayAnswer, mayChat } from './access.ts';
import { countMembers } from './members.ts';

function present(jam: JamFor, memberCount: number): Jam {
  const { ownerId: owner, coverKey, guestsMayAnswer, guestsMayChat, ...rest } = jam;
  return {
    ...rest,
    owner,
    coverUrl: coverKey && `/media/${coverKey}`,
    memberCount,
    guests: { mayAnswer: guestsMayAnswer, mayChat: guestsMayChat },
    mayAnswer: mayAnswer(jam),
    mayChat: mayChat(jam),
  };
}

/** Jams as whoever they were found for sees them, in the same order. */
export async function presentJams(queries: Queries, jams: readonly JamFor[]): Promise<Jam[]> {
  const counts = await countMembers(
    queries,
    jams.map(({ id }) => id),
  );
  return jams.map((jam) => present(jam, counts.get(jam.id) ?? 1));
}

/** One jam as whoever it was found for sees it. */
export async function presentJam(queries: Queries, jam: JamFor): Promise<Jam> {
  const [shown] = await presentJams(queries, [jam]);
  return shown!;
}
