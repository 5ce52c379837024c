import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { payoutOf, WHOLE_BPS } from './nft/shares.ts';

const account = fc.constantFrom(
  'alice.near',
  'bob.near',
  'carol.near',
  'constructor',
  'dave',
  'e.f',
  'zz',
);
const royalty = fc
  .dictionary(account, fc.integer({ min: 0, max: WHOLE_BPS }), { maxKeys: 6 })
  .filter((shares) => Object.values(shares).reduce((sum, bps) => sum + bps, 0) <= WHOLE_BPS);
const price = fc.bigInt({ min: 1n, max: 2n ** 128n - 1n });

it('a payout is the price to the yocto, and nobody gets less than nothing or more than their share', () => {
  fc.assert(
    fc.property(account, royalty, price, (owner_id, shares, amount) => {
      const payout = payoutOf({ owner_id, royalty: shares }, amount);
      const paid = Object.values(payout);
      expect(paid.reduce((sum, share) => sum + share, 0n)).toBe(amount);
      expect(paid.every((share) => share > 0n)).toBe(true);
      for (const [id, share] of Object.entries(payout)) {
        if (id === owner_id) continue;
        const exact = amount * BigInt(shares[id]!);
        expect(share * 10_000n <= exact && exact < (share + 1n) * 10_000n).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
