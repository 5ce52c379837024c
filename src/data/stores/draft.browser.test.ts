import { afterEach, describe, expect, it, vi } from 'vitest';
import { loopOf } from '../../../tests/support/loopOf.ts';
import type { Rifff } from '../contract/rifff.ts';
import { draftDocumentId, holdDraft, listDrafts, removeDraft, saveDraft } from '../drafts.ts';
import { addLoop, createDraft, setSlotGain, usedSlots } from '../rules/draft/draft.ts';
import { slotStep } from '../rules/draft/history.ts';

/** The store as a freshly loaded page has it. */
type DraftPage = typeof import('./draft.ts');
const pages: DraftPage[] = [];
async function freshPage(): Promise<DraftPage> {
  const page = await import(/* @vite-ignore */ `./draft.ts?page=${pages.length + 1}`);
  pages.push(page);
  return page;
}

const loop = (id: string) => loopOf(id);

afterEach(async () => {
  vi.restoreAllMocks();
  // What a page has not written yet would come into the next test.
  for (const page of pages) await page.flushDraft();
  for (const { _id } of await listDrafts()) await removeDraft(_id);
});

describe('the draft on this device', () => {
  it('is there after a reload, with its changes and where it came from', async () => {
    const page = await freshPage();
    await page.restoreDraft();
    page.editDraft((rifff) => addLoop(rifff, loop('a')));
    page.editDraft((rifff) => setSlotGain(rifff, 0, 0.5));
    const id = page.draft.rifff._id;
    await page.flushDraft();
    expect(page.draft.saved).toBe('saved');
    const [stored] = await listDrafts();
    expect(stored).toMatchObject({ _id: draftDocumentId(id), changes: 2, type: 'Draft' });
    expect(stored?.rifff.state.playback[0]?.slot.current?.gain).toBe(0.5);
  });

  it('keeps the room that its commits go to, and loses it with the next draft', async () => {
    const room = { jamId: 'band1', name: 'Cellar' };
    const page = await freshPage();
    await page.restoreDraft();
    page.editDraft((rifff) => addLoop(rifff, loop('a')));
    page.setDraftTarget(room);
    await page.flushDraft();
    expect((await listDrafts())[0]?.target).toEqual(room);
    expect(page.draftTarget()).toEqual(room);
    const copy = await freshPage();
    await copy.restoreDraft();
    expect(copy.draftTarget()).toEqual(room);
    await page.remixIntoDraft(addLoop(createDraft('ada'), loop('b')), 'Nº 1');
    expect(page.draftTarget()).toBeNull();
  });

  it('begins an empty one in the metre of a room, unless there is something to take along', async () => {
    const room = { jamId: 'band1', name: 'Cellar' };
    const page = await freshPage();
    expect(await page.startIn(room, 12)).toBe(true);
    expect(page.draft).toMatchObject({ target: room, rifff: { state: { barLength: 12 } } });
    page.editDraft((rifff) => addLoop(rifff, loop('a')));
    expect(await page.startIn({ jamId: 'band2', name: 'Attic' }, 16)).toBe(false);
    expect(usedSlots(page.draft.rifff)).toBe(1);
    expect(page.draftTarget()?.jamId).toBe('band2');
  });

  it('waits with its undo steps while a committed rifff is looked at, which itself is not kept', async () => {
    const page = await freshPage();
    await page.restoreDraft();
    page.editDraft((rifff) => addLoop(rifff, loop('a')));
    page.editDraft((rifff) => setSlotGain(rifff, 0, 0.5));
    const committed = addLoop(addLoop(createDraft('ada'), loop('b')), loop('c'));
    page.showCommitted(committed, 'ada', 'Nº 1');
    expect(page.draft).toMatchObject({
      inDraftState: false,
      isSetAside: true,
      canUndo: false,
      from: 'Nº 1',
      currentRifffId: committed._id,
    });
    await page.flushDraft();
    expect((await listDrafts())[0]?.rifff.loops.map(({ _id }) => _id)).toEqual(['a']);
    page.backToDraft();
    expect(page.draft).toMatchObject({ inDraftState: true, isSetAside: false, changes: 2 });
    page.undoDraft();
    page.undoDraft();
    expect(usedSlots(page.draft.rifff)).toBe(0);
  });

  it('follows its parent to another jam and holds uploaded loops also while it waits', async () => {
    const page = await freshPage();
    await page.restoreDraft();
    page.editDraft((rifff) => addLoop(rifff, loop('a')));
    const first = page.draft.rifff as Rifff;
    page.draftCommitted(first, { jamId: 'band1', rifffId: 'q', state: first.state });
    page.editDraft((rifff) => setSlotGain(rifff, 0, 0.5));
    page.showCommitted(addLoop(createDraft('ada'), loop('b')), 'ada', 'Nº 1');
    page.draftParentMoved('q', 'ada');
    page.draftLoopUploaded({ ...loop('a'), name: 'Kept' });
    page.backToDraft();
    expect(page.draft.rifff.parent).toEqual({ jamId: 'ada', rifffId: 'q' });
    expect(page.draft.rifff.loops[0]?.name).toBe('Kept');
    await page.flushDraft();
    expect((await listDrafts())[0]?.base).toMatchObject({ jamId: 'ada', rifffId: 'q' });
  });

  it('begins anew with the first change of a committed rifff, which becomes its parent', async () => {
    const page = await freshPage();
    await page.restoreDraft();
    const committed = addLoop(createDraft('ada'), loop('b'));
    page.showCommitted(committed, 'ada', 'Nº 1');
    page.editDraft((rifff) => setSlotGain(rifff, 0, 0.5));
    expect(page.draft).toMatchObject({ inDraftState: true, isSetAside: false, changes: 1 });
    expect(page.draft.rifff.parent).toEqual({ jamId: 'ada', rifffId: committed._id });
    await page.flushDraft();
    expect((await listDrafts())[0]?.base?.rifffId).toBe(committed._id);
  });

  it('counts a step once, and takes what is undone from the count', async () => {
    const page = await freshPage();
    await page.restoreDraft();
    page.editDraft((rifff) => addLoop(rifff, loop('a')));
    for (const gain of [0.9, 0.8, 0.7]) {
      page.editDraft((rifff) => setSlotGain(rifff, 0, gain), slotStep(0, 'gain'));
    }
    expect(page.draft.changes).toBe(2);
    page.undoDraft();
    page.undoDraft();
    expect(page.draft.changes).toBe(0);
    page.redoDraft();
    page.redoDraft();
    expect(page.draft.changes).toBe(2);
  });

  it('is not shared by two pages: the second goes on with a copy', async () => {
    const first = await freshPage();
    await first.restoreDraft();
    first.editDraft((rifff) => addLoop(rifff, loop('a')));
    await first.flushDraft();
    expect(await holdDraft(draftDocumentId(first.draft.rifff._id))).toBe(false);
    const second = await freshPage();
    await second.restoreDraft();
    expect(usedSlots(second.draft.rifff)).toBe(1);
    expect(second.draft.rifff._id).not.toBe(first.draft.rifff._id);
  });

  it('keeps unknown keys of documents', async () => {
    const page = await freshPage();
    const rifff = { ...addLoop(page.draft.rifff, loop('a')), oldClientField: { deep: [1] } };
    const _id = draftDocumentId(rifff._id);
    await saveDraft({ _id, type: 'Draft', rifff, changes: 1, from: '', updated: 5 });
    expect((await listDrafts())[0]?.rifff).toMatchObject({ oldClientField: { deep: [1] } });
  });

  it('passes over a broken document and leaves it where it is', async () => {
    const page = await freshPage();
    const broken = { ...page.draft.rifff, state: null } as never;
    await saveDraft({
      _id: 'draft_broken',
      type: 'Draft',
      rifff: broken,
      changes: 1,
      from: '',
      updated: 9,
    });
    await page.restoreDraft();
    expect(usedSlots(page.draft.rifff)).toBe(0);
    expect(page.draft.isRestored).toBe(true);
    await removeDraft('draft_broken');
  });

  it('says when writing failed, keeps the work and writes it later', async () => {
    const page = await freshPage();
    await page.restoreDraft();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    page.editDraft((rifff) => addLoop(rifff, loop('a')));
    await page.flushDraft();
    expect(page.draft.saved).toBe('failed');
    expect(usedSlots(page.draft.rifff)).toBe(1);
    put.mockRestore();
    await expect.poll(() => page.draft.saved).toBe('saved');
  });

  it('undoes and redoes, and starting over can be undone', async () => {
    const page = await freshPage();
    await page.restoreDraft();
    page.editDraft((rifff) => addLoop(rifff, loop('a')));
    page.clearDraft();
    expect(usedSlots(page.draft.rifff)).toBe(0);
    page.undoDraft();
    expect(usedSlots(page.draft.rifff)).toBe(1);
    page.redoDraft();
    expect(usedSlots(page.draft.rifff)).toBe(0);
    expect(page.draft.canRedo).toBe(false);
  });
});
