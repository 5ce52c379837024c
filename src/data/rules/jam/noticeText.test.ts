import { expect, test } from 'vitest';
import { badgeText, noticeText, questionAndAnswer, readUntil } from './noticeText.ts';

test('a notice says who did what, and where', () => {
  const facts = { displayName: 'mia', jamName: 'Kitchen' };
  expect(noticeText({ ...facts, kind: 'answer' })).toBe('mia answered you in Kitchen');
  expect(noticeText({ ...facts, kind: 'remix' })).toBe('mia remixed you in Kitchen');
  expect(noticeText({ ...facts, kind: 'knock', displayName: ' ' })).toBe(
    'Somebody would like an answer in Kitchen',
  );
});

test('a badge shows a number that fits', () => {
  expect([0, 1, 99, 100].map(badgeText)).toEqual(['', '1', '99', '99+']);
});

test('the question comes first, and what is gone or silent is left out', () => {
  const rifff = (id: string, loops = 1) => ({ _id: id, loops: Array(loops) }) as never;
  const ids = (notice: Parameters<typeof questionAndAnswer>[0]) =>
    questionAndAnswer(notice).map((one) => one?._id);
  expect(ids({ parent: rifff('q'), rifff: rifff('a') })).toEqual(['q', 'a']);
  expect(ids({ parent: null, rifff: rifff('a') })).toEqual(['a']);
  expect(ids({ parent: rifff('q', 0), rifff: null })).toEqual([]);
});

test('looking at a list reads up to its newest unread one', () => {
  expect(readUntil([])).toBeNull();
  expect(readUntil([{ created: 5, isRead: true }])).toBeNull();
  expect(
    readUntil([
      { created: 9, isRead: true },
      { created: 7, isRead: false },
      { created: 3, isRead: false },
    ]),
  ).toBe(7);
});
