import { MAX_LOOPS_PER_RIFFF } from '../../../src/data/contract/constants.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';

/** What is left of a rifff whose maker has left but on which others build: key, time and lineage. */
export function rifffTombstone({ _id, jamId, created, state, originalId, parent }: Rifff): Rifff {
  const { barLength, bps } = state;
  const playback = Array.from({ length: MAX_LOOPS_PER_RIFFF }, () => ({ slot: { current: null } }));
  return {
    _id,
    ...(jamId !== undefined && { jamId }),
    created,
    userName: '',
    creators: [],
    state: { barLength, bps, playback },
    loops: [],
    scale: 0,
    root: 0,
    ...(originalId !== undefined && { originalId }),
    ...(parent !== undefined && { parent }),
    isRemoved: true,
  };
}
