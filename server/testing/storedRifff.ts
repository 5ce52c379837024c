import { MAX_LOOPS_PER_RIFFF } from '../../src/data/contract/constants.ts';
import { newId } from '../../src/data/rules/ids.ts';
import type { Queries } from '../ports/database/database.ts';
import { fixtureLoopId } from './starterFixture.ts';

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
