/** A small field with a mission on it, for tests of the arcade's play. */
import type { MissionAnswer } from '../../src/data/contract/arcade.ts';
import { LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import type { SharedRifff } from '../../src/data/contract/sharing.ts';
import { fieldOf } from '../../src/data/rules/arcade/field.ts';
import { missionOf } from '../../src/data/rules/arcade/mission.ts';
import { addLoop, createDraft } from '../../src/data/rules/draft/draft.ts';
import { loopOf } from './loopOf.ts';
import { shareOf } from './shareOf.ts';

/** Shares of three loops each, all at one tempo, by as many people as there are shares. */
export function sharesOf(count: number, bps = 2.4): SharedRifff[] {
  return Array.from({ length: count }, (_, at) => {
    const loops = [0, 1, 2].map((of) =>
      loopOf(`loop${at}${of}`, {
        name: `Line ${at}${of}`,
        category: LIBRARY_CATEGORIES[(at + 3 * of) % LIBRARY_CATEGORIES.length]!,
        bps,
        creatorUserName: `maker${at}`,
      }),
    );
    const rifff = {
      ...loops.reduce(addLoop, createDraft(`maker${at}`, bps, 0)),
      _id: `rifff${at}`,
    };
    return shareOf(`share${at}`, { title: `Rifff ${at}`, displayName: `maker${at}`, rifff });
  });
}

/** The mission of a seed on the field of these shares. */
export function missionOn(shares: readonly SharedRifff[], seed = '20260101'): MissionAnswer {
  const field = fieldOf(
    seed.slice(0, 8),
    shares.map(({ _id, displayName, rifff }) => ({ id: _id, maker: displayName, rifff })),
  );
  return { mission: missionOf(seed, field), field };
}
