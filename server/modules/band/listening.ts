/** What the band hears before it answers: the rifff, its ground, and what it remembers. */

import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { BandMemory } from '../../../src/data/rules/band/memory.ts';
import type { AnswerInput } from '../../../src/data/rules/band/planAnswer.ts';
import { seededChance } from '../../../src/data/rules/draft/loopChoice.ts';
import { matchGain } from '../../../src/dsp/levels.ts';
import type { Queries } from '../../ports/database/database.ts';
import { valuesOf } from '../../ports/database/rows.ts';
import type { BandTurnRow } from '../../ports/database/schemaAlways.ts';
import { presentRifffs } from '../jams/present.ts';
import { findRifff, type StoredRifff } from '../jams/repo.ts';
import { slotLoopIds } from '../library/present.ts';
import { findLoops, findLoopsById } from '../library/repo.ts';
import { findAnswers } from './pastAnswers.ts';

/** Loops of the library that are weighed for one answer. */
const POOL = 240;
/** Answers that the next one must not repeat. */
const NOT_AGAIN = 4;
/** The library changes seldom, and weighs a megabyte. */
const LIBRARY_MS = 60_000;

/** Loops that anybody may use: of the library, in no partner's collection. */
export function libraryOf(queries: Queries) {
  let known: { readonly untilMs: number; readonly loops: Promise<readonly Loop[]> } | undefined;
  return (): Promise<readonly Loop[]> => {
    if (!known || known.untilMs < Date.now()) {
      const page = { limit: POOL, skip: 0, order: 'asc' as const };
      const loops = findLoops(queries, { products: new Set() }, page).then((stored) =>
        valuesOf(stored, 'doc'),
      );
      loops.catch(() => {
        known = undefined;
      });
      known = { untilMs: Date.now() + LIBRARY_MS, loops };
    }
    return known.loops;
  };
}
export type FindLibrary = ReturnType<typeof libraryOf>;

async function findMemory(
  queries: Queries,
  { jamId, count }: Pick<BandTurnRow, 'jamId' | 'count'>,
): Promise<BandMemory> {
  const answers = await findAnswers(queries, jamId);
  const ids = answers.flatMap(({ loopId }) => loopId ?? []).slice(0, NOT_AGAIN);
  const loops = await findLoopsById(queries, ids);
  const recent = ids.flatMap((id) => loops.get(id)?.doc ?? []);
  return { answers, count, recent };
}

/** The loop that a rifff has and its parent has not, of the ring that stands last; null where there is none. */
async function findNewest(queries: Queries, rifff: StoredRifff): Promise<string | null> {
  const { parentJamId, parentId, doc } = rifff;
  const own = slotLoopIds(doc);
  if (parentJamId === null || parentId === null) return own.at(-1) ?? null;
  const parent = await findRifff(queries, parentJamId, parentId);
  const before = new Set(parent ? slotLoopIds(parent.doc) : []);
  return own.findLast((id) => !before.has(id)) ?? null;
}

/**
 * What an answer to a stored rifff is planned from.
 * @param id of the answer; chance comes out of it, so that it is planned alike again
 */
export async function listenTo(
  queries: Queries,
  turn: Pick<BandTurnRow, 'jamId' | 'count'>,
  { stored, id, findLibrary }: { stored: StoredRifff; id: string; findLibrary: FindLibrary },
): Promise<Omit<AnswerInput, 'canMake'> & { readonly rifff: Rifff }> {
  const [[rifff], newest, library, memory] = await Promise.all([
    presentRifffs(queries, null, [stored], undefined),
    findNewest(queries, stored),
    findLibrary(),
    findMemory(queries, turn),
  ]);
  const chance = seededChance(Number.parseInt(id.slice(0, 8), 16));
  return { rifff: rifff!, newest, library, memory, chance, matchGain };
}
