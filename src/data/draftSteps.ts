/** The undo steps of a draft, with the commits that it went on from. */
import type { Loop } from './contract/loop.ts';
import type { Rifff } from './contract/rifff.ts';
import type { DraftBase } from './device.ts';
import { withLoops } from './outbox/rules.ts';
import type { History } from './rules/draft/history.ts';

/** A commit of the draft, with how many changes led to it. */
type CommittedStep = DraftBase & { readonly changes: number };

/** Immutable. Undo goes back behind the commits. */
export interface DraftSteps {
  readonly history: History<Rifff>;
  /** Oldest first. */
  readonly bases: readonly CommittedStep[];
}

/** The commit that the draft goes on from, or null. */
export function baseOf({ history, bases }: DraftSteps): CommittedStep | null {
  const id = history.present.parent?.rifffId;
  return bases.find(({ rifffId }) => rifffId === id) ?? null;
}

/** As `baseOf`, as the device keeps it. */
export function storedBase(steps: DraftSteps): DraftBase | null {
  const base = baseOf(steps);
  if (!base) return null;
  const { changes: _changes, ...stored } = base;
  return stored;
}

/** Do two versions of the draft hold and sound the same, in the same key? */
export function isSameRifff(a: Rifff, b: Rifff): boolean {
  if (a.root !== b.root || a.scale !== b.scale) return false;
  return a.loops === b.loops && JSON.stringify(a.state) === JSON.stringify(b.state);
}

/** Every state of a history replaced, undone ones too. */
function mapHistory(
  { past, present, future, ...rest }: History<Rifff>,
  replace: (rifff: Rifff) => Rifff,
): History<Rifff> {
  return {
    ...rest,
    past: past.map(replace),
    present: replace(present),
    future: future.map(replace),
  };
}

/** The steps after a commit that they go on from went to another jam. */
export function withParentIn(steps: DraftSteps, rifffId: string, jamId: string): DraftSteps {
  const move = (rifff: Rifff): Rifff =>
    rifff.parent?.rifffId === rifffId ? { ...rifff, parent: { jamId, rifffId } } : rifff;
  return {
    history: mapHistory(steps.history, move),
    bases: steps.bases.map((base) => (base.rifffId === rifffId ? { ...base, jamId } : base)),
  };
}

/** The steps under another id: the draft became one of its own. */
export function withId(steps: DraftSteps, id: string): DraftSteps {
  return { ...steps, history: mapHistory(steps.history, (rifff) => ({ ...rifff, _id: id })) };
}

/** The steps with a document of the server in place of a loop that was made here. */
export function withLoop(steps: DraftSteps, loop: Loop): DraftSteps {
  const known = new Map([[loop._id, loop]]);
  return { ...steps, history: mapHistory(steps.history, (rifff) => withLoops(rifff, known)) };
}

/** The steps without a commit that undo went back behind: it cannot be gone forward to. Others stay as they are. */
export function withoutCommit(steps: DraftSteps, rifffId: string): DraftSteps {
  const { history, bases } = steps;
  const isBehind = baseOf(steps)?.rifffId !== rifffId;
  if (!isBehind || !bases.some((base) => base.rifffId === rifffId)) return steps;
  return {
    history: { ...history, future: [] },
    bases: bases.filter((base) => base.rifffId !== rifffId),
  };
}
