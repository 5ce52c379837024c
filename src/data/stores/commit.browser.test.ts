import { afterEach, expect, it } from 'vitest';
import { loopOf } from '../../../tests/support/loopOf.ts';
import type { CommitDocument } from '../device.ts';
import { listDrafts, removeDraft } from '../drafts.ts';
import { OWN_JAM } from '../outbox/rules.ts';
import { commitDocumentId, listCommits, putCommit, removeCommit } from '../outbox/store.ts';
import { addLoop, commitOf, continueFrom, createDraft, setSlotGain } from '../rules/draft/draft.ts';
import { commit, commitDraft } from './commit.ts';
import { draft, editDraft, flushDraft, restoreDraft, setDraftTarget } from './draft.ts';
import { reopenCommit, sendToOwnJam } from './heldCommits.ts';
import { resetSession } from './session.ts';

const room = { jamId: 'band1', name: 'Cellar' };

afterEach(async () => {
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
