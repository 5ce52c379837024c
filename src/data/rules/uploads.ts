/** Pure rules of uploading loops. */

import type { Loop } from '../contract/loop.ts';
import { loopAudioUrl } from '../contract/loopAudioUrl.ts';
import type { Rifff } from '../contract/rifff.ts';

/** Was the loop made on a device and never uploaded? Tombstones and loops of the library were not. */
export function isLocalLoop(loop: Loop): boolean {
  const isElsewhere = loop.isLibraryLoop || loop.isRandom || loop.isRemoved === true;
  return !isElsewhere && loopAudioUrl(loop) === undefined && !loop.cdn_attachments;
}

/** Loops that must be uploaded before a rifff with them is posted, each once. */
export function loopsToUpload(rifff: Rifff): Loop[] {
  const used = new Set(rifff.state.playback.map(({ slot }) => slot.current?.currentLoop));
  return rifff.loops.filter((loop) => used.has(loop._id) && isLocalLoop(loop));
}

/** The rifff with other documents in place of its own loops of the same id; the same rifff where none fits. */
export function withLoops(rifff: Rifff, loops: ReadonlyMap<string, Loop>): Rifff {
  if (!rifff.loops.some(({ _id }) => loops.has(_id))) return rifff;
  return { ...rifff, loops: rifff.loops.map((loop) => loops.get(loop._id) ?? loop) };
}

/** What a loop is called where its maker gave it no name. */
export function loopTitle(loop: Pick<Loop, 'name'>): string {
  return loop.name?.trim() || 'A loop';
}

/** Share of all loops that has arrived, 0 to 1, by their bytes; loops whose size is not known count as one each. */
export function uploadShare(
  entries: readonly { readonly sentBytes: number; readonly totalBytes: number }[],
): number {
  if (entries.length === 0) return 1;
  const shares = entries.map(({ sentBytes, totalBytes }) =>
    totalBytes > 0 ? Math.min(1, sentBytes / totalBytes) : 0,
  );
  return shares.reduce((sum, share) => sum + share, 0) / entries.length;
}
