/**
 * What a person is about to say about shares: typed, on its way, or refused. It is kept in this tab until the server
 * has it, through closed dialogs, signing in and reloads, so that nothing that was written is lost.
 */
import { proxy } from 'valtio/vanilla';
import { keepText, keptText } from '../keptText.ts';

/** A comment that the server does not have for sure. */
export interface UnsentComment {
  /** Stays for every attempt: the same id again is the same comment. */
  id: string;
  message: string;
  /** Why it was not sent; null while it is on its way. */
  trouble: string | null;
}

export interface CommentDraft {
  typed: string;
  unsent: UnsentComment[];
}

/** Comments on one share by one account. */
interface DraftPlace {
  readonly shareId: string;
  readonly reader: string;
}

const STORED_KEY = 'rondo/comment-drafts';
export const NO_DRAFT: CommentDraft = { typed: '', unsent: [] };
/** Said of what was on its way when the page was left. */
const LEFT_BEHIND = 'The page was left before the server answered.';

/** The name of a draft. With a space in it: an id that strangers chose is no name of an object's own. */
export const draftKey = ({ reader, shareId }: DraftPlace) => `${reader} ${shareId}`;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Drafts as they were kept; what does not look like one is let go. */
export function readDrafts(kept: string | null): Record<string, CommentDraft> {
  let stored: unknown;
  try {
    stored = JSON.parse(kept ?? '{}');
  } catch {
    return {};
  }
  const drafts: Record<string, CommentDraft> = {};
  for (const [key, value] of Object.entries(stored ?? {})) {
    const { typed, unsent } = (value ?? {}) as Partial<CommentDraft>;
    const rows = Array.isArray(unsent) ? unsent : [];
    const isWhole = rows.every((row) => isText(row?.id) && isText(row?.message));
    if (!key.includes(' ') || !isText(typed) || !isWhole) continue;
    drafts[key] = {
      typed,
      unsent: rows.map(({ id, message, trouble }) => ({
        id,
        message,
        trouble: isText(trouble) ? trouble : LEFT_BEHIND,
      })),
    };
  }
  return drafts;
}

export const commentDrafts = proxy<{ byPlace: Record<string, CommentDraft> }>({
  byPlace: readDrafts(keptText(STORED_KEY, 'sessionStorage')),
});

function change(place: DraftPlace, by: (draft: CommentDraft) => CommentDraft): void {
  const key = draftKey(place);
  const next = by(commentDrafts.byPlace[key] ?? NO_DRAFT);
  if (next.typed === '' && next.unsent.length === 0) delete commentDrafts.byPlace[key];
  else commentDrafts.byPlace[key] = next;
  keepText(STORED_KEY, JSON.stringify(commentDrafts.byPlace), 'sessionStorage');
}

/** Keeps what stands in the field. */
export function keepTyped(place: DraftPlace, typed: string): void {
  change(place, (draft) => ({ ...draft, typed }));
}

/** A comment goes to the server, or once more; what was typed for it is its own from now on. */
export function beginSending(place: DraftPlace, { id, message }: Omit<UnsentComment, 'trouble'>) {
  change(place, ({ typed, unsent }) => ({
    typed: typed.trim() === message ? '' : typed,
    unsent: [...unsent.filter((one) => one.id !== id), { id, message, trouble: null }],
  }));
}

/** A comment was not sent. @param trouble says why */
export function markUnsent(place: DraftPlace, id: string, trouble: string): void {
  change(place, (draft) => ({
    ...draft,
    unsent: draft.unsent.map((one) => (one.id === id ? { ...one, trouble } : one)),
  }));
}

/** The server has a comment, or it is not wanted any more. */
export function letGoUnsent(place: DraftPlace, id: string): void {
  change(place, (draft) => ({ ...draft, unsent: draft.unsent.filter((one) => one.id !== id) }));
}
