import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  Jam,
  JamRifffsQuerySchema,
  JamRifffsSchema,
  MyJam,
  MyJamsQuerySchema,
  RifffLineage,
  TreeQuerySchema,
  TreeSchema,
} from '../../../src/data/contract/jams.ts';
import type { EventsQuerySchema, EventsSchema } from '../../../src/data/contract/live.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { presentLoop } from '../library/present.ts';
import { findLoopsById } from '../library/repo.ts';
import * as access from './access.ts';
import { briefRifff } from './brief.ts';
import { type CommitContext, type CommitRequest, commitRifff } from './commit.ts';
import { findCommitLoops, insertJamLoop } from './commitRepo.ts';
import { readEvents } from './events.ts';
import { countHistory, filterOf, findHistory, findTree } from './history.ts';
import { findLineage } from './lineage.ts';
import { refuseLocked } from './locked.ts';
import { presentRifffs } from './present.ts';
import { findNewest, presentJam, presentJams } from './presentJam.ts';
import * as repo from './repo.ts';
import { NO_SALES, type SaleOf, saleInfoOf } from './saleInfo.ts';

export interface JamsContext extends CommitContext, Pick<Server, 'publicUrl'> {
  /** What is on sale. */
  readonly saleOf?: SaleOf;
}

/** Jams of an account that are listed with their newest rifff. */
const MOST_HEARD = 50;

export type JamsService = ReturnType<typeof jamsService>;

/** What the calls of jams answer. The first thing that each does is to find what the caller may reach. */
export function jamsService(context: JamsContext) {
  const { database, publicUrl, saleOf = NO_SALES } = context;
  const { queries } = database;
  /** Rifffs as answers show them, with what they are on sale for. */
  const show = async (
    reader: access.Reader,
    rows: readonly repo.StoredRifff[],
  ): Promise<Rifff[]> => {
    const rifffs = await presentRifffs(queries, reader, rows, publicUrl);
    return rifffs.map((rifff, at) => {
      const { jamId, id: rifffId } = rows[at]!;
      return { ...rifff, ...saleInfoOf(saleOf, { jamId, rifffId }) };
    });
  };
  const presentOne = async (reader: access.Reader, row: repo.StoredRifff): Promise<Rifff> => {
    const [rifff] = await show(reader, [row]);
    return rifff!;
  };
  return {
    async myJams(
      { userId }: Identity,
      { newest: isAsked }: z.output<typeof MyJamsQuerySchema>,
    ): Promise<{ jams: MyJam[] }> {
      const rows = await repo.findJamsOf(queries, userId);
      const jams = await presentJams(
        queries,
        await access.withRoles(queries, { userId }, rows),
        publicUrl,
      );
      if (!isAsked) return { jams };
      const heard = jams.slice(0, MOST_HEARD);
      const ids = heard.map(({ id }) => id);
      const newest = await findNewest(queries, { userId }, ids, publicUrl);
      const withNewest = heard.map((jam) => ({ ...jam, newest: newest.get(jam.id) ?? null }));
      return { jams: [...withNewest, ...jams.slice(MOST_HEARD)] };
    },

    async jam(reader: access.Reader, jamId: string): Promise<Jam> {
      return presentJam(queries, await access.findReadableJam(queries, reader, jamId), publicUrl);
    },

    /** A page of a jam as lists carry it; `rifff` and `query` answer everything. */
    async rifffs(
      reader: access.Reader,
      jamId: string,
      page: z.output<typeof JamRifffsQuerySchema>,
    ): Promise<z.output<typeof JamRifffsSchema>> {
      const jam = await access.findReadableJam(queries, reader, jamId);
      const { filter, isNarrowed } = filterOf(page, reader);
      const rows = await findHistory(queries, jam.id, { ...page, filter });
      const total = isNarrowed ? await countHistory(queries, jam.id, filter) : jam.rifffCount;
      const rifffs = (await show(reader, rows)).map(briefRifff);
      return { legacy_id: jam.id, name: jam.name, total, rifffs };
    },

    /** The history of a jam as nodes, newest first; each names its parent where that is in the same jam. */
    async tree(
      reader: access.Reader,
      jamId: string,
      query: z.output<typeof TreeQuerySchema>,
    ): Promise<z.output<typeof TreeSchema>> {
      const { id } = await access.findReadableJam(queries, reader, jamId);
      const { fromCreatedTime, limit } = query;
      const { filter } = filterOf(query, reader);
      return findTree(queries, id, { fromCreatedTime, limit, filter });
    },

    /** What happened in a jam since an event. */
    async events(
      reader: access.Reader,
      jamId: string,
      { since, limit }: z.output<typeof EventsQuerySchema>,
    ): Promise<z.output<typeof EventsSchema>> {
      const jam = await access.findReadableJam(queries, reader, jamId);
      const events = await readEvents(queries, jam.id, since, limit);
      // Events that came behind the reading of the jam count.
      return { events, last: Math.max(jam.lastEvent, events.at(-1)?.number ?? 0) };
    },

    async rifff(reader: access.Reader, jamId: string, rifffId: string): Promise<{ rifff: Rifff }> {
      const row = await access.findReadableRifff(queries, reader, jamId, rifffId);
      return { rifff: await presentOne(reader, row) };
    },

    async lineage(reader: access.Reader, jamId: string, rifffId: string): Promise<RifffLineage> {
      return findLineage(queries, reader, jamId, rifffId);
    },

    /** Those of the asked rifffs that may be read, in the order asked for, each once. */
    async query(
      reader: access.Reader,
      keys: readonly repo.RifffKey[],
    ): Promise<{ rifffs: Rifff[] }> {
      const readable = await access.findReadableRifffs(queries, reader, keys);
      const rows = new Set(keys.flatMap((key) => readable.get(repo.keyText(key)) ?? []));
      return { rifffs: await show(reader, [...rows]) };
    },

    async commit(
      identity: Identity,
      request: CommitRequest,
    ): Promise<{ id: string; rifff: Rifff }> {
      const row = await commitRifff(context, identity, request);
      return { id: row.id, rifff: await presentOne(identity, row) };
    },

    /** Only what the library offers now can be brought into a jam; of a collection by those who hold it. */
    async libraryImport(
      identity: Identity,
      jamId: string,
      loopId: string,
    ): Promise<{ id: string; loop: Loop }> {
      const { userId } = identity;
      const jam = await access.findCommittableJam(queries, identity, jamId);
      const found = (await findCommitLoops(queries, [loopId])).get(loopId);
      const stored = (await findLoopsById(queries, [loopId])).get(loopId);
      if (!found?.isLibrary || !stored || stored.isRemoved) {
        throw new ApiError('not_found', 'The library has no such loop');
      }
      await refuseLocked(queries, identity, [found]);
      const row = { jamId: jam.id, loopId, userId, created: Date.now() };
      await writeFor(database, userId, (transaction) => insertJamLoop(transaction, row));
      return { id: loopId, loop: presentLoop(stored, publicUrl) };
    },
  };
}
