/** Sends the outbox: loops are imported and uploaded, then the rifff is posted, oldest commit first. */
import { call } from '../client.ts';
import { JAM_CALLS } from '../contract/calls.ts';
import { ApiError } from '../contract/errors.ts';
import { MESSAGES } from '../contract/messages.ts';
import type { Rifff } from '../contract/rifff.ts';
import type { CommitDocument } from '../device.ts';
import { Queue, type QueueStanding } from './queue.ts';
import { isJamClosed, loopsToImport, postedRifff, refusalText } from './rules.ts';
import {
  commitDocumentId,
  listCommits,
  putCommit,
  readCommit,
  removeCommit,
  tellTabs,
} from './store.ts';
import { LoopUploadError, type UploadEvents, uploadLoops } from './uploader.ts';

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
 * Brings one commit into its room, or into the jam of `account`, which is `ownJamId`: loops of the library are imported, loops of this device
 * uploaded, then it is posted. The same again changes nothing.
 * @returns the rifff as the server keeps it, or null where it was taken back before it was posted
 * @throws ApiError
 */
async function postCommit(
  { rifff, target, closedJamId }: CommitDocument,
  { account, ownJamId }: { readonly account: string; readonly ownJamId: string },
  uploads: UploadEvents,
  refused: Parents,
  isTakenBack: () => boolean,
): Promise<Rifff | null> {
  const jamId = target?.jamId ?? ownJamId;
  const imported = await importLoops(jamId, rifff);
  await uploadLoops(jamId, rifff, uploads, isTakenBack);
  if (isTakenBack()) return null;
  const place = { jamId, ownJamId, closedJamId };
  const body = { rifff: postedRifff(rifff, account, refused, imported, place) };
  const { originalId: isRemix, parent } = body.rifff;
  const answer =
    isRemix && parent
      ? await call(JAM_CALLS.remixRifff, {
          params: { id: jamId, originalId: parent.rifffId },
          body,
        })
      : await call(JAM_CALLS.postRifff, { params: { id: jamId }, body });
  return answer.rifff;
}

const parentsOfRefused = (documents: readonly CommitDocument[]): Parents =>
  new Map(
    documents
      .filter(({ state }) => state === 'refused')
      .map(({ rifff }) => [rifff._id, rifff.parent]),
  );

/** Why it did not arrive, as a sentence without its full stop; of a loop its name and what was wrong with it. */
function reasonOf(cause: unknown, status: number, room: string | undefined): string {
  const message = cause instanceof ApiError ? cause.message : '';
  if (cause instanceof LoopUploadError && !isJamClosed(status, message)) return message;
  return refusalText(status, message, room);
}

/** What follows the sending, and knows the account. */
interface CommitListener {
  /** What happens to loops that go before their rifff. */
  readonly uploads: UploadEvents;
  /** Account whose commits may go now, or null. Asked before each. */
  account(): string | null;
  /** The jam of that account; of a guest the room that they came to. */
  ownJam(account: string): string;
  /** The server has it; `rifff` is as the server keeps it. */
  sent(document: CommitDocument, rifff: Rifff): void;
  /** A commit was refused: the outbox changed for every tab. */
  refused(): void;
  /** Another commit is on its way, or the round is over. */
  moved(): Promise<void>;
  stands(change: QueueStanding): void;
}

type Claimed = CommitDocument & { readonly account: string };

/** The queue of commits. Its ids are those of rifffs. */
export function commitQueue(listener: CommitListener): Queue<Claimed> {
  const { uploads } = listener;
  return new Queue<Claimed>({
    lock: 'rondo/outbox',
    async list() {
      return (await listCommits()).map(({ rifff }) => rifff._id);
    },
    async take(id) {
      const account = listener.account();
      const document = account === null ? undefined : await readCommit(commitDocumentId(id));
      if (account === null || document?.state !== 'waiting') return undefined;
      if (document.account === account) return { ...document, account };
      if (document.account !== null) return undefined;
      const claimed = { ...document, account };
      await putCommit(claimed);
      return claimed;
    },
    async send(document, isTakenBack) {
      const { account } = document;
      const refused = parentsOfRefused(await listCommits());
      const who = { account, ownJamId: listener.ownJam(account) };
      const rifff = await postCommit(document, who, uploads, refused, isTakenBack);
      if (rifff === null) return;
      await removeCommit(document._id);
      listener.sent(document, rifff);
    },
    async failed(document, cause, isRefused) {
      console.error(MESSAGES.postingRifffError);
      console.info(cause);
      const error = cause instanceof ApiError ? cause : null;
      const status = error?.status ?? 0;
      const reason = reasonOf(cause, status, document.target?.name);
      const isRoomClosed = error !== null && isJamClosed(status, error.message);
      // A closed room is no fault of the loop that met it first.
      const isOfLoop = cause instanceof LoopUploadError && !isRoomClosed;
      const refusedLoopId = isOfLoop ? cause.loop._id : undefined;
      const outcome = isRefused ? 'refused' : error?.code === 'over_quota' ? 'no room' : 'again';
      if (refusedLoopId !== undefined) uploads.failed(refusedLoopId, reason, outcome);
      if (!isRefused) return;
      await putCommit({
        ...document,
        state: 'refused',
        reason,
        ...(isRoomClosed && { isRoomClosed }),
        ...(refusedLoopId !== undefined && { refusedLoopId }),
      });
      listener.refused();
    },
    moved: () => listener.moved(),
    stands: (change) => listener.stands(change),
    putOff: (pauseMs, waitReason) => tellTabs({ pauseMs, waitReason }),
  });
}
