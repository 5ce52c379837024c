/** Who made what in a rifff: its credits, one line per ring. */
import { categoryOf } from '../contract/categories.ts';
import type { Rifff } from '../contract/rifff.ts';

/** What stands for a person whose account is gone. */
export const SOMEONE_WHO_LEFT = 'someone who left';

/** The name to show for a person; an empty one is somebody who left. */
export function personText(displayName: string): string {
  return displayName.trim() === '' ? SOMEONE_WHO_LEFT : displayName;
}

export interface RingMaker {
  slot: number;
  /** Title of the ring's category. */
  category: string;
  /** Name of the loop; empty when it has none. */
  loopName: string;
  /** Account that made the loop; empty for somebody who left. */
  userId: string;
  /** Does the loop come with the house, so that its maker has no profile? */
  isLibrary: boolean;
  isOn: boolean;
}

/** One line per ring of a rifff, from the outside in. Rings whose loop is missing are left out. */
export function ringMakers(rifff: Rifff): RingMaker[] {
  const loops = new Map(rifff.loops.map((loop) => [loop._id, loop]));
  return rifff.state.playback
    .flatMap(({ slot: { current } }, slot): RingMaker[] => {
      const loop = current && loops.get(current.currentLoop);
      if (!current || !loop) return [];
      return [
        {
          slot,
          category: categoryOf(current.category ?? loop.category).title,
          loopName: loop.name ?? '',
          userId: loop.creatorUserName,
          isLibrary: loop.isLibraryLoop ?? false,
          isOn: current.on,
        },
      ];
    })
    .reverse();
}

/** Accounts behind a rifff, each once: who shared it first, then its makers and those of its loops. */
export function peopleOf(rifff: Rifff, sharedBy: string, creators: readonly string[]): string[] {
  const loopMakers = rifff.loops.filter((loop) => !loop.isLibraryLoop);
  const all = [
    sharedBy,
    rifff.userName,
    ...creators,
    ...(rifff.creators ?? []),
    ...loopMakers.map((loop) => loop.creatorUserName),
  ];
  return [...new Set(all)].filter((userId) => userId !== '');
}

/** Those behind a rifff as one line: who shared it by their name, the others by their account. */
export function makersText(
  rifff: Rifff,
  sharedBy: string,
  displayName: string,
  creators: readonly string[],
): string {
  const others = peopleOf(rifff, sharedBy, creators).filter((userId) => userId !== sharedBy);
  return [personText(displayName), ...others].join(', ');
}
