import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { licenceOfWhole } from '../../../src/data/rules/sharing/licences.ts';
import {
  type AuthoredRifff,
  authoredRifff,
  canonicalRifff,
  postedRifffFault,
} from '../../../src/data/rules/sharing/posted.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { newestOf } from '../../ports/database/newest.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import type { Announcer } from '../../ports/fanOut/announcer.ts';
import { slotLoopIds } from '../library/present.ts';
import { findCommittableJam, findReadableRifffs } from './access.ts';
import * as commitRepo from './commitRepo.ts';
import { derivedFields } from './derived.ts';
import { appendEvent, lockJam } from './events.ts';
import { callBand } from './houseBand.ts';
import { findJamRefusal } from './importedRights.ts';
import { findAncestorKeys, findMakers } from './lineageRepo.ts';
import { refuseLocked } from './locked.ts';
import { noteAnswer } from './noteAnswer.ts';
import { findJam, findRifff, keyText, type RifffKey, type StoredRifff } from './repo.ts';

/** Creators that a rifff names. */
export const MAX_CREATORS = 64;
/** Commits of one account; more come back with the seconds to wait, and the client tries again. */
const COMMITS = { max: 120, windowMs: 60_000 };

/** What is posted, and where to. */
export interface CommitRequest {
  /** Short or long id of the jam that it is committed to. */
  readonly jamId: string;
  /** Passed `RifffSchema`. */
  readonly rifff: Rifff;
  /** Set by the remix call: the rifff that it remixes. */
  readonly originalId?: string;
  /** Set by the arcade: rifffs, which the account may read, whose loops were put together. */
  readonly gathered?: readonly RifffKey[];
}

/** Where commits are stored, and who is told of them. */
export interface CommitContext extends Pick<Server, 'database' | 'events'> {
  readonly announcer: Announcer;
}

/** A commit whose parent and form are settled, whether or not it can be stored. */
interface Commit {
  readonly jam: JamRow;
  readonly authored: AuthoredRifff;
  readonly digest: string;
  readonly clientCreated: number;
  readonly gathered: readonly RifffKey[];
}

const refuse = (field: string, reason: string) => new ValidationFailure({ [field]: reason });

/** The rifff as it is compared and stored: its parent named by the short id of its jam. */
async function settle(queries: Queries, jam: JamRow, request: CommitRequest): Promise<Commit> {
  const { rifff, originalId } = request;
  const fault = postedRifffFault(rifff);
  if (fault) throw refuse(fault.field, fault.reason);
  const posted = authoredRifff(rifff);
  let { parent } = posted;
  if (originalId !== undefined) {
    parent ??= { jamId: jam.id, rifffId: originalId };
    if (parent.rifffId !== originalId) {
      throw refuse('rifff.parent.rifffId', 'must be the rifff that the address names');
    }
  }
  if (parent) {
    const { jamId, rifffId } = parent;
    const parentJam = jamId === jam.id ? jam : await findJam(queries, jamId);
    parent = { jamId: parentJam?.id ?? jamId, rifffId };
    if (parent.jamId === jam.id && rifffId === rifff._id) {
      throw refuse('rifff.parent', 'must be another rifff');
    }
  }
  const authored = { ...posted, parent };
  return {
    jam,
    authored,
    digest: sha256(canonicalRifff(authored)),
    clientCreated: rifff.created,
    gathered: request.gathered ?? [],
  };
}

/** The stored rifff of that id when it is the same one; throws `conflict` when it is another. */
function sameOrConflict(
  stored: StoredRifff | undefined,
  userId: string,
  digest: string,
): StoredRifff | undefined {
  if (!stored) return undefined;
  if (stored.userId === userId && stored.digest === digest) return stored;
  throw new ApiError('conflict', 'Another rifff has this id');
}

/** Makers of the parent and of what it came from, the nearest first, and who made the parent. */
async function findLine(queries: Queries, identity: Identity, parent: RifffKey | null) {
  if (!parent) return { author: null, makers: [] };
  const readable = await findReadableRifffs(queries, identity, [parent]);
  const found = readable.get(keyText(parent));
  if (!found) {
    // A parent that went with its maker's account, or with its channel, stays as a name; anything else is not there.
    const jam = await findJam(queries, parent.jamId);
    if (jam?.ownerId === '') {
      const gone = await findRifff(queries, jam.id, parent.rifffId);
      if (gone) return { author: gone.userId, makers: [gone.userId] };
    }
    const hasLeft = jam !== undefined && (await commitRepo.isDeleted(queries, jam.ownerId));
    if (!hasLeft) throw refuse('rifff.parent', 'there is no such rifff');
    return { author: jam.ownerId, makers: [] };
  }
  const above = await findAncestorKeys(queries, parent, MAX_CREATORS);
  const byKey = await findMakers(queries, above);
  const makers = [found.userId, ...above.flatMap((key) => byKey.get(keyText(key)) ?? [])];
  return { author: found.userId, makers };
}

