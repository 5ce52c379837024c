/**
 * The rifff being made: its document, undo history and where it is kept. Every change goes through
 * `editDraft`, so undo, saving and the engine's link see all of them.
 */
import { proxy, ref, subscribe } from 'valtio/vanilla';
import type { Loop } from '../contract/loop.ts';
import type { Rifff } from '../contract/rifff.ts';
import type { DraftBase, DraftDocument, JamTarget } from '../device.ts';
import {
  baseOf,
  type DraftSteps,
  isSameRifff,
  withId,
  withLoop,
  withoutCommit,
  withParentIn,
} from '../draftSteps.ts';
import {
  draftDocumentId,
  holdDraft,
  leaveDraft,
  listDrafts,
  ownerOf,
  saveDraft,
  withWholeLoops,
} from '../drafts.ts';
import { goesTo } from '../outbox/rules.ts';
import { Retry } from '../retry.ts';
import {
  continueFrom,
  createDraft,
  inDraftState,
  remix,
  resetDraft,
  usedSlots,
} from '../rules/draft/draft.ts';
import { change, createHistory, redo, type StepKey, undo } from '../rules/draft/history.ts';
import { newId } from '../rules/ids.ts';
import { LOCAL_USER } from '../rules/sharing/accountText.ts';
import { deviceAccount } from '../sync/account.ts';
import { onDraftMoved } from '../sync/standing.ts';
import { type DraftState, emptyState, toDocument } from './draftState.ts';
import { session } from './session.ts';
import { notify } from './ui.ts';

let steps: DraftSteps = { history: createHistory(createDraft(LOCAL_USER)), bases: [] };

/** The draft that waits while a committed rifff is on show, with its undo steps. */
let setAside: (Pick<DraftState, 'changes' | 'from' | 'target'> & { steps: DraftSteps }) | null =
  null;

const makerName = () => session.user?.user_id ?? LOCAL_USER;

/** A document in the proxy without a proxy of its own: it is immutable and goes to the engine as it is. */
const hold = (rifff: Rifff): Rifff => ref(rifff);

export const draft = proxy<DraftState>(emptyState(hold(steps.history.present)));

let saveTimer: ReturnType<typeof setTimeout> | undefined;
const retry = new Retry();
const SAVE_DELAY_MS = 120;

function show(next: DraftSteps): void {
  steps = next;
  const { history } = next;
  draft.rifff = hold(history.present);
  draft.canUndo = history.past.length > 0;
  draft.canRedo = history.future.length > 0;
  const base = baseOf(next);
  draft.currentRifffId = base?.rifffId ?? null;
  draft.inDraftState = inDraftState(history.present, base);
}

