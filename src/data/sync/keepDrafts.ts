/** Drafts in the synced database: written from the journal, listed, removed, and told apart where two devices met. */
import type { GetMeta, IdMeta } from 'pouchdb-browser';
import { hexOf } from '../rules/ids.ts';
import { deviceAccount, deviceId, isSyncOff, sayHasDrafts } from './account.ts';
import { copyIdOf, judge, type Leaf } from './conflicts.ts';
import { type Kept, keptOf, orMissing, statusOf } from './database.ts';
import { draftDocumentId, idsOf, MAX_DRAFTS, type StoredDraft } from './documents.ts';
import { clearJournal, type JournalEntry, readJournal } from './journal.ts';
import { isHeldElsewhere, movedTo, standingOn, standOn } from './standing.ts';
import { dropTakesOf, keepTakes } from './takes.ts';

type Meta = IdMeta & GetMeta & { device?: string };
type Read = StoredDraft & Meta;

const read = (db: Kept, id: string): Promise<Read | null> =>
  orMissing(db.get<StoredDraft>(id, { revs: true, conflicts: true }) as Promise<Read>);

/** A revision that no other page can make. */
const newRevision = (): string => hexOf(crypto.getRandomValues(new Uint8Array(16)));

/** Puts a draft beside what another device made of the same one, on the last that both knew. */
async function putBeside(db: Kept, draft: StoredDraft, now: Read, stoodOn: string | undefined) {
  const { start, ids } = now._revisions ?? { start: 1, ids: [copyIdOf(now._rev)] };
  const at = stoodOn ? ids.indexOf(copyIdOf(stoodOn)) : -1;
  const known = at < 0 ? [] : ids.slice(at);
  const _revisions = { start: at < 0 ? 1 : start - at + 1, ids: [newRevision(), ...known] };
  const _rev = `${_revisions.start}-${_revisions.ids[0]}`;
  await db.bulkDocs([{ ...draft, _rev, _revisions } as StoredDraft], { new_edits: false });
  return _rev;
}

/** The revision of this device among those that lost, if one did. */
async function ownBeside(db: Kept, { _id, _conflicts = [] }: Read): Promise<string | undefined> {
  for (const rev of _conflicts) {
    const one = await db.get<StoredDraft>(_id, { rev });
    if (one.device === deviceId()) return rev;
  }
  return undefined;
}

/**
 * Writes one draft of the journal. What another device wrote meanwhile is left as it is, and this one stands beside it.
 * @returns its revision
 */
async function writeDraft(db: Kept, { _rev: stoodOn, account: _account, ...entry }: JournalEntry) {
  const draft: StoredDraft = { ...entry, device: deviceId() };
  const now = await read(db, draft._id);
  if (!now) return (await db.put(draft)).rev;
  if (now.device === draft.device) {
    const isThere = now.updated === draft.updated && now.changes === draft.changes;
    return isThere ? now._rev : (await db.put({ ...draft, _rev: now._rev })).rev;
  }
  if (now._rev === stoodOn) return (await db.put({ ...draft, _rev: now._rev })).rev;
  const own = await ownBeside(db, now);
  if (own) return (await db.put({ ...draft, _rev: own })).rev;
  return putBeside(db, draft, now, stoodOn);
}

/** Writes what is not there and never was: a copy that a person removed stays removed. */
async function putOnce(db: Kept, draft: StoredDraft): Promise<void> {
  try {
    await db.get(draft._id);
  } catch (cause) {
    if ((cause as { reason?: string }).reason === 'deleted') return;
    if (statusOf(cause) !== 404) throw cause;
    await db.put(draft).catch((error: unknown) => {
      // Another tab was quicker, with the same.
      if (statusOf(error) !== 409) throw error;
    });
  }
}

const gone = (id: string, rev: string) =>
  ({ _id: id, _rev: rev, _deleted: true, device: deviceId() }) as unknown as StoredDraft;

/**
 * Tells the revisions of a draft apart that two devices made at once: both are kept, one of them under an id of its
 * own.
 * @returns how many copies were made
 */
export async function settleDraft(db: Kept, id: string): Promise<number> {
  const now = await read(db, id);
  if (!now?._conflicts?.length) return 0;
  const answers = await db.get<StoredDraft>(id, {
    open_revs: [now._rev, ...now._conflicts],
  });
  const leaves = answers.flatMap((answer) => ('ok' in answer ? [answer.ok as Leaf] : []));
  const { copies, losing } = judge(leaves, now._rev);
  for (const copy of copies) await putOnce(db, copy);
  // A revision that goes twice goes once.
  await db.bulkDocs(losing.map((rev) => gone(id, rev)));
  return copies.length;
}

/** Of a document that no page edits, the revision that every device takes for the newest is enough. */
export async function dropLosers(db: Kept, id: string): Promise<void> {
  const now = await read(db, id);
  if (now?._conflicts?.length) await db.bulkDocs(now._conflicts.map((rev) => gone(id, rev)));
}