/** The loops that the slots name, in slot order. Throws when one is not there or not the account's to use. */
async function findUsableLoops(
  queries: Queries,
  identity: Identity,
  jam: JamRow,
  ids: readonly string[],
): Promise<commitRepo.CommitLoop[]> {
  const loops = await commitRepo.findCommitLoops(queries, ids);
  const closed = ids.filter((id) => {
    const loop = loops.get(id);
    return loop && !loop.isLibrary && loop.creatorId !== identity.userId;
  });
  const usable = new Set(ids.filter((id) => loops.has(id) && !closed.includes(id)));
  if (closed.length > 0) {
    const found = await Promise.all([
      commitRepo.findLoopsInJam(queries, jam.id, closed),
      commitRepo.findReadableLoops(queries, identity, closed),
    ]);
    for (const id of found.flat()) usable.add(id);
  }
  const missing = ids.find((id) => !usable.has(id));
  if (missing !== undefined) {
    throw refuse('rifff.state.playback', `there is no loop ${missing}`);
  }
  return ids.map((id) => loops.get(id)!);
}

/** Everything of the stored document but its time, which is known only when its turn comes. */
async function complete(queries: Queries, identity: Identity, commit: Commit) {
  const { authored, jam, clientCreated, gathered } = commit;
  const loopIds = slotLoopIds(authored);
  const loops = await findUsableLoops(queries, identity, jam, loopIds);
  const { author, makers } = await findLine(queries, identity, authored.parent);
  const remixed = authored.parent ? [authored.parent, ...gathered] : gathered;
  await refuseLocked(queries, identity, loops, remixed);
  const loopMakers = loops.map(({ doc }) => doc.creatorUserName);
  const everyone = new Set([identity.userId, ...makers, ...loopMakers].filter(Boolean));
  const { access, license } = await commitRepo.findRights(queries, identity.userId);
  // What the house gives asks for nothing; what a partner does, asks what its collection says.
  const others = loops.filter(
    ({ isLibrary, product, creatorId }) =>
      product !== null || (!isLibrary && creatorId !== identity.userId),
  );
  const held = others.map(({ doc }) => doc.license);
  const rights = { access, license: licenceOfWhole(license, held) };
  const originalId =
    author !== null && author !== identity.userId ? (authored.parent?.rifffId ?? null) : null;
  const doc = {
    ...authored,
    jamId: jam.id,
    clientCreated,
    userName: identity.userId,
    creators: [...everyone].slice(0, MAX_CREATORS),
    ...(originalId !== null && { originalId }),
    ...rights,
    ...derivedFields({ ...authored, loops: loops.map((loop) => loop.doc) }),
    loops: [],
  };
  return { doc, loops: loops.map((loop) => loop.doc), loopIds, originalId, rights, author };
}

/**
 * Commits a rifff. The same id with the same author and body is the stored rifff again, anything else
 * under a taken id is a `conflict`. Stored whole or not at all; `unauthorised` when the account was deleted meanwhile.
 */
export async function commitRifff(
  { database, announcer, events }: CommitContext,
  identity: Identity,
  request: CommitRequest,
): Promise<StoredRifff> {
  const { queries } = database;
  const jam = await findCommittableJam(queries, identity, request.jamId);
  const commit = await settle(queries, jam, request);
  const { authored, digest } = commit;
  const { userId } = identity;
  const findStored = async (from: Queries) =>
    sameOrConflict(await findRifff(from, jam.id, authored._id), userId, digest);
  const known = await findStored(queries);
  if (known) return known;
  // The house band is in many jams at once.
  const counted = userId === HOUSE_BAND_ID ? `${userId} ${jam.id}` : userId;
  await limit(queries, `commit:${counted}`, { ...COMMITS, nowMs: Date.now() });
  const { doc, loops, loopIds, originalId, rights, author } = await complete(
    queries,
    identity,
    commit,
  );
  const { event, ...answer } = await writeFor(database, userId, async (transaction) => {
    await lockJam(database, transaction, jam.id);
    const sent = await findStored(transaction);
    if (sent) return { stored: sent, event: undefined, notice: null };
    // Who left, or was removed, since the call began adds nothing.
    const { hasBand } = await findCommittableJam(transaction, identity, jam.id);
    const refusal = await findJamRefusal(transaction, jam.id, loops);
    if (refusal !== null) throw new ApiError('forbidden', refusal);
    const newest = await newestOf(transaction, 'rifffs', { jamId: jam.id });
    const created = Math.max(Date.now(), newest + 1);
    const row = {
      jamId: jam.id,
      id: authored._id,
      userId,
      created,
      parentJamId: authored.parent?.jamId ?? null,
      parentId: authored.parent?.rifffId ?? null,
      originalId,
      digest,
      ...rights,
    };
    const stored: Rifff = { ...doc, created };
    await commitRepo.insertRifff(transaction, { ...row, doc: JSON.stringify(stored) }, loopIds);
    const happened = await appendEvent(database, transaction, {
      jamId: jam.id,
      kind: 'rifff',
      ref: row.id,
      userId,
      // People in this room do not need to be able to read another one.
      parentId: row.parentJamId === jam.id ? row.parentId : null,
      nowMs: created,
    });
    // What the house band and the arcade make is no person's answer.
    const isOwn = userId !== HOUSE_BAND_ID && !request.gathered;
    if (isOwn) await events.within(transaction, 'committed', { rifff: row, nowMs: created });
    if (hasBand) await callBand(transaction, row);
    const notice = author === null ? null : await noteAnswer(transaction, row, author);
    return { stored: { ...row, doc: stored, isImported: false }, event: happened, notice };
  });
  if (event) {
    announcer.announce(jam.id, [event]);
    events.tell('stored', { jamId: jam.id, userId });
  }
  if (answer.notice) events.tell('notice', answer.notice);
  return answer.stored;
}
