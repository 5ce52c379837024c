import type { Book } from './book.ts';

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

async function expandPath(book: Book, value: unknown, path: readonly string[]): Promise<void> {
  const [name, ...rest] = path;
  if (name === undefined || !isTree(value)) return;
  if (Array.isArray(value)) {
    for (const item of value) await expandPath(book, item, path);
    return;
  }
  const found = value[name];
  if (typeof found === 'string') {
    const row = await book.queries
      .selectFrom('tillObjects')
      .select('doc')
      .where('id', '=', found)
      .executeTakeFirst();
    if (row) value[name] = row.doc;
  }
  await expandPath(book, value[name], rest);
}

/**
 * The answer with objects in place of their ids, where the caller asks for it: https://docs.stripe.com/api/expanding_objects
 * @param paths such as `data.payment_intent.latest_charge`
 */
export async function expand(
  book: Book,
  answer: object,
  paths: readonly string[],
): Promise<object> {
  if (paths.length === 0) return answer;
  const copy: object = structuredClone(answer);
  for (const path of paths) await expandPath(book, copy, path.split('.'));
  return copy;
}