/**
 * Finds out whether the draft that this page works on still is what its id stands for; where it became a copy, the page
 * that holds it is told.
 */
export async function checkStanding(db: Kept, id: string): Promise<'same' | 'behind' | 'moved'> {
  const rev = standingOn(id);
  if (!rev) return 'same';
  await settleDraft(db, id);
  const now = await read(db, id);
  if (!now || now._rev === rev) return 'same';
  if (now._revisions?.ids.includes(copyIdOf(rev))) {
    return now.device === deviceId() ? 'same' : 'behind';
  }
  const copyId = draftDocumentId(copyIdOf(rev));
  const copy = await read(db, copyId);
  standOn(id, copy ? undefined : now._rev);
  if (!copy) return 'same';
  standOn(copyId, copy._rev);
  movedTo(id, copyId);
  return 'moved';
}

/** Keeps the drafts changed last, and those that this page works on. */
export async function withoutOldest(db: Kept): Promise<void> {
  const { rows } = await db.allDocs(idsOf('draft'));
  if (rows.length <= MAX_DRAFTS) return;
  const drafts = (await listKept(db)).filter(({ _id }) => !standingOn(_id));
  for (const { _id } of drafts.slice(MAX_DRAFTS - rows.length)) await removeKept(db, _id);
}

/** Every draft of a database, the one last changed first. */
export async function listKept(db: Kept): Promise<StoredDraft[]> {
  const { rows } = await db.allDocs<StoredDraft>({ ...idsOf('draft'), include_docs: true });
  const drafts = rows.flatMap(({ doc }) => (doc ? [doc] : []));
  return drafts.sort((a, b) => b.updated - a.updated);
}

/** Removes a draft with every revision of it, and the takes that only it had. */
export async function removeKept(db: Kept, id: string): Promise<void> {
  const now = await read(db, id);
  if (!now) return;
  await db.bulkDocs([now._rev, ...(now._conflicts ?? [])].map((rev) => gone(id, rev)));
  standOn(id, undefined);
  await dropTakesOf(db, now);
}

/** Runs `work` while no other tab of this browser moves drafts between the journal and the database. */
export async function asOnlyKeeper<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('rondo/journal', work);
}

/**
 * Writes the journal into the databases of those whom its drafts belong to. What cannot be written stays in the
 * journal.
 * @param isMine drafts that this page works on; those of other pages are left to them
 * @returns what was written
 */
export function absorbJournal(isMine: (id: string) => boolean): Promise<JournalEntry[]> {
  return asOnlyKeeper(async () => {
    const written: JournalEntry[] = [];
    const accounts = new Set<string | null>();
    for (const entry of await readJournal()) {
      if (!isMine(entry._id) && (await isHeldElsewhere(entry._id))) continue;
      const account = entry.account ?? null;
      const db = keptOf(account);
      const rev = await writeDraft(db, { ...entry, _rev: standingOn(entry._id) ?? entry._rev });
      // First: a page that closes behind the next line leaves a draft that is found.
      sayHasDrafts(account, true);
      await clearJournal(entry._id, entry);
      if (isMine(entry._id)) standOn(entry._id, rev);
      accounts.add(account);
      written.push(entry);
      if (isMine(entry._id)) await checkStanding(db, entry._id);
      else await settleDraft(db, entry._id);
    }
    for (const account of accounts) await withoutOldest(keptOf(account));
    return written;
  });
}

/** Keeps the takes of drafts for the other devices of their accounts. Those without an owner have no other device. */
export async function keepTakesOf(
  drafts: readonly Pick<JournalEntry, 'rifff' | 'account'>[],
): Promise<void> {
  for (const { rifff, account } of drafts) {
    if (account && !isSyncOff(account)) await keepTakes(keptOf(account), rifff);
  }
}

/** Databases of what this device shows now: the account's, and that of what has no owner yet. */
const shownOwners = (): (string | null)[] => {
  const account = deviceAccount();
  return account === null ? [null] : [account, null];
};

/** Removes a draft wherever this device shows it from. */
export async function removeShown(id: string): Promise<void> {
  await asOnlyKeeper(async () => {
    for (const owner of shownOwners()) {
      const db = keptOf(owner);
      await removeKept(db, id);
      sayHasDrafts(owner, (await listKept(db)).length > 0);
    }
  });
}

/**
 * Drafts that this device shows now: those of the account, and those without an owner yet. It never notes that there are
 * none, for another tab may write one meanwhile: only what runs in `asOnlyKeeper` may note that.
 */
export async function listShown(): Promise<{ draft: StoredDraft; account: string | null }[]> {
  const lists = await Promise.all(
    shownOwners().map(async (owner) => {
      const drafts = await listKept(keptOf(owner));
      if (drafts.length > 0) sayHasDrafts(owner, true);
      return drafts.map((draft) => ({ draft, account: owner }));
    }),
  );
  return lists.flat();
}
