import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameOf, typedWords, wordsOf } from './words.ts';

it.each([
  ['Déjà Vu!', ['deja', 'vu']],
  ['ﬁne ＷＩＤＥ', ['fine', 'wide']],
  ['Straße, Ærø, Łódź', ['strasse', 'aero', 'lodz']],
  ['ΟΔΟΣ', ['οδοσ']],
  ['İstanbul', ['istanbul']],
  ['demo-maya_2', ['demo', 'maya', '2']],
  ['100% kick', ['100', 'kick']],
  ['東京 night', ['東', '京', 'night']],
  ['한국어', ['한국어']],
  ['  \u0000 … ', []],
])('%s is looked for as %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it('changes nothing when it is done again, and knows no case and no accents', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(text, (typed) => {
      const words = wordsOf(typed);
      expect(wordsOf(words.join(' '))).toEqual(words);
      expect(wordsOf(typed.normalize('NFD'))).toEqual(words);
      for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]{1,64}$/u);
    }),
  );
});

it('keeps 24 words of 32 characters of a text, and 8 different ones of what is typed', () => {
  const many = Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ');
  expect(wordsOf(many)).toHaveLength(24);
  expect(wordsOf('ab'.repeat(40))).toEqual(['ab'.repeat(16)]);
  expect(typedWords(`a A á ${many}`)).toEqual(['a', 'w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6']);
  expect(nameOf(' Night—Drive ')).toBe('night drive');
});
