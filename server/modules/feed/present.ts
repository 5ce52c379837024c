import type { SharedRifff } from '../../../src/data/contract/sharing.ts';
import type { Part } from './answer.ts';
import type { Embed } from './embeds.ts';
import type { ShareView } from './repo.ts';

/** A share with the document that it shows. */
export interface ShownShare {
  readonly view: ShareView;
  readonly embed: Embed;
  /** Why a moderator removed it; only where the reader may know. */
  readonly removedReason?: string | undefined;
}

/** Everything of a shared rifff apart from its document. */
function headOf({ view, embed, removedReason }: ShownShare): Omit<SharedRifff, 'rifff'> {
  return {
    _id: view.id,
    doc_id: view.rifffId,
    jamId: view.jamId,
    type: 'SharedRifff',
    title: view.title,
    user: view.userId,
    displayName: view.displayName,
    isDemo: view.isDemo,
    creators: [...new Set([view.userId, ...embed.creators])],
    private: view.isPrivate,
    image: true,
    image_url: `/media/covers/${view.id}.png`,
    react_counts: { like: view.likeCount },
    commentCount: 0,
    action_timestamp: view.created,
    action_timestamp_iso: new Date(view.created).toISOString(),
    liked_by_current_user: view.isLiked,
    ...(removedReason !== undefined && { removedReason }),
  };
}

/** Shared rifffs as parts of a JSON list. The documents go in as they are kept, never parsed again. */
export function listParts(shown: readonly ShownShare[]): Part[] {
  const parts: Part[] = ['['];
  shown.forEach((share, at) => {
    const head = JSON.stringify(headOf(share)).slice(0, -1);
    parts.push(`${at === 0 ? '' : ','}${head},"rifff":`, share.embed, '}');
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
