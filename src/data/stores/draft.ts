/**
 * The rifff being made: its document, undo history and where it is kept. Every change goes through
 * `editDraft`, so undo, saving and the engine's link see all of them.
 */
import { proxy, ref, subscribe } from 'valtio/vanilla';
import type { Loop } from '../contract/loop.ts';
import type { Rifff } from '../contract/rifff.ts';
import type { DraftBase, DraftDocument, JamTarget } from '../device.ts';
import { draftDocumentId, holdDraft, listDrafts, saveDraft, withWholeLoops } from '../drafts.ts';
import { goesTo, withLoops } from '../outbox/rules.ts';
import { Retry } from '../retry.ts';
import {
  continueFrom,
  createDraft,
  inDraftState,
  remix,
  resetDraft,
  usedSlots,
} from '../rules/draft/draft.ts';
import { change, createHistory, type History, redo, undo } from '../rules/draft/history.ts';
import { session } from './session.ts';

/** Name of a maker without an account. */
export const LOCAL_USER = 'you';

export interface DraftState {
  /** The draft document; immutable, replaced as a whole. */
  rifff: Rifff;
  canUndo: boolean;
  canRedo: boolean;
  /** Changes since it was begun, those that were undone not among them. */
  changes: number;
  /** What it was begun from, for people; empty for a fresh one. */
  from: string;
  /** Room that its commits go to, as it was chosen; null for the jam of the account. See `draftTarget`. */
  target: JamTarget | null;
  /** Id of the committed rifff that it goes on from, or null before the first commit. */
  currentRifffId: string | null;
  /** Does it differ from the rifff that was committed last? Always before the first commit. */
  inDraftState: boolean;
  /** Does another draft wait while a committed rifff is on show? */
  isSetAside: boolean;
  /** Has the device been asked for an earlier draft? */
  isRestored: boolean;
  /** saving, saved, or failed with the work still in memory and tried again. */
  saved: 'empty' | 'saving' | 'saved' | 'failed';
}

let history: History<Rifff> = createHistory(createDraft(LOCAL_USER));

/** Commits of this draft, with the changes that led to each; undo goes back behind them. */
let bases: readonly (DraftBase & { changes: number })[] = [];

/** The draft that waits while a committed rifff is on show, with its undo steps. */
let setAside:
  | (Pick<DraftState, 'changes' | 'from'> & {
      history: History<Rifff>;
      bases: typeof bases;
    })
  | null = null;

const makerName = () => session.user?.user_id ?? LOCAL_USER;

/** A document in the proxy without a proxy of its own: it is immutable and goes to the engine as it is. */
const hold = (rifff: Rifff): Rifff => ref(rifff);

export const draft = proxy<DraftState>({
  rifff: hold(history.present),
  canUndo: false,
  canRedo: false,
  changes: 0,
  from: '',
  target: null,
  currentRifffId: null,
  inDraftState: true,
  isSetAside: false,
  isRestored: false,
  saved: 'empty',
});

let saveTimer: ReturnType<typeof setTimeout> | undefined;
const retry = new Retry();
const SAVE_DELAY_MS = 120;

/** The commit that the draft goes on from, or null. */
function baseNow() {
  const id = history.present.parent?.rifffId;
  return bases.find(({ rifffId }) => rifffId === id) ?? null;
}

function show(next: History<Rifff>): void {
  history = next;
  draft.rifff = hold(next.present);
  draft.canUndo = next.past.length > 0;
  draft.canRedo = next.future.length > 0;
  const base = baseNow();
  draft.currentRifffId = base?.rifffId ?? null;
  draft.inDraftState = inDraftState(next.present, base);
}

/** Do two versions of the draft hold and sound the same, in the same key? */
function isSameRifff(a: Rifff, b: Rifff): boolean {
  if (a.root !== b.root || a.scale !== b.scale) return false;
  return a.loops === b.loops && JSON.stringify(a.state) === JSON.stringify(b.state);
}

function withoutChanges({
  changes: _changes,
  ...base
}: DraftBase & { changes: number }): DraftBase {
  return base;
}

function toDocument(): DraftDocument {
  const base = baseNow();
  return {
    _id: draftDocumentId(history.present._id),
    type: 'Draft',
    rifff: history.present,
    changes: draft.changes,
    from: draft.from,
    ...(base && { base: withoutChanges(base) }),
    ...(draft.target && { target: { ...draft.target } }),
    updated: Date.now(),
  };
}

