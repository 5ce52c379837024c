import type { Present } from '../../../src/data/contract/live.ts';
import { byActivity, mergeParts, type PresencePart } from '../../ports/fanOut/rooms.ts';

/** Most people that a listener is told of by name: more are not drawn. */
export const SHOWN = 40;
/** Most people that one node names to the others. */
const NAMED = 200;

/** What a window does, and the rifff that it answers. */
export type Doing = Pick<Present, 'activity' | 'answers'>;

/** What a window says of itself; only who edits or records answers anything. Who may not answer listens. */
export function doingOf({ activity, answers }: Doing, mayAnswer: boolean): Doing {
  const isMaking = activity === 'editing' || activity === 'recording';
  if (isMaking && !mayAnswer) return { activity: 'listening', answers: null };
  return { activity, answers: isMaking ? answers : null };
}

/** Who is here by the windows of one node. */
export function partOf(windows: Iterable<Present>): PresencePart {
  const { people } = mergeParts([{ people: [...windows], count: 0 }]);
  const named = [...people.values()].sort(byActivity).slice(0, NAMED);
  return { people: named, count: people.size };
}

/** What a room shows of those who are there: all of a few; of many those who do something, the most active first. */
export function showPeople(parts: Iterable<PresencePart>): {
  shown: Map<string, Present>;
  count: number;
} {
  const { people, count } = mergeParts(parts);
  const all = [...people.values()].sort(byActivity);
  const isLarge = count > SHOWN;
  const listed = isLarge ? all.filter(({ activity }) => activity !== 'here') : all;
  return { shown: new Map(listed.slice(0, SHOWN).map((one) => [one.user, one])), count };
}

/** What changed between two showings, for those who know the first. */
export function comparePeople(
  before: ReadonlyMap<string, Present>,
  after: ReadonlyMap<string, Present>,
): { here: Present[]; gone: string[] } {
  const here = [...after.values()].filter((one) => {
    const known = before.get(one.user);
    return (
      known?.activity !== one.activity ||
      known.answers !== one.answers ||
      known.displayName !== one.displayName
    );
  });
  return { here, gone: [...before.keys()].filter((user) => !after.has(user)) };
}
