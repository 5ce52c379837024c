import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  BeginImportBodySchema,
  FinishedImportSchema,
  Import,
  ImportedPerson,
  ImportResults,
} from '../../../src/data/contract/imports.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { listRows, updateRows } from '../../ports/database/rows.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import { findOwnJam } from '../jams/access.ts';
import { appendEvent } from '../jams/events.ts';
import { presentJam } from '../jams/presentJam.ts';
import type { ReceivedForm } from '../uploads/form.ts';
import { requireSpaceFor } from '../uploads/quota.ts';
import { beginImport } from './begin.ts';
import { findOwnImport, type ImportsContext, presentImport } from './context.ts';
import { type ImportedLoop, importLoop } from './loops.ts';
import { importMessages } from './messages.ts';
import { nameFault, storePeople } from './people.ts';
import { importRifffs } from './rifffs.ts';
import { findUsable } from './usable.ts';

const HOUR_MS = 3_600_000;
/** Loops of one account that are received and decoded, and other calls of its imports. */
const LOOPS = { max: 20_000, windowMs: HOUR_MS };
const CALLS = { max: 20_000, windowMs: HOUR_MS };

type Values = readonly unknown[];

export type ImportsService = ReturnType<typeof importsService>;

/** Bringing jams in. The first thing that each call does is to find the import, which is the caller's own. */
export function importsService(context: ImportsContext) {
  const { database, announcer, rules } = context;
  const { queries } = database;

  /** The import of a call, which counts. */
  async function findCounted(identity: Identity, id: string): Promise<ImportRow> {
    const source = await findOwnImport(queries, identity, id);
    await limit(queries, `imports:${identity.userId}`, { ...CALLS, nowMs: Date.now() });
    return source;
  }

  return {
    async imports({ userId }: Identity): Promise<{ imports: Import[] }> {
      const rows = await listRows(queries, 'imports', { userId }, ['created desc', 'id']);
      return { imports: rows.map(presentImport) };
    },

    async begin(
      identity: Identity,
      body: z.output<typeof BeginImportBodySchema>,
    ): Promise<{ import: Import }> {
      return { import: await beginImport(context, identity, body) };
    },

    async people(
      identity: Identity,
      id: string,
      people: readonly ImportedPerson[],
    ): Promise<Record<string, never>> {
      const source = await findCounted(identity, id);
      const refused = people.map(({ displayName }) => nameFault(displayName));
      const reason = refused.find((fault) => fault !== null);
      if (reason != null) throw new ApiError('bad_request', reason);
      // What the account itself said and did is under its own name.
      const others = people.filter((person) => person.id !== source.self);
      await writeFor(database, identity.userId, (transaction) =>
        storePeople(transaction, source, others),
      );
      return {};
    },

    async missing(
      identity: Identity,
      id: string,
      ids: readonly string[],
    ): Promise<{ missing: string[] }> {
      const source = await findCounted(identity, id);
      const asked = [...new Set(ids)];
      const usable = await findUsable(queries, source, asked);
      return { missing: asked.filter((one) => !usable.has(one)) };
    },

    /** The import, before a byte of a loop is read. Throws `over_quota` where a form of that length cannot fit. */
    async beforeLoop(identity: Identity, id: string, lengthBytes: number): Promise<ImportRow> {
      const source = await findOwnImport(queries, identity, id);
      await limit(queries, `importLoops:${identity.userId}`, { ...LOOPS, nowMs: Date.now() });
      await requireSpaceFor(queries, rules, identity.userId, { lengthBytes });
      return source;
    },

    loop: (source: ImportRow, form: ReceivedForm): Promise<ImportedLoop> =>
      importLoop(context, source, form),

    async rifffs(identity: Identity, id: string, values: Values): Promise<ImportResults> {
      return importRifffs(context, await findCounted(identity, id), values);
    },

    async messages(identity: Identity, id: string, values: Values): Promise<ImportResults> {
      return importMessages(context, await findCounted(identity, id), values);
    },

    /** Lists the jam. Again it changes nothing: the jam tells of it once for each time that something came. */
    async finish(identity: Identity, id: string): Promise<z.output<typeof FinishedImportSchema>> {
      const { jamId } = await findOwnImport(queries, identity, id);
      const { userId } = identity;
      const event = await writeFor(database, userId, async (transaction) => {
        const nowMs = Date.now();
        const done = { state: 'done', updated: nowMs } as const;
        const ended = await updateRows(transaction, 'imports', { id, state: 'open' }, done);
        if (ended === 0) return null;
        const happened = { jamId, kind: 'jam', ref: jamId, userId, nowMs } as const;
        return appendEvent(database, transaction, happened);
      });
      if (event) announcer.announce(jamId, [event]);
      const done = await findOwnImport(queries, identity, id);
      const jam = await presentJam(
        queries,
        await findOwnJam(queries, identity, jamId),
        context.publicUrl,
      );
      return { import: presentImport(done), jam };
    },
  };
}