/** Writes the draft to the device now. A failure keeps the work and is tried again with the sync back-off. */
export async function flushDraft(): Promise<void> {
  clearTimeout(saveTimer);
  retry.stop();
  if (draft.saved === 'empty' || draft.saved === 'saved') return;
  const written = history.present;
  try {
    await saveDraft(toDocument());
    retry.reset();
    if (history.present === written) draft.saved = 'saved';
  } catch (cause) {
    console.error('Saving the draft failed', cause);
    draft.saved = 'failed';
    retry.putOff();
    retry.plan(flushDraft);
  }
}

function scheduleSave(): void {
  draft.saved = 'saving';
  clearTimeout(saveTimer);
  retry.stop();
  saveTimer = setTimeout(flushDraft, SAVE_DELAY_MS);
}

/**
 * Changes the draft by a rule of `rules/draft/draft.ts`.
 * @param key names the control for changes that join into one undo step (a drag); null never joins
 * @returns whether anything changed
 */
export function editDraft(edit: (rifff: Rifff) => Rifff, key: string | null = null): boolean {
  const next = change(history, edit(history.present), key, Date.now(), isSameRifff);
  if (next === history) return false;
  // A step that came back to where it began is gone, and its change with it; one that went on counts once.
  if (next.past.length < history.past.length) draft.changes = Math.max(0, draft.changes - 1);
  else if (next.past !== history.past) draft.changes += 1;
  show(next);
  scheduleSave();
  return true;
}

export function undoDraft(): void {
  const next = undo(history);
  if (next === history) return;
  const left = baseNow();
  show(next);
  draft.changes = left && left !== baseNow() ? left.changes : Math.max(0, draft.changes - 1);
  scheduleSave();
}

export function redoDraft(): void {
  const next = redo(history);
  if (next === history) return;
  const base = baseNow();
  show(next);
  draft.changes = base === baseNow() ? draft.changes + 1 : Number(draft.inDraftState);
  scheduleSave();
}

/** Where a commit of the draft goes now: a room, or null for the jam of whoever is signed in. */
export function draftTarget(): JamTarget | null {
  const target = goesTo(draft.target, session.user?.guestOf);
  return target && { ...target };
}

/** Chooses where commits of the draft go; null for one's own jam. */
export function setDraftTarget(target: JamTarget | null): void {
  draft.target = target;
  if (draft.saved !== 'empty') scheduleSave();
}

/** A commit went to another jam than the one that the draft, or what waits behind it, names as its parent's. */
export function draftParentMoved(rifffId: string, jamId: string): void {
  const move = (rifff: Rifff): Rifff =>
    rifff.parent?.rifffId === rifffId ? { ...rifff, parent: { jamId, rifffId } } : rifff;
  const moveBase = <Base extends DraftBase>(base: Base): Base =>
    base.rifffId === rifffId ? { ...base, jamId } : base;
  bases = bases.map(moveBase);
  if (history.present.parent?.rifffId !== rifffId) return;
  const { past, present, future } = history;
  show({ ...history, past: past.map(move), present: move(present), future: future.map(move) });
  scheduleSave();
}

function begin(rifff: Rifff, from: string, target: JamTarget | null): void {
  void holdDraft(draftDocumentId(rifff._id));
  setAside = null;
  draft.isSetAside = false;
  bases = [];
  show(createHistory(rifff));
  draft.changes = 0;
  draft.from = from;
  draft.target = target;
  draft.isRestored = true;
  if (usedSlots(rifff) > 0) scheduleSave();
  else draft.saved = 'empty';
}

/**
 * The draft goes on from a commit of `committed`: the next change makes a child of it. Undo leads back to the
 * draft as it was. Changes made since stay.
 */
export function draftCommitted(committed: Rifff, base: DraftBase): void {
  if (history.present._id !== committed._id) return;
  const { root, scale } = committed;
  bases = [...bases, { root, scale, ...base, changes: draft.changes }];
  show(change(history, continueFrom(history.present, base), null, Date.now()));
  draft.changes = draft.inDraftState ? 1 : 0;
  draft.from = '';
  scheduleSave();
}

/**
 * A loop that was made here is on the server now: every state of the draft, undo's too, holds the server's document.
 * Nothing else about the draft changes, and nothing stops sounding.
 */
export function draftLoopUploaded(loop: Loop): void {
  const known = new Map([[loop._id, loop]]);
  const replace = (rifff: Rifff) => withLoops(rifff, known);
  const present = replace(history.present);
  const isThere = present !== history.present;
  show({
    ...history,
    past: history.past.map(replace),
    present,
    future: history.future.map(replace),
  });
  if (isThere) scheduleSave();
}

