import type { Readable } from 'node:stream';
import { createExports, type InTurn, inTurns } from '../../plugins/exports.ts';
import type { Identity } from '../../plugins/identity.ts';
import { hasRow } from '../../ports/database/rows.ts';
import type { ClassRow } from '../../ports/database/schemaAccounts.ts';
import { ownedPieces } from '../accounts/exporting.ts';
import { type ClassesContext, findTaught } from './context.ts';
import { presentClass } from './present.ts';

/** Why a second download of the same teacher is refused. */
const OF_A_CLASS = { key: 'class-export', running: 'A class of yours is being downloaded already' };

/** The answer as pieces of one JSON text: the class, and what each of its pupils would download. */
async function* pieces(context: ClassesContext, row: ClassRow): AsyncGenerator<string> {
  const { database, owners, settings } = context;
  const { queries } = database;
  const page = await presentClass(context, row);
  yield `{"ok":true,"data":{"class":${JSON.stringify(page)},"pupils":[`;
  let separator = '\n';
  for (const { userId } of page.members) {
    // One who was deleted, or moved out, while the others were read.
    if (!(await hasRow(queries, 'pupils', { userId, classId: row.id }))) continue;
    yield separator;
    yield* ownedPieces({ queries, rules: settings.accounts, owners }, userId);
    separator = ',\n';
  }
  yield ']}}';
}

/** Exports of classes on this node; for their teachers. Throws `not_found`, `too_many_requests`. */
export function createClassExporter(context: ClassesContext) {
  const { queries } = context.database;
  const start = createExports(queries, context.log, OF_A_CLASS);

  async function begin(identity: Identity, id: string, inTurn: InTurn) {
    const text = pieces(context, await findTaught(queries, identity, id));
    return inTurns(text, () => findTaught(queries, identity, id), inTurn);
  }

  return (identity: Identity, id: string): Promise<Readable> =>
    start(identity.userId, (inTurn) => begin(identity, id, inTurn));
}
