import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loopOf } from '../../../tests/support/loopOf.ts';
import { storeCredential } from '../credential.ts';
import { type DraftDocument, openDevice } from '../device.ts';
import { keepDraftsNow, listDrafts, removeDraft, saveDraft } from '../drafts.ts';
import { provideLoopFiles } from '../outbox/loopFiles.ts';
import { addLoop, createDraft, setSlotGain } from '../rules/draft/draft.ts';
import { localDatabase, remoteDatabase } from '../sync.ts';
import { mayHaveDrafts, rememberAccount, sayHasDrafts } from './account.ts';
import { closeKept, dropKept, type Kept, keptOf, PouchDB } from './database.ts';
import { type KeptDocument, MAX_DRAFTS, type StoredDraft } from './documents.ts';
import { listHeard, rememberHeard } from './heard.ts';
import { listKept, settleDraft } from './keepDrafts.ts';
import { claimNobodys, countHeld, removeFromDevice } from './run.ts';
import { onDraftMoved, standOn } from './standing.ts';
import { soundOfTake } from './takes.ts';

const take = loopOf('keptTake');
const library = { ...loopOf('a'), isLibraryLoop: true };

function draftOf(id: string, gain = 1, updated = 1): DraftDocument {
  const rifff = setSlotGain(addLoop({ ...createDraft('ada'), _id: id }, library), 0, gain);
  return { _id: `draft_${id}`, type: 'Draft', rifff, changes: 1, from: '', updated };
}

const signIn = (account: string | null) => {
  storeCredential(account && 'token:password');
  if (account) rememberAccount(account);
};

const gainOf = (draft: DraftDocument | undefined) =>
  draft?.rifff.state.playback[0]?.slot.current?.gain;

/** What another device of the account has; it copies by itself. */
let other: Kept;
/** What that device writes of a draft. */
async function writeElsewhere(draft: DraftDocument): Promise<void> {
  const now = await other.get(draft._id).catch(() => null);
  const document: StoredDraft = { ...draft, device: 'elsewhere' };
  await other.put(now ? { ...document, _rev: now._rev } : document);
}

/**
 * The two devices meet. In turns: what asks for a revision that the other one just let go fails, and is tried again.
 */
async function meet(here: Kept): Promise<void> {
  await here.replicate.to(other);
  await here.replicate.from(other);
}

beforeEach(() => {
  signIn('ada');
  other = new PouchDB<KeptDocument>(`other-${crypto.randomUUID()}`, { auto_compaction: true });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await keepDraftsNow();
  for (const account of ['ada', 'bob', null]) await dropKept(account);
  await other.destroy();
  await (await openDevice()).clear('documents');
  localStorage.clear();
  await closeKept();
});

