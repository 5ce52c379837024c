import { expect, it } from 'vitest';
import type { Comment, Comments } from '../../contract/comments.ts';
import {
  allComments,
  type CommentPages,
  nextCommentsPage,
  typedHtml,
  withComment,
  withCommentBack,
  withCommentCount,
  withoutComment,
} from './comments.ts';

const comment = (created: number, message = `at ${created}`): Comment => ({
  id: `c${created}`,
  shareId: 'share',
  created,
  user: 'ada',
  displayName: 'Ada',
  isDemo: false,
  message,
  mayRemove: true,
});
const page = (times: number[], isLast = false): Comments => ({
  comments: times.map((time) => comment(time)),
  isLast,
  commentCount: 9,
});
const data: CommentPages = {
  pages: [page([9, 8]), page([7, 5], true)],
  pageParams: [undefined, 8],
};
const times = ({ pages }: CommentPages) =>
  pages.map(({ comments }) => comments.map(({ created }) => created));

it('stand once each, newest first, and go on below the oldest', () => {
  const pages = [page([9, 8]), page([8, 7], true)];
  expect(allComments(pages).map(({ created }) => created)).toEqual([9, 8, 7]);
  expect(nextCommentsPage([page([9, 8])])).toBe(8);
  expect(nextCommentsPage(pages)).toBeUndefined();
  expect(nextCommentsPage([])).toBeUndefined();
});

it('come before all others, and are replaced by what the server stored', () => {
  const sent = withComment(data, comment(11, 'sent'));
  expect(times(sent)).toEqual([
    [11, 9, 8],
    [7, 5],
  ]);
  const stored = withComment(sent, { ...comment(11, 'stored') });
  expect(times(stored)).toEqual(times(sent));
  expect(stored.pages[0]?.comments[0]?.message).toBe('stored');
});

it('go, and come back to the place that they had', () => {
  for (const time of [9, 8, 7, 5]) {
    const without = withoutComment(data, `c${time}`);
    expect(times(without).flat()).toEqual([9, 8, 7, 5].filter((one) => one !== time));
    const back = withCommentBack(without, comment(time));
    expect(times(back).flat()).toEqual([9, 8, 7, 5]);
    expect(times(withCommentBack(back, comment(time))).flat()).toEqual([9, 8, 7, 5]);
  }
});

it('are counted on every page, and typed text is never markup', () => {
  expect(withCommentCount(data, 3).pages.map(({ commentCount }) => commentCount)).toEqual([3, 3]);
  expect(typedHtml(' <a href="x">1 & 2</a> ')).toBe('&lt;a href="x"&gt;1 &amp; 2&lt;/a&gt;');
});
