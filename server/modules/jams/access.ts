import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import { NO_SUCH_JAM } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { JamRole } from '../../../src/data/contract/jams.ts';
import type { Identity, Reader } from '../../plugins/identity.ts';
import { closedClubOf } from '../../plugins/pupils.ts';
import type { Queries } from '../../ports/database/database.ts';
import { valuesOf } from '../../ports/database/rows.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import { type ClubFor, findClubsFor, heardBy, keepsOrder } from './clubs.ts';
import { findRoles } from './members.ts';
import * as repo from './repo.ts';

export type { Reader } from '../../plugins/identity.ts';
export type { StoredRifff } from './repo.ts';

/** A jam with what the reader is in it; null for a reader who is not in it. */
export interface JamFor extends JamRow {
  readonly role: JamRole | null;
  /** The club whose channel it is; null for every other jam. */
  readonly club: ClubFor | null;
  /** Is the reader a pupil whom their teacher muted? */
  readonly isMuted?: boolean;
}

/** Why a pupil may not speak nor lead. */
export const MUTED = 'Your teacher has muted you';

/** True when everything in the jam may be read: by anyone, or by this reader, who is in it. */
export function canReadJam({ access, role }: Pick<JamFor, 'access' | 'role'>): boolean {
  return access === 'public' || role !== null;
}

/** The same for a reader, who may be a stage of that jam. */
const mayRead = (jam: JamFor, reader: Reader): boolean =>
  canReadJam(jam) || jam.id === reader?.stageOf;

/** Is it the channel of a club that is closing, in which nothing is changed? */
const isFrozen = ({ club }: Pick<JamFor, 'club'>) => club !== null && club.closes !== null;

/**
 * May the reader of this jam add rifffs? Its owner, moderators and members; guests as the owner decided; no one
 * in a club that is closing.
 */
export function mayAnswer({ role, guestsMayAnswer, club }: JamFor): boolean {
  if (isFrozen({ club })) return false;
  return role === 'guest' ? guestsMayAnswer : role !== null;
}

/** May the reader of this jam write in its chat? As `mayAnswer`, but for a pupil who is muted. */
export function mayChat({ role, guestsMayChat, club, isMuted }: JamFor): boolean {
  if (isFrozen({ club }) || isMuted) return false;
  return role === 'guest' ? guestsMayChat : role !== null;
}

/** Throws `forbidden` for the channel of a club that is closing. */
export function refuseFrozen({ club }: Pick<JamFor, 'club'>): void {
  if (!isFrozen({ club })) return;
  throw new ApiError(
    'forbidden',
    `The club ${club!.name} is closing: nothing changes in it any more`,
  );
}

/** Why a reader who is not in it may not take part; `otherwise` where the jam is no channel. */
const outsideOf = ({ club }: Pick<JamFor, 'club'>, otherwise: string) =>
  new ApiError(
    'forbidden',
    club ? `Join the club ${club.name} to take part in its channels` : otherwise,
  );

/** Throws `forbidden` for a reader who may not add rifffs. */
function requireAnswering(jam: JamFor): void {
  if (mayAnswer(jam)) return;
  refuseFrozen(jam);
  if (jam.role === 'guest') throw new ApiError('forbidden', 'Guests only listen in this jam');
  throw outsideOf(jam, jam.kind === 'room' ? 'Join this jam to add to it' : NOT_YOURS);
}

/** Throws `forbidden` for a reader who may not write in the chat. */
export function requireChatting(jam: JamFor): void {
  if (mayChat(jam)) return;
  refuseFrozen(jam);
  if (jam.isMuted) throw new ApiError('forbidden', MUTED);
  if (jam.role === 'guest') throw new ApiError('forbidden', 'Guests only listen here');
  throw outsideOf(jam, 'Join this jam first');
}

/** What a channel is for a reader: who is in the club is in it, members where it is not for its moderators alone. */
function asChannel(jam: JamRow, club: ClubFor | undefined): JamFor {
  // Nothing is open any more of a club that is gone, nor of a channel that is on its way out, which has no name.
  if (!club || jam.name === '') return { ...jam, access: 'private', role: null, club: null };
  const access = jam.access === 'public' && club.closes === null ? 'public' : 'private';
  const hears = heardBy(club.role).includes(jam.channelAccess ?? 'members');
  return { ...jam, access, role: hears ? club.role : null, club };
}

/** The same jams with what the reader is in each. To a pupil whose class is not open all but its own are closed. */
export async function withRoles(
  queries: Queries,
  reader: Reader,
  jams: readonly JamRow[],
): Promise<JamFor[]> {
  const userId = reader?.userId;
  const rooms = jams.filter(({ kind, clubId }) => kind === 'room' && !clubId);
  const clubIds = new Set(jams.flatMap(({ clubId }) => clubId ?? []));
  const [roles, clubs] = await Promise.all([
    findRoles(queries, userId ?? '', userId === undefined ? [] : rooms.map(({ id }) => id)),
    findClubsFor(queries, reader, [...clubIds]),
  ]);
  const isMuted = reader?.pupilOf?.isMuted === true;
  const isClosed = closedClubOf(reader) !== undefined;
  const found = jams.map((jam): JamFor => {
    if (jam.clubId) return asChannel(jam, clubs.get(jam.clubId));
    if (jam.ownerId === userId) return { ...jam, role: 'owner', club: null };
    if (jam.hasBand && userId === HOUSE_BAND_ID) return { ...jam, role: 'member', club: null };
    const role = roles.get(jam.id) ?? null;
    // A private jam takes no guests, nor does it keep those it had.
    const isOut = role === 'guest' && jam.access === 'private';
    return { ...jam, role: isOut ? null : role, club: null };
  });
  return found.map((jam) => {
    const isShut = isClosed && jam.club === null && jam.ownerId !== userId;
    const shown: JamFor = isShut ? { ...jam, access: 'private', role: null } : jam;
    return isMuted ? { ...shown, isMuted } : shown;
  });
}

