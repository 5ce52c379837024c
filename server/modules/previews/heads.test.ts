import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dataBlock, withHead } from './heads.ts';

const PAGE =
  '<!doctype html><html><head><title>Built</title>\n<meta\n  name="description"\n  content="Built." />\n</head><body></body></html>';

it('no text ends a data block or opens a tag in a head', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const block = dataBlock('share', { text });
      expect(block.match(/</g)).toHaveLength(2);
      const json = block.slice(block.indexOf('>') + 1, block.lastIndexOf('<'));
      expect(JSON.parse(json)).toEqual({ text });
      const page = withHead(PAGE, { title: text, description: text, more: '' });
      expect(page.match(/</g)).toHaveLength(PAGE.match(/</g)!.length);
    }),
  );
});
