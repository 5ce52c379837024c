/**
 * Commits on their way from this device to the jam of the account. The outbox itself is in the room
 * `outbox`; this says how it stands, and has it sent when there is a reason to.
 */
import { proxy, ref, subscribe } from 'valtio/vanilla';
import type { Rifff } from '../contract/rifff.ts';
import type { CommitDocument } from '../device.ts';
import { commitQueue } from '../outbox/commits.ts';
import { goesTo, OWN_JAM } from '../outbox/rules.ts';
import {
  commitDocumentId,
  hearTabs,
  type OutboxMessage,
  putCommit,
  readCommit,
  readOutbox,
  removeCommit,
  tellTabs,
  type UploadChange,
} from '../outbox/store.ts';
import { commitOf, usedSlots } from '../rules/draft/draft.ts';
import { begunByServer } from '../rules/jam/answers.ts';
import type { CommitEntry, CommitState } from './commitState.ts';
import { draft, draftCommitted, draftLoopUploaded, draftTarget, forgetCommit } from './draft.ts';
import { session } from './session.ts';
import { applyUpload, followOutbox, uploadEvents } from './uploads.ts';

export const commit = proxy<CommitState>({
  entries: [],
  unsent: 0,
  sent: [],
  sentAnswers: [],
  lastId: null,
  autoPlayRifffId: null,
  isRetrying: false,
  nextTryMs: 0,
  waitReason: '',
  needsSignIn: false,
  isAsking: false,
});

/** The first reading of the outbox; null before `startCommits`. */
let started: Promise<void> | null = null;

const accountNow = () => (session.status === 'in' ? (session.user?.user_id ?? null) : null);

/** The jam of an account; a guest has none but the room that they came to. */
const ownJamOf = (account: string) => goesTo(null, session.user?.guestOf)?.jamId ?? account;

function toEntry(document: CommitDocument): CommitEntry {
  const { rifff, title, account, target = null, reason, queued } = document;
  const isSending = document.state === 'waiting' && rifff._id === sender.sendingId;
  const state = isSending ? 'sending' : document.state;
  return { id: rifff._id, rifff: ref(rifff), title, account, target, state, reason, queued };
}

let newest: Promise<unknown> | null = null;

/** Brings what is shown to what the outbox holds. */
async function refresh(): Promise<void> {
  const reading = readOutbox();
  newest = reading;
  const { documents, queue, refused } = await reading;
  if (newest !== reading) {
    // What was read later is newer, and the caller waits for that.
    await newest;
    return;
  }
  commit.entries = documents.map(toEntry);
  commit.unsent = documents.length;
  commit.needsSignIn =
    session.status === 'out' && documents.some(({ state }) => state === 'waiting');
  followOutbox(queue, refused);
}

/** Tells other tabs that the outbox changed. Resolves when this one shows it. */
export function announceOutbox(message: OutboxMessage = {}): Promise<void> {
  tellTabs(message);
  return refresh();
}

function uploadChanged(upload: UploadChange): void {
  applyUpload(upload);
  if (upload.type === 'arrived') draftLoopUploaded(upload.loop);
  // It moves again.
  if (upload.type === 'progress' && upload.sentBytes > 0) commit.isRetrying = false;
}

const sender = commitQueue({
  account: accountNow,
  ownJam: ownJamOf,
  uploads: uploadEvents((upload) => {
    uploadChanged(upload);
    tellTabs({ upload });
  }),
  moved: refresh,
  refused: () => void announceOutbox(),
  sent(document, rifff) {
    if (document.autoplay) commit.autoPlayRifffId = rifff._id;
    commit.sent = [...commit.sent, rifff._id];
    if (rifff.parent) {
      const begun = begunByServer(document.begun ?? 0, Date.now(), rifff.created);
      const answer = { rifffId: rifff._id, parent: rifff.parent, begun };
      commit.sentAnswers = [...commit.sentAnswers, answer];
    }
    void announceOutbox({ sent: rifff._id });
  },
  stands: (change) => void Object.assign(commit, change),
});

/** Sends at once, whatever pause was being kept. */
export function sendNow(): void {
  void sender.sendNow();
}

/** What another tab has done. */
function hear({ sent, upload, pauseMs, waitReason }: OutboxMessage): void {
  if (upload) {
    uploadChanged(upload);
  } else if (pauseMs !== undefined) {
    sender.follow(pauseMs, commit.unsent > 0, waitReason);
  } else {
    if (sent) commit.sent = [...commit.sent, sent];
    void refresh();
  }
}