/** What may not be read does not exist, as far as the reader can tell. */
const noJam = () => new ApiError('not_found', NO_SUCH_JAM);
const NOT_YOURS = 'Only its owner may add to this jam';
const noRifff = () => new ApiError('not_found', 'There is no such rifff');

/** A jam by its id or long id. Throws `not_found` when it is not there or may not be read. */
export async function findReadableJam(
  queries: Queries,
  reader: Reader,
  jamId: string,
): Promise<JamFor> {
  const found = await repo.findJam(queries, jamId);
  const [jam] = await withRoles(queries, reader, found ? [found] : []);
  if (!jam || !mayRead(jam, reader)) throw noJam();
  return jam;
}

/**
 * The same for its owner alone; a channel for those who keep order in its club. Throws `forbidden` for anyone else who
 * may read it, and where the club is closing.
 */
export async function findOwnJam(
  queries: Queries,
  identity: Pick<Identity, 'userId'>,
  jamId: string,
): Promise<JamFor> {
  const jam = await findReadableJam(queries, identity, jamId);
  if (!keepsOrder(jam.role)) {
    const who = jam.club ? 'the owner and the moderators of its club' : 'its owner';
    throw new ApiError('forbidden', `Only ${who} may do this`);
  }
  refuseFrozen(jam);
  return jam;
}

/** A jam that the account may add to. Throws `not_found` as reading does, `forbidden` when it may only read. */
export async function findCommittableJam(
  queries: Queries,
  identity: Pick<Identity, 'userId'>,
  jamId: string,
): Promise<JamFor> {
  const jam = await findReadableJam(queries, identity, jamId);
  requireAnswering(jam);
  return jam;
}

/** A rifff that is asked about: as it is stored, and whether everything in its jam may be read. */
interface Asked {
  readonly key: repo.RifffKey;
  readonly stored: repo.RifffKey;
  readonly isOpen: boolean;
}

/** The jams of keys, as far as they are there. @param keys at most a few hundred; a jam may be the long id */
async function findAsked(
  queries: Queries,
  reader: Reader,
  keys: readonly repo.RifffKey[],
): Promise<Asked[]> {
  const found = await repo.findJams(queries, [...new Set(keys.map(({ jamId }) => jamId))]);
  const withRole = await withRoles(queries, reader, [...found.values()]);
  const jams = new Map([...found.keys()].map((asked, at) => [asked, withRole[at]!]));
  return keys.flatMap((key) => {
    const jam = jams.get(key.jamId);
    if (!jam) return [];
    const stored = { jamId: jam.id, rifffId: key.rifffId };
    return [{ key, stored, isOpen: mayRead(jam, reader) }];
  });
}

/** Public shares of those of closed jams: by them they may be read all the same, but for a pupil whose class is not open. */
const findOpenings = (queries: Queries, reader: Reader, asked: readonly Asked[]) =>
  repo.findPublicShares(
    queries,
    closedClubOf(reader) === undefined
      ? asked.flatMap(({ isOpen, stored }) => (isOpen ? [] : [stored]))
      : [],
  );

/**
 * Which of the asked keys the reader may know, as `keyText` of the key as it was asked for: those of rifffs that may be
 * read, and places in jams that may be. It reads no document.
 */
export async function findReadableKeys(
  queries: Queries,
  reader: Reader,
  keys: readonly repo.RifffKey[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const asked = await findAsked(queries, reader, keys);
  const shares = await findOpenings(queries, reader, asked);
  return new Set(
    asked.flatMap(({ key, stored, isOpen }) =>
      isOpen || shares.has(repo.keyText(stored)) ? [repo.keyText(key)] : [],
    ),
  );
}

/**
 * Those of the asked rifffs that may be read, by `keyText` of the key as it was asked for. A rifff may be
 * read when its jam is open or the reader is in it, or when a share of it is public and not removed.
 *
 * @param keys at most a few hundred; the jam of a key may be the long id
 */
export async function findReadableRifffs(
  queries: Queries,
  reader: Reader,
  keys: readonly repo.RifffKey[],
): Promise<Map<string, repo.StoredRifff>> {
  const asked = await findAsked(queries, reader, keys);
  const [rows, shares] = await Promise.all([
    repo.findRifffs(queries, valuesOf(asked, 'stored')),
    findOpenings(queries, reader, asked),
  ]);
  const byKey = new Map(rows.map((row) => [repo.keyText({ ...row, rifffId: row.id }), row]));
  const readable = new Map<string, repo.StoredRifff>();
  for (const { key, stored, isOpen } of asked) {
    const row = byKey.get(repo.keyText(stored));
    const isReadable = isOpen || shares.has(repo.keyText(stored));
    if (row && isReadable) readable.set(repo.keyText(key), row);
  }
  return readable;
}

/**
 * One rifff that may be read; `jamId` may be the long id. Throws `not_found` otherwise, never `forbidden`.
 */
export async function findReadableRifff(
  queries: Queries,
  reader: Reader,
  jamId: string,
  rifffId: string,
): Promise<repo.StoredRifff> {
  const key = { jamId, rifffId };
  const found = (await findReadableRifffs(queries, reader, [key])).get(repo.keyText(key));
  if (!found) throw noRifff();
  return found;
}
