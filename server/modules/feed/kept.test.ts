import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { appendChecksum, checksumOf } from './kept.ts';

it('is, put together from parts, the CRC-32 of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 5000 }), { maxLength: 6 }), (parts) => {
      const sum = parts.reduce(
        (crc, part) => appendChecksum(crc, checksumOf(Buffer.from(part))),
        0,
      );
      expect(sum).toBe(crc32(Buffer.concat(parts)));
    }),
  );
});
