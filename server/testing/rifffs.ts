import { MAX_LOOPS_PER_RIFFF } from '../../src/data/contract/constants.ts';
import { newId } from '../../src/data/rules/ids.ts';
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