/** Writes the draft to the device now. A failure keeps the work and is tried again with the sync back-off. */
export async function flushDraft(): Promise<void> {
  clearTimeout(saveTimer);
  retry.stop();
  if (draft.saved === 'empty' || draft.saved === 'saved') return;
  const written = steps.history.present;
  try {
    await saveDraft(toDocument(steps, draft));
    retry.reset();
    if (steps.history.present === written) draft.saved = 'saved';
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
 * @param key says what is changed: changes with the same key join into one undo step (a drag); null never joins
 * @returns whether anything changed
 */
export function editDraft(edit: (rifff: Rifff) => Rifff, key: StepKey | null = null): boolean {
  const { history } = steps;
  const next = change(history, edit(history.present), key, Date.now(), isSameRifff);
  if (next === history) return false;
  // A step that came back to where it began is gone, and its change with it; one that went on counts once.
  if (next.past.length < history.past.length) draft.changes = Math.max(0, draft.changes - 1);
  else if (next.past !== history.past) draft.changes += 1;
  show({ ...steps, history: next });
  scheduleSave();
  return true;
}

/** Takes the last change back; before the first one nothing happens. */
export function undoDraft(): void {
  const next = undo(steps.history);
  if (next === steps.history) return;
  const left = baseOf(steps);
  show({ ...steps, history: next });
  draft.changes = left && left !== baseOf(steps) ? left.changes : Math.max(0, draft.changes - 1);
  scheduleSave();
}

/** Makes the change again that was taken back last, if nothing was changed since. */
export function redoDraft(): void {
  const next = redo(steps.history);
  if (next === steps.history) return;
  const base = baseOf(steps);
  show({ ...steps, history: next });
  draft.changes = base === baseOf(steps) ? draft.changes + 1 : Number(draft.inDraftState);
  scheduleSave();
}

/** Where a commit of the draft goes now: a room, or null for the jam of the signed-in account. */
export function draftTarget(): JamTarget | null {
  const target = goesTo(draft.target, session.user?.guestOf);
  return target && { ...target };
}

/** Chooses where commits of the draft go; null for one's own jam. */
export function setDraftTarget(target: JamTarget | null): void {
  draft.target = target;
  if (draft.saved !== 'empty') scheduleSave();
}

/** Changes steps that led to the draft, and to what waits behind it, without a change of its own. */
function revise(change: (steps: DraftSteps) => DraftSteps): void {
  if (setAside) setAside = { ...setAside, steps: change(setAside.steps) };
  const next = change(steps);
  if (next === steps) return;
  const isOther = next.history.present !== steps.history.present;
  show(next);
  if (isOther) scheduleSave();
}

/** A commit went to another jam than the one that the draft, or what waits behind it, names as its parent's. */
export function draftParentMoved(rifffId: string, jamId: string): void {
  revise((now) => withParentIn(now, rifffId, jamId));
}

/** Drafts that this page has taken, which no other page can take until it closes. */
const held = new Set<string>();

async function holdHere(id: string): Promise<boolean> {
  if (held.has(id)) return true;
  const isOurs = await holdDraft(id);
  if (isOurs) held.add(id);
  return isOurs;
}

function begin(rifff: Rifff, from: string, target: JamTarget | null): void {
  void holdHere(draftDocumentId(rifff._id));
  setAside = null;
  draft.isSetAside = false;
  show({ history: createHistory(rifff), bases: [] });
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
  const { history, bases } = steps;
  if (history.present._id !== committed._id) return;
  const { root, scale } = committed;
  show({
    history: change(history, continueFrom(history.present, base), null, Date.now()),
    bases: [...bases, { root, scale, ...base, changes: draft.changes }],
  });
  draft.changes = draft.inDraftState ? 1 : 0;
  draft.from = '';
  scheduleSave();
}

/**
 * A loop that was made here is on the server now: every state of the draft, undo's too, holds the server's document.
 * Nothing else about the draft changes, and nothing stops sounding.
 */
export function draftLoopUploaded(loop: Loop): void {
  revise((now) => withLoop(now, loop));
}

/** A commit that undo went back behind is gone: it cannot be gone forward to again. */
export function forgetCommit(rifffId: string): void {
  const next = withoutCommit(steps, rifffId);
  if (next === steps) return;
  show(next);
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
 * Begins a draft with a rifff that was put together elsewhere and is kept nowhere yet. Its parent stays what it was
 * made of; the draft before stays on the device.
 */
export async function openMade(rifff: Rifff, title: string): Promise<void> {
  const [whole] = await Promise.all([withWholeLoops(rifff), flushDraft()]);
  begin({ ...whole, _id: newId(), userName: makerName(), created: Date.now() }, title, null);
}

/**
 * The draft goes to a room from now on. One that was committed, or holds nothing, makes way for an empty one in the
 * metre of the room; any other goes on as it is.
 * @param barLength metre of the room: sixteenths in a bar
 * @returns whether an empty one was begun
 */
export async function startIn(target: JamTarget, barLength: number): Promise<boolean> {
  await restoreDraft();
  if (usedSlots(steps.history.present) > 0 && draft.inDraftState) {
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
 * @param target room that answers go to; left out, they go where the draft went
 */
export function showCommitted(
  rifff: Rifff,
  jamId: string,
  title: string,
  target: JamTarget | null = draft.target,
): void {
  // What was changed a moment ago is written as it is now.
  void flushDraft();
  if (draft.inDraftState && usedSlots(steps.history.present) > 0) {
    setAside = { steps, changes: draft.changes, from: draft.from, target: draft.target };
  }
  const shown = remix({ ...rifff, jamId }, makerName());
  const { state, root, scale } = shown;
  show({
    history: createHistory(shown),
    bases: [{ jamId, rifffId: rifff._id, state, root, scale, changes: 0 }],
  });
  draft.changes = 0;
  draft.from = title;
  draft.target = target;
  draft.saved = 'empty';
  draft.isSetAside = setAside !== null;
}

/**
 * Shows an empty rifff for a room that has none yet. A draft that was not committed waits meanwhile.
 * @param barLength metre of the room: sixteenths in a bar
 */
export function showEmpty(target: JamTarget, barLength: number): void {
  void flushDraft();
  const waiting = draft.inDraftState && usedSlots(steps.history.present) > 0;
  const kept = waiting
    ? { steps, changes: draft.changes, from: draft.from, target: draft.target }
    : setAside;
  const { isRestored } = draft;
  const empty = createDraft(makerName());
  begin({ ...empty, state: { ...empty.state, barLength } }, '', target);
  setAside = kept;
  draft.isSetAside = kept !== null;
  draft.isRestored = isRestored;
}

/** Brings back the draft that waits while a committed rifff is on show. */
export function backToDraft(): void {
  if (!setAside) return;
  const { steps: kept, changes, from, target } = setAside;
  setAside = null;
  show(kept);
  draft.changes = changes;
  draft.from = from;
  draft.target = target;
  draft.isSetAside = false;
  scheduleSave();
}

/**
 * A newer rifff takes the place of the one that the draft goes on from. The draft before stays on the device, and undo
 * leads to the newer rifff.
 * @param rifff with the whole tables of its loops
 * @param carry the newer rifff with the changes of the draft
 */
export function goOnFrom(
  rifff: Rifff,
  jamId: string,
  title: string,
  carry: (rifff: Rifff) => Rifff,
): void {
  void flushDraft();
  const { target } = draft;
  begin(remix({ ...rifff, jamId }, makerName()), title, target);
  const { state, root, scale } = steps.history.present;
  show({ ...steps, bases: [{ jamId, rifffId: rifff._id, state, root, scale, changes: 0 }] });
  editDraft(carry);
}

/** Shows a committed rifff no more: the draft that waits comes back, or the one of this device is looked for again. */
export function leaveCommitted(): void {
  void flushDraft();
  if (draft.inDraftState && usedSlots(steps.history.present) > 0) return;
  if (setAside) {
    backToDraft();
    return;
  }
  begin(createDraft(makerName()), '', null);
  draft.isRestored = false;
}

/** Goes on with a draft as it was kept; with a copy of it where another page of this browser has it open. */
async function takeUp(document: DraftDocument): Promise<void> {
  if (!(await holdHere(document._id))) {
    begin(remix(document.rifff, LOCAL_USER), document.from, document.target ?? null);
    return;
  }
  const { rifff, base, changes } = document;
  setAside = null;
  draft.isSetAside = false;
  show({ history: createHistory(rifff), bases: base ? [{ ...base, changes }] : [] });
  draft.changes = changes;
  draft.from = document.from;
  draft.target = document.target ?? null;
  draft.saved = 'saved';
}

/** Does the open draft belong to the present account, or to no account yet? */
function isOurs(): boolean {
  const owner = ownerOf(draftDocumentId(steps.history.present._id)) ?? null;
  return owner === null || owner === deviceAccount();
}

/** Puts the draft of a person who is not signed in any more out of sight; it stays on the device. */
async function putAway(): Promise<void> {
  await flushDraft();
  begin(createDraft(makerName()), '', null);
  draft.isRestored = false;
}

/**
 * Takes up the draft of the account that was changed last, or begins an empty one. Runs once, and again when a person
 * else is there than the one whom the open draft belongs to.
 */
export async function restoreDraft(): Promise<void> {
  if (draft.isRestored && isOurs()) return;
  if (draft.isRestored) await putAway();
  try {
    const [newest] = await listDrafts();
    if (newest && !draft.isRestored && draft.changes === 0) await takeUp(newest);
  } catch (cause) {
    console.error('Reading drafts failed', cause);
  }
  void holdHere(draftDocumentId(steps.history.present._id));
  draft.isRestored = true;
}

/** Opens another draft of this device; the one before stays on it. */
export async function openStored(document: DraftDocument): Promise<void> {
  if (document.rifff._id === steps.history.present._id) return;
  await flushDraft();
  await takeUp(document);
  draft.isRestored = true;
}

// Another device changed the same draft: what is open here goes on as a draft of its own, undo steps and all.
onDraftMoved((from, to) => {
  const id = to.slice(draftDocumentId('').length);
  const isThis = (one: DraftSteps) => draftDocumentId(one.history.present._id) === from;
  if (setAside && isThis(setAside.steps)) {
    setAside = { ...setAside, steps: withId(setAside.steps, id) };
  } else if (isThis(steps)) {
    show(withId(steps, id));
    scheduleSave();
    notify('This draft was changed on your other device too. Both are kept: you go on with yours.');
  } else return;
  held.add(to);
  void holdDraft(to);
  void leaveDraft(from).catch((cause) => console.error('The journal was not cleared', cause));
});

/** Calls `listener` with the document whenever it changes. @returns what stops it */
export function onDraftChange(listener: (rifff: Rifff) => void): () => void {
  let last = steps.history.present;
  return subscribe(draft, () => {
    if (steps.history.present === last) return;
    last = steps.history.present;
    listener(last);
  });
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flushDraft();
  });
  window.addEventListener('pagehide', () => void flushDraft());
}
