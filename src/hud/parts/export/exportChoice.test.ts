import { expect, test } from 'vitest';
import { savedLookOf } from '../../../../tests/support/savedLookOf.ts';
import { STAGE_LOOK_IDS } from '../../../data/contract/stageLooks.ts';
import { createDraft, setTempo } from '../../../data/rules/draft/draft.ts';
import { firstChoice, formatBytes, formatLength, turnChoices, turnsSec } from './exportChoice.ts';
import { lookOptions, videoLook, videoLooks } from './videoLooks.ts';
import { videoLayout } from './videoPainter.ts';

test('turns go up to half an hour, and there is always one', () => {
  const rifff = createDraft('bo', 2);
  expect(turnsSec(rifff, 1)).toBe(16);
  expect(turnChoices(rifff).at(-1)).toBe(96);
  expect(turnChoices(setTempo(rifff, 0.2))).toContain(1);
});

test('lengths and sizes read as people write them', () => {
  expect(formatLength(16)).toBe('0:16');
  expect(formatLength(725.4)).toBe('12:05');
  expect([900, 812_345, 23_400_000, 2_500_000_000].map(formatBytes)).toEqual([
    '1 kB',
    '812 kB',
    '23.4 MB',
    '2.50 GB',
  ]);
});

test('a video is plain until a look is chosen: of the house, then of its maker', () => {
  const looks = videoLooks([savedLookOf('mine')]);
  const options = lookOptions(looks);
  expect(options[0]).toEqual({ value: firstChoice('').look, title: 'Plain' });
  expect(options.map(({ value }) => value).slice(1)).toEqual([...STAGE_LOOK_IDS, 'mine']);
  expect(options.at(-1)!.title).toBe('Look mine (yours)');
  expect(videoLook(looks, firstChoice('').look)).toBeNull();
  expect(videoLook(looks, 'rose')!.look).toBe('rose');
  expect(videoLook(looks, 'mine')!.look).toEqual(savedLookOf('mine').document);
  // It was deleted meanwhile, or the account is another one.
  expect(videoLook(videoLooks([]), 'mine')).toBeNull();
});

test.each([
  [1080, 1080],
  [1920, 1080],
  [1080, 1920],
])('in a picture of %i × %i rings and words keep apart and inside', (width, height) => {
  const { centre, radius, words, titlePx, textPx } = videoLayout(width, height);
  const reach = 1.04 * radius;
  expect(centre.x - reach).toBeGreaterThan(0);
  expect(centre.x + reach).toBeLessThan(width);
  expect(centre.y - reach).toBeGreaterThan(0);
  expect(words.y + 3 * textPx).toBeLessThan(height);
  expect(words.width).toBeGreaterThan(0.2 * width);
  const isBeside = words.x + words.width < centre.x - reach;
  const isBelow = words.y - titlePx > centre.y + reach;
  expect(isBeside || isBelow).toBe(true);
});
