/** Comments on a share as pages hold them: pages of answers, changed in place of asking again. */
import type { Comment, Comments } from '../../contract/comments.ts';

/** What a cache holds. */
export interface CommentPages {
  readonly pages: Comments[];
  readonly pageParams: unknown[];
}

/** Every comment of the pages once, newest first. */
export function allComments(pages: readonly Comments[]): Comment[] {
  const byId = new Map<string, Comment>();
  for (const { comments } of pages) {
    for (const comment of comments) if (!byId.has(comment.id)) byId.set(comment.id, comment);
  }
  return [...byId.values()].sort((a, b) => b.created - a.created);
}

/** Where the page after these begins (`fromCreatedTime`), or undefined after the last. */
export function nextCommentsPage(pages: readonly Comments[]): number | undefined {
  const last = pages.at(-1);
  return last && !last.isLast ? last.comments.at(-1)?.created : undefined;
}

/** A typed comment as it will be shown: the server alone makes links of it. */
export function typedHtml(text: string): string {
  return text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function change(data: CommentPages, by: (page: Comments, at: number) => Comments): CommentPages {
  return { ...data, pages: data.pages.map(by) };
}

/** The pages with a comment: in the place of the one with its id, else before all others. */
export function withComment(data: CommentPages, comment: Comment): CommentPages {
  const isThere = data.pages.some(({ comments }) => comments.some(({ id }) => id === comment.id));
  return change(data, (page, at) => {
    if (isThere) {
      const comments = page.comments.map((one) => (one.id === comment.id ? comment : one));
      return { ...page, comments };
    }
    return at === 0 ? { ...page, comments: [comment, ...page.comments] } : page;
  });
}

/** The pages without a comment. */
export function withoutComment(data: CommentPages, commentId: string): CommentPages {
  return change(data, (page) => ({
    ...page,
    comments: page.comments.filter(({ id }) => id !== commentId),
  }));
}

/** The pages with a comment that was taken out of them, where its time says. */
export function withCommentBack(data: CommentPages, comment: Comment): CommentPages {
  const found = data.pages.findIndex(({ comments }) =>
    comments.some(({ created }) => created < comment.created),
  );
  const place = found < 0 ? data.pages.length - 1 : found;
  return change(withoutComment(data, comment.id), (page, at) => {
    if (at !== place) return page;
    const comments = [...page.comments, comment].sort((a, b) => b.created - a.created);
    return { ...page, comments };
  });
}

/** The pages with another count of all comments. */
export function withCommentCount(data: CommentPages, commentCount: number): CommentPages {
  return change(data, (page) => ({ ...page, commentCount }));
}
