import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embedCode, sharePageUrl } from './embedCode.ts';

test('an address and code for other pages', () => {
  expect(sharePageUrl('https://rondo.example', 'abc')).toBe('https://rondo.example/rifff/abc');
  expect(embedCode('https://rondo.example', 'abc', 'Ninth bus')).toBe(
    '<iframe src="https://rondo.example/embed/abc" width="480" height="480" title="Ninth bus" ' +
      'loading="lazy" allow="autoplay" style="border:0"></iframe>',
  );
});

test('no title breaks out of the attribute that it stands in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (title, shareId) => {
      const code = embedCode('https://rondo.example', shareId, title);
      expect(code.match(/</g)).toHaveLength(2);
      expect(code.match(/>/g)).toHaveLength(2);
      expect(code.match(/"/g)).toHaveLength(14);
    }),
  );
});
