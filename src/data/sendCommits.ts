/** Sends the outbox: loops are imported and uploaded, then the rifff is posted, oldest commit first. */

import { call } from './client.ts';
import {
  asOnlySender,
  type CommitDocument,
  listCommits,
  putCommit,
  readCommit,
  removeCommit,
} from './commits.ts';
import { ApiError } from './contract/apiError.ts';
import { JAM_CALLS } from './contract/calls.ts';
import { MESSAGES } from './contract/messages.ts';
import type { Rifff } from './contract/rifff.ts';
import { isRefusal, loopsToImport, postedRifff, refusalText } from './rules/outbox.ts';
import { LoopUploadError, type UploadEvents, uploadLoops } from './uploadLoops.ts';

export interface SendEvents {
  /** What happens to loops that go before their rifff. */
  readonly uploads: UploadEvents;
  /** Whose commits may go now; null for nobody's. Asked before each. */
  account(): string | null;
  /** Asked once it is this tab's turn. */
  mayBegin(): boolean;
  /** Something must be tried again later; said before another tab's turn comes. */
  putOff(retryAfterSec: number | undefined): void;
  /** A commit is on its way. */
  sending(id: string): void;
  /** The server has it; `rifff` is as the server keeps it. */
  sent(document: CommitDocument, rifff: Rifff): void;
  /** The outbox changed otherwise. */
  changed(): void;
}

type Parents = ReadonlyMap<string, Rifff['parent']>;

async function importLoops(jam: string, rifff: Rifff): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const loopId of loopsToImport(rifff)) {
    const { id } = await call(JAM_CALLS.libraryImport, { params: { id: jam }, body: { loopId } });
    ids.set(loopId, id);
  }
  return ids;
}

/**
 * Brings one rifff into the personal jam of `account`: loops of the library are imported, loops of this device
 * uploaded, then it is posted. The same again changes nothing.
 * @returns the rifff as the server keeps it
 * @throws ApiError
 */
export async function postCommit(
  rifff: Rifff,
  account: string,
  uploads: UploadEvents,
  refused: Parents = new Map(),
): Promise<Rifff> {
  const imported = await importLoops(account, rifff);
  await uploadLoops(account, rifff, uploads);
  const body = { rifff: postedRifff(rifff, account, refused, imported) };
  const { originalId: isRemix, parent } = body.rifff;
  const answer =
    isRemix && parent
      ? await call(JAM_CALLS.remixRifff, {
          params: { id: account, originalId: parent.rifffId },
          body,
        })
      : await call(JAM_CALLS.postRifff, { params: { id: account }, body });
  return answer.rifff;
}

const parentsOfRefused = (documents: readonly CommitDocument[]): Parents =>
  new Map(
    documents
      .filter(({ state }) => state === 'refused')
      .map(({ rifff }) => [rifff._id, rifff.parent]),
  );

/** Why it did not arrive, as a sentence without its full stop; of a loop its name and what was wrong with it. */
function reasonOf(cause: unknown, status: number): string {
  if (cause instanceof LoopUploadError) return cause.message;
  return refusalText(status, cause instanceof ApiError ? cause.message : '');
}

/** How a round of sending ended. */
interface Round {
  /** False when something must be tried again later. */
  readonly isDone: boolean;
  /** Seconds after which the server wants to be asked again, where it said so. */
  readonly retryAfterSec?: number | undefined;
}

const DONE: Round = { isDone: true };

/** Sends one commit. */
async function sendOne(
  document: CommitDocument,
  account: string,
  refused: Parents,
  events: SendEvents,
): Promise<Round> {
  events.sending(document.rifff._id);
  try {
    const rifff = await postCommit(document.rifff, account, events.uploads, refused);
    await removeCommit(document._id);
    events.sent(document, rifff);
    return DONE;
  } catch (cause) {
    console.error(MESSAGES.postingRifffError);
    console.info(cause);
    const status = cause instanceof ApiError ? cause.status : 0;
    const isFinal = isRefusal(status);
    const reason = reasonOf(cause, status);
    const loopId = cause instanceof LoopUploadError ? cause.loop._id : undefined;
    if (loopId !== undefined) events.uploads.failed(loopId, reason, isFinal);
    if (!isFinal) {
      const retryAfterSec = cause instanceof ApiError ? cause.retryAfterSec : undefined;
      return { isDone: false, retryAfterSec };
    }
    await putCommit({
      ...document,
      state: 'refused',
      reason,
      ...(loopId !== undefined && { refusedLoopId: loopId }),
    });
    events.changed();
    return DONE;
  }
}

async function sendAll(events: SendEvents): Promise<Round> {
  for (const { _id } of await listCommits()) {
    const account = events.account();
    if (account === null) return DONE;
    const all = await listCommits();
    const document = await readCommit(_id);
    // Another tab has sent it meanwhile, it was taken back, or it belongs to somebody else.
    if (document?.state !== 'waiting') continue;
    if (document.account !== null && document.account !== account) continue;
    const claimed = { ...document, account };
    if (document.account === null) await putCommit(claimed);
    const round = await sendOne(claimed, account, parentsOfRefused(all), events);
    if (!round.isDone) return round;
  }
  return DONE;
}

/**
 * Sends what may go, one tab at a time. A failure that may pass ends the round, so that commits arrive in
 * their order.
 */
export function sendCommits(events: SendEvents): Promise<{ readonly isDone: boolean }> {
  return asOnlySender(async () => {
    // Another tab may have found out meanwhile that it is not the time.
    if (!events.mayBegin()) return { isDone: false };
    const round = await sendAll(events);
    if (!round.isDone) events.putOff(round.retryAfterSec);
    return round;
  });
}
