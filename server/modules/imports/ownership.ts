import type { ExportOwned } from '../../kernel/ownership.ts';
import { type Cursor, inPages, ownedRows, type RemovalStep } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { removeRows } from '../../ports/database/rows.ts';
import * as chat from '../chat/ownership.ts';
import * as jams from '../jams/ownership.ts';
import * as uploads from '../uploads/ownership.ts';

/** Imports of an account, as its export lists them; what they brought is among what jams keep. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  const about = ['kind', 'origin', 'jamId', 'name', 'self', 'state'] as const;
  const ids = queries.selectFrom('imports').select('id').where('userId', '=', userId);
  const people = queries
    .selectFrom('importedPeople')
    .select(['id', 'importId', 'displayName'])
    .where('importId', 'in', ids);
  return {
    imports: rows('imports', ['created', 'id'], [...about, 'rifffs', 'loops', 'messages']),
    people: inPages(people, ['id']),
  };
};

/** What a person who came along left in jams goes as that of an account does. */
const STEPS: readonly RemovalStep[] = [
  ...chat.REMOVAL_STEPS,
  ...jams.REMOVAL_STEPS,
  ...uploads.REMOVAL_STEPS,
];

/** The next of the people who came along with imports of an account, in the order of their ids. */
const nextPerson = (queries: Queries, userId: string, after: string) =>
  queries
    .selectFrom('importedPeople')
    .innerJoin('imports', 'imports.id', 'importedPeople.importId')
    .select('importedPeople.id')
    .where('imports.userId', '=', userId)
    .where('importedPeople.id', '>', after)
    .orderBy('importedPeople.id')
    .limit(1)
    .executeTakeFirst();

/** One person after the other, one step after the other; the cursor names both, and where the step is. */
const people: RemovalStep = async (queries, userId, cursor) => {
  const [id = '', step = STEPS.length, ...inner] = cursor as [string?, number?, ...Cursor];
  if (id !== '' && step < STEPS.length) {
    const rest = await STEPS[step]!(queries, id, inner);
    return rest === null ? [id, step + 1] : [id, step, ...rest];
  }
  const person = await nextPerson(queries, userId, id);
  return person ? [person.id, 0] : null;
};

const rows: RemovalStep = async (queries, userId) => {
  const ids = queries.selectFrom('imports').select('id').where('userId', '=', userId);
  await queries.deleteFrom('importedPeople').where('importId', 'in', ids).execute();
  await queries.deleteFrom('importedLoops').where('importId', 'in', ids).execute();
  await removeRows(queries, 'imports', { userId });
  return null;
};

/** Takes what came along with imports of an account that was closed, and the imports themselves. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [people, rows];
