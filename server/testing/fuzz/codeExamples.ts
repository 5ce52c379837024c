import { PLUS_PRODUCT } from '../../../src/data/contract/plans.ts';
import { makeCodes } from '../../modules/plans/codes.ts';
import type { Example } from './exampleParts.ts';
import type { World } from './world.ts';

const wish = { product: PLUS_PRODUCT, months: 3, note: '', maxUses: 1, days: null, count: 1 };

async function freshCode({ server }: World): Promise<string> {
  const made = await makeCodes(server.database, wish, { by: 'fuzzer', nowMs: Date.now() });
  return made[0]!.code;
}

const ofCode: Example = async (world) => ({ params: { code: await freshCode(world) } });

/** Requests about codes that succeed for a member, by the name of the call. */
export const CODE_EXAMPLES: Readonly<Record<string, Example>> = {
  redeem: ofCode,
  endCode: ofCode,
  makeCodes: async () => ({ body: { product: PLUS_PRODUCT, months: 3, note: 'Friday class' } }),
};
