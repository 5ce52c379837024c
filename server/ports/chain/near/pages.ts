import { TOKENS_PER_OWNER } from '../../../../src/data/contract/constants.ts';
import { isOutOfGas } from './problems.ts';

/** Rows of a view, from the size that is asked for down to what a view is sure to have gas for. */
const SIZES = [TOKENS_PER_OWNER, 100, 50];

/** Reads rows in pages as large as views have gas for, and remembers what they were. */
export function pager(): <Row>(
  read: (from: number, limit: number) => Promise<readonly Row[]>,
  from: number,
  limit: number,
) => Promise<Row[]> {
  let place = 0;
  return async (read, from, limit) => {
    const rows: Awaited<ReturnType<typeof read>>[number][] = [];
    while (rows.length < limit) {
      const wanted = Math.min(SIZES[place]!, limit - rows.length);
      try {
        const more = await read(from + rows.length, wanted);
        rows.push(...more);
        if (more.length < wanted) break;
      } catch (error) {
        if (!isOutOfGas(error) || place === SIZES.length - 1) throw error;
        place += 1;
      }
    }
    return rows;
  };
}
