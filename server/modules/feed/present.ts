import type { SharedRifff } from '../../../src/data/contract/sharing.ts';
import type { Part } from './answer.ts';
import type { Embed } from './kept.ts';
import type { ShareView } from './shareLists.ts';

/** A share with the piece that shows it. */
export interface ShownShare {
  readonly view: ShareView;
  readonly embed: Embed;
  /** Why a moderator removed it; only where the reader may know. */
  readonly removedReason?: string | undefined;
}

/** What of a share differs from one moment and one reader to the next. */
function changingOf({ view, removedReason }: ShownShare): Partial<SharedRifff> {
  return {
    react_counts: { like: view.likeCount },
    liked_by_current_user: view.isLiked,
    ...(removedReason !== undefined && { removedReason }),
  };
}

/** Shared rifffs as parts of a JSON list. The pieces go in as they are kept, never parsed again. */
export function listParts(shown: readonly ShownShare[]): Part[] {
  const parts: Part[] = ['['];
  shown.forEach((share, at) => {
    const changing = JSON.stringify(changingOf(share)).slice(0, -1);
    parts.push(`${at === 0 ? '' : ','}${changing},`, share.embed, '}');
  });
  parts.push(']');
  return joinTexts(parts);
}

/** Texts that follow each other as one, so that an answer has as few pieces as it can. */
export function joinTexts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string')
      joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}
