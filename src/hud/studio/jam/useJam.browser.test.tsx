import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import { listDrafts, removeDraft } from '../../../data/drafts.ts';
import { listCommits, removeCommit } from '../../../data/outbox/store.ts';
import { jamQuery, jamRifffsQuery } from '../../../data/queries/jams.ts';
import { addLoop, createDraft, setSlotGain } from '../../../data/rules/draft/draft.ts';
import { commitDraft } from '../../../data/stores/commit.ts';
import {
  editDraft,
  flushDraft,
  openAsDraft,
  restoreDraft,
  setDraftTarget,
} from '../../../data/stores/draft.ts';
import { resetSession } from '../../../data/stores/session.ts';
import { startPath, targetOf, useJam, useOpenDraft } from './useJam.ts';

const jam = (change: Partial<Jam>): Jam => ({
  id: 'band1',
  longId: 'b'.repeat(64),
  kind: 'room',
  name: 'Cellar',
  owner: 'ada',
  access: 'public',
  created: 1,
  rifffCount: 0,
  isDemo: false,
  club: null,
  description: '',
  coverUrl: null,
  barLength: 16,
  memberCount: 1,
  latest: null,
  lastEvent: 0,
  role: 'member',
  guests: { mayAnswer: true, mayChat: false },
  mayAnswer: true,
  mayChat: true,
  ...change,
});

/** What waits, and the draft, in a jam; without an id one's own. */
function Told({ id }: { id?: string }) {
  const view = useJam(id);
  const draft = useOpenDraft(view);
  const waiting = view.entries.filter(({ unsent }) => unsent !== null).length;
  return <p>{`${id ?? 'own'}: ${waiting} waiting, ${draft?.loops ?? 'no'} in a draft`}</p>;
}

/** Other tests leave things on the device. */
async function clearDevice(): Promise<void> {
  await flushDraft();
  for (const { _id } of await listCommits()) await removeCommit(_id);
  for (const { _id } of await listDrafts()) await removeDraft(_id);
}
beforeEach(clearDevice);
afterEach(clearDevice);

it('shows commits that wait, and the draft, in the jam that they go to', async () => {
  resetSession();
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: 1e9, retry: false } },
  });
  for (const id of ['band1', 'band2']) {
    queries.setQueryData(jamQuery(id).queryKey, jam({ id }));
    const none = { pages: [{ rifffs: [], total: 0 }], pageParams: [undefined] };
    queries.setQueryData(jamRifffsQuery(id).queryKey, none);
  }
  await restoreDraft();
  await openAsDraft(createDraft('ada'), '');
  editDraft((rifff) => addLoop(rifff, loopOf('a')));
  await commitDraft({ autoplay: false });
  setDraftTarget({ jamId: 'band1', name: 'Cellar' });
  for (const gain of [0.5, 0.6]) {
    editDraft((rifff) => setSlotGain(rifff, 0, gain));
    await commitDraft({ autoplay: false });
  }
  editDraft((rifff) => setSlotGain(rifff, 0, 0.7));
  await render(
    <QueryClientProvider client={queries}>
      <Told />
      <Told id="band1" />
      <Told id="band2" />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('own: 1 waiting, no in a draft')).toBeVisible();
  await expect.element(page.getByText('band1: 2 waiting, 1 in a draft')).toBeVisible();
  await expect.element(page.getByText('band2: 0 waiting, no in a draft')).toBeVisible();
});

it('answers into rooms that one may add to, and into nothing else', () => {
  expect(targetOf(jam({}))).toEqual({ jamId: 'band1', name: 'Cellar' });
  expect(targetOf(jam({ mayAnswer: false }))).toBeNull();
  expect(targetOf(jam({ kind: 'personal' }))).toBeNull();
  expect(targetOf(undefined)).toBeNull();
  expect(startPath({ jam: jam({}) })).toBe('/jam?in=band1');
  expect(startPath({ jam: undefined })).toBe('/jam');
});
