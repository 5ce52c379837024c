/** Pure rules of the outbox: what is brought to the server, as what, and what an answer means. */
import { MAX_LOOPS_PER_RIFFF, NO_SUCH_JAM } from '../contract/constants.ts';
import type { Loop } from '../contract/loop.ts';
import { loopAudioUrl } from '../contract/loopData.ts';
import type { Rifff } from '../contract/rifff.ts';
import type { JamTarget } from '../device.ts';

/**
 * Stands in a parent for the jam of the account that signs in later: a commit made before that has no jam yet. Longer
 * than any name, other than any room and no long id, so that no jam is called this.
 */
export const OWN_JAM = 'own-jam-of-the-account';

type Parent = Rifff['parent'];

/** What becomes of a loop that did not arrive: it goes again later, once there is room for it, or never as it is. */
export type UploadOutcome = 'again' | 'no room' | 'refused';

const REASONS: Readonly<Record<number, string>> = {
  403: 'This account may not put rifffs there',
  404: 'A loop of it, or what it was made from, is no longer there',
  409: 'Another rifff has its place already',
  413: 'It is larger than this server takes',
};

/** Was it refused because its jam is gone, or closed to the account? */
export function isJamClosed(status: number, message: string): boolean {
  return status === 404 && message.endsWith(NO_SUCH_JAM);
}

/**
 * Where a commit goes: to the room that was chosen, or to the jam of the account (null). A guest has no other place
 * than the room that they came to.
 * @param guestOf room of a guest; undefined for everybody else
 */
export function goesTo(target: JamTarget | null, guestOf: string | undefined): JamTarget | null {
  if (guestOf === undefined) return target;
  return target?.jamId === guestOf ? target : { jamId: guestOf, name: 'the room' };
}

/**
 * Why a commit was refused, as a sentence without its full stop.
 * @param room what the room is called that it was to go to; left out for the jam of the account
 */
export function refusalText(status: number, message: string, room?: string): string {
  if (room !== undefined && isJamClosed(status, message)) return `${room} is closed to you now`;
  // Why an account may not is best said by the server: the jam is another's, or the account is suspended.
  if (status === 403 && message) return message;
  return REASONS[status] ?? (message || 'The server could not read it');
}

/**
 * The parent that the server can know: one that was itself refused is passed over for its own parent.
 * @param refused parents of refused commits, by the id of their rifff
 */
export function knownParent(parent: Parent, refused: ReadonlyMap<string, Parent>): Parent {
  const seen = new Set<string>();
  let known = parent ?? null;
  while (known && refused.has(known.rifffId)) {
    if (seen.has(known.rifffId)) return null;
    seen.add(known.rifffId);
    known = refused.get(known.rifffId) ?? null;
  }
  return known;
}

/** Loops of a rifff that a slot plays. */
function usedLoops({ state, loops }: Rifff): Loop[] {
  const used = new Set(state.playback.map(({ slot }) => slot.current?.currentLoop));
  return loops.filter(({ _id }) => used.has(_id));
}

/** Does a server have the sound of a loop? */
const hasSound = (loop: Loop) =>
  loopAudioUrl(loop) !== undefined || loop.cdn_attachments !== undefined;

/** Ids of loops that must be brought into the jam before a rifff with them is posted. */
export function loopsToImport(rifff: Rifff): string[] {
  return usedLoops(rifff)
    .filter((loop) => loop.isLibraryLoop || (loop.isRandom && hasSound(loop)))
    .map((loop) => loop._id)
    .slice(0, MAX_LOOPS_PER_RIFFF);
}

/** Where a commit is posted. */
interface PostPlace {
  /** Jam that it is posted in. */
  readonly jamId?: string;
  /** What stands for `OWN_JAM`. */
  readonly ownJamId?: string;
  /** A jam whose rifffs the account may not name any more. */
  readonly closedJamId?: string | undefined;
}

/**
 * The document as it is posted by `account`: in its personal jam or a room, with a parent that the server can know and
 * without what the server derives.
 * @param loopIds ids that loops got when they were imported, by their ids in the rifff
 */
export function postedRifff(
  rifff: Rifff,
  account: string,
  refused: ReadonlyMap<string, Parent> = new Map(),
  loopIds: ReadonlyMap<string, string> = new Map(),
  { jamId = account, ownJamId = account, closedJamId }: PostPlace = {},
): Rifff {
  const { layerColours: _l, magnitude: _m, brightness: _b, peakData: _p, ...whole } = rifff;
  const { originalId, ...rest } = whole;
  const idOf = (id: string) => loopIds.get(id) ?? id;
  const known = knownParent(rifff.parent, refused);
  const isClosed = closedJamId !== undefined && known?.jamId === closedJamId;
  const parent = isClosed ? null : known;
  const isPlaceholder = parent?.jamId === OWN_JAM;
  const playback = rifff.state.playback.map((entry) => {
    const { current } = entry.slot;
    if (!current) return entry;
    const currentLoop = idOf(current.currentLoop);
    return { ...entry, slot: { ...entry.slot, current: { ...current, currentLoop } } };
  });
  return {
    ...rest,
    ...(originalId !== undefined && !isClosed && { originalId }),
    jamId,
    userName: account,
    parent: isPlaceholder ? { ...parent, jamId: ownJamId } : parent,
    loops: rifff.loops.map((loop) => ({ ...loop, _id: idOf(loop._id) })),
    state: { ...rifff.state, playback },
  };
}

/** Was `a` put into the outbox after `b`? Ties by id. */
export function isNewer(
  a: { queued: number; _id: string },
  b: { queued: number; _id: string },
): boolean {
  return a.queued === b.queued ? a._id > b._id : a.queued > b.queued;
}

/**
 * Was the loop made on a device and never uploaded? Tombstones and loops of the library were not; a random one was
 * where the synthesiser of the device made it.
 */
function isLocalLoop(loop: Loop): boolean {
  return !loop.isLibraryLoop && loop.isRemoved !== true && !hasSound(loop);
}

/** Loops that must be uploaded before a rifff with them is posted, each once. */
export function loopsToUpload(rifff: Rifff): Loop[] {
  return usedLoops(rifff).filter(isLocalLoop);
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
