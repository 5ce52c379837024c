import { subscribe } from 'valtio/vanilla';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { loopOf } from '../../../tests/support/loopOf.ts';
import type { CommitDocument } from '../device.ts';
import { listDrafts, removeDraft } from '../drafts.ts';
import { OWN_JAM } from '../outbox/rules.ts';
import {
  asOnlySender,
  commitDocumentId,
  listCommits,
  putCommit,
  removeCommit,
} from '../outbox/store.ts';
import { addLoop, commitOf, continueFrom, createDraft, setSlotGain } from '../rules/draft/draft.ts';
import { newId } from '../rules/ids.ts';
import { commit, commitDraft } from './commit.ts';
import {
  draft,
  editDraft,
  flushDraft,
  redoDraft,
  restoreDraft,
  setDraftTarget,
  undoDraft,
} from './draft.ts';
import { reopenCommit, sendToOwnJam } from './heldCommits.ts';
import { resetSession, setUser } from './session.ts';

const room = { jamId: 'band1', name: 'Cellar' };

afterEach(async () => {
  resetSession();
  // What is asked for from now on fails at once: it would hold the sender for the next test.
  vi.stubGlobal('fetch', () => Promise.reject(lost));
  for (const answer of asked.splice(0)) answer.reject(lost);
  // What was on its way has come to rest.
  await asOnlySender(async () => {});
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await flushDraft();
  for (const { _id } of await listCommits()) await removeCommit(_id);
  for (const { _id } of await listDrafts()) await removeDraft(_id);
});

// No account is signed in: what is committed waits on this device.
it('commits to the room of the draft, and lets a closed room’s commits go to one’s own jam', async () => {
  resetSession();
  await restoreDraft();
  setDraftTarget(room);
  editDraft((rifff) => addLoop(rifff, loopOf('a')));
  const first = (await commitDraft({ autoplay: true }))!;
  editDraft((rifff) => setSlotGain(rifff, 0, 0.5));
  const second = (await commitDraft({ autoplay: true }))!;
  expect(commit.entries.map(({ target }) => target)).toEqual([room, room]);
  expect((await listCommits())[1]?.rifff.parent).toEqual({ jamId: 'band1', rifffId: first });

  const [refused] = await listCommits();
  const question = { jamId: 'band1', rifffId: 'q' };
  const wasRefused = { state: 'refused', reason: 'Cellar is closed to you now' } as const;
  await putCommit({
    ...refused!,
    ...wasRefused,
    isRoomClosed: true,
    rifff: { ...refused!.rifff, parent: question },
  });
  await sendToOwnJam(first);
  const [moved, child] = await listCommits();
  expect(moved).toMatchObject({ state: 'waiting', reason: '', target: null, closedJamId: 'band1' });
  expect(moved).not.toHaveProperty('isRoomClosed');
  // What goes on from it finds it there, and so does the draft.
  expect(child?.rifff.parent).toEqual({ jamId: OWN_JAM, rifffId: first });
  expect(child).toMatchObject({ target: room, rifff: { _id: second } });
  expect(draft.rifff.parent).toEqual({ jamId: 'band1', rifffId: second });
  await sendToOwnJam(second);
  expect(draft.rifff.parent).toEqual({ jamId: OWN_JAM, rifffId: second });
  expect(draft.target).toBeNull();
});

it('makes one commit of a draft that is committed twice while the device still writes', async () => {
  resetSession();
  editDraft((rifff) => addLoop(rifff, loopOf('a')));
  const [first, again] = await Promise.all([
    commitDraft({ autoplay: false }),
    commitDraft({ autoplay: false }),
  ]);
  expect(again).toBe(first);
  expect(await listCommits()).toHaveLength(1);
  editDraft((rifff) => setSlotGain(rifff, 0, 0.25));
  expect(await commitDraft({ autoplay: false })).not.toBe(first);
  expect(await listCommits()).toHaveLength(2);
});

