/** Sends the outbox: loops are imported and uploaded, then the rifff is posted, oldest commit first. */
import { call } from '../client.ts';
import { JAM_CALLS } from '../contract/calls.ts';
import { ApiError } from '../contract/errors.ts';
import { MESSAGES } from '../contract/messages.ts';
import type { Rifff } from '../contract/rifff.ts';
import type { CommitDocument } from '../device.ts';
import { Retry } from '../retry.ts';
import {
  isJamClosed,
  isRefusal,
  loopsToImport,
  postedRifff,
  refusalText,
  waitText,
} from './rules.ts';
import {
  asOnlySender,
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
 * @returns the rifff as the server keeps it
 * @throws ApiError
 */
async function postCommit(
  { rifff, target, closedJamId }: CommitDocument,
  { account, ownJamId }: { readonly account: string; readonly ownJamId: string },
  uploads: UploadEvents,
  refused: Parents = new Map(),
): Promise<Rifff> {
  const jamId = target?.jamId ?? ownJamId;
  const imported = await importLoops(jamId, rifff);
  await uploadLoops(jamId, rifff, uploads);
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

/** Who follows the sending, and knows who is signed in. */
interface SenderListener {
  /** What happens to loops that go before their rifff. */
  readonly uploads: UploadEvents;
  /** Whose commits may go now; null for nobody's. Asked before each. */
  account(): string | null;
  /** The jam of that account; of a guest the room that they came to. */
  ownJam(account: string): string;
  /** The server has it; `rifff` is as the server keeps it. */
  sent(document: CommitDocument, rifff: Rifff): void;
  /** A commit was refused: the outbox changed for every tab. */
  refused(): void;
  /** Another commit is on its way, or the round is over. Waited for before the next try is planned. */
  moved(): Promise<void>;
  /**
   * Does another try come, and when: ms since the epoch, 0 while none is planned. `waitReason` says what stands in the
   * way, '' where that is not known.
   */
  stands(change: { isRetrying?: boolean; nextTryMs?: number; waitReason?: string }): void;
}

/** Sends what waits on this device, one tab of the browser at a time, and tries again what may go well later. */
export class Sender {
  /** Id of the rifff that is on its way, or null. */
  sendingId: string | null = null;
  readonly #listener: SenderListener;
  readonly #retry = new Retry();
  #isRunning = false;
  #runsAgain = false;
  /** Somebody wants it now, or there is reason to think that it goes now. */
  #isForced = false;

  constructor(listener: SenderListener) {
    this.#listener = listener;
  }

  /** Sends at once, whatever pause was being kept. */
  sendNow(): void {
    this.#retry.reset();
    this.#listener.stands({ nextTryMs: 0 });
    this.#isForced = true;
    void this.#run();
  }

  /** Keeps the pause of the tab that sends. @param hasWork does this tab know of commits that wait? */
  follow(pauseMs: number, hasWork: boolean, waitReason = ''): void {
    this.#retry.follow(pauseMs);
    this.#listener.stands({ nextTryMs: this.#retry.nextTryMs, waitReason });
    // A tab that waits for its turn finds out when it comes.
    if (!this.#isRunning && hasWork) this.#plan();
  }

  /** Says here and in other tabs when the server is asked again. */
  #putOff(retryAfterSec?: number, waitReason = ''): void {
    const pauseMs = this.#retry.putOff(retryAfterSec);
    this.#listener.stands({ nextTryMs: this.#retry.nextTryMs, waitReason });
    tellTabs({ pauseMs, waitReason });
  }

  #plan(): void {
    this.#listener.stands({ isRetrying: true });
    this.#retry.plan(() => void this.#run());
  }

  /** Sends what waits. Calls that come meanwhile make one more round. */
  async #run(): Promise<void> {
    this.#retry.stop();
    if (this.#isRunning) {
      this.#runsAgain = true;
      return;
    }
    this.#isRunning = true;
    let isDone = false;
    try {
      do {
        this.#runsAgain = false;
        isDone = await asOnlySender(() => this.#round());
      } while (this.#runsAgain);
    } catch (cause) {
      console.error('Sending the outbox failed', cause);
      this.#putOff();
    } finally {
      this.#isRunning = false;
      this.#isForced = false;
      this.sendingId = null;
    }
    await this.#listener.moved();
    if (isDone) this.#listener.stands({ isRetrying: false, nextTryMs: 0 });
    else this.#plan();
  }

  /**
   * Sends what may go. A failure that may pass ends the round, so that commits arrive in their order.
   * @returns false when something must be tried again later
   */
  async #round(): Promise<boolean> {
    // Another tab may have found out meanwhile that it is not the time.
    if (!this.#isForced && Date.now() < this.#retry.nextTryMs) return false;
    for (const { _id } of await listCommits()) {
      const account = this.#listener.account();
      if (account === null) return true;
      const all = await listCommits();
      const document = await readCommit(_id);
      // Another tab has sent it meanwhile, it was taken back, or it belongs to somebody else.
      if (document?.state !== 'waiting') continue;
      if (document.account !== null && document.account !== account) continue;
      const claimed = { ...document, account };
      if (document.account === null) await putCommit(claimed);
      const failure = await this.#send(claimed, account, parentsOfRefused(all));
      if (!failure) continue;
      this.#putOff(failure.retryAfterSec, failure.waitReason);
      return false;
    }
    return true;
  }

  /** Sends one commit. @returns why it must be tried again, or null when the server has it or refused it */
  async #send(
    document: CommitDocument,
    account: string,
    refused: Parents,
  ): Promise<{ retryAfterSec: number | undefined; waitReason: string } | null> {
    const { uploads } = this.#listener;
    this.sendingId = document.rifff._id;
    void this.#listener.moved();
    try {
      const who = { account, ownJamId: this.#listener.ownJam(account) };
      const rifff = await postCommit(document, who, uploads, refused);
      await removeCommit(document._id);
      this.sendingId = null;
      this.#retry.reset();
      this.#listener.sent(document, rifff);
      return null;
    } catch (cause) {
      console.error(MESSAGES.postingRifffError);
      console.info(cause);
      const status = cause instanceof ApiError ? cause.status : 0;
      const code = cause instanceof ApiError ? cause.code : undefined;
      const isFinal = isRefusal(status, code);
      const outcome = isFinal ? 'refused' : code === 'over_quota' ? 'no room' : 'again';
      const reason = reasonOf(cause, status, document.target?.name);
      const isRoomClosed = cause instanceof ApiError && isJamClosed(status, cause.message);
      // A closed room is no fault of the loop that met it first.
      const isOfLoop = cause instanceof LoopUploadError && !isRoomClosed;
      const refusedLoopId = isOfLoop ? cause.loop._id : undefined;
      if (refusedLoopId !== undefined) uploads.failed(refusedLoopId, reason, outcome);
      if (!isFinal) {
        const retryAfterSec = cause instanceof ApiError ? cause.retryAfterSec : undefined;
        return { retryAfterSec, waitReason: waitText(status) };
      }
      const why = {
        reason,
        ...(isRoomClosed && { isRoomClosed }),
        ...(refusedLoopId !== undefined && { refusedLoopId }),
      };
      await putCommit({ ...document, state: 'refused', ...why });
      this.#listener.refused();
      return null;
    }
  }
}
