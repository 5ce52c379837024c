import { sql } from 'kysely';
import {
  type ImportedMessage,
  ImportedMessageSchema,
  type ImportResults,
} from '../../../src/data/contract/imports.ts';
import { peopleHtml } from '../../peopleHtml.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { sha256 } from '../../plugins/identity.ts';
import { validateWith } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapFound, rowsById } from '../../ports/database/mapRows.ts';
import { findRows, insertRows } from '../../ports/database/rows.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import { lockJam } from '../jams/events.ts';
import { countBrought, derivedId, type ImportsContext, toldTime } from './context.ts';
import { peopleOf } from './people.ts';
import { idOf, reasonOf } from './rifffs.ts';

type Result = ImportResults['results'][number];
type Judged =
  | { readonly message: ImportedMessage }
  | { readonly id: string; readonly reason: string };

function judge(value: unknown): Judged {
  try {
    const message = validateWith(ImportedMessageSchema, value, 'message');
    const isEmpty = message.message === '' && message.rifffId === null;
    return isEmpty ? { id: message.id, reason: 'It says nothing' } : { message };
  } catch (error) {
    return { id: idOf(value), reason: reasonOf(error) };
  }
}

/** Ids that a message of the source may have here: its own, or one of the import where another jam has that. */
const placesOf = ({ id }: Pick<ImportRow, 'id'>, sourceId: string) =>
  [sourceId, derivedId('message', id, sourceId).slice(0, 32)] as const;

const digestOf = ({ created, user, message, rifffId, replyTo }: ImportedMessage) =>
  sha256(JSON.stringify(['imported', created, user, message, rifffId, replyTo]));

const findThere = (queries: Queries, ids: readonly string[]) =>
  rowsById(queries, 'messages', ids, ['id', 'jamId', 'digest']);

const findRifffIds = (queries: Queries, jamId: string, ids: readonly string[]) =>
  mapFound(findRows(queries, 'rifffs', { jamId, id: ids }, ['id']), (row) => [row.id, true]);

/** Takes the next numbers of a jam for so many events; its lock is held. @returns the first of them */
async function takeNumbers(queries: Queries, jamId: string, count: number): Promise<number> {
  const { lastEvent } = await queries
    .updateTable('jams')
    .set({ lastEvent: sql<number>`${sql.ref('lastEvent')} + ${count}` })
    .where('id', '=', jamId)
    .returning('lastEvent')
    .executeTakeFirstOrThrow();
  return lastEvent - count + 1;
}

/**
 * Stores messages of an import with their times, in the order in which they come: each is stored, there already, or left
 * out with a reason. They count as events of the jam, which are not told to anyone.
 */
export async function importMessages(
  { database }: Pick<ImportsContext, 'database'>,
  source: ImportRow,
  values: readonly unknown[],
): Promise<ImportResults> {
  const { jamId, userId } = source;
  const judged = values.map(judge);
  const messages = judged.flatMap((one) => ('message' in one ? [one.message] : []));
  const asked = messages.flatMap(({ id, replyTo }) => [id, ...(replyTo === null ? [] : [replyTo])]);
  const ids = [...new Set(asked.flatMap((id) => placesOf(source, id)))];
  const rifffIds = [...new Set(messages.flatMap(({ rifffId }) => rifffId ?? []))];
  const people = peopleOf(source);
  const outcomes = await writeFor(database, userId, async (transaction) => {
    // As who posts a message does it: the same id may be on its way to another jam.
    for (const id of [...new Set(messages.map((one) => one.id))].sort()) {
      await database.lock(transaction, `message:${id}`);
    }
    await lockJam(database, transaction, jamId);
    const there = await findThere(transaction, ids);
    const rifffs = await findRifffIds(transaction, jamId, rifffIds);
    const results: Result[] = [];
    const rows = [];
    for (const message of messages) {
      const places = placesOf(source, message.id);
      const place = places.find((id) => (there.get(id)?.jamId ?? jamId) === jamId);
      const digest = digestOf(message);
      const stored = place === undefined ? undefined : there.get(place);
      if (place === undefined || (stored && stored.digest !== digest)) {
        const reason = 'Another message has this id in the jam';
        results.push({ id: message.id, outcome: 'skipped', reason });
        continue;
      }
      results.push({ id: message.id, outcome: stored ? 'same' : 'stored' });
      if (stored) continue;
      there.set(place, { id: place, jamId, digest });
      const replyTo = message.replyTo === null ? [] : placesOf(source, message.replyTo);
      const rifffId =
        message.rifffId !== null && rifffs.has(message.rifffId) ? message.rifffId : null;
      rows.push({
        id: place,
        jamId,
        digest,
        isRemoved: false,
        attachments: '[]',
        type: rifffId === null ? ('text' as const) : ('rifff' as const),
        userId: people.here(message.user),
        created: toldTime(message.created),
        html: peopleHtml(message.message),
        text: message.message,
        rifffId,
        rifffJamId: rifffId === null ? null : jamId,
        replyTo: replyTo.find((id) => there.get(id)?.jamId === jamId) ?? null,
      });
    }
    if (rows.length === 0) return results;
    await people.store(transaction);
    const first = await takeNumbers(transaction, jamId, rows.length);
    const numbered = rows.map((row, at) => ({ ...row, number: first + at }));
    await insertRows(
      transaction,
      'jamEvents',
      numbered.map(({ id, number, created, replyTo, userId: by }) => ({
        jamId,
        number,
        kind: 'message',
        ref: id,
        userId: by,
        created,
        parentId: replyTo,
      })),
    );
    await insertRows(transaction, 'messages', numbered);
    await countBrought(transaction, source, 'messages', rows.length);
    return results;
  });
  const next = outcomes.values();
  return {
    results: judged.map(
      (one): Result => ('message' in one ? next.next().value! : { ...one, outcome: 'skipped' }),
    ),
  };
}
