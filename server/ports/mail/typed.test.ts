import fc from 'fast-check';
import { expect, it } from 'vitest';
import { typedLine } from './typed.ts';

it.each([
  ['Chrome on Linux', '“Chrome on Linux”'],
  ['Anna’s café (old)', '“Anna’s café (old)”'],
  ['Go to https://evil.example/x?a=b now', '“Go to https evil example x a b now”'],
  ['WWW.EVIL.EXAMPLE', '“WWW EVIL EXAMPLE”'],
  ['me@evil.example', '“me evil example”'],
  ['ｅｖｉｌ．ｅｘａｍｐｌｅ', '“evil example”'],
  ['evil。example', '“evil example”'],
  ['a\r\n\r\nYour account is closed', '“a Your account is closed”'],
  ['\u202egnp.exe\u200b', '“gnp exe”'],
  ['“quoted” <b>', '“quoted b”'],
  ['x'.repeat(60), `“${'x'.repeat(40)}…”`],
  ['', '“”'],
])('%j is %s', (text, line) => expect(typedLine(text)).toBe(line));

it('is one short line without links, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const line = typedLine(text);
      expect([...line].length).toBeLessThanOrEqual(43);
      expect(line).toMatch(/^“[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}./:@<>“”]*”$/u);
    }),
  );
});
