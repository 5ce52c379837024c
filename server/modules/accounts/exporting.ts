import type { Readable } from 'node:stream';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { AccountRules } from '../../accountRules.ts';
import { exportAll, type Owner } from '../../kernel/ownership.ts';
import { createExports, type InTurn, inTurns, listPieces } from '../../plugins/exports.ts';
import type { Pages } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { readNoticeSettings } from '../people/choices.ts';
import { presentAccessRights, presentProfile, presentSettings } from './present.ts';
import { findProfileFacts } from './profileFacts.ts';
import * as repo from './repo.ts';

/** What an export reads. */
export interface ExportContext {
  readonly queries: Queries;
  readonly rules: AccountRules;
  readonly owners: readonly Owner[];
}

/** What an export is made of: values, and lists that are read while they are sent. */
interface Exported {
  readonly values: Record<string, unknown>;
  /** By the name of the module, then of the list. */
  readonly lists: Record<string, Record<string, Pages>>;
}

/** Throws `unauthorised` when the account is not there any more. */
async function requireAccount(queries: Queries, userId: string): Promise<repo.StoredAccount> {
  const account = await repo.findAccount(queries, userId);
  if (!account) throw new ApiError('unauthorised', 'This account is gone');
  return account;
}

/** Everything that the account owns; no secrets. */
async function collect(
  { queries, rules, owners }: ExportContext,
  userId: string,
): Promise<Exported> {
  const account = await requireAccount(queries, userId);
  const facts = await findProfileFacts(queries, [account], userId);
  const { access, license } = presentAccessRights(account);
  const { client, referralId } = account;
  return {
    values: {
      exported: Date.now(),
      profile: presentProfile(account, facts(userId), undefined),
      settings: presentSettings(account, rules, await readNoticeSettings(queries, userId)),
      accessRights: { access, license },
      signup: { client, referralId },
      sessions: await repo.findSessions(queries, userId),
    },
    lists: exportAll(owners, queries, userId),
  };
}

/** What an account owns, as pieces of the text of one JSON object, a page of rows each. */
async function* pieces({ values, lists }: Exported): AsyncGenerator<string> {
  yield JSON.stringify(values).slice(0, -1);
  for (const [group, named] of Object.entries(lists)) {
    let before = `,${JSON.stringify(group)}:{`;
    for (const [name, pages] of Object.entries(named)) {
      yield before;
      yield* listPieces(name, pages);
      before = ',';
    }
    yield '}';
  }
  yield '}';
}

/** What one of many accounts owns, as an object of an export of them all. Throws `unauthorised` where it is gone. */
export async function* ownedPieces(context: ExportContext, userId: string): AsyncGenerator<string> {
  yield* pieces(await collect(context, userId));
}

/** The answer of a call, so that its receiver can count the rows by their lines. */
async function* answerPieces(exported: Exported): AsyncGenerator<string> {
  yield '{"ok":true,"data":';
  yield* pieces(exported);
  yield '}';
}

/**
 * The answer of `exportAccount` piece by piece. The next page is read once the one before was taken, when it is its
 * turn. Fails in the middle when the account is deleted meanwhile.
 */
export async function exportPieces(
  context: ExportContext,
  userId: string,
  inTurn: InTurn,
): Promise<AsyncGenerator<string>> {
  const text = answerPieces(await collect(context, userId));
  return inTurns(text, () => requireAccount(context.queries, userId), inTurn);
}

type Log = Parameters<typeof createExports>[1];

/**
 * Everything that an account owns, as the text of an answer that is put together while it is read.
 * @throws ApiError `too_many_requests`, `unauthorised`
 */
export function createExporter(context: ExportContext, log: Log) {
  const start = createExports(context.queries, log);
  return (userId: string): Promise<Readable> =>
    start(userId, (inTurn) => exportPieces(context, userId, inTurn));
}
