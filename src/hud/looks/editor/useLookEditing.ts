/** A look while it is made: two versions of it, each with its way back, kept on this device until it is saved. */
import { useEffect, useReducer } from 'react';
import type { LookDocument } from '../../../data/contract/looks.ts';
import { heldText, holdText } from '../../../data/keptText.ts';

export type Side = 'a' | 'b';

interface Version {
  readonly now: LookDocument;
  readonly past: readonly LookDocument[];
  readonly future: readonly LookDocument[];
  /** What the last change was of: further ones of the same make one step. */
  readonly mark: string;
}

interface Editing {
  readonly a: Version;
  /** Null until it is first wished for; begins as the other one is then. */
  readonly b: Version | null;
  readonly side: Side;
}

type Step =
  | { readonly kind: 'change'; readonly look: LookDocument; readonly mark: string }
  | { readonly kind: 'rest' | 'undo' | 'redo' }
  | { readonly kind: 'side'; readonly side: Side };

const MOST_STEPS = 100;

const versionOf = (now: LookDocument): Version => ({ now, past: [], future: [], mark: '' });

function changed(version: Version, look: LookDocument, mark: string): Version {
  if (look === version.now) return version;
  const isSameStep = mark !== '' && mark === version.mark;
  const past = isSameStep ? version.past : [...version.past, version.now].slice(-MOST_STEPS);
  return { now: look, past, future: [], mark };
}

function undone(version: Version): Version {
  const { now, past, future } = version;
  const before = past.at(-1);
  if (!before) return version;
  return { now: before, past: past.slice(0, -1), future: [now, ...future], mark: '' };
}

function redone(version: Version): Version {
  const { now, past, future } = version;
  const [next] = future;
  if (!next) return version;
  return { now: next, past: [...past, now], future: future.slice(1), mark: '' };
}

const current = ({ a, b, side }: Editing): Version => (side === 'b' && b ? b : a);

function reduce(editing: Editing, step: Step): Editing {
  const version = current(editing);
  const withVersion = (next: Version): Editing =>
    next === version ? editing : { ...editing, [editing.side]: next };
  switch (step.kind) {
    case 'change':
      return withVersion(changed(version, step.look, step.mark));
    case 'rest':
      return withVersion({ ...version, mark: '' });
    case 'undo':
      return withVersion(undone(version));
    case 'redo':
      return withVersion(redone(version));
    case 'side':
      if (step.side === editing.side) return editing;
      return { ...editing, side: step.side, b: editing.b ?? versionOf(editing.a.now) };
  }
}

export interface LookEditing {
  /** The version that is edited. */
  readonly look: LookDocument;
  readonly a: LookDocument;
  readonly b: LookDocument | null;
  readonly side: Side;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** @param mark changes of the same mark in a row are one step back; left out, each is one */
  change(look: LookDocument, mark?: string): void;
  /** A slider was let go: the next change is a step of its own. */
  rest(): void;
  undo(): void;
  redo(): void;
  edit(side: Side): void;
}

/**
 * @param start what the look is before it is edited
 * @param key names what is edited; what was kept under it is taken up
 * @param kept what was kept, as `keptLook` read it
 */
export function useLookEditing(start: LookDocument, key: string, kept: LookDocument | null) {
  const [editing, step] = useReducer(reduce, null, (): Editing => {
    const first = versionOf(start);
    return { a: kept ? changed(first, kept, '') : first, b: null, side: 'a' };
  });
  const { now, past, future } = current(editing);
  useEffect(() => {
    if (past.length > 0 || future.length > 0) holdText(key, JSON.stringify(now));
  }, [key, now, past, future]);
  const all: LookEditing = {
    look: now,
    a: editing.a.now,
    b: editing.b?.now ?? null,
    side: editing.side,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change: (look, mark = '') => step({ kind: 'change', look, mark }),
    rest: () => step({ kind: 'rest' }),
    undo: () => step({ kind: 'undo' }),
    redo: () => step({ kind: 'redo' }),
    edit: (side) => step({ kind: 'side', side }),
  };
  return all;
}

/** What was kept of a look that was not saved; null for nothing, or what is no look (any more). */
export async function keptLook(key: string): Promise<LookDocument | null> {
  const text = heldText(key);
  if (text === null) return null;
  const { readLook } = await import('../../../data/contract/looks.ts');
  return readLook(text).look;
}

/** Lets go of what was kept, once it is saved or thrown away. */
export const forgetKept = (key: string): void => holdText(key, null);
