/** What a person does about a commit that was refused, or that waits on this device. */
import type { Rifff } from '../contract/rifff.ts';
import type { CommitDocument } from '../device.ts';
import { OWN_JAM } from '../outbox/rules.ts';
import {
  asOnlySender,
  commitDocumentId,
  listCommits,
  putCommit,
  readCommit,
  withUploadedLoops,
} from '../outbox/store.ts';
import { newId } from '../rules/ids.ts';
import { announceOutbox, sendNow, takeBack } from './commit.ts';
import { draft, draftParentMoved, openAsDraft, setDraftTarget } from './draft.ts';

/** The rifff as it stands apart from a room that is closed to the account. */
function withoutRoom(rifff: Rifff, jamId: string): Rifff {
  if (rifff.parent?.jamId !== jamId) return rifff;
  const { originalId: _original, ...rest } = rifff;
  return { ...rest, parent: null };
}

/**
 * Makes a draft of a commit that was refused or still waits. It goes where it went, but for a room that is closed now.
 * @returns whether it was still here
 */
export async function reopenCommit(id: string): Promise<boolean> {
  const document = await takeBack(id);
  if (!document) return false;
  const { title, target = null, isRoomClosed = false } = document;
  const whole = await withUploadedLoops(document.rifff);
  const rifff = isRoomClosed && target ? withoutRoom(whole, target.jamId) : whole;
  await openAsDraft({ ...rifff, _id: newId() }, title, isRoomClosed ? null : target);
  return true;
}

/** A refused commit as it waits again. */
function waitingAgain(document: CommitDocument): CommitDocument {
  const { refusedLoopId: _loop, isRoomClosed: _room, ...rest } = document;
  return { ...rest, state: 'waiting', reason: '' };
}

/** Sends a refused commit once more. */
export async function retryCommit(id: string): Promise<void> {
  const document = await readCommit(commitDocumentId(id));
  if (document) await putCommit(waitingAgain(document));
  await announceOutbox();
  sendNow();
}

/**
 * Sends a commit that a room refused, or that still waits for it, to the jam of its account instead. What goes on from it
 * finds it there.
 */
export async function sendToOwnJam(id: string): Promise<void> {
  // Not while a tab sends: what arrived meanwhile must not come back.
  const moved = await asOnlySender(async () => {
    const document = await readCommit(commitDocumentId(id));
    if (!document) return null;
    const { target, isRoomClosed } = document;
    const closed = isRoomClosed === true && target ? { closedJamId: target.jamId } : {};
    await putCommit({ ...waitingAgain(document), target: null, ...closed });
    const jamId = document.account ?? OWN_JAM;
    for (const other of await listCommits()) {
      const { parent } = other.rifff;
      if (parent?.rifffId !== id || parent.jamId === jamId) continue;
      await putCommit({ ...other, rifff: { ...other.rifff, parent: { ...parent, jamId } } });
    }
    return { target, jamId };
  });
  if (!moved) return;
  draftParentMoved(id, moved.jamId);
  if (moved.target && draft.target?.jamId === moved.target.jamId) setDraftTarget(null);
  void announceOutbox();
  sendNow();
}

/** Throws a commit away for good. */
export async function discardCommit(id: string): Promise<void> {
  await takeBack(id);
}
