import { MAX_LOOPS_PER_RIFFF } from '../../src/data/contract/constants.ts';
import { newId } from '../../src/data/rules/ids.ts';
import type { Queries } from '../ports/database/database.ts';
import { fixtureLoopId } from './starterFixture.ts';

/** A rifff as a client posts it, holding the fixture's loops at these positions. */
export function postable(loops: readonly number[] = [1, 2], extra: Record<string, unknown> = {}) {
  const playback = Array.from({ length: MAX_LOOPS_PER_RIFFF }, (_, at) => {
    const loop = loops[at];
    return {
      slot: { current: loop === undefined ? null : { currentLoop: fixtureLoopId(loop) } },
    };
  });
  return {
    _id: newId(),
    created: 1_600_000_000_000,
    userName: 'whoever',
    state: { barLength: 16, bps: 2, playback },
    loops: [],
    ...extra,
  };
}

/** A rifff as a client posts it, holding these loops. */
export function holding(loopIds: readonly string[], extra: Record<string, unknown> = {}) {
  const rifff = postable([], extra);
  loopIds.forEach((currentLoop, at) => {
    rifff.state.playback[at] = { slot: { current: { currentLoop } } } as never;
  });
  return rifff;
}

export interface StoredRifffOptions {
  readonly jamId: string;
  readonly userId: string;
  readonly loopIds?: readonly string[];
  readonly extra?: Record<string, unknown>;
}

/** Stores a rifff directly, without the calls that keep one; returns its id. */
export async function storeRifff(queries: Queries, options: StoredRifffOptions): Promise<string> {
  const { jamId, userId, loopIds = [fixtureLoopId(3), fixtureLoopId(1)], extra } = options;
  const [id, created] = [newId(), Date.now()];
  const playback = Array.from({ length: MAX_LOOPS_PER_RIFFF }, (_, at) => ({
    slot: { current: loopIds[at] ? { currentLoop: loopIds[at] } : null },
  }));
  const doc = {
    _id: id,
    jamId,
    created,
    userName: userId,
    creators: [userId, 'house'],
    state: { barLength: 16, bps: 2, playback },
    loops: [],
    ...extra,
  };
  await queries
    .insertInto('rifffs')
    .values({
      jamId,
      id,
      userId,
      created,
      parentJamId: null,
      parentId: null,
      originalId: null,
      digest: id,
      access: 'none',
      license: 'all-rights-reserved',
      doc: JSON.stringify(doc),
    })
    .execute();
  return id;
}

export interface SharedOptions extends Partial<StoredRifffOptions> {
  readonly userId: string;
  readonly title?: string;
  readonly isPrivate?: boolean;
}

/** Stores a rifff in the personal jam of an account and shares it; returns the id of the share. */
export async function shareStored(queries: Queries, options: SharedOptions): Promise<string> {
  const { userId, title = 'Tide', isPrivate = false, ...rifff } = options;
  const rifffId = await storeRifff(queries, { jamId: userId, userId, ...rifff });
  const id = newId();
  await queries
    .insertInto('shares')
    .values({
      id,
      jamId: userId,
      rifffId,
      userId,
      title,
      isPrivate,
      created: Date.now(),
      likeCount: 0,
      source: null,
      isRemoved: false,
    })
    .execute();
  return id;
}