/** A commit that undo went back behind is gone: it cannot be gone forward to again. */
export function forgetCommit(rifffId: string): void {
  if (!bases.some((base) => base.rifffId === rifffId)) return;
  const isBehind = baseNow()?.rifffId !== rifffId;
  if (!isBehind) return;
  bases = bases.filter((base) => base.rifffId !== rifffId);
  show({ ...history, future: [] });
  scheduleSave();
}

/** An empty draft at the present tempo. The one before stays on the device, and undo brings it back. */
export function clearDraft(): void {
  editDraft((rifff) => ({ ...resetDraft(rifff, makerName()), _id: rifff._id }));
}

/**
 * Begins a draft as a remix of a rifff; the draft before stays on the device.
 * @param target room that its commits go to; null for one's own jam
 */
export async function remixIntoDraft(
  rifff: Rifff,
  title: string,
  target: JamTarget | null = null,
): Promise<void> {
  const [whole] = await Promise.all([withWholeLoops(rifff), flushDraft()]);
  begin(remix(whole, makerName()), title, target);
}

/**
 * The draft goes to a room from now on. One that was committed, or holds nothing, makes way for an empty one in the metre
 * of the room; any other goes on as it is.
 * @param barLength metre of the room: sixteenths in a bar
 * @returns whether an empty one was begun
 */
export async function startIn(target: JamTarget, barLength: number): Promise<boolean> {
  await restoreDraft();
  if (usedSlots(history.present) > 0 && draft.inDraftState) {
    setDraftTarget(target);
    return false;
  }
  await flushDraft();
  const empty = createDraft(makerName());
  begin({ ...empty, state: { ...empty.state, barLength } }, '', target);
  return true;
}

/** Begins a draft with a document as it stands, which no other draft holds; the one before stays on the device. */
export async function openAsDraft(
  rifff: Rifff,
  title: string,
  target: JamTarget | null = null,
): Promise<void> {
  await flushDraft();
  begin(rifff, title, target);
}

/**
 * Shows a committed rifff in the editor. A draft that was not committed waits meanwhile, undo steps and all. What is
 * only looked at is not kept on the device; its first change makes it a draft.
 * @param rifff with the whole tables of its loops
 * @param jamId the jam that holds it: the parent of what is made of it is there
 */
export function showCommitted(rifff: Rifff, jamId: string, title: string): void {
  // What was changed a moment ago is written as it is now.
  void flushDraft();
  if (draft.inDraftState && usedSlots(history.present) > 0) {
    setAside = { history, bases, changes: draft.changes, from: draft.from };
  }
  const shown = remix({ ...rifff, jamId }, makerName());
  const { state, root, scale } = shown;
  bases = [{ jamId, rifffId: rifff._id, state, root, scale, changes: 0 }];
  show(createHistory(shown));
  draft.changes = 0;
  draft.from = title;
  draft.saved = 'empty';
  draft.isSetAside = setAside !== null;
}

/** Brings back the draft that waits while a committed rifff is on show. */
export function backToDraft(): void {
  if (!setAside) return;
  const { history: kept, changes, from } = setAside;
  bases = setAside.bases;
  setAside = null;
  show(kept);
  draft.changes = changes;
  draft.from = from;
  draft.isSetAside = false;
  scheduleSave();
}

/** Takes up the draft last changed on this device, or begins an empty one. Runs once. */
export async function restoreDraft(): Promise<void> {
  if (draft.isRestored) return;
  try {
    for (const document of await listDrafts()) {
      if (draft.isRestored || draft.changes > 0) break;
      if (await holdDraft(document._id)) {
        bases = document.base ? [{ ...document.base, changes: document.changes }] : [];
        show(createHistory(document.rifff));
        draft.changes = document.changes;
        draft.from = document.from;
        draft.target = document.target ?? null;
        draft.saved = 'saved';
        break;
      }
      begin(remix(document.rifff, LOCAL_USER), document.from, document.target ?? null);
      break;
    }
  } catch (cause) {
    console.error('Reading drafts failed', cause);
  }
  void holdDraft(draftDocumentId(history.present._id));
  draft.isRestored = true;
}

/** Calls `listener` with the document whenever it changes. @returns what stops it */
export function onDraftChange(listener: (rifff: Rifff) => void): () => void {
  let last = history.present;
  return subscribe(draft, () => {
    if (history.present === last) return;
    last = history.present;
    listener(last);
  });
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flushDraft();
  });
  window.addEventListener('pagehide', () => void flushDraft());
}