it('shows a commit as unsent from the moment that the draft goes on from it', async () => {
  resetSession();
  editDraft((rifff) => addLoop(rifff, loopOf('a')));
  const shown: boolean[] = [];
  const note = () => {
    if (draft.inDraftState || draft.currentRifffId === null) return;
    shown.push(commit.entries.some(({ id }) => id === draft.currentRifffId));
  };
  const stops = [subscribe(draft, note, true), subscribe(commit, note, true)];
  await commitDraft({ autoplay: false });
  for (const stop of stops) stop();
  expect(shown.length).toBeGreaterThan(0);
  expect(shown).not.toContain(false);
});

it('reads commits of earlier versions, which go to one’s own jam', async () => {
  resetSession();
  const rifff = commitOf(
    continueFrom(addLoop(createDraft('ada'), loopOf('a')), { jamId: OWN_JAM, rifffId: 'x' }),
  );
  const document: CommitDocument = {
    _id: commitDocumentId(rifff._id),
    type: 'Commit',
    rifff,
    title: '',
    account: null,
    state: 'waiting',
    reason: '',
    autoplay: false,
    queued: 1,
  };
  await putCommit(document);
  await sendToOwnJam('nothing');
  setDraftTarget(null);
  editDraft((now) => addLoop(now, loopOf('b')));
  await commitDraft({ autoplay: false });
  expect(commit.entries.map(({ target }) => target)).toEqual([null, null]);
});

it('makes a draft of a commit again, which goes where it went unless the room is closed', async () => {
  resetSession();
  const question = { jamId: 'band1', rifffId: 'q' };
  const rifff = { ...addLoop(createDraft('ada'), loopOf('a')), parent: question, originalId: 'q' };
  const document: CommitDocument = {
    _id: commitDocumentId(rifff._id),
    type: 'Commit',
    rifff,
    title: 'Nº 1',
    account: null,
    state: 'refused',
    reason: 'no',
    autoplay: false,
    queued: 1,
    target: room,
  };
  await putCommit(document);
  expect(await reopenCommit(rifff._id)).toBe(true);
  expect(draft).toMatchObject({ target: room, from: 'Nº 1', rifff: { parent: question } });
  await putCommit({ ...document, isRoomClosed: true });
  expect(await reopenCommit(rifff._id)).toBe(true);
  expect(draft.target).toBeNull();
  expect(draft.rifff.parent).toBeNull();
  expect(draft.rifff).not.toHaveProperty('originalId');
});

const lost = new TypeError('Failed to fetch');

/** What was asked of a server that does not answer until the test says what happened. */
const asked: PromiseWithResolvers<Response>[] = [];

function holdAnswers(): void {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>();
    asked.push(answer);
    return answer.promise;
  });
}

const ADA: Parameters<typeof setUser>[0] = {
  user_id: 'ada',
  roles: ['user'],
  issued: 1,
  expires: Number.MAX_SAFE_INTEGER,
  provider: 'local',
  profile: { displayName: 'Ada' },
};

/** A commit whose first try has just begun. @returns its id */
async function commitOnItsWay(): Promise<string> {
  setDraftTarget(null);
  editDraft((rifff) => addLoop(rifff, loopOf(newId(), { isLibraryLoop: true })));
  const id = (await commitDraft({ autoplay: false }))!;
  await eventually(() => expect(asked).toHaveLength(1));
  return id;
}

it('takes back what undo goes back behind while a try is on its way that fails', async () => {
  holdAnswers();
  setUser(ADA, null);
  const first = await commitOnItsWay();
  undoDraft();
  await eventually(() => expect(draft.currentRifffId).not.toBe(first));
  const second = (await commitDraft({ autoplay: false }))!;
  asked[0]!.reject(lost);
  await eventually(async () => {
    expect((await listCommits()).map(({ rifff }) => rifff._id)).toEqual([second]);
  });
  expect(commit.entries.map(({ id }) => id)).toEqual([second]);
});

it('keeps what is gone forward to again before its try has failed', async () => {
  holdAnswers();
  setUser(ADA, null);
  const id = await commitOnItsWay();
  undoDraft();
  await Promise.resolve();
  redoDraft();
  expect(draft.currentRifffId).toBe(id);
  asked[0]!.reject(lost);
  await eventually(() => expect(commit.isRetrying).toBe(true));
  expect((await listCommits()).map(({ rifff }) => rifff._id)).toEqual([id]);
});
