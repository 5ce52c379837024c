import { parseArgs } from 'node:util';
import type { Code } from '../../src/data/contract/plans.ts';
import { NewCodesBodySchema } from '../../src/data/contract/plans.ts';
import { endCode, listCodes, makeCodes } from '../modules/plans/codes.ts';
import { validateWith } from '../plugins/validation.ts';
import type { Database } from '../ports/database/database.ts';
import { StartError } from '../startError.ts';

const USAGE = `Say what to do with redemption codes:
  npm run codes -- make --product plus --months 3 [--count 10] [--uses 1] [--days 90] [--note TEXT]
  npm run codes -- make --product COLLECTION [--count 10] [--uses 1] [--days 90] [--note TEXT]
  npm run codes -- list
  npm run codes -- end CODE
Plus without --months, and collections, are for good. --days: the code itself is good for so long.`;

const MAKE_OPTIONS = {
  product: { type: 'string' },
  months: { type: 'string' },
  count: { type: 'string' },
  uses: { type: 'string' },
  days: { type: 'string' },
  note: { type: 'string' },
} as const;

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** One line about a code. @param nowMs milliseconds since the epoch */
function lineOf(code: Code, nowMs: number): string {
  const isOver = code.expires !== null && code.expires <= nowMs;
  const state = code.isEnded ? 'ended' : isOver ? 'over' : '';
  const parts = [
    code.code,
    code.product,
    code.months === null ? 'for good' : `${code.months} months`,
    `${code.used} of ${code.maxUses} used`,
    code.expires === null ? 'no end' : `until ${day(code.expires)}`,
    `by ${code.createdBy}`,
    state,
    code.note,
  ];
  return parts.filter(Boolean).join('  ');
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: MAKE_OPTIONS }).values;
  } catch {
    throw new StartError(USAGE);
  }
}

/** Makes codes as the options say. @throws ValidationFailure with what is wrong with which of them */
async function make(database: Database, args: readonly string[], nowMs: number): Promise<Code[]> {
  const { product, note, months, count, uses, days } = readOptions(args);
  if (product === undefined) throw new StartError(USAGE);
  const numbers = Object.entries({ months, count, maxUses: uses, days }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN]],
  );
  const given = { product, ...(note !== undefined && { note }), ...Object.fromEntries(numbers) };
  const wish = validateWith(NewCodesBodySchema, given, 'body');
  return makeCodes(database, wish, { by: 'command line', nowMs });
}

/**
 * Does what the command line says.
 * @param args without the program
 * @returns the lines to print
 * @throws StartError for the operator; ValidationFailure and ApiError of what makes and ends codes
 */
export async function runCodes(
  database: Database,
  [command, ...args]: readonly string[],
  nowMs: number,
): Promise<string[]> {
  if (command === 'make') return (await make(database, args, nowMs)).map(({ code }) => code);
  if (command === 'list' && args.length === 0) {
    const codes = await listCodes(database.queries);
    return codes.length === 0 ? ['There are no codes.'] : codes.map((code) => lineOf(code, nowMs));
  }
  const [code] = args;
  if (command !== 'end' || code === undefined || args.length > 1) throw new StartError(USAGE);
  await endCode(database.queries, code);
  return ['Ended: it cannot be redeemed any more. What it gave stays.'];
}
