import type * as z from 'zod';
import { type ContractMethod, type Host, Panic } from '../host.ts';

/** A trillion units of gas. */
export const TERA_GAS = 10n ** 12n;

/** Ends the receipt with that message unless `holds`. */
export function check(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Panic(message);
}

type Run<Schema extends z.ZodType> = (host: Host, input: z.output<Schema>) => Promise<unknown>;
const NOTHING = () => {};

/** Arguments are read first, so that a wrong one is named for every caller. */
function methodOf<Schema extends z.ZodType>(
  schema: Schema,
  guard: (host: Host) => void,
  run: Run<Schema>,
): ContractMethod {
  return async (host, args) => {
    const read = schema.safeParse(args);
    if (!read.success) {
      const [issue] = read.error.issues;
      throw new Panic(
        `Failed to deserialize input from JSON: ${issue?.path.join('.')}: ${issue?.message}`,
      );
    }
    guard(host);
    return run(host, read.data);
  };
}

function changes(host: Host): void {
  check(!host.isView, 'ProhibitedInView: this method changes the contract');
}

/** A method that only reads. */
export const view = <Schema extends z.ZodType>(schema: Schema, run: Run<Schema>) =>
  methodOf(schema, NOTHING, run);

/** A method that takes no coins. */
export const call = <Schema extends z.ZodType>(schema: Schema, run: Run<Schema>) =>
  methodOf(
    schema,
    (host) => {
      changes(host);
      check(host.attachedDeposit === 0n, "This method doesn't accept deposit");
    },
    run,
  );

/** A method that takes coins and says itself how many. */
export const payable = <Schema extends z.ZodType>(schema: Schema, run: Run<Schema>) =>
  methodOf(schema, changes, run);

/** A method that only a key with full access can call, for no other can attach that one yocto. */
export const oneYocto = <Schema extends z.ZodType>(schema: Schema, run: Run<Schema>) =>
  methodOf(
    schema,
    (host) => {
      changes(host);
      check(host.attachedDeposit === 1n, 'Requires attached deposit of exactly 1 yoctoNEAR');
    },
    run,
  );

/** A method that the contract calls itself. */
export const inner = <Schema extends z.ZodType>(schema: Schema, run: Run<Schema>) =>
  methodOf(
    schema,
    (host) => {
      changes(host);
      check(host.predecessor === host.current, 'Method is private');
    },
    run,
  );
