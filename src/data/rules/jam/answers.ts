/** Answers in a room: who else answered, what an answer changed, and whether a page goes along. Pure. */
import type { LineageEntry, TreeNode } from '../../contract/jams.ts';
import type { PlayingSlot, Rifff } from '../../contract/rifff.ts';

/**
 * When the draft of an answer was begun, by the server's clock: its stamp of the answer, less the time that went by on
 * this device. So it does not matter what time the device believes it is.
 *
 * @param begun by this device's clock, in ms since the epoch; 0 where that is not known
 * @param arrived when the server had the answer, by this device's clock
 * @param stamp `created` of the answer, by the server's clock
 * @returns ms since the epoch; 0 where it is not known, or the device's clock was set back meanwhile
 */
export function begunByServer(begun: number, arrived: number, stamp: number): number {
  return begun === 0 || arrived < begun ? 0 : stamp - (arrived - begun);
}

/**
 * The newest answer of another person that came while one's own was being made; undefined for none.
 * @param children of the rifff that both answer
 * @param begun what `begunByServer` says; 0 where that is not known: no answer came meanwhile
 */
export function answeredMeanwhile(
  children: readonly LineageEntry[],
  begun: number,
  reader: string,
): LineageEntry | undefined {
  if (begun === 0) return undefined;
  return children
    .filter(({ user_id, created, hasLeft }) => !hasLeft && user_id !== reader && created > begun)
    .sort((a, b) => b.created - a.created)[0];
}

/**
 * Who of those that came now answered a rifff that the reader answered too; '' for none.
 * @param fresh nodes that came since the page looked last
 */
export function answeredBeside(
  tree: readonly Pick<TreeNode, 'id' | 'parentId' | 'user'>[],
  fresh: readonly Pick<TreeNode, 'id' | 'parentId' | 'user'>[],
  reader: string,
): string {
  if (reader === '') return '';
  const own = new Set(tree.filter(({ user }) => user === reader).map(({ parentId }) => parentId));
  const other = fresh.findLast(
    ({ user, parentId }) => user !== reader && parentId !== null && own.has(parentId),
  );
  return other?.user ?? '';
}

const isThere = (rifff: Rifff | undefined): rifff is Rifff =>
  rifff !== undefined && rifff.isRemoved !== true && rifff.loops.length > 0;

/**
 * What an address that leads to an answer plays, in this order: the question once through, then the answer, with which
 * it goes on. A question that is gone is left out; an answer that is gone is nothing to play.
 */
export function answerOrder(question: Rifff | undefined, answer: Rifff | undefined): Rifff[] {
  if (!isThere(answer)) return [];
  return isThere(question) && question._id !== answer._id ? [question, answer] : [answer];
}

/** Do two slots sound the same? */
function isSameSlot(a: PlayingSlot, b: PlayingSlot): boolean {
  const heard = ({
    currentLoop,
    gain,
    on,
    playbackRate,
    pitchShiftSettings,
    effects,
  }: PlayingSlot) =>
    JSON.stringify([currentLoop, gain, on, playbackRate, pitchShiftSettings, effects ?? null]);
  return heard(a) === heard(b);
}

/** Slots of a rifff that its parent did not have like this, wherever they stood there; all of them without a parent. */
export function changedSlots(rifff: Rifff, parent: Rifff | undefined): number[] {
  const before = (parent?.state.playback ?? []).flatMap(({ slot }) => slot.current ?? []);
  return rifff.state.playback.flatMap(({ slot: { current } }, index) =>
    current && !before.some((one) => isSameSlot(one, current)) ? [index] : [],
  );
}

/** How a page goes along with the newest rifff. */
export interface Following {
  readonly isOn: boolean;
  /** What was on show when it was looked at last. */
  readonly shownId: string;
  /** The newest that it went to, or began with. */
  readonly lastId: string;
  /** Where it is led and has not come to yet: they begin at their boundaries. */
  readonly coming: readonly string[];
}

export interface FollowSight {
  /** What is on show now. */
  readonly shownId: string;
  /** The newest that arrived; '' for none. */
  readonly newestId: string;
  /** A draft for this jam, or a mix of one's own, is open: nothing is taken away under the hand. */
  readonly isEditing: boolean;
}

/** A page that has just opened goes along if the newest is what it shows. */
export function startFollowing({ shownId, newestId }: FollowSight): Following {
  return { isOn: shownId === newestId, shownId, lastId: newestId, coming: [] };
}

/**
 * Looks again. Choosing an older rifff stops going along, choosing the newest goes on.
 * @returns the following as it is now, and the rifff to go to, or null
 */
export function follow(
  { isOn: wasOn, shownId: before, lastId, coming }: Following,
  { shownId, newestId, isEditing }: FollowSight,
): { readonly following: Following; readonly goTo: string | null } {
  const isMoved = shownId !== before;
  const at = coming.indexOf(shownId);
  const isOn = isMoved ? shownId === newestId || (wasOn && at >= 0) : wasOn;
  const left = isMoved ? coming.slice(at >= 0 ? at + 1 : coming.length) : coming;
  const goes = isOn && !isEditing && newestId !== '' && newestId !== lastId;
  return {
    following: {
      isOn,
      shownId,
      lastId: goes ? newestId : lastId,
      coming: goes && shownId !== newestId ? [...left, newestId] : left,
    },
    goTo: goes && shownId !== newestId ? newestId : null,
  };
}