/** A commit that the editor's undo went back behind is taken back, if it has not left this device. */
function followUndo(): void {
  let { currentRifffId } = draft;
  let { _id } = draft.rifff;
  subscribe(draft, () => {
    const before = currentRifffId;
    const isSameDraft = _id === draft.rifff._id;
    currentRifffId = draft.currentRifffId;
    _id = draft.rifff._id;
    if (before === null || before === currentRifffId || !isSameDraft || !draft.canRedo) return;
    void takeBack(before, () => {
      // Gone forward to again meanwhile, it is a commit again.
      if (draft.currentRifffId === before) return false;
      forgetCommit(before);
      return true;
    });
  });
}

function listen(): void {
  followUndo();
  window.addEventListener('online', sendNow);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && commit.unsent > 0) sendNow();
  });
  hearTabs(hear);
  let account = accountNow();
  subscribe(session, () => {
    void refresh();
    if (accountNow() === account) return;
    account = accountNow();
    if (account !== null) sendNow();
  });
}

/**
 * Takes up what earlier visits left in the outbox, and sends from now on. Runs once.
 * @returns resolves when what they left is on show, or could not be read
 */
export function startCommits(): Promise<void> {
  if (started) return started;
  listen();
  started = refresh().then(
    () => {
      if (commit.unsent > 0) sendNow();
    },
    (cause: unknown) => console.error('Reading the outbox failed', cause),
  );
  return started;
}

interface CommitOptions {
  /** It is played once it has arrived. */
  autoplay: boolean;
}

/** The commit that the device still writes, and what it is of. */
let writing: { readonly shown: Rifff; readonly done: Promise<string> } | null = null;

/**
 * Commits the draft: it is kept on this device when this resolves, and on its way. The editor goes on with
 * the committed rifff. Asked again while the device still writes, it is the same commit.
 * @returns the id of the committed rifff, or null when there is nothing to commit
 * @throws where the device keeps nothing: the draft is as it was
 */
export async function commitDraft(options: CommitOptions): Promise<string | null> {
  const shown = draft.rifff as Rifff;
  if (usedSlots(shown) === 0 || !draft.inDraftState) return null;
  if (writing?.shown === shown) return writing.done;
  const done = commitShown(shown, options);
  writing = { shown, done };
  try {
    return await done;
  } finally {
    if (writing?.done === done) writing = null;
  }
}

/** @returns the id of the committed rifff */
async function commitShown(shown: Rifff, options: CommitOptions): Promise<string> {
  void startCommits();
  const rifff = commitOf(shown);
  const account = accountNow();
  const target = draftTarget();
  const document: CommitDocument = {
    _id: commitDocumentId(rifff._id),
    type: 'Commit',
    rifff,
    title: draft.from,
    account,
    target,
    state: 'waiting',
    reason: '',
    autoplay: options.autoplay,
    begun: shown.created,
    queued: Date.now(),
  };
  await putCommit(document);
  const announced = announceOutbox();
  // Shown before the draft goes on from it: a rifff that the outbox does not have counts as arrived.
  commit.entries = [...commit.entries, toEntry(document)];
  commit.unsent = commit.entries.length;
  const jamId = target?.jamId ?? account ?? OWN_JAM;
  draftCommitted(shown, { jamId, rifffId: rifff._id, state: shown.state });
  commit.lastId = rifff._id;
  await announced;
  if (session.status === 'out') commit.isAsking = true;
  sendNow();
  return rifff._id;
}

/** Asks the visitor to sign in, so that commits can go. */
export function askToSignIn(): void {
  commit.isAsking = true;
}

/** The visitor has answered, or put it off. */
export function stopAsking(): void {
  commit.isAsking = false;
}

/**
 * Takes a commit out of the outbox. One that is on its way is waited for, and taken where its try failed.
 * @param isWanted asked once it is sure that it is still there, just before it goes
 * @returns null when it has left the outbox, or is not wanted any more
 */
export async function takeBack(
  id: string,
  isWanted: () => boolean = () => true,
): Promise<CommitDocument | null> {
  const take = async () => {
    const found = await readCommit(commitDocumentId(id));
    if (!found || !isWanted()) return null;
    await removeCommit(found._id);
    return found;
  };
  const isRefused = commit.entries.some((entry) => entry.id === id && entry.state === 'refused');
  // A refused one is on no way.
  const document = await (isRefused ? take() : sender.takeBack(id, take));
  if (document) void announceOutbox();
  return document;
}

/** The rifff that was to play has begun to, or another was chosen. */
export function forgetAutoPlay(): void {
  commit.autoPlayRifffId = null;
}
