import { expect, test } from 'vitest';
import { mayShare } from './mayShare.ts';

test('a rifff is shared by its maker and by the owner of its jam, and by nobody else', () => {
  const rifff = { userName: 'mira', loops: [] };
  const jam = { owner: 'oduya' };
  expect(mayShare(rifff, jam, 'mira')).toBe(true);
  expect(mayShare(rifff, jam, 'oduya')).toBe(true);
  expect(mayShare(rifff, jam, 'noor')).toBe(false);
  expect(mayShare(rifff, undefined, 'oduya')).toBe(false);
});

test('a visitor may not, nor does somebody who left share with them', () => {
  expect(mayShare({ userName: '', loops: [] }, { owner: '' }, '')).toBe(false);
});
