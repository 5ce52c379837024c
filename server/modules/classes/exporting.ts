import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BUNDLE_ENDING } from '../../../src/data/contract/bundle.ts';
import { createExports, type InTurn, inTurns } from '../../plugins/exports.ts';
import type { Identity } from '../../plugins/identity.ts';
import { hasRow } from '../../ports/database/rows.ts';
import type { ClassRow } from '../../ports/database/schemaAccounts.ts';
import { ownedPieces } from '../accounts/exporting.ts';
import { findChannels } from '../clubs/context.ts';
import { bundleName, type JamPieces } from '../imports/bundle.ts';
import { TAR_END, tarHead, tarPadding } from '../imports/tar.ts';
import { type JamFor, withRoles } from '../jams/access.ts';
import { findJam } from '../jams/repo.ts';
import { type ClassesContext, findTaught } from './context.ts';
import { findPupils, presentClass } from './present.ts';

/** Why a second download of the same teacher is refused. */
const OF_A_CLASS = { key: 'class-export', running: 'A class of yours is being downloaded already' };

export interface ClassExportContext extends ClassesContext {
  /** Bundles are written here before they go into the archive, whose heads say their sizes. */
  readonly folder: string;
  readonly jamPieces: JamPieces;
}

/** One JSON text: the class, and what each of its pupils would download. */
async function* documentPieces(context: ClassesContext, row: ClassRow): AsyncGenerator<string> {
  const { database, owners, settings } = context;
  const { queries } = database;
  const page = await presentClass(context, row);
  yield `{"class":${JSON.stringify(page)},"pupils":[`;
  let separator = '\n';
  for (const { userId } of page.members) {
    // One who was deleted, or moved out, while the others were read.
    if (!(await hasRow(queries, 'pupils', { userId, classId: row.id }))) continue;
    yield separator;
    yield* ownedPieces({ queries, rules: settings.accounts, owners }, userId);
    separator = ',\n';
  }
  yield ']}\n';
}

/** Channels of a class and the own jams of its pupils, each as those who make it have it; none without a rifff. */
async function* jamsOf({ database }: ClassesContext, row: ClassRow): AsyncGenerator<JamFor> {
  const { queries } = database;
  const hasRifffs = ({ id: jamId }: { id: string }) => hasRow(queries, 'rifffs', { jamId });
  for (const channel of await findChannels(queries, [row.clubId])) {
    if (await hasRifffs(channel))
      yield* await withRoles(queries, { userId: row.teacherId }, [channel]);
  }
  for (const { userId } of await findPupils(queries, row.id)) {
    const own = await findJam(queries, userId);
    if (own && (await hasRifffs(own))) yield* await withRoles(queries, { userId }, [own]);
  }
}

/** One tar: `class.json`, and each jam as the bundle that any server of Rondo brings in. */
async function* archivePieces(
  context: ClassExportContext,
  identity: Identity,
  row: ClassRow,
  inTurn: InTurn,
): AsyncGenerator<Buffer> {
  const timeMs = Date.now();
  const folder = await mkdtemp(join(context.folder, 'class-'));
  const path = join(folder, 'entry');
  const check = () => findTaught(context.database.queries, identity, row.id);

  async function* entry(name: string, content: AsyncGenerator<string | Buffer>) {
    await pipeline(inTurns(content, check, inTurn), createWriteStream(path));
    const { size } = await stat(path);
    yield tarHead(name, size, timeMs);
    for await (const piece of createReadStream(path)) yield piece as Buffer;
    yield tarPadding(size);
  }

  const names = new Map<string, number>();
  try {
    yield* entry('class.json', documentPieces(context, row));
    for await (const jam of jamsOf(context, row)) {
      const name = bundleName(jam);
      const number = (names.get(name) ?? 0) + 1;
      names.set(name, number);
      const file = `jams/${name}${number > 1 ? `-${number}` : ''}${BUNDLE_ENDING}`;
      yield* entry(file, context.jamPieces({ identity, goesTo: null }, jam, check));
    }
    yield TAR_END;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Exports of classes on this node; for their teachers. Throws `not_found`, `too_many_requests`. */
export function createClassExporter(context: ClassExportContext) {
  const { queries } = context.database;
  const start = createExports(queries, context.log, OF_A_CLASS);
  return (identity: Identity, id: string): Promise<Readable> =>
    start(identity.userId, async (inTurn) =>
      archivePieces(context, identity, await findTaught(queries, identity, id), inTurn),
    );
}
