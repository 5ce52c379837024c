import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { appendChecksum, checksumOf, createKept, KEPT_MS, makeEmbed } from './kept.ts';

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

it('is answered once more when its time is over, and made again by one caller alone', async () => {
  let nowMs = 1;
  const kept = createKept(1e6, { now: () => nowMs });
  const embed = await makeEmbed('{}', []);
  kept.keep('a', embed, null);
  expect(kept.get('a')).toEqual({ embed, isOld: false });
  nowMs += KEPT_MS + 1;
  expect(kept.get('a')).toEqual({ embed, isOld: true });
  expect(kept.get('a')).toEqual({ embed, isOld: false });
});
