import { describe, expect, it } from 'vitest';
import { CATEGORY_TARGET_LUFS, targetLufs } from '../../dsp/levels.ts';
import { CATEGORIES, CATEGORY_SLUGS, categoryOf } from './categories.ts';
import { LoopSchema } from './loop.ts';

const WORDS = Object.getOwnPropertyNames(Object.prototype);

describe('categories', () => {
  it('are found by their slug', () => {
    for (const slug of CATEGORY_SLUGS) {
      expect(categoryOf(slug)).toBe(CATEGORIES[slug]);
      expect(targetLufs(slug)).toBe(CATEGORY_TARGET_LUFS[slug]);
    }
  });

  it.each([...WORDS, 'kazoo', '', undefined])('read %s as unknown', (word) => {
    expect(categoryOf(word)).toBe(CATEGORIES['?']);
    expect(targetLufs(word)).toBe(CATEGORY_TARGET_LUFS['?']);
  });

  it('of a loop are any word but those that every object answers to', () => {
    const category = LoopSchema.shape.category;
    for (const word of WORDS) expect(category.safeParse(word).success, word).toBe(false);
    for (const word of ['drums', 'kazoo']) expect(category.parse(word)).toBe(word);
  });
});