describe('the synced database of a device', () => {
  it('takes over what an older version left, and hides what is another account’s', async () => {
    await (await openDevice()).put('documents', draftOf('old'));
    expect((await listDrafts()).map(({ _id }) => _id)).toEqual(['draft_old']);
    expect(mayHaveDrafts(null)).toBe(false);
    await keepDraftsNow();
    expect(await (await openDevice()).count('documents')).toBe(0);
    expect(await listKept(keptOf(null))).toMatchObject([{ _id: 'draft_old', changes: 1 }]);
    // Those without an owner go to the account that signs in.
    await claimNobodys('ada');
    await saveDraft(draftOf('own', 1, 2));
    expect((await listDrafts()).map(({ _id }) => _id)).toEqual(['draft_own', 'draft_old']);
    signIn('bob');
    expect(await listDrafts()).toEqual([]);
    signIn(null);
    expect(await listDrafts()).toEqual([]);
    signIn('ada');
    await keepDraftsNow();
    expect(await listKept(keptOf('ada'))).toHaveLength(2);
  });

  it('has a draft as soon as it was said to be saved, and the journal until the database has it', async () => {
    await saveDraft(draftOf('a', 0.5));
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const put = vi.spyOn(keptOf('ada'), 'put').mockRejectedValue(new Error('full'));
    await keepDraftsNow();
    expect(gainOf((await listDrafts())[0])).toBe(0.5);
    put.mockRestore();
    await keepDraftsNow();
    expect(gainOf((await listKept(keptOf('ada')))[0])).toBe(0.5);
    // Older revisions go at once.
    await saveDraft(draftOf('a', 0.6, 2));
    await keepDraftsNow();
    const { _rev } = await keptOf('ada').get('draft_a');
    expect(_rev).toMatch(/^2-/);
    const first = await keptOf('ada').get('draft_a', { revs_info: true });
    expect(first._revs_info?.map(({ status }) => status)).toEqual(['available', 'missing']);
  });

  it('shows a draft at every moment of its way into the database, also to a page that opens then', async () => {
    sayHasDrafts('ada', false);
    const order: string[] = [];
    const { setItem } = Storage.prototype;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
      if (key === 'rondo/has-drafts/ada') order.push(`may have drafts: ${text}`);
      setItem.call(this, key, text);
    });
    const remove = IDBObjectStore.prototype.delete;
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (
      this: IDBObjectStore,
      key,
    ) {
      if (this.name === 'documents') order.push('out of the journal');
      return remove.call(this, key);
    });
    await saveDraft(draftOf('a'));
    let isMoving = true;
    const moving = keepDraftsNow().then(() => {
      isMoving = false;
    });
    while (isMoving) {
      expect((await listDrafts()).map(({ _id }) => _id)).toEqual(['draft_a']);
    }
    await moving;
    // The page may close behind either: the next one asks the database only where it may have drafts.
    expect(order).toEqual(['may have drafts: 1', 'out of the journal']);
    await removeDraft('draft_a');
    expect(mayHaveDrafts('ada')).toBe(false);
  });

  it('keeps the fifty drafts that were changed last', async () => {
    const rows = Array.from({ length: MAX_DRAFTS + 3 }, (_, i) => draftOf(`d${i}`, 1, i));
    await keptOf('ada').bulkDocs(rows);
    await saveDraft(draftOf('new', 1, 1000));
    await keepDraftsNow();
    const left = await listKept(keptOf('ada'));
    expect(left).toHaveLength(MAX_DRAFTS);
    expect(left[0]?._id).toBe('draft_new');
    expect(left.some(({ _id }) => _id === 'draft_d3')).toBe(false);
    await removeDraft('draft_new');
    expect((await listDrafts())[0]?._id).toBe('draft_d52');
  });

  it('keeps both when two devices changed one draft, the same on both and only once', async () => {
    const here = keptOf('ada');
    await saveDraft(draftOf('q', 0.1));
    await keepDraftsNow();
    await meet(here);
    await saveDraft(draftOf('q', 0.2, 2));
    await keepDraftsNow();
    await writeElsewhere(draftOf('q', 0.3, 3));
    await meet(here);
    // Both devices find it at once.
    await Promise.all([settleDraft(here, 'draft_q'), settleDraft(other, 'draft_q')]);
    await meet(here);
    const [a, b] = [await listKept(here), await listKept(other)];
    expect(a).toEqual(b);
    expect(a.map(gainOf).sort()).toEqual([0.2, 0.3]);
    expect(await settleDraft(here, 'draft_q')).toBe(0);
    const copy = a.find(({ copyOf }) => copyOf === 'q');
    // One that was removed does not come back.
    await removeDraft(copy!._id);
    expect(await listKept(here)).toHaveLength(1);
  });

  it('leaves what another device made as it is, and tells the page that goes on with its own', async () => {
    const moved: string[] = [];
    onDraftMoved((from, to) => moved.push(from, to));
    const here = keptOf('ada');
    await saveDraft(draftOf('q', 0.1));
    await keepDraftsNow();
    await meet(here);
    await writeElsewhere(draftOf('q', 0.3, 3));
    await writeElsewhere(draftOf('q', 0.4, 4));
    await meet(here);
    // Open here since before: its next change does not go over what came.
    await saveDraft(draftOf('q', 0.2, 5));
    await keepDraftsNow();
    const all = await listKept(here);
    expect(all.map(gainOf).sort()).toEqual([0.2, 0.4]);
    expect(gainOf(all.find(({ _id }) => _id === 'draft_q'))).toBe(0.4);
    expect(moved[0]).toBe('draft_q');
    expect(gainOf(all.find(({ _id }) => _id === moved[1]))).toBe(0.2);
    onDraftMoved(() => {});
  });

  it('goes on with what another device made once it was opened from there', async () => {
    const here = keptOf('ada');
    await writeElsewhere(draftOf('q', 0.3, 3));
    await meet(here);
    const [listed] = await listKept(here);
    standOn('draft_q', listed?._rev);
    await saveDraft(draftOf('q', 0.2, 5));
    await keepDraftsNow();
    expect((await listKept(here)).map(gainOf)).toEqual([0.2]);
  });

  it('carries takes with their sound, and lets them go with their last draft', async () => {
    const sound = new Blob([new Uint8Array([1, 2, 3, 4])], { type: 'audio/flac' });
    provideLoopFiles({
      has: async () => true,
      encode: () => Promise.reject(new Error('not asked for')),
      encodeTake: async () => sound,
      letGo: async () => {},
    });
    const document = draftOf('t');
    await saveDraft({ ...document, rifff: addLoop(document.rifff, take) });
    await keepDraftsNow();
    const here = keptOf('ada');
    await meet(here);
    const there = (await other.getAttachment('take_keptTake', 'sound')) as Blob;
    expect([there.type, ...new Uint8Array(await there.arrayBuffer())]).toEqual([
      'audio/flac',
      ...[1, 2, 3, 4],
    ]);
    expect((await soundOfTake('keptTake'))?.size).toBe(4);
    expect(await countHeld('ada')).toMatchObject({ drafts: 1, takes: 1, takeBytes: 4, waiting: 2 });
    await removeDraft(document._id);
    expect(await soundOfTake('keptTake')).toBeNull();
    await meet(here);
    expect((await other.allDocs()).rows).toEqual([]);
  });

  it('remembers the last fifty rifffs heard, each once', async () => {
    const heard = (id: string) => ({ ...createDraft('bo'), _id: id, jamId: 'band1' });
    for (let i = 0; i < 53; i++) await rememberHeard(`Nº ${i}`, heard(`h${i}`));
    await rememberHeard('Nº 52', heard('h52'));
    const all = await listHeard(keptOf('ada'));
    expect(all).toHaveLength(50);
    expect(all[0]).toMatchObject({ title: 'Nº 52', rifff: { _id: 'h52', jamId: 'band1' } });
    expect(all.at(-1)?.title).toBe('Nº 3');
    // The oldest made way: nothing was removed.
    expect((await keptOf('ada').changes()).results.some(({ deleted }) => deleted)).toBe(false);
    // The same one again is the same hearing, and later it comes first.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    await rememberHeard('Nº 9', heard('h9'));
    expect((await listHeard(keptOf('ada'))).map(({ title }) => title).slice(0, 2)).toEqual([
      'Nº 9',
      'Nº 52',
    ]);
  });

  it('knows nobody: what is asked about people is for the server', async () => {
    const local = localDatabase('ada');
    const refusal = { status: 400, code: 'bad_request', message: 'database is not remote' };
    const ada = { name: 'ada', password: 'x', metadata: { email: 'ada@mail.example' } };
    await expect(local.logIn('ada', 'x')).rejects.toMatchObject(refusal);
    await expect(local.signUp(ada)).rejects.toMatchObject(refusal);
    await expect(local.signUpAdmin({ name: 'a', password: 'x' })).rejects.toMatchObject(refusal);
    await expect(local.changePassword('ada', 'x', 'y')).rejects.toMatchObject(refusal);
    await expect(local.changeUsername('ada', 'eda')).rejects.toMatchObject(refusal);
    expect([local.isRemote, remoteDatabase('ada').isRemote]).toEqual([false, true]);
  });

  it('comes off the device with all that is in it, and stays elsewhere', async () => {
    await saveDraft(draftOf('q'));
    await keepDraftsNow();
    await meet(keptOf('ada'));
    await removeFromDevice('ada');
    expect(await listDrafts()).toEqual([]);
    expect((await other.allDocs()).rows).toHaveLength(1);
  });
});
