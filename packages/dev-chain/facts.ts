import type { Queries } from '../../server/ports/database/database.ts';

/** What is known of the chain as a whole; amounts in yocto. */
export type FactName = 'supply' | 'burnt' | 'minterKey' | `key of ${string}`;

export async function readFact(queries: Queries, name: FactName): Promise<string | undefined> {
  const facts = queries.selectFrom('chainFacts').select('value').where('name', '=', name);
  return (await facts.executeTakeFirst())?.value;
}

export async function writeFact(queries: Queries, name: FactName, value: string): Promise<void> {
  await queries
    .insertInto('chainFacts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The same, unless it is known: then nothing changes. */
export async function addFact(queries: Queries, name: FactName, value: string): Promise<void> {
  await queries
    .insertInto('chainFacts')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Counts what no account has any more. */
export async function addBurnt(queries: Queries, amount: bigint): Promise<void> {
  const before = BigInt((await readFact(queries, 'burnt')) ?? 0);
  await writeFact(queries, 'burnt', String(before + amount));
}
