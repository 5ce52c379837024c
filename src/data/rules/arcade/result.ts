/** The rifff that a run leaves: a document as any other, with its parent and the makers of its loops. */
import type { Loop } from '../../contract/loop.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { addLoop, createDraft, editSlot } from '../draft/draft.ts';
import type { ArcadeState, Placed } from './game.ts';
import { MATCH_RANGE, rateFor } from './music.ts';

/** A rifff of the field where it is kept. */
export interface SourceKey {
  readonly jamId: string;
  readonly rifffId: string;
}

export interface ResultOptions {
  /** Whole loops by id; what is missing, or was removed, is left out. */
  readonly loops: ReadonlyMap<string, Loop>;
  /** Where a rifff of the field is kept, by the id of its share; none for those of the house. */
  readonly sourceOf: (shareId: string) => SourceKey | undefined;
  readonly userName: string;
  readonly id: string;
  /** In ms. */
  readonly created: number;
}

/** The rifff that gave most, the earlier one where two gave as much, among those that can be a parent. */
function parentOf(placed: readonly Placed[], sourceOf: ResultOptions['sourceOf']) {
  const bySource = Map.groupBy(placed, ({ rifff }) => rifff.id);
  let best: { key: SourceKey; count: number } | null = null;
  for (const [id, own] of bySource) {
    const key = sourceOf(id);
    if (key && own.length > (best?.count ?? 0)) best = { key, count: own.length };
  }
  return best?.key ?? null;
}

/**
 * The rifff of a run, ready to be committed: its loops in the order of their slots at the mission's tempo and key, each
 * moved into the key and brought to the tempo. Null when no loop is left. `originalId` and who else has a part in it
 * are the commit's to say, by the parent.
 */
export function rifffOf(state: ArcadeState, options: ResultOptions): Rifff | null {
  const { loops, sourceOf, userName, id, created } = options;
  const { mission } = state;
  const there = [...state.placed]
    .sort((a, b) => a.slot - b.slot)
    .filter(({ loop }) => loops.has(loop.id) && loops.get(loop.id)?.isRemoved !== true);
  if (there.length === 0) return null;
  const filled = there.reduce(
    (rifff, { loop }) => addLoop(rifff, loops.get(loop.id)!),
    createDraft(userName, mission.bps, created),
  );
  const { bps, barLength, root, scale } = mission;
  const base: Rifff = {
    ...filled,
    _id: id,
    root,
    scale,
    state: { ...filled.state, bps, barLength },
    creators: [...new Set(filled.loops.map((loop) => loop.creatorUserName))].filter(Boolean),
    parent: parentOf(there, sourceOf),
  };
  return there.reduce((rifff, { loop: { category, tones, bps: own } }, slot) => {
    const playbackRate = rateFor({ bps: own }, bps);
    const timeStretch = Math.abs((bps * playbackRate) / own - 1) > 1e-6;
    return editSlot(rifff, slot, {
      category,
      playbackRate,
      pitchShiftSettings: {
        shiftSemitones: 0,
        timeStretch,
        ...(tones !== null && { autoKeyMatchRange: MATCH_RANGE }),
      },
    });
  }, base);
}
