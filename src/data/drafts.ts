/**
 * Drafts on this device. Each change goes into a journal first, and from there into the synced database of the account
 * that is signed in (`sync/`). One tab at a time holds a draft (Web Locks); another tab that opens it works on a copy.
 */
import { call } from './client.ts';
import { JAM_CALLS } from './contract/calls.ts';
import type { Rifff } from './contract/rifff.ts';
import type { DraftDocument } from './device.ts';
import { withUploadedLoops } from './outbox/store.ts';
import { Retry } from './retry.ts';
import { deviceAccount, mayHaveDrafts } from './sync/account.ts';
import { clearJournal, type JournalEntry, readJournal, writeJournal } from './sync/journal.ts';
import { standingOn, standOn } from './sync/standing.ts';

export { draftDocumentId } from './sync/documents.ts';

/** A draft rests so long before it goes from the journal into the synced database. */
const KEEP_DELAY_MS = 1500;

/** PouchDB comes when there is something to keep or to list. */
const keeper = () => import('./sync/keepDrafts.ts');

/** Drafts that this page works on. */
const mine = new Set<string>();
/** Whom drafts belong to, as far as this page knows. */
const owners = new Map<string, string | null>();
/**
 * Drafts saved here whose takes are still to be kept: another tab may move a draft, but only this one has their sound.
 */
const withTakes = new Map<string, Pick<JournalEntry, 'rifff' | 'account'>>();
/** Revisions of drafts as they were listed last. */
const listed = new Map<string, string>();

let keepTimer: ReturnType<typeof setTimeout> | undefined;
const retry = new Retry();
let onKept: () => void = () => {};

/** Says who hears that drafts of this page reached the synced database. The last one counts. */
export function onDraftsKept(listener: () => void): void {
  onKept = listener;
}

/**
 * Brings the journal into the synced database now, and the takes of its drafts, where an account is signed in. What
 * fails stays in the journal and is tried again.
 */
export async function keepDraftsNow(): Promise<void> {
  clearTimeout(keepTimer);
  retry.stop();
  try {
    const { absorbJournal, keepTakesOf } = await keeper();
    const written = await absorbJournal((id) => mine.has(id));
    retry.reset();
    const own = [...withTakes];
    if (written.length === 0 && own.length === 0) return;
    onKept();
    await keepTakesOf([...written, ...own.map(([, draft]) => draft)]);
    for (const [id, draft] of own) if (withTakes.get(id) === draft) withTakes.delete(id);
    onKept();
  } catch (cause) {
    console.error('Drafts stay in the journal of this device for now', cause);
    retry.putOff();
    retry.plan(() => void keepDraftsNow());
  }
}

/** Stores a draft and resolves when the device has it. Rejects when storage is full or refused. */
export async function saveDraft(draft: DraftDocument): Promise<void> {
  const account = owners.get(draft._id) ?? deviceAccount();
  owners.set(draft._id, account);
  mine.add(draft._id);
  withTakes.set(draft._id, { rifff: draft.rifff, account });
  const _rev = standingOn(draft._id);
  await writeJournal({ ...draft, account, ...(_rev && { _rev }) });
  clearTimeout(keepTimer);
  keepTimer = setTimeout(() => void keepDraftsNow(), KEEP_DELAY_MS);
}

/** Whom a draft belongs to: an account, null for no account yet, undefined where this page does not know it. */
export const ownerOf = (id: string): string | null | undefined => owners.get(id);

/** Drafts of the synced database, where it can have some and can be reached. */
async function readKept(account: string | null): Promise<DraftDocument[]> {
  if (!mayHaveDrafts(account) && !mayHaveDrafts(null)) return [];
  try {
    const shown = await (await keeper()).listShown();
    for (const { draft, account: owner } of shown) {
      if (draft._rev) listed.set(draft._id, draft._rev);
      owners.set(draft._id, owner);
    }
    return shown.map(({ draft, account: owner }) => ({ ...draft, account: owner }));
  } catch (cause) {
    console.error('The drafts of this device cannot be read', cause);
    return [];
  }
}

/**
 * Every readable draft of the account, or of no account yet, the one last changed first; those of its other devices
 * too. A document that does not parse is left where it is.
 */
export async function listDrafts(): Promise<DraftDocument[]> {
  const account = deviceAccount();
  const isShown = ({ account: owner = null }: DraftDocument) => owner === null || owner === account;
  // In this order: what goes from the journal into the database meanwhile is in one of them at least.
  const journal = await readJournal();
  const kept = await readKept(account);
  const own = journal.filter(isShown);
  for (const { _id, account: owner = null } of own) owners.set(_id, owner);
  // What is in the journal is newer than what the database has of it.
  const all = new Map([...kept, ...own].map((one) => [one._id, one]));
  const documents = [...all.values()].sort((a, b) => b.updated - a.updated);
  if (documents.length === 0) return [];
  const { readDraft } = await import('./readDraft.ts');
  const readable = documents.flatMap(readDraft);
  return Promise.all(
    readable.map(async (document) => ({
      ...document,
      rifff: await withUploadedLoops(document.rifff),
    })),
  );
}

/** Takes what this page wrote of a draft out of the journal: the draft goes on under another id. */
export async function leaveDraft(id: string): Promise<void> {
  mine.delete(id);
  await clearJournal(id);
}

/** Removes a draft, on the other devices of its account too. */
export async function removeDraft(id: string): Promise<void> {
  await clearJournal(id);
  const account = owners.get(id) ?? deviceAccount();
  mine.delete(id);
  owners.delete(id);
  if (!mayHaveDrafts(account) && !mayHaveDrafts(null)) return;
  await (await keeper()).removeShown(id);
  onKept();
}

/**
 * Takes a draft for this tab until the tab closes.
 * @returns false when another tab holds it
 */
export function holdDraft(id: string): Promise<boolean> {
  const take = () => {
    mine.add(id);
    // What this page makes of it goes on from what it was when it was listed.
    if (!standingOn(id)) standOn(id, listed.get(id));
  };
  if (!('locks' in navigator)) {
    take();
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    void navigator.locks.request(`rondo/${id}`, { ifAvailable: true }, (lock) => {
      if (lock !== null) take();
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<void>(() => {});
    });
  });
}

/** A draft is begun without the full tables of its loops after this: everything plays as it is. */
const WHOLE_LOOPS_MS = 2000;

/**
 * A rifff with the full tables of its loops: lists carry loops with short peaks and no band envelopes. Without an
 * answer it comes back as it is.
 */
export async function withWholeLoops(rifff: Rifff): Promise<Rifff> {
  const isBrief = rifff.loops.some(({ peaks, bands }) => peaks && !bands);
  if (!isBrief || !rifff.jamId) return rifff;
  try {
    const { rifff: whole } = await call(
      JAM_CALLS.rifff,
      { params: { id: rifff.jamId, rifffId: rifff._id } },
      AbortSignal.timeout(WHOLE_LOOPS_MS),
    );
    const byId = new Map(whole.loops.map((loop) => [loop._id, loop]));
    return { ...rifff, loops: rifff.loops.map((loop) => byId.get(loop._id) ?? loop) };
  } catch {
    return rifff;
  }
}
